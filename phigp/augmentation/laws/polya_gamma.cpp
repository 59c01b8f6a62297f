// In the notation of Windle, Polson and Scott (2014): PG(b, c) is a quarter of J(b, z), z = c/2,
// and J(b, z) has the density of J(b, 0) times exp(-z^2 x / 2), normalised. J(b, 0) has Laplace
// transform cosh(sqrt(2s))^{-b}; J(1, 0) is the exit time of Brownian motion from (-1, 1).
#include "phigp/augmentation/laws/polya_gamma.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>

#include "phigp/augmentation/laws/exit_time.h"
#include "phigp/augmentation/laws/inverse_gaussian.h"
#include "phigp/base/error.h"
#include "phigp/base/limits.h"

namespace phigp {
namespace {

// Below this z exit times are drawn untilted and accepted with probability exp(-z^2 x / 2); above
// it the inverse Gaussian hat is faster. Measured.
constexpr double kTiltLimit = 1.1;

// Below this b, J(b, z) is put together from J(1, z): from here on the convolution is as fast.
constexpr double kSumLimit = 8.0;

// Beyond this x, at h <= 1, the ratio below is smaller than 1e-18; untilted hats reach far beyond.
constexpr double kRatioLimit = 40.0;

// Terms of the convolution that are drawn.
constexpr int kHead = 5;

// J(1, z) for small z, exact; 1/cosh(z) of the exit times are accepted.
double draw_tilted_exit_time(double z, Stream& stream) {
  const double rate = 0.5 * z * z;
  for (;;) {
    const double x = draw_exit_time(stream);
    const double t = rate * x;
    const double u = stream.uniform();
    if (u < 1.0 - t) return x;                    // <= exp(-t)
    if (u > 1.0 - t * (1.0 - 0.5 * t)) continue;  // >= exp(-t)
    if (u < std::exp(-t)) return x;
  }
}

// Is u below f(x) / (2^h l(x)), where f is the density of J(h, 0) and l that of the time at which
// Brownian motion hits h? The ratio is sum_n (-1)^n t_n with
//   t_n = Gamma(h+n) / (Gamma(h+1) n!) (h+2n) exp(-2n(n+h)/x)      (Biane, Pitman and Yor 2001),
// and t_{n+1}/t_n falls with n for every h > 0: once terms fall, partial sums enclose the ratio.
bool is_below_ratio(double u, double h, double x) {
  const double v = 2.0 * (h + 1.0) / x;
  // Most calls end here, without exp: t_1 = (h+2) e^{-v} and e^v >= its Taylor polynomial.
  const double taylor = 1.0 + v * (1.0 + v * (0.5 + v * (1.0 / 6.0 + v * (1.0 / 24.0))));
  if ((1.0 - u) * taylor > h + 2.0) return true;
  const double shrink = std::exp(-4.0 / x);
  double step = std::exp(-v);      // exp(-2(2n-1+h)/x)
  double term = (h + 2.0) * step;  // t_n
  double sum = 1.0;
  double sign = -1.0;
  for (double n = 1.0;; n += 1.0) {
    step *= shrink;
    const double next = term * step * (h + n) / (n + 1.0) * ((h + 2.0 * n + 2.0) / (h + 2.0 * n));
    sum += sign * term;
    sign = -sign;
    if (next <= term) {
      const double other = sum + sign * next;
      if (u < std::min(sum, other)) return true;
      if (u >= std::max(sum, other) || next < 1e-18) return false;
    }
    term = next;
  }
}

// J(h, z), exact: inverse Gaussian variates (the hitting time of h by Brownian motion with drift
// z), accepted with probability (1 + e^{-2z})^{-h} on average. Why f <= 2^h l for every h > 0: the
// Levy density of J is that of the hitting time, 1/sqrt(2 pi x^3), times the theta function
// sum (-1)^n exp(-2n^2/x) over all integers n, which lies in (0, 1). So the hitting time is J plus
// an independent compound Poisson variable, and that one is 0 with probability 2^{-h}.
double draw_by_hitting_time(double h, double z, Stream& stream) {
  const double mean = z > 0.0 ? h / z : kInfinity;
  const double shape =
      std::clamp(h * h, std::numeric_limits<double>::min(), std::numeric_limits<double>::max());
  for (;;) {
    const double x = draw_inverse_gaussian(mean, shape, stream);
    const double u = stream.uniform();
    if (h <= 1.0 && x > kRatioLimit) continue;
    if (is_below_ratio(u, h, x)) return x;
  }
}

double weight(int k, double z) {  // w_{k+1}
  const double root = std::numbers::pi * (k + 0.5);
  return 2.0 / (root * root + z * z);
}

// J(b, z) = sum_k G_k w_k: five terms are drawn, the rest, of which little is random, is replaced
// by a shift plus a gamma variable. The error of the characteristic function, inverted numerically
// where b >= 8 and b >= e^{2z}, is a total variation distance below 4e-10, falling like 1/b.
double draw_by_convolution(double b, double z, Stream& stream) {
  const detail::PolyaGammaTail tail = detail::polya_gamma_tail(2.0 * z);
  double x = b * tail.shift + tail.scale * stream.gamma(b * tail.shape);
  for (int k = 0; k < kHead; ++k) x += weight(k, z) * stream.gamma(b);
  return x;
}

// sum_{k>5} (pi (k - 1/2))^{-2m}, m = 2, ..., 9: (2^{2m} - 1) zeta(2m) / pi^{2m} less five terms.
constexpr std::array<double, 8> kTailSums = {2.684655766268217e-5,    6.34410149089592722e-8,
                                             1.76392733239410385e-10, 5.28204990167736941e-13,
                                             1.64695749126792924e-15, 5.26097650959349364e-18,
                                             1.70645014688262358e-20, 5.59082096298590347e-23};

}  // namespace

double draw_polya_gamma(double b, double c, Stream& stream) {
  require(b > 0.0 && b < kInfinity, "Polya-Gamma: b", b, "must be positive and finite");
  require(c >= 0.0 && c < kInfinity, "Polya-Gamma: c", c, "must be finite and not negative");
  const double z = 0.5 * c;
  if (b < kSumLimit && z < kTiltLimit) {
    double x = 0.0;
    for (; b >= 1.0; b -= 1.0) x += draw_tilted_exit_time(z, stream);
    if (b > 0.0) x += draw_by_hitting_time(b, z, stream);
    return 0.25 * x;
  }
  // The first condition implies the second, and saves an exp; at least 1/e are accepted.
  if (b < kSumLimit || b <= std::exp(c)) {
    return 0.25 * draw_by_hitting_time(b, z, stream);
  }
  return 0.25 * draw_by_convolution(b, z, stream);
}

namespace detail {

// The tail's first three cumulants are b T_1, b T_2, 2 b T_3 with T_j = sum_{k>5} w_k^j; the shift
// and the gamma variable have the same. The shift is positive by Cauchy-Schwarz.
PolyaGammaTail polya_gamma_tail(double c) {
  const double z = 0.5 * c;
  const double y = z * z;
  const double s1 = z > 1e-8 ? std::tanh(z) / z : 1.0;  // sum of all w_k
  double t1 = s1;
  double t2 = 0.0;
  double t3 = 0.0;
  for (int k = 0; k < kHead; ++k) t1 -= weight(k, z);
  if (z < 1.5) {  // powers of y, where the closed forms below would cancel
    for (std::size_t i = kTailSums.size() - 1; i-- > 0;) {
      const double j = static_cast<double>(i) + 1.0;
      t2 = 4.0 * j * kTailSums[i] - y * t2;
      t3 = 4.0 * j * (j + 1.0) * kTailSums[i + 1] - y * t3;
    }
  } else {  // derivatives of tanh(z)/z in z^2
    const double sech2 = 1.0 - s1 * s1 * y;
    t2 = (s1 - sech2) / y;
    t3 = (1.5 * t2 - sech2 * s1) / y;
    for (int k = 0; k < kHead; ++k) {
      const double w = weight(k, z);
      t2 -= w * w;
      t3 -= w * w * w;
    }
  }
  const double scale = t3 / t2;
  return {.shift = t1 - t2 / scale, .scale = scale, .shape = t2 / (scale * scale)};
}

}  // namespace detail
}  // namespace phigp
