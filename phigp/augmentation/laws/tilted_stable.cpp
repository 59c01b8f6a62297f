#include "phigp/augmentation/laws/tilted_stable.h"

#include <cmath>
#include <numbers>

#include "phigp/augmentation/laws/log_concave.h"
#include "phigp/base/error.h"
#include "phigp/base/limits.h"

namespace phigp {
namespace {

// log B(u), 0 < u < pi, B(u) = (sinc(alpha u))^alpha (sinc((1-alpha) u))^{1-alpha} / sinc(u) with
// sinc(u) = sin(u)/u: Zolotarev's function, normalised to B(0) = 1. As a power series in u^2 all
// its coefficients are positive, so log B >= alpha (1 - alpha) u^2 / 2.
double log_zolotarev(double alpha, double u) {
  const double beta = 1.0 - alpha;
  const double u2 = u * u;
  if (u < 0.1) {  // relative accuracy, needed under a huge tilt; the next term is below 1e-12
    const double q = alpha * beta;
    const double c3 = (9.0 - q * (27.0 - q * (30.0 - 9.0 * q))) / 37800.0;
    const double c2 = (1.0 - q) * (1.0 - q) / 405.0;
    const double c1 = (1.0 - q) / 36.0;
    return q * u2 * (0.5 + u2 * (c1 + u2 * (c2 + u2 * c3)));
  }
  const double sinc = std::sin(u) / u;
  const double first = std::sin(alpha * u) / (alpha * u);
  const double second = std::sin(beta * u) / (beta * u);
  return alpha * std::log(first / sinc) + beta * std::log(second / sinc);
}

// Kanter (1975): x = alpha (1-alpha)^m B(U)^{1/alpha} E^{-m}, m = (1-alpha)/alpha, U uniform on (0,
// pi) and E exponential, is stable; accepting it with probability exp(-tilt x) tilts it. Accepted
// are exp(-tilt^alpha) of the variates.
double draw_by_kanter(double alpha, double tilt, Stream& stream) {
  const double m = (1.0 - alpha) / alpha;
  const double log_scale = std::log(alpha) + m * std::log1p(-alpha);
  for (;;) {
    const double u = std::numbers::pi * stream.uniform();
    const double e = stream.exponential();
    const double x = std::exp(log_scale + log_zolotarev(alpha, u) / alpha - m * std::log(e));
    if (tilt == 0.0 || tilt * x < stream.exponential()) return x;
  }
}

// A strong tilt, theta = tilt^alpha >= 1, after Devroye (2009). In Kanter's variables, with
// E = (E at the mode) w, the tilted law is that of
//   x = tilt^{alpha-1} alpha B(u) w^{-m}   where (u, w) has density proportional to
//   B(u) exp(-theta (B(u) - 1)) exp(-theta alpha B(u) rho(w)),   rho(w) = m (w-1) + w^{-m} - 1 >=
//   0.
// As B >= 1 the second factor lies below its value at u = 0, which is log-concave in w with mode 1;
// and B exp(-theta (B-1)) <= exp(-(theta-1) (B-1)) <= exp(-(theta-1) alpha (1-alpha) u^2 / 2). So u
// and w are proposed independently, and one test settles both.
double draw_by_rejection(double alpha, double tilt, double theta, Stream& stream) {
  const double m = (1.0 - alpha) / alpha;
  const double kappa = theta * alpha;
  // rho at w = 1 + y, given l = log(w) and power = w^{-m} - 1. The short form loses sqrt(kappa)
  // 1e-16 of the logarithm of the density, the long one nothing.
  const auto rho = [m, kappa](double y, double l, double power) {
    if (kappa < 1e8) return m * y + power;
    return m * detail::minus_log1p(y) + detail::expm1_minus(-m * l);
  };
  // A hat may touch anywhere; points where kappa rho is of the order of 1 give a good one. rho is
  // like m (m+1) y^2 / 2 near the mode, like m y far to the right and like w^{-m} far to the left.
  // `slack` lifts the hat by more than the rounding error of its own values.
  const double spread = std::sqrt(2.0 / (kappa * m * (m + 1.0)));
  const double slack = 1e-15 * std::sqrt(kappa);
  const auto tangent = [&](double y, double power) {
    const double slope = -kappa * m * (1.0 - (1.0 + power) / (1.0 + y));
    return detail::Tangent{y, slack - kappa * (m * y + power), slope};
  };
  const double right = spread + 1.0 / (kappa * m);
  const double left_power = m * spread + 1.0 / kappa;
  const double left = std::expm1(-std::log1p(left_power) / m);
  // Near alpha = 1 the left point runs into the end of the support: a wall instead of a tangent.
  const bool wall = left < -1.0 + 1e-9;
  const detail::LogConcaveHat hat(
      wall ? detail::Tangent{-1.0, 0.0, kInfinity} : tangent(left, left_power),
      tangent(right, std::expm1(-m * std::log1p(right))));

  const double precision = (theta - 1.0) * alpha * (1.0 - alpha);
  const bool uniform = precision < 0.5;
  const double deviation = uniform ? 0.0 : 1.0 / std::sqrt(precision);
  for (;;) {
    double u = 0.0;
    double log_height = 0.0;
    if (uniform) {
      u = std::numbers::pi * stream.uniform();
    } else {
      const double n = stream.normal();
      u = deviation * std::abs(n);
      log_height = -0.5 * n * n;
      if (u >= std::numbers::pi) continue;
    }
    const auto [y, log_height_w] = hat.draw(stream);
    if (y <= -1.0) continue;
    const double log_b = log_zolotarev(alpha, u);
    const double excess = std::expm1(log_b);  // B - 1
    const double l = std::log1p(y);
    const double power = std::expm1(-m * l);
    const double log_target = log_b - theta * excess - kappa * (1.0 + excess) * rho(y, l, power);
    if (log_target - log_height - log_height_w > -stream.exponential()) {
      return theta / tilt * alpha * (1.0 + excess) * std::exp(-m * l);
    }
  }
}

}  // namespace

double draw_tilted_stable(double alpha, double tilt, Stream& stream) {
  require(alpha > 0.0 && alpha < 1.0, "tilted stable: alpha", alpha, "must lie between 0 and 1");
  require(tilt >= 0.0 && tilt < kInfinity, "tilted stable: tilt", tilt,
          "must be finite and not negative");
  const double theta = std::pow(tilt, alpha);
  if (theta < 1.0) return draw_by_kanter(alpha, tilt, stream);
  return draw_by_rejection(alpha, tilt, theta, stream);
}

}  // namespace phigp
