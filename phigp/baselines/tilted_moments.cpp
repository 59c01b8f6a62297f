#include "phigp/baselines/tilted_moments.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "phigp/likelihoods/density.h"
#include "phigp/linalg/quadrature.h"

namespace phigp {

namespace {

constexpr double kReach = 12.0;  // standard deviations of the normal factor
constexpr double kTolerance = 1e-11;

}  // namespace

TiltedMoments tilted_moments(const Likelihood& likelihood, const Observations& observed,
                             std::size_t row, double m, double v) {
  const double sd = std::sqrt(v);
  const Terms<double>& terms = observed.terms[row];
  const double weight = observed.weight(row);
  const double low = m - kReach * sd;
  const double high = m + kReach * sd;
  // Dense towards the centre of the likelihood, which may be a kink, down to a scale where nothing
  // changes any more; and one break per standard deviation.
  std::vector<double> breaks =
      geometric_breakpoints(std::clamp(terms.centre, low, high), 1e-3 * sd, low, high);
  for (int k = -6; k <= 6; ++k) breaks.push_back(m + 1.5 * k * sd);
  std::sort(breaks.begin(), breaks.end());
  breaks.erase(std::unique(breaks.begin(), breaks.end()), breaks.end());

  const Rows rows(observed.rows[row]);
  const double constant = -0.5 * std::log(2.0 * std::numbers::pi * v);
  const auto log_tilted = [&](std::span<const double> f, std::span<double> out) {
    log_density(likelihood, rows, f, out);
    for (std::size_t i = 0; i < f.size(); ++i) {
      const double z = (f[i] - m) / sd;
      out[i] = weight * out[i] - 0.5 * z * z + constant;
    }
  };
  TiltedMoments moments;
  moments.log_mass = log_integral(log_tilted, breaks, kTolerance).log_value;
  // Both about points that keep the integrand positive.
  const auto expected = [&](double power, double about) {
    const auto integrand = [&](std::span<const double> f, std::span<double> out) {
      log_tilted(f, out);
      for (std::size_t i = 0; i < f.size(); ++i)
        out[i] += power * std::log(std::abs(f[i] - about) / sd);
    };
    return std::exp(log_integral(integrand, breaks, kTolerance).log_value - moments.log_mass);
  };
  moments.mean = low + sd * expected(1.0, low);
  moments.variance = v * expected(2.0, moments.mean);
  return moments;
}

}  // namespace phigp
