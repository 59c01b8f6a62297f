// A density on the real line, given by its logarithm and by where it lives: normaliser, moments,
// distribution function and quantiles by quadrature. Panels grow geometrically from the centre and
// the two ends are continued as power laws, so that tails as heavy as |y|^-1.01 are integrated to
// the end. math.md (Q.2)
#pragma once

#include <functional>
#include <vector>

#include "phigp/linalg/quadrature.h"

namespace phigp {

class RealLaw {
 public:
  // Throws NumericalError when the integral of the density diverges. `closed_cdf` may be empty.
  RealLaw(ArrayFunction log_density, double centre, double scale,
          std::function<double(double)> closed_cdf = {});

  double log_total() const {
    return log_total_;
  }  // log of the integral: 0 for a normalised density
  double mean() const { return mean_; }          // the median where there is no mean
  double variance() const { return variance_; }  // may be infinite
  double cdf(double y) const;
  double quantile(double p) const;

 private:
  void tabulate();
  double moment(int power, double around) const;

  ArrayFunction log_density_;
  double centre_;
  double scale_;
  std::function<double(double)> closed_cdf_;
  std::vector<double> breakpoints_;
  std::vector<double> cumulative_;  // share of the total below each breakpoint
  double slope_[2] = {0.0, 0.0};    // d log p / d log |y - centre| at the lower and the upper end
  double log_total_ = 0.0;
  double mean_ = 0.0;
  double variance_ = 0.0;
};

}  // namespace phigp
