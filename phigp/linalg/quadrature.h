// One-dimensional integrals to a tolerance, adaptive Gauss-Kronrod over panels that the caller lays
// out: breakpoints mark kinks and the scales at which the integrand changes. A kink that is
// not a breakpoint may go unseen between two nodes. Integrands are evaluated on arrays. math.md
// (Q.1)
#pragma once

#include <functional>
#include <span>
#include <vector>

namespace phigp {

using ArrayFunction = std::function<void(std::span<const double> x, std::span<double> out)>;

struct LogIntegral {
  double log_value = 0.0;       // log of the integral; -inf when the integrand vanishes
  double relative_error = 0.0;  // estimated
};

// log of the integral of exp(log_f) over the breakpoints' span. Nothing overflows or underflows on
// the way.
LogIntegral log_integral(const ArrayFunction& log_f, std::vector<double> breakpoints,
                         double tolerance = 1e-12);

// The integral of a function of either sign that is not larger than about 1 in size; `tolerance` is
// absolute.
double integral(const ArrayFunction& f, std::vector<double> breakpoints, double tolerance = 1e-12);

// Points centre +- scale * ratio^k that cover [low, high], dense near the centre: for integrands
// with a feature of width `scale` at the centre and power tails around it. Includes low, high and,
// when inside, the centre.
std::vector<double> geometric_breakpoints(double centre, double scale, double low, double high,
                                          double ratio = 4.0);

}  // namespace phigp
