#include "phigp/augmentation/laws/generalised_inverse_gaussian.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "phigp/augmentation/laws/inverse_gaussian.h"
#include "phigp/augmentation/laws/log_concave.h"
#include "phigp/base/error.h"
#include "phigp/base/limits.h"

namespace phigp {
namespace {

// The largest half-integer order drawn as a mixture: the powers of w below stay far from overflow.
constexpr double kMostHalfOrder = 8.5;

constexpr double kCosh = 1.5430806348152437785;  // cosh(1)

// Chi-square with k degrees of freedom.
double draw_chi_square(int k, Stream& stream) {
  if (k > 3) return 2.0 * stream.gamma(0.5 * k);
  const double pair = k > 1 ? 2.0 * stream.exponential() : 0.0;
  if (k == 2) return pair;
  const double n = stream.normal();
  return pair + n * n;
}

// Draws j = 0..m with probability proportional to c_j w^{m-j}, c_j = (m+j)! / (j! (m-j)! 2^j).
int draw_component(int m, double w, Stream& stream) {
  double total = 1.0;
  double c = 1.0;
  for (int j = 1; j <= m; ++j) {
    c *= (m + j) * (m - j + 1.0) / (2.0 * j);
    total = total * w + c;
  }
  double rest = stream.uniform() * total;
  double power = 1.0;
  int j = m;
  for (; j > 0 && rest >= c * power; --j) {
    rest -= c * power;
    power *= w;
    c *= 2.0 * j / ((m + j) * (m - j + 1.0));
  }
  return j;
}

// Order p = m + 1/2 > 0. With w = sqrt(ab), w_s = sqrt((a + 2s) b), the c_j above and
// K_p(w) = sqrt(pi/(2w)) e^{-w} sum_j c_j w^{-j}, the Laplace transform is
//   (w/w_s)^p K_p(w_s) / K_p(w)  =  e^{w - w_s} sum_j c_j w^{-j} (w/w_s)^{m+1+j} / sum_j c_j
//   w^{-j}:
// an inverse Gaussian variable plus chi-square/a with m+1+j degrees of freedom, where j is chosen
// with probability proportional to c_j w^{-j}. Nothing is rejected.
double draw_half_integer(int m, double a, double b, Stream& stream) {
  const double root_a = std::sqrt(a);
  const double root_b = std::sqrt(b);
  const int j = m > 0 ? draw_component(m, root_a * root_b, stream) : 0;
  return draw_inverse_gaussian(root_b / root_a, b, stream) + draw_chi_square(m + 1 + j, stream) / a;
}

// Devroye (2014). y = log(x / mode of log x) has the log-concave density exp(psi(y)),
//   psi(y) = -alpha (cosh y - 1) - p (e^y - 1 - y),   alpha = sqrt(p^2 + w^2) - p,  w = sqrt(ab).
// Returns e^y; x = e^y (p + sqrt(p^2 + w^2)) / a. For p >= 0.
double draw_ratio_to_mode(double p, double w, double root, Stream& stream) {
  const double alpha = w * (w / (p + root));
  const auto psi = [&](double y, double e) {  // e = exp(y)
    if (std::abs(y) > 0.3) return -alpha * (0.5 * (e + 1.0 / e) - 1.0) - p * (e - 1.0 - y);
    const double half = std::sinh(0.5 * y);
    return -2.0 * alpha * half * half - p * detail::expm1_minus(y);
  };
  const auto tangent = [&](double y) {
    const double e = std::exp(y);
    return detail::Tangent{y, psi(y, e), -alpha * std::sinh(y) - p * std::expm1(y)};
  };
  // Points where psi is of the order of -1 on either side of the mode, by its values at -1 and 1.
  const double right = alpha * (kCosh - 1.0) + p * (std::numbers::e - 2.0);
  const double left = alpha * (kCosh - 1.0) + p / std::numbers::e;
  double t = 1.0;
  if (right > 2.0) t = std::sqrt(2.0 / (alpha + p));
  if (right < 0.5) t = std::log(4.0 / (alpha + 2.0 * p));
  double s = 1.0;
  if (left > 2.0) s = std::sqrt(4.0 / (alpha * kCosh + p));
  if (left < 0.5) s = std::min(1.0 / p, std::log1p((1.0 + std::sqrt(1.0 + 2.0 * alpha)) / alpha));
  const detail::LogConcaveHat hat(tangent(-s), tangent(t));
  for (;;) {
    const auto [y, log_height] = hat.draw(stream);
    const double e = std::exp(y);
    if (psi(y, e) - log_height > -stream.exponential()) return e;
  }
}

}  // namespace

double draw_generalised_inverse_gaussian(double p, double a, double b, Stream& stream) {
  require(std::abs(p) < kInfinity, "generalised inverse Gaussian: p", p, "must be finite");
  require(a >= 0.0 && a < kInfinity, "generalised inverse Gaussian: a", a,
          "must be finite and not negative");
  require(b >= 0.0 && b < kInfinity, "generalised inverse Gaussian: b", b,
          "must be finite and not negative");
  require(a > 0.0 || (p < 0.0 && b > 0.0), "generalised inverse Gaussian: a", a,
          "must be positive unless p < 0 < b");
  require(b > 0.0 || p > 0.0, "generalised inverse Gaussian: b", b,
          "must be positive unless p > 0");
  if (p == -0.5 && a > 0.0) return draw_inverse_gaussian(std::sqrt(b) / std::sqrt(a), b, stream);

  const double order = std::abs(p);
  const double w = std::sqrt(a) * std::sqrt(b);
  if (w == 0.0) {
    return p > 0.0 ? 2.0 * stream.gamma(p) / a : 0.5 * b / stream.gamma(order);
  }
  // The law of 1/x is that of -p, b, a.
  const double m = order - 0.5;
  if (m == std::floor(m) && order <= kMostHalfOrder) {
    const int n = static_cast<int>(m);
    return p > 0.0 ? draw_half_integer(n, a, b, stream) : 1.0 / draw_half_integer(n, b, a, stream);
  }
  const double root = std::hypot(order, w);
  const double ratio = draw_ratio_to_mode(order, w, root, stream);
  return p > 0.0 ? ratio * ((order + root) / a) : b / ((order + root) * ratio);
}

}  // namespace phigp
