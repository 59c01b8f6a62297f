// What a function has to be to serve as phi: finite at complex points, analytic, the same on both
// sides of the real axis. Admissibility is another question (admissibility.h).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "phigp/augmentation/analytic_radial.h"
#include "phigp/augmentation/zero_expansion.h"
#include "phigp/base/error.h"

namespace phigp {

namespace {

constexpr int kPoints = 64;
constexpr double kShare = 0.5;         // of the centre: radius of the circles
constexpr double kHairOfCheck = 1e-4;  // relative step of the difference on the real axis
constexpr double kTolerance = 1e-8;    // relative to the size of log phi on the circle
constexpr double kFarDown = -6.0;      // of log phi at a centre: phi varies too much around it

struct Sighting {
  double size = 0.0;       // largest |log phi| on the circle
  double negative = 0.0;   // largest coefficient of a negative power
  double slope_gap = 0.0;  // derivative on the circle and on the real axis
  double conjugate_gap = 0.0;
};

Sighting look_at(const AnalyticRadial& radial, double centre) {
  std::vector<Complex> at;
  for (int j = 0; j < kPoints; ++j) {
    const double angle = std::numbers::pi * (2.0 * j + 1.0) / kPoints;
    at.push_back(centre + std::polar(kShare * centre, angle));
  }
  std::vector<Complex> f(at.size());
  radial.log_phi(at, Rows(), f);
  const double here = radial.log_phi(centre);
  Sighting seen;
  for (Complex& v : f) {
    // Only exp of it is known of a phi that was given without logarithm.
    v = std::exp(v - here);
    seen.size = std::max(seen.size, std::isfinite(std::abs(v)) ? std::abs(v) : INFINITY);
  }
  for (int j = 0; j < kPoints; ++j) {
    const Complex mirrored = std::conj(f[static_cast<std::size_t>(kPoints - 1 - j)]);
    seen.conjugate_gap =
        std::max(seen.conjugate_gap, std::abs(f[static_cast<std::size_t>(j)] - mirrored));
  }
  double slope = 0.0;
  for (int k = -6; k <= 1; ++k) {
    Complex sum;
    for (int j = 0; j < kPoints; ++j) {
      const double angle = std::numbers::pi * (2.0 * j + 1.0) / kPoints;
      sum += f[static_cast<std::size_t>(j)] * std::polar(1.0, -k * angle);
    }
    if (k < 0) seen.negative = std::max(seen.negative, std::abs(sum) / kPoints);
    if (k == 1) slope = sum.real() / kPoints / kShare;
  }
  const double above = std::exp(radial.log_phi(centre * (1.0 + kHairOfCheck)) - here);
  const double below = std::exp(radial.log_phi(centre * (1.0 - kHairOfCheck)) - here);
  seen.slope_gap = std::abs((above - below) / (2.0 * kHairOfCheck) - slope);
  return seen;
}

}  // namespace

void AnalyticRadial::check() const {
  const double scale = natural_scale(*this, Row{});
  int seen = 0;
  for (const double share : {1.0, 0.1, 10.0, 1e-2, 1e2, 1e-4, 1e4}) {
    const double centre = share * scale;
    const double here = log_phi(centre);
    if (here < kFarDown) continue;
    const std::string where = fmt::format("near r = {:.3g}", centre);
    require(std::isfinite(here), function_.text, where,
            "must be positive and finite for r > 0, with phi(0) = 1");
    const Sighting at = look_at(*this, centre);
    require(std::isfinite(at.size), function_.text, where,
            "must be finite at complex r with positive real part");
    require(at.conjugate_gap <= kTolerance * at.size && at.negative <= kTolerance * at.size,
            function_.text, where,
            "must be analytic: written with functions that take complex numbers as they are, "
            "without abs, real, maximum or where");
    require(at.slope_gap <= 1e-6 * at.size, function_.text, where,
            "must have the same values at real and at complex r: its derivative by Cauchy's "
            "formula is another than by differences");
    ++seen;
  }
  require(seen > 0, function_.text, "", "must be positive and finite for r > 0, with phi(0) = 1");
}

}  // namespace phigp
