#include "phigp/augmentation/spectral_tests.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "phigp/augmentation/derivative_signs.h"
#include "phigp/augmentation/fourier.h"
#include "phigp/augmentation/spectral_line.h"

namespace phigp {

namespace {

constexpr std::size_t kLineSize = 2048;
constexpr std::size_t kZoomSize = 4096;
constexpr double kPeriod = 30.0;   // in units of 1/a: e^{-30} of what lies beyond folds back
constexpr double kBandEdge = 7.5;  // the Gaussian window ends at exp(-kBandEdge^2/2) = 6e-13

// The Gaussian window over `size` values, `size` a divisor of kZoomSize.
double window(std::size_t k, std::size_t size) {
  static const std::vector<double> table = [] {
    std::vector<double> w(kZoomSize);
    for (std::size_t i = 0; i < kZoomSize; ++i) {
      const double u = kBandEdge * static_cast<double>(i) / static_cast<double>(kZoomSize);
      w[i] = std::exp(-0.5 * u * u);
    }
    return w;
  }();
  return table[k * (kZoomSize / size)];
}

// The mass seen through a window of width ~ period/size around x: an integral of the tilted law
// against a function between 0 and 1.
struct Dip {
  double mass = 0.0;
  double x = 0.0;
  std::size_t size = 0;
};

Dip deepest_dip(const SpectralLine& line, std::size_t size) {
  std::vector<Complex> sum(size);
  double whole = 1.0;
  sum[0] = 0.5;
  for (std::size_t k = 1; k < size; ++k) {
    const double w = window(k, size);
    whole += 2.0 * w;
    sum[k] = w * line.psi[k];
  }
  fourier_transform(sum);
  Dip dip{1.0, 0.0, size};
  for (std::size_t j = 0; j < size; ++j) {
    const double mass = 2.0 * sum[j].real() / whole;
    if (mass < dip.mass) {
      dip.mass = mass;
      dip.x = line.period * static_cast<double>(j) / static_cast<double>(size);
    }
  }
  return dip;
}

double mass_at(const SpectralLine& line, double x, std::size_t size) {
  double whole = 1.0, sum = 1.0;
  for (std::size_t k = 1; k < size; ++k) {
    const double w = window(k, size);
    const double phase = std::remainder(static_cast<double>(k) * x / line.period, 1.0);
    whole += 2.0 * w;
    sum += 2.0 * w * (line.psi[k] * std::polar(1.0, 2.0 * std::numbers::pi * phase)).real();
  }
  return sum / whole;
}

class SpectralTest {
 public:
  SpectralTest(const Radial& radial, const Row& row, const RadialScan& scan,
               const Analyticity& analyticity)
      : radial_(radial), row_(row), scan_(scan), analyticity_(analyticity) {}

  std::optional<std::string> run() {
    std::vector<double> lines = scan_.points(4.5, 24);
    for (double a = 4.5 * scan_.high; a < scan_.high_inside; a *= 4.5) lines.push_back(a);
    for (const double a : lines) {
      if (auto why = far_modulus(a)) return why;
      if (auto why = test(a, kPeriod / a, kLineSize)) return why;
      // A law much narrower than 1/a is looked at in its own width too.
      const double sd = std::sqrt(std::max(0.0, expand_at(radial_, row_, a).variance)) / a;
      if (sd > 1e-4 / a && 40.0 * sd < 0.5 * kPeriod / a)
        if (auto why = test(a, 40.0 * sd, kLineSize)) return why;
    }
    return zoom();
  }

 private:
  std::string place(double a, double b) const { return fmt::format("{:.4g} {:+.4g}i", a, b); }

  // Far up the line, where the sums below do not reach.
  std::optional<std::string> far_modulus(double a) const {
    const double base = radial_.log_phi(a, row_);
    for (int j = 0; j < 24; ++j) {
      const double b = a * 1.17 * std::pow(10.0, -1.0 + 0.5 * j);
      const Complex there = radial_.log_phi(Complex(a, b), row_);
      const double size = there.real() - base;
      // The real part may be a difference of numbers as large as the imaginary part.
      const double tolerance = 1e-8 + 10.0 * analyticity_.mismatch_near(a) +
                               1e-13 * std::abs(base) + 2e-15 * std::abs(there);
      if (size > tolerance) return too_large(a, b, size);
    }
    return std::nullopt;
  }
  std::string too_large(double a, double b, double log_ratio) const {
    return fmt::format("|phi({})| exceeds phi({}) by {} %", place(a, b), short_text(a),
                       short_text(100.0 * std::expm1(log_ratio)));
  }

