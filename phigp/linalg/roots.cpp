#include "phigp/linalg/roots.h"

#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>

#include "phigp/base/error.h"

namespace phigp {

double find_zero(const std::function<double(double)>& f, double low, double high,
                 double resolution) {
  const double at_low = f(low);
  const double at_high = f(high);
  if (at_low == 0.0) return low;
  if (at_high == 0.0) return high;
  if (!((at_low < 0.0) != (at_high < 0.0))) {
    throw NumericalError("find_zero", to_text(low) + " .. " + to_text(high),
                         "needs ends with different signs");
  }
  const auto close = [&](double a, double b) {
    return std::abs(b - a) <= std::max(resolution, 4e-16 * std::max(std::abs(a), std::abs(b)));
  };
  std::uintmax_t evaluations = 200;
  const auto [left, right] =
      boost::math::tools::toms748_solve(f, low, high, at_low, at_high, close, evaluations);
  return 0.5 * (left + right);
}

}  // namespace phigp
