#include "phigp/augmentation/analyticity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace phigp {

namespace {

constexpr double kKink = 1e-7;  // relative error of the series that no smooth function is forgiven

struct Prediction {
  Complex value;
  double rounding = 0.0;
};
Prediction predict(const ExpansionAt& at, Complex t) {
  Prediction p;
  for (int k = at.orders; k >= 0; --k) {
    const auto i = static_cast<std::size_t>(k);
    p.value = p.value * t + at.b[i];
    p.rounding = p.rounding * std::abs(t) + at.rounding[i];
  }
  return p;
}

// One expansion held against the values of phi around it.
class Comparison {
 public:
  Comparison(const Radial& radial, const Row& row, const ExpansionAt& at)
      : radial_(radial), row_(row), at_(at) {}

  // b_k s0^k <= phi(r (1 - s0)) / phi(r) for admissible phi, because all terms of that series are
  // positive. Hence the remainder after order K, at |t| = q s0, is below q^(K+1) / (1 - q) times
  // that.  (P.4)
  double safe_radius() const {
    for (const double s0 : {0.9, 0.6, 0.3, 0.1, 0.03, 0.01, 1e-3, 1e-4, 1e-5, 1e-6}) {
      const double growth = radial_.log_phi(at_.r * (1.0 - s0), row_) - at_.log_phi;
      if (growth < 40.0) return s0 * std::exp(-(29.0 + growth) / (at_.orders + 1.0));
    }
    return 0.0;
  }
  // Error of the series, in units of the largest |phi| on the circle of its radius; rounding taken
  // off.
  double miss(double t) const {
    const Prediction p = predict(at_, t);
    const double actual = std::exp(radial_.log_phi(at_.r * (1.0 - t), row_) - at_.log_phi);
    return std::abs(p.value.real() - actual) / size(t) - forgiven(p, t);
  }
  // A formula may leave its branch off the real axis, which turns the phase of phi but keeps its
  // modulus; so only the modulus is held against phi here.
  double miss(Complex t) const {
    const Prediction p = predict(at_, t);
    const Complex actual = exp(radial_.log_phi(at_.r * (1.0 - t), row_) - at_.log_phi);
    const double error = std::abs(std::abs(p.value) - std::abs(actual));
    return (std::isfinite(error) ? error : 1e3) / size(std::abs(t)) - forgiven(p, std::abs(t));
  }

 private:
  double size(double t) const {
    return std::exp(radial_.log_phi(at_.r * (1.0 - std::abs(t)), row_) - at_.log_phi);
  }
  double forgiven(const Prediction& p, double t) const {
    return 10.0 * p.rounding / size(t) + 1e-13 * (1.0 + std::abs(at_.log_phi));
  }

  const Radial& radial_;
  const Row& row_;
  const ExpansionAt& at_;
};

std::optional<std::string> kink_on_real_line(const Radial& radial, const Row& row,
                                             const ExpansionAt& at, double radius) {
  const Comparison compare(radial, row, at);
  for (const double t : {-radius, radius}) {
    if (!(compare.miss(t) > kKink)) continue;
    if (!(compare.miss(0.97 * t) > 0.5 * kKink)) continue;  // one bad value is not a kink
    const auto excess = [&](const ExpansionAt& moved) {
      return Comparison(radial, row, moved).miss(t) - 0.5 * kKink;
    };
    if (!confirmed_around(radial, row, at.r, excess)) continue;
    double good = 0.0, bad = t;
    for (int i = 0; i < 30; ++i) {
      const double mid = 0.5 * (good + bad);
      (compare.miss(mid) > 1e-3 * kKink ? bad : good) = mid;
    }
    return fmt::format(
        "phi is not analytic near r = {}: its Taylor series at r = {} misses phi({}) by {}",
        short_text(at.r * (1.0 - good)), short_text(at.r), short_text(at.r * (1.0 - t)),
        short_text(compare.miss(t)));
  }
  return std::nullopt;
}

std::optional<std::string> misfit_off_real_line(const Radial& radial, const Row& row,
                                                const ExpansionAt& at, double radius,
                                                double& mismatch) {
  const Comparison compare(radial, row, at);
  for (const double angle : {0.15, 0.35, 0.5, 0.65, 0.85}) {
    const Complex t = std::polar(radius, angle * std::numbers::pi);
    const double miss = compare.miss(t);
    // Closer in, errors of high orders of the series die out and those of the complex value remain.
    mismatch = std::max(mismatch, std::min(miss, compare.miss(0.5 * t)));
    if (miss <= kKink) continue;
    const auto excess = [&](const ExpansionAt& moved) {
      return Comparison(radial, row, moved).miss(t) - 0.5 * kKink;
    };
    if (!confirmed_around(radial, row, at.r, excess)) continue;
    const Complex z = at.r * (1.0 - t);
    return fmt::format(
        "phi is not analytic near r = {}: its Taylor series misses phi({} {:+.4g}i) by {}",
        short_text(at.r), short_text(z.real()), z.imag(), short_text(miss));
  }
  return std::nullopt;
}

}  // namespace

double Analyticity::mismatch_near(double r) const {
  double largest = 0.0;
  for (const Mismatch& m : mismatches)
    if (m.r > r / 3.0 && m.r < 3.0 * r) largest = std::max(largest, m.relative);
  return largest;
}

Analyticity check_analyticity(const Radial& radial, const Row& row,
                              const std::vector<ExpansionAt>& expansions) {
  Analyticity result;
  for (const ExpansionAt& at : expansions) {
    if (at.orders < kSeriesOrder) continue;
    const double radius = Comparison(radial, row, at).safe_radius();
    if (radius == 0.0) continue;
    if ((result.failure = kink_on_real_line(radial, row, at, radius))) return result;
    Analyticity::Mismatch mismatch{at.r, 0.0};
    result.failure = misfit_off_real_line(radial, row, at, radius, mismatch.relative);
    if (result.failure) return result;
    result.mismatches.push_back(mismatch);
  }
  return result;
}

}  // namespace phigp
