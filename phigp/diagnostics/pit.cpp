#include "phigp/diagnostics/pit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "phigp/base/error.h"

namespace phigp {

Vector randomised_pit(std::span<const double> cdf_below, std::span<const double> cdf,
                      Stream& stream) {
  require(cdf_below.size() == cdf.size(), "PIT: probabilities below y",
          std::to_string(cdf_below.size()), "must be as many as those at y");
  constexpr double kRounding = 1e-12;
  Vector out(static_cast<Eigen::Index>(cdf.size()));
  for (std::size_t i = 0; i < cdf.size(); ++i) {
    const double v = stream.uniform();
    const double low = cdf_below[i];
    const double high = cdf[i];
    double& u = out[static_cast<Eigen::Index>(i)];
    if (std::isnan(low) || std::isnan(high)) {
      u = std::numeric_limits<double>::quiet_NaN();
      continue;
    }
    require(low >= -kRounding && low <= high + kRounding && high <= 1.0 + kRounding,
            "PIT: probability at y of row " + std::to_string(i), high,
            "must lie between that below y (" + to_text(low) + ") and 1");
    u = std::clamp(low + v * (high - low), 0.0, 1.0);
  }
  return out;
}

Uniformity uniformity(const ScoredRows& rows, std::span<const double> pit) {
  rows.require_length(pit.size(), "PIT");
  std::vector<std::pair<double, double>> places;  // and weights
  for (std::size_t k = 0; k < rows.count(); ++k) {
    const double u = pit[rows.rows()[k]];
    require(u >= 0.0 && u <= 1.0, "PIT of row " + std::to_string(rows.rows()[k]), u,
            "must lie in [0, 1]");
    places.emplace_back(u, rows.weights()[k] / rows.weight_sum());
  }
  std::sort(places.begin(), places.end());
  Uniformity out;
  double before = 0.0;
  for (const auto& [u, weight] : places) {
    out.distance = std::max({out.distance, u - before, before + weight - u});
    before += weight;
  }
  const double n = rows.effective_count();
  const double t = out.distance * std::sqrt(n);
  out.p_value =
      kolmogorov_survival(t + 1.0 / (6.0 * std::sqrt(n)) + (t - 1.0) / (4.0 * n));  // (D.19)
  return out;
}

double kolmogorov_survival(double t) {
  if (!(t > 0.0)) return 1.0;
  double sum = 0.0;
  if (t < 1.0) {  // the series for the cdf converges where the other one does not
    for (int k = 1; k <= 9; k += 2) {
      sum += std::exp(-0.125 * k * k * std::numbers::pi * std::numbers::pi / (t * t));
    }
    return 1.0 - std::sqrt(2.0 * std::numbers::pi) / t * sum;
  }
  for (int k = 1; k <= 6; ++k) sum += (k % 2 == 1 ? 1.0 : -1.0) * std::exp(-2.0 * k * k * t * t);
  return 2.0 * sum;
}

}  // namespace phigp
