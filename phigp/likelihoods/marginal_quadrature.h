// Integrals over f ~ N(m, v) of functions that follow from log phi, exact at kinks: the trapezoidal
// rule in a variable that makes them analytic, its step halved until it settles. math.md (O.2),
// (O.3)
#pragma once

#include <vector>

#include "phigp/likelihoods/likelihood.h"

namespace phigp {

// The law of u = f - centre.
struct CentredMarginal {
  double d = 0.0;   // mean
  double sd = 0.0;  // positive
};

struct MarginalIntegrals {
  double value = 0.0;      // E log phi(h^2)
  double slope = 0.0;      // E[u omega], omega at its mean given h^2
  double precision = 0.0;  // E[(f - m) u omega] / v
};

class MarginalQuadrature {
 public:
  explicit MarginalQuadrature(const Likelihood& likelihood) : moments_(likelihood.moments()) {}

  MarginalIntegrals over(const CentredMarginal& f, const Terms<double>& terms, const Row& row);

 private:
  // Points u, and what each counts for in the three integrals.
  struct Nodes {
    std::vector<double> u;
    std::vector<double> value;
    std::vector<double> slope;
    std::vector<double> precision;

    void clear();
    void add(double at, double in_value, double in_slope, double in_precision);
  };
  struct FarGrid;
  struct NearGrid;

  template <class Grid>
  MarginalIntegrals settle(const CentredMarginal& f, const Terms<double>& terms, const Row& row);
  void add_up(const Terms<double>& terms, const Row& row, MarginalIntegrals& sum,
              MarginalIntegrals& size);

  const Moments& moments_;
  Nodes nodes_;  // and memory for what is evaluated there
  std::vector<double> r_;
  std::vector<double> log_phi_;
  std::vector<double> omega_;
};

}  // namespace phigp
