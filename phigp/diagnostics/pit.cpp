#include "phigp/diagnostics/pit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "phigp/base/error.h"

namespace phigp {

Vector randomised_pit(std::span<const double> cdf_below, std::span<const double> cdf,
                      Stream& stream, std::size_t first) {
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
            "PIT: probability at y of row " + std::to_string(first + i), high,
            "must lie between that below y (" + to_text(low) + ") and 1");
    u = std::clamp(low + v * (high - low), 0.0, 1.0);
  }
  return out;
}

void RunningUniformity::add(const ScoredRows& rows, std::span<const double> pit) {
  rows.require_length(pit.size(), "PIT");
  for (std::size_t k = 0; k < rows.count(); ++k) {
    const double u = pit[rows.rows()[k]];
    if (!(u >= 0.0 && u <= 1.0)) rows.refuse("PIT", rows.rows()[k], u, "must lie in [0, 1]");
    const double weight = rows.weights()[k];
    places_.emplace_back(u, weight);
    weight_sum_ += weight;
    squared_weights_ += weight * weight;
  }
}

Uniformity RunningUniformity::value() {
  require_scored(count());
  std::sort(places_.begin(), places_.end());
  Uniformity out;
  double before = 0.0;
  for (const auto& [u, weight] : places_) {
    const double share = weight / weight_sum_;
    out.distance = std::max({out.distance, u - before, before + share - u});
    before += share;
  }
  const double n = weight_sum_ * weight_sum_ / squared_weights_;
  const double t = out.distance * std::sqrt(n);
  out.p_value =
      kolmogorov_survival(t + 1.0 / (6.0 * std::sqrt(n)) + (t - 1.0) / (4.0 * n));  // (D.19)
  return out;
}

Uniformity uniformity(const ScoredRows& rows, std::span<const double> pit) {
  RunningUniformity running;
  running.add(rows, pit);
  return running.value();
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