  // Positive mass spread widely cannot hide a narrow negative one on a small circle, where it
  // becomes uniform. Worth a look only where phi does not die out up the line.
  std::optional<std::string> zoom() const {
    for (const double a : scan_.landmarks) {
      for (const double shrink : {3e-2, 1e-3, 3e-5}) {
        const double period = kPeriod / a * shrink * 1.0137;
        const SpectralLine probe = spectral_line(radial_, row_, a, period, 64);
        double total = 0.0;
        for (std::size_t k = 1; k < probe.psi.size(); ++k) total += std::abs(probe.psi[k]);
        if (probe.broken || total < 1e-2) break;
        if (auto why = test(a, period, kZoomSize)) return why;
      }
    }
    return std::nullopt;
  }
  std::optional<std::string> test(double a, double period, std::size_t count) const {
    const SpectralLine line = spectral_line(radial_, row_, a, period, count);
    if (line.broken) return fmt::format("log phi is not finite at r = {}", place(a, *line.broken));
    // Rounding: of log phi, and of b, which omega up to kPeriod / a multiplies.
    const double highest = 2.0 * std::numbers::pi * static_cast<double>(count) / period;
    const double tolerance = kForgiven + 20.0 * analyticity_.mismatch_near(a) +
                             2e-15 * line.largest_log + 2e-16 * highest * kPeriod / a;
    for (std::size_t k = 1; k < count; ++k) {
      const double square = std::norm(line.psi[k]);
      if (square > 1.0 + 200.0 * tolerance)
        return too_large(a, 2.0 * std::numbers::pi * static_cast<double>(k) / period,
                         0.5 * std::log(square));
    }
    for (const std::size_t size : {count, count / 8, count / 64}) {
      const Dip dip = deepest_dip(line, size);
      if (dip.mass < -tolerance && confirmed(line, dip)) return describe(line, dip);
    }
    return std::nullopt;
  }

  // As for derivatives: a rounding error jumps about when the line moves by a hair.
  bool confirmed(const SpectralLine& line, const Dip& dip) const {
    std::array<double, 4> mass{};
    for (std::size_t j = 0; j < mass.size(); ++j) {
      const double hair = 1e-4 * (static_cast<double>(j) - 1.5);
      const SpectralLine moved =
          spectral_line(radial_, row_, line.a * (1.0 + hair), line.period, dip.size);
      if (moved.broken) return false;
      mass[j] = mass_at(moved, dip.x, dip.size);
    }
    const auto [least, most] = std::minmax_element(mass.begin(), mass.end());
    return *most < 0.0 && *most - *least < -0.3 * *most;
  }

  std::string describe(const SpectralLine& line, const Dip& dip) const {
    // The window times e^{-a omega} is nowhere larger than `top`; dividing by it bounds the
    // negative mass of phi itself from below.  (P.5)
    const double width =
        kBandEdge * line.period / (2.0 * std::numbers::pi * static_cast<double>(dip.size));
    const double peak = std::max(0.0, dip.x - line.a * width * width);
    const double top = std::exp(-line.a * peak - 0.5 * std::pow((peak - dip.x) / width, 2));
    const double wrap = std::exp(-0.5 * std::pow((line.period - dip.x) / width, 2));
    const double mass = -dip.mass * std::exp(radial_.log_phi(line.a, row_)) / std::max(top, wrap);
    std::string text = fmt::format("omega would have negative mass, at least {}", short_text(mass));
    const ExpansionAt at = expand_at(radial_, row_, line.a);
    if (line.period < 10.0 * std::sqrt(std::max(0.0, at.variance)) / line.a)
      return text + fmt::format(", in spikes narrower than {}", short_text(3.0 * width));
    // Of all places that the circle folds onto x, the one nearest to the mean.
    double x = dip.x;
    if (line.period * line.a < 0.9 * kPeriod)
      x += line.period * std::max(0.0, std::round((at.mean / line.a - x) / line.period));
    return text + fmt::format(", near omega = {}", short_text(x));
  }

  const Radial& radial_;
  const Row& row_;
  const RadialScan& scan_;
  const Analyticity& analyticity_;
};

}  // namespace

std::optional<std::string> negative_mass(const Radial& radial, const Row& row,
                                         const RadialScan& scan, const Analyticity& analyticity) {
  return SpectralTest(radial, row, scan, analyticity).run();
}

}  // namespace phigp
