#include "phigp/augmentation/spectral_line.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace phigp {

namespace {

double wrapped(double angle) {
  constexpr double kTurn = 2.0 * std::numbers::pi;
  return angle - kTurn * std::nearbyint(angle / kTurn);
}

// A formula that leaves its branch makes log phi jump by an imaginary amount which is no multiple
// of 2 pi. phi itself cannot jump, so the jump is found by bisection and taken out.
class Unwrapper {
 public:
  Unwrapper(const Radial& radial, const Row& row, double a) : radial_(radial), row_(row), a_(a) {}

  Complex correct(double b, Complex log_phi) {
    const double phase = log_phi.imag();
    if (have_ >= 2) {
      const double bend = wrapped(phase - 2.0 * last_phase_ + before_phase_);
      if (std::abs(bend) > 0.5 && searches_ < 64 && log_phi.real() - top_ > -30.0)
        offset_ += jump(last_b_, last_, b, log_phi);
    } else if (have_ == 0) {
      top_ = log_phi.real();
    }
    ++have_;
    before_phase_ = last_phase_;
    last_phase_ = phase;
    last_b_ = b;
    last_ = log_phi;
    return log_phi - Complex(0.0, offset_);
  }

 private:
  double jump(double low, Complex at_low, double high, Complex at_high) {
    ++searches_;
    for (int i = 0; i < 45 && high - low > 1e-12 * high; ++i) {
      const double mid = 0.5 * (low + high);
      const Complex at_mid = radial_.log_phi(Complex(a_, mid), row_);
      const double first = std::abs(wrapped(at_mid.imag() - at_low.imag()));
      const double second = std::abs(wrapped(at_high.imag() - at_mid.imag()));
      if (first > second) {
        high = mid, at_high = at_mid;
      } else {
        low = mid, at_low = at_mid;
      }
    }
    const double turn = wrapped(at_high.imag() - at_low.imag());
    const bool same_size = std::abs(at_high.real() - at_low.real()) < 1e-3;
    return same_size && std::abs(turn) > 1e-2 ? turn : 0.0;
  }

  const Radial& radial_;
  const Row& row_;
  double a_;
  double top_ = 0.0, offset_ = 0.0, last_b_ = 0.0, last_phase_ = 0.0, before_phase_ = 0.0;
  Complex last_;
  int have_ = 0, searches_ = 0;
};

// Everything, or the first quarter where phi has died out behind it, as every 16th value shows.
std::size_t needed_count(const Radial& radial, const Row& row, const std::vector<Complex>& z) {
  const std::size_t first = z.size() / 4;
  std::vector<Complex> probe, l;
  for (std::size_t k = first - first / 8; k < z.size(); k += 16) probe.push_back(z[k]);
  if (probe.size() < 32) return z.size();
  l.resize(probe.size());
  radial.log_phi(probe, Rows(row), l);
  const double negligible = radial.log_phi(z[0].real(), row) - 34.0;
  const auto gone = [&](const Complex& v) { return v.real() < negligible; };
  return std::all_of(l.begin(), l.end(), gone) ? first : z.size();
}

}  // namespace

SpectralLine spectral_line(const Radial& radial, const Row& row, double a, double period,
                           std::size_t count) {
  SpectralLine line{a, period, std::vector<Complex>(count), 0.0, std::nullopt};
  const double step = 2.0 * std::numbers::pi / period;
  std::vector<Complex> z(count), l(count, Complex(-INFINITY, 0.0));
  for (std::size_t k = 0; k < count; ++k) z[k] = Complex(a, step * static_cast<double>(k));
  const std::size_t needed = needed_count(radial, row, z);
  radial.log_phi(std::span<const Complex>(z).first(needed), Rows(row),
                 std::span<Complex>(l).first(needed));
  const double base = radial.log_phi(a, row);
  Unwrapper unwrapper(radial, row, a);
  for (std::size_t k = 0; k < count; ++k) {
    if (l[k].real() == -INFINITY) continue;
    if (!std::isfinite(l[k].real()) || !std::isfinite(l[k].imag())) {
      line.broken = z[k].imag();
      return line;
    }
    line.psi[k] = exp(unwrapper.correct(z[k].imag(), l[k]) - base);
    line.largest_log = std::max({line.largest_log, std::abs(l[k].real()), std::abs(l[k].imag())});
  }
  return line;
}

}  // namespace phigp
