#include "phigp/augmentation/tilted_transform.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "phigp/base/error.h"
#include "phigp/base/limits.h"

namespace phigp {

namespace {

// Below this size of log phi the plain difference is exact to about 1e-14 and the series not worth
// its price.
constexpr double kLargeLogPhi = 30.0;
constexpr double kLargestRatio =
    0.5;  // of |s| / c2 for the series, whose radius of convergence is at most 1
constexpr std::size_t kArgumentsAtOnce = 64;

MeanJet jet_at(const Radial& radial, double r, const Row& row) {
  const MeanJet at = MeanJet::variable(r);
  MeanJet out;
  radial.log_phi(std::span<const MeanJet>(&at, 1), Rows(row), std::span<MeanJet>(&out, 1));
  return out;
}

}  // namespace

TiltedTransform::TiltedTransform(const Radial& radial, const Row& row, double c2)
    : radial_(&radial), row_(row), c2_(c2) {
  if (c2 == 0.0) return;
  const MeanJet jet = jet_at(radial, c2, row);
  log_phi_ = jet[0];
  mean_ = -jet[1];
  if (!std::isfinite(log_phi_) || !std::isfinite(mean_)) {
    throw NumericalError("log phi at r = " + to_text(c2), to_text(log_phi_),
                         "must be finite with a finite slope");
  }
  if (std::abs(log_phi_) < kLargeLogPhi) return;
  const SeriesJet series = radial.log_phi(SeriesJet::variable(c2, c2), row);
  series_.assign(series.c.begin(), series.c.end());
  if (!std::all_of(series_.begin(), series_.end(), [](double a) { return std::isfinite(a); })) {
    series_.clear();
    return;
  }
  // The last coefficients bound what is left out: |a_n| u^n / (1 - u) has to stay below the
  // rounding of log phi.
  const double last =
      std::max(std::abs(series_[kSeriesOrder]), std::abs(series_[kSeriesOrder - 1]));
  const double allowed = 0.01 * kEpsilon * std::abs(log_phi_);
  const double ratio = last > 0.0 ? std::pow(allowed / last, 1.0 / kSeriesOrder) : 1.0;
  series_reach_ = std::min(kLargestRatio, ratio) * c2;
}

// sum_{k >= 2} a_k (s / c2)^k, as many terms as matter for this s.
template <class T>
T TiltedTransform::centred(const T& s) const {
  const T u = s / c2_;
  const double size = std::abs(u);
  int order = 2;
  double power = size * size;
  while (order < kSeriesOrder &&
         std::abs(series_[static_cast<std::size_t>(order)]) * power > 1e-19) {
    power *= size;
    ++order;
  }
  T sum(series_[static_cast<std::size_t>(order)]);
  for (int k = order - 1; k >= 2; --k) sum = sum * u + series_[static_cast<std::size_t>(k)];
  return sum * u * u;
}

double TiltedTransform::mean(double s) const {
  return s == 0.0 ? mean_ : -jet_at(*radial_, c2_ + s, row_)[1];
}

double TiltedTransform::exponent(double s, double x) const {
  if (by_series(std::abs(s))) return s * (x - mean_) + centred(s);
  const double r = c2_ + s;
  return (r == 0.0 ? 0.0 : radial_->log_phi(r, row_)) - log_phi_ + s * x;
}

double TiltedTransform::slope(double s, double x) const { return x - mean(s); }

void TiltedTransform::exponents(std::span<const Complex> s, double x,
                                std::span<Complex> out) const {
  std::array<Complex, kArgumentsAtOnce> r;
  for (std::size_t start = 0; start < s.size(); start += kArgumentsAtOnce) {
    const std::size_t count = std::min(kArgumentsAtOnce, s.size() - start);
    // A whole block on one side is the rule: the size of s grows along the contour.
    std::size_t done = 0;
    while (done < count && by_series(std::abs(s[start + done]))) {
      const Complex& at = s[start + done];
      out[start + done++] = at * (x - mean_) + centred(at);
    }
    const std::size_t left = count - done;
    for (std::size_t i = 0; i < left; ++i) r[i] = c2_ + s[start + done + i];
    const std::span<Complex> rest = out.subspan(start + done, left);
    radial_->log_phi(std::span<const Complex>(r.data(), left), Rows(row_), rest);
    for (std::size_t i = 0; i < left; ++i) rest[i] += s[start + done + i] * x - log_phi_;
  }
}

double TiltedTransform::rounding(double s, double x) const {
  if (by_series(std::abs(s))) return 4.0 * kEpsilon * (1.0 + std::abs(s * (x - mean_)));
  return 2.0 * kEpsilon * (1.0 + std::abs(log_phi_) + std::abs(s) * x);
}

}  // namespace phigp
