#include "tests/support/sampler_contract.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>

#include "phigp/augmentation/inversion.h"

namespace phigp::test {

namespace {

constexpr double kLevels[] = {0.9, 0.5, 0.1};

std::vector<double> draws_at(const OmegaSampler& sampler, const SamplerContract& contract,
                             std::size_t index) {
  const std::vector<double> c2(contract.draws, contract.c2[index]);
  std::vector<double> omega(contract.draws);
  Stream stream({contract.seed, Purpose::test, 0, index});
  sampler.draw(c2, Rows(contract.row), stream, omega);
  return omega;
}

// phi(c2 + t) / phi(c2)
double transform(const Radial& radial, const Row& row, double c2, double t) {
  return std::exp(radial.log_phi(c2 + t, row) - (c2 == 0.0 ? 0.0 : radial.log_phi(c2, row)));
}

// The t at which the transform has fallen to the level; infinity when an atom keeps it above.
double t_at_level(const Radial& radial, const Row& row, double c2, double level) {
  double low = -300.0 * std::log(10.0);
  double high = -low;
  if (transform(radial, row, c2, std::exp(high)) > level) return std::exp(2.0 * high);
  while (high - low > 1e-6) {
    const double middle = 0.5 * (low + high);
    (transform(radial, row, c2, std::exp(middle)) > level ? low : high) = middle;
  }
  return std::exp(low);
}

}  // namespace

std::vector<std::string> laplace_failures(const OmegaSampler& sampler, const Radial& radial,
                                          const SamplerContract& contract) {
  const double tests = static_cast<double>(contract.c2.size() * std::size(kLevels));
  const double limit = boost::math::quantile(
      boost::math::complement(boost::math::normal(), 0.5 * contract.false_alarm / tests));
  std::vector<std::string> failures;
  for (std::size_t i = 0; i < contract.c2.size(); ++i) {
    const double c2 = contract.c2[i];
    const std::vector<double> omega = draws_at(sampler, contract, i);
    for (const double level : kLevels) {
      const double t = t_at_level(radial, contract.row, c2, level);
      if (!std::isfinite(t)) continue;
      double mean = 0.0;
      for (const double x : omega) mean += std::exp(-t * x);
      mean /= static_cast<double>(omega.size());
      const double expected = transform(radial, contract.row, c2, t);
      const double variance = transform(radial, contract.row, c2, 2.0 * t) - expected * expected;
      // A point mass has no variance; its transform is then right to rounding, which is that of a
      // difference of two log phi.
      const double rounding =
          1e-9 + 1e-15 * std::abs(c2 == 0.0 ? 0.0 : radial.log_phi(c2, contract.row));
      const double sd =
          std::sqrt(std::max(variance, 0.0) / static_cast<double>(omega.size())) + rounding;
      const double z = (mean - expected) / sd;
      if (!(std::abs(z) <= limit)) {
        failures.push_back(fmt::format(
            "c2 = {:.3g}: E exp(-{:.3g} omega) is {:.5f}, should be {:.5f} (z = {:.1f})", c2, t,
            mean, expected, z));
      }
    }
  }
  return failures;
}

std::vector<std::string> kolmogorov_failures(const OmegaSampler& sampler, const RadialPtr& radial,
                                             const SamplerContract& contract) {
  const Inversion inversion(radial, contract.row, {24.0, 1e-10, 1 << 13});
  const double limit =
      kolmogorov_limit(contract.false_alarm / static_cast<double>(contract.c2.size()));
  std::vector<std::string> failures;
  for (std::size_t i = 0; i < contract.c2.size(); ++i) {
    std::vector<double> omega = draws_at(sampler, contract, i);
    std::sort(omega.begin(), omega.end());
    const TiltedLaw law = inversion.law(contract.c2[i]);
    const double n = static_cast<double>(omega.size());
    double distance = 0.0;
    // Order statistics evenly spaced in rank: a supremum over fewer points only makes alarms rarer.
    for (std::size_t j = 0; j < omega.size(); j += std::max<std::size_t>(1, omega.size() / 300)) {
      const double empirical = (static_cast<double>(j) + 0.5) / n;
      distance = std::max(distance, std::abs(law.at(omega[j]).cdf - empirical) - 0.5 / n);
    }
    if (!(std::sqrt(n) * distance <= limit)) {
      failures.push_back(
          fmt::format("c2 = {:.3g}: Kolmogorov-Smirnov distance {:.4f} from the inverted cdf",
                      contract.c2[i], distance));
    }
  }
  return failures;
}

// P(sqrt(n) D > x) <= 2 exp(-2 x^2): Massart's form of the Dvoretzky-Kiefer-Wolfowitz inequality,
// for every n.
double kolmogorov_limit(double alarm) { return std::sqrt(0.5 * std::log(2.0 / alarm)); }

double two_sample_statistic(std::vector<double> a, std::vector<double> b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  const double n = static_cast<double>(a.size());
  const double m = static_cast<double>(b.size());
  double distance = 0.0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const double x = std::min(a[i], b[j]);
    while (i < a.size() && a[i] <= x) ++i;
    while (j < b.size() && b[j] <= x) ++j;
    distance =
        std::max(distance, std::abs(static_cast<double>(i) / n - static_cast<double>(j) / m));
  }
  return std::sqrt(n * m / (n + m)) * distance;
}

}  // namespace phigp::test
