#include "phigp/diagnostics/crps.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "phigp/base/error.h"

namespace phigp {

double gaussian_crps(double y, double mean, double sd) {
  require(sd >= 0.0 && std::isfinite(sd), "CRPS: sd", sd, "must be finite and not negative");
  if (sd == 0.0) return std::abs(y - mean);
  const double z = (y - mean) / sd;
  const double density = std::exp(-0.5 * z * z) * std::numbers::inv_sqrtpi / std::numbers::sqrt2;
  // 2 Phi(z) - 1 = erf(z / sqrt(2)).
  return sd * (z * std::erf(z / std::numbers::sqrt2) + 2.0 * density - std::numbers::inv_sqrtpi);
}

double draws_crps(double y, std::span<const double> draws, DrawsCrps kind) {
  const std::size_t fewest = kind == DrawsCrps::fair ? 2 : 1;
  require(draws.size() >= fewest, "CRPS: draws", std::to_string(draws.size()),
          "must be at least " + std::to_string(fewest));
  std::vector<double> sorted(draws.begin(), draws.end());
  std::sort(sorted.begin(), sorted.end());
  const auto m = static_cast<double>(sorted.size());
  double distance = 0.0;
  double spread = 0.0;  // sum over pairs i < j of x_j - x_i, relative to the smallest draw
  for (std::size_t j = 0; j < sorted.size(); ++j) {
    distance += std::abs(sorted[j] - y);
    spread += (2.0 * static_cast<double>(j) - m + 1.0) * (sorted[j] - sorted[0]);
  }
  const double pairs = kind == DrawsCrps::fair ? m * (m - 1.0) : m * m;
  return distance / m - spread / pairs;  // (D.17)
}

double quantile_crps(double y, std::span<const double> levels, std::span<const double> quantiles) {
  require(!levels.empty() && levels.size() == quantiles.size(), "CRPS: quantiles",
          std::to_string(quantiles.size()), "must be one per level, at least one");
  double sum = 0.0;
  double left = 0.0;  // end of the cell
  for (std::size_t k = 0; k < levels.size(); ++k) {
    const double level = levels[k];
    require(level > (k == 0 ? 0.0 : levels[k - 1]) && level < 1.0, "CRPS: level", level,
            "must increase and lie in (0, 1)");
    const double right = k + 1 < levels.size() ? 0.5 * (level + levels[k + 1]) : 1.0;
    const double above = y <= quantiles[k] ? 1.0 : 0.0;
    sum += (right - left) * (above - level) * (quantiles[k] - y);
    left = right;
  }
  return 2.0 * sum;  // (D.17)
}

}  // namespace phigp
