#include "phigp/diagnostics/scored_rows.h"

#include <cmath>
#include <limits>
#include <string>

#include "phigp/base/error.h"

namespace phigp {

ScoredRows::ScoredRows(std::span<const double> targets, std::span<const double> weights)
    : total_(targets.size()) {
  require(weights.empty() || weights.size() == total_, "scores: weights",
          std::to_string(weights.size()), "must be one per row or none");
  for (std::size_t i = 0; i < total_; ++i) {
    require(!std::isinf(targets[i]), "scores: target of row " + std::to_string(i), targets[i],
            "must be finite, or NaN if missing");
    const double weight = weights.empty() ? 1.0 : weights[i];
    require(weight >= 0.0 && std::isfinite(weight), "scores: weight of row " + std::to_string(i),
            weight, "must be finite and not negative");
    if (std::isnan(targets[i])) {
      ++missing_;
    } else if (weight > 0.0) {
      rows_.push_back(i);
      weights_.push_back(weight);
      weight_sum_ += weight;
    }
  }
  require(!rows_.empty(), "scores: rows with a target and a positive weight", "0",
          "must be at least one");
}

double ScoredRows::effective_count() const {
  double squares = 0.0;
  for (const double weight : weights_) squares += weight * weight;
  return weight_sum_ * weight_sum_ / squares;
}

ScoreValue ScoredRows::mean(std::span<const double> each, std::string_view what) const {
  require_length(each.size(), what);
  double sum = 0.0;
  for (std::size_t k = 0; k < count(); ++k) {
    const double value = each[rows_[k]];
    require(!std::isnan(value), std::string(what) + " of row " + std::to_string(rows_[k]), value,
            "must be a number");
    sum += weights_[k] * value;
  }
  ScoreValue out{sum / weight_sum_, std::numeric_limits<double>::infinity()};
  if (!std::isfinite(out.value) || count() < 2) return out;
  double squares = 0.0;
  for (std::size_t k = 0; k < count(); ++k) {
    const double deviation = weights_[k] * (each[rows_[k]] - out.value);
    squares += deviation * deviation;
  }
  const auto n = static_cast<double>(count());
  out.standard_error = std::sqrt(squares * n / (n - 1.0)) / weight_sum_;  // (D.16)
  return out;
}

void ScoredRows::require_length(std::size_t length, std::string_view what) const {
  require(length == total_, std::string(what) + ": rows", std::to_string(length),
          "must be " + std::to_string(total_) + ", one per target");
}

}  // namespace phigp
