// Where learning may take the parameters of phi: only there is the bound one. A formula or a
// function is admissible for some values and not for others (exp(-r^a): up to a = 1), and nobody
// states for which. math.md (P.1), (H.5)
#pragma once

#include "phigp/inference/parameter_limits.h"

namespace phigp {

// Of the limits in one run: a box may have to be cut several times to fit into a region.
inline constexpr int kMostNarrowings = 20;

class AdmissibleRegion {
 public:
  // `free` is kept by reference; `likelihood` is that of the start.
  AdmissibleRegion(const FreeParameters& free, LikelihoodPtr likelihood, const TrainingSet& data);

  // Whether phi is admissible at x, of which the free parameters are the first numbers. Quick
  // where that is proven.
  bool contains(const Vector& x) const;
  // Moves the limits to where phi is still admissible on the way from x, which is inside, to
  // `outside`: those of the parameter that leads out by itself, otherwise of all that move.
  void narrow(const Vector& x, const Vector& outside, ParameterLimits& limits) const;

 private:
  RadialPtr radial_at(const Vector& x) const;

  const FreeParameters& free_;
  LikelihoodPtr likelihood_;
  std::vector<Row> rows_;  // for which phi is judged
};

}  // namespace phigp
