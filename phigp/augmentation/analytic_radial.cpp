#include "phigp/augmentation/analytic_radial.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "phigp/augmentation/identify.h"
#include "phigp/augmentation/sampler.h"
#include "phigp/augmentation/zero_expansion.h"

namespace phigp {

namespace {

constexpr double kUsed = 0.5;            // of the disc around 0: there its series has all digits
constexpr double kHair = 1e-4;           // relative step of differences on the real axis
constexpr double kParameterStep = 1e-2;  // relative, of differences in a parameter
// First derivative from differences over 1, 2, 3, 4 steps. An error of order 8 allows large steps,
// and those keep rounding small: quadrature would otherwise look for structure in it.
constexpr std::array<double, 4> kDifference = {0.8, -0.2, 4.0 / 105.0, -1.0 / 280.0};

// cos and sin of k (2 i + 1) pi / points, the angles of points between which the real axis lies in
// the middle: by symmetry those above it are enough.
struct Angles {
  explicit Angles(int points) : turn(2 * static_cast<std::size_t>(points)) {
    for (std::size_t j = 0; j < turn.size(); ++j)
      turn[j] = std::polar(1.0, std::numbers::pi * static_cast<double>(j) / points);
  }
  Complex at(int i, int k) const {
    const long size = static_cast<long>(turn.size());
    const long j = (static_cast<long>(k) * (2L * i + 1L)) % size;
    return turn[static_cast<std::size_t>(j < 0 ? j + size : j)];
  }
  std::vector<Complex> turn;
};

// Coefficient k, of either sign, of the Laurent series of what has these values on the upper half
// of a circle.
double coefficient(std::span<const Complex> upper, const Angles& angles, int k) {
  double sum = 0.0;
  for (std::size_t i = 0; i < upper.size(); ++i) {
    const Complex turn = angles.at(static_cast<int>(i), k);
    sum += upper[i].real() * turn.real() + upper[i].imag() * turn.imag();
  }
  return sum / static_cast<double>(upper.size());
}

template <class T>
T horner(std::span<const double> a, const T& x) {
  T sum{};
  for (std::size_t j = a.size(); j-- > 0;) sum = sum * x + a[j];
  return sum;
}

}  // namespace

AnalyticRadial::AnalyticRadial(AnalyticFunction function, std::vector<double> parameters)
    : function_(std::move(function)), theta_(std::move(parameters)) {
  find_zero_disc();
}

// More orders need a larger circle, since coefficient k carries rounding / share^k, and a larger
// circle more points, since its error is share^points: the nearest singularity may be at 0.
AnalyticRadial::Circle AnalyticRadial::circle_for(int order) {
  if (order <= 2) return {0.25, 24, order};
  if (order <= kCumulantOrder + 1) return {0.5, 64, order};
  return {0.9, 400, order};
}

std::vector<Complex> AnalyticRadial::values(std::span<const Complex> r,
                                            std::span<const double> theta) const {
  std::vector<Complex> out(r.size());
  function_.call(r, theta, out);
  return out;
}

void AnalyticRadial::take_logarithms(std::span<Complex> curve, double predicted_turn) const {
  double last = 0.0;
  double before = 0.0;
  for (std::size_t i = 0; i < curve.size(); ++i) {
    // Along a smooth curve the argument goes on as it went; its value modulo 2 pi is known.
    const double expected = i == 0 ? predicted_turn : i == 1 ? 3.0 * last : 2.0 * last - before;
    const double principal = std::arg(curve[i]);
    const double turn =
        principal +
        2.0 * std::numbers::pi * std::round((expected - principal) / (2.0 * std::numbers::pi));
    curve[i] = {std::log(std::abs(curve[i])), turn};
    before = last;
    last = turn;
  }
}

std::vector<AnalyticRadial::Expansion> AnalyticRadial::expand(std::span<const double> centres,
                                                              const Circle& circle,
                                                              std::span<const double> theta) const {
  const auto half = static_cast<std::size_t>(circle.points / 2);
  const std::size_t each = half + 3;  // and the centre, and two points about the circle's right end
  const Angles angles(circle.points);
  std::vector<Expansion> all(centres.size());
  std::vector<Complex> at(centres.size() * each);
  for (std::size_t i = 0; i < centres.size(); ++i) {
    const double c = centres[i];
    double radius = circle.share * c;
    if (c <= kUsed * zero_radius_) radius = std::max(radius, (1.0 - kUsed) * 0.5 * zero_radius_);
    if (c == 0.0) radius = zero_radius_;
    all[i].radius = radius;
    at[i * each] = c > 0.0 ? c : radius;
    at[i * each + 1] = c + radius * (1.0 - kHair);
    at[i * each + 2] = c + radius * (1.0 + kHair);
    for (std::size_t j = 0; j < half; ++j)
      at[i * each + 3 + j] = c + radius * angles.at(static_cast<int>(j), 1);
  }
  std::vector<Complex> found = values(at, theta);
  for (std::size_t i = 0; i < centres.size(); ++i) {
    const std::span<Complex> own(found.data() + i * each, each);
    const std::span<Complex> upper = own.subspan(3);
    if (!function_.logarithm) {
      const double slope =
          (std::log(own[2].real()) - std::log(own[1].real())) / (2.0 * kHair);  // in the angle
      take_logarithms(upper, std::isfinite(slope) ? slope * std::numbers::pi / circle.points : 0.0);
      own[0] = std::log(own[0].real());
    }
    std::vector<double>& a = all[i].a;
    a.resize(static_cast<std::size_t>(circle.orders) + 1);
    for (int k = 1; k <= circle.orders; ++k)
      a[static_cast<std::size_t>(k)] = coefficient(upper, angles, k);
    a[0] = centres[i] == 0.0 ? 0.0 : own[0].real();
  }
  return all;
}

double AnalyticRadial::zero_series(double r) const {
  return horner(std::span<const double>(zero_), r / zero_radius_);
}

// phi is analytic at 0 where omega has exponential moments. Then a circle around 0 shows no
// negative powers, and its series, of which the constant is known to be 0, has all digits where
// log phi of a number close to 1 has none.
void AnalyticRadial::find_zero_disc() {
  constexpr int kPoints = 400;
  const Angles angles(kPoints);
  const double scale = natural_scale(*this, Row{});
  for (const double share : {2.0, 1.0, 0.5, 0.2, 0.05, 0.01}) {
    const double radius = share * scale;
    std::vector<Complex> upper(kPoints / 2);
    for (std::size_t j = 0; j < upper.size(); ++j)
      upper[j] = radius * angles.at(static_cast<int>(j), 1);
    upper = values(upper, theta_);
    if (!function_.logarithm) take_logarithms(upper, std::arg(upper.front()));
    double size = 0.0;
    for (const Complex& v : upper) size = std::max(size, std::abs(v));
    if (!std::isfinite(size)) continue;
    std::vector<double> a(kSeriesOrder + 1);
    double outside = std::abs(coefficient(upper, angles, 0));
    for (int k = 1; k <= kSeriesOrder; ++k) {
      a[static_cast<std::size_t>(k)] = coefficient(upper, angles, k);
      outside = std::max(outside, std::abs(coefficient(upper, angles, -k)));
    }
    if (outside > 1e-12 * size) continue;
    zero_radius_ = radius;
    zero_ = std::move(a);
    return;
  }
}

void AnalyticRadial::log_phi(std::span<const double> r, const Rows& /*rows*/,
                             std::span<double> out) const {
  const std::vector<Complex> at(r.begin(), r.end());
  const std::vector<Complex> found = values(at, theta_);
  for (std::size_t i = 0; i < r.size(); ++i) {
    out[i] = function_.logarithm ? found[i].real() : std::log(found[i].real());
    if (r[i] <= kUsed * zero_radius_) out[i] = zero_series(r[i]);
    if (r[i] == 0.0) out[i] = 0.0;
  }
}

void AnalyticRadial::log_phi(std::span<const Complex> r, const Rows& /*rows*/,
                             std::span<Complex> out) const {
  const std::vector<Complex> found = values(r, theta_);
  for (std::size_t i = 0; i < r.size(); ++i) {
    out[i] = function_.logarithm ? found[i] : std::log(found[i]);
    if (std::abs(r[i]) <= kUsed * zero_radius_)
      out[i] = horner(std::span<const double>(zero_), r[i] / zero_radius_);
    if (r[i] == 0.0) out[i] = 0.0;
  }
}

template <int N>
void AnalyticRadial::series(std::span<const Taylor<N>> r, std::span<Taylor<N>> out) const {
  std::vector<double> centres(r.size());
  for (std::size_t i = 0; i < r.size(); ++i) centres[i] = r[i][0];
  const std::vector<Expansion> all = expand(centres, circle_for(N), theta_);
  for (std::size_t i = 0; i < r.size(); ++i) {
    const Expansion& at = all[i];
    if (!(at.radius > 0.0)) {
      out[i] = Taylor<N>::not_expandable();
      continue;
    }
    Taylor<N> x = r[i];
    x[0] = 0.0;
    x = x / at.radius;
    out[i] = horner(std::span<const double>(at.a), x);
    if (centres[i] <= kUsed * zero_radius_) out[i][0] = zero_series(centres[i]);
  }
}

template <int N>
void AnalyticRadial::series(std::span<const Taylor<N, Dual>> r, std::size_t k,
                            std::span<Taylor<N, Dual>> out) const {
  std::vector<double> centres(r.size());
  for (std::size_t i = 0; i < r.size(); ++i) centres[i] = value(r[i]);
  // One order more: r itself may depend on the parameter.
  const Circle circle = circle_for(N + 1);
  const std::vector<Expansion> all = expand(centres, circle, theta_);
  std::vector<std::vector<double>> slope(
      r.size(), std::vector<double>(static_cast<std::size_t>(circle.orders) + 1, 0.0));
  const double step = kParameterStep * std::abs(theta_[k]);
  for (std::size_t j = 0; j < kDifference.size(); ++j) {
    for (const double sign : {1.0, -1.0}) {
      std::vector<double> theta = theta_;
      theta[k] += sign * static_cast<double>(j + 1) * step;
      const std::vector<Expansion> moved = expand(centres, circle, theta);
      for (std::size_t i = 0; i < r.size(); ++i) {
        for (std::size_t l = 0; l < slope[i].size(); ++l)
          slope[i][l] += sign * kDifference[j] / step * moved[i].a[l];
      }
    }
  }
  for (std::size_t i = 0; i < r.size(); ++i) {
    const Expansion& at = all[i];
    if (!(at.radius > 0.0)) {
      out[i] = Taylor<N, Dual>::not_expandable();
      continue;
    }
    Taylor<N, Dual> x = r[i];
    x[0][0] = 0.0;
    x = x / at.radius;
    Taylor<N, Dual> sum;
    for (std::size_t l = at.a.size(); l-- > 0;) {
      Dual coefficient(at.a[l]);
      coefficient[1] = slope[i][l];
      sum = sum * x + coefficient;
    }
    if (centres[i] <= kUsed * zero_radius_) sum[0][0] = zero_series(centres[i]);
    out[i] = sum;
  }
}

void AnalyticRadial::log_phi(std::span<const MeanJet> r, const Rows& /*rows*/,
                             std::span<MeanJet> out) const {
  series<1>(r, out);
}
void AnalyticRadial::log_phi(std::span<const CumulantJet> r, const Rows& /*rows*/,
                             std::span<CumulantJet> out) const {
  series<kCumulantOrder>(r, out);
}
void AnalyticRadial::log_phi(std::span<const SeriesJet> r, const Rows& /*rows*/,
                             std::span<SeriesJet> out) const {
  series<kSeriesOrder>(r, out);
}
void AnalyticRadial::log_phi(std::span<const MeanJetInParameter> r, const Rows& /*rows*/,
                             std::size_t k, std::span<MeanJetInParameter> out) const {
  series<1>(r, k, out);
}
void AnalyticRadial::log_phi(std::span<const SeriesJetInParameter> r, const Rows& /*rows*/,
                             std::size_t k, std::span<SeriesJetInParameter> out) const {
  series<kSeriesOrder>(r, k, out);
}

void AnalyticRadial::parameter_slope(std::span<const double> r, std::size_t k,
                                     std::span<double> out) const {
  const std::vector<Complex> at(r.begin(), r.end());
  const double step = kParameterStep * std::abs(theta_[k]);
  std::ranges::fill(out, 0.0);
  for (std::size_t j = 0; j < kDifference.size(); ++j) {
    for (const double sign : {1.0, -1.0}) {
      std::vector<double> theta = theta_;
      theta[k] += sign * static_cast<double>(j + 1) * step;
      const std::vector<Complex> moved = values(at, theta);
      for (std::size_t i = 0; i < r.size(); ++i) {
        const double real = moved[i].real();
        out[i] += sign * kDifference[j] / step * (function_.logarithm ? real : std::log(real));
      }
    }
  }
}

RadialPtr AnalyticRadial::with_parameters(std::span<const double> values) const {
  check_parameter_count(values.size(), theta_.size());
  return std::make_shared<AnalyticRadial>(function_,
                                          std::vector<double>(values.begin(), values.end()));
}

std::unique_ptr<OmegaSampler> AnalyticRadial::structural_sampler(
    const SamplerOptions& options) const {
  if (!options.allow_exact) return nullptr;
  const auto law = identify(std::make_shared<const AnalyticRadial>(*this));
  return law ? law->radial->structural_sampler(options) : nullptr;
}

}  // namespace phigp
