// Known laws inside a formula: exponentials, gamma, Polya-Gamma, stable and Matern functions of an
// affine function of r, their products, whole powers, convex sums and compound Poisson forms. What
// is returned is a candidate: the caller compares it with the formula. math.md (F.7)
#pragma once

#include <optional>

#include "phigp/augmentation/radial.h"
#include "phigp/likelihoods/formula/graph.h"

namespace phigp {

class Recogniser {
 public:
  // `graph`: all names but r bound to numbers. Nodes are added to it.
  explicit Recogniser(Graph& graph) : graph_(graph) {}

  // f(r) / f(0) as a composition of known laws; null when some part is not known.
  RadialPtr recognise(NodeId id);

 private:
  struct Affine {  // shift + slope r
    double shift;
    double slope;
  };

  std::optional<Affine> affine(NodeId id) const;
  RadialPtr recognise_sum(NodeId id);
  RadialPtr recognise_product(NodeId id);
  RadialPtr recognise_power(NodeId base, double exponent);
  // exp(-c t) for one term of an exponent.
  RadialPtr recognise_exponential(double c, NodeId term);
  RadialPtr recognise_matern(double order, NodeId square);
  double value_near_zero(NodeId id);

  Graph& graph_;
};

}  // namespace phigp
