// The distribution function of a law on the real line as a table of polynomials: computed once,
// then cheap. Predictive quantiles ask for it thousands of times each.
#pragma once

#include <array>
#include <vector>

#include "phigp/likelihoods/real_law.h"

namespace phigp {

class CdfTable {
 public:
  CdfTable(const RealLaw& law, double centre, double scale);

  // Within 1e-10 of law.cdf(y) for densities that are smooth on both sides of the centre, however
  // sharp at it.
  double at(double y) const;

 private:
  static constexpr std::size_t kNodes = 16;
  struct Panel {
    double low = 0.0;  // distance from the centre
    double high = 0.0;
    std::array<double, kNodes> cdf{};  // at Chebyshev points
  };

  double centre_;
  std::vector<Panel> panels_[2];  // below and above the centre, outwards
};

}  // namespace phigp
