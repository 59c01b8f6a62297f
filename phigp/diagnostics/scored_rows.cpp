#include "phigp/diagnostics/scored_rows.h"

#include <string>

#include "phigp/base/error.h"

namespace phigp {

ScoredRows::ScoredRows(std::span<const double> targets, std::span<const double> weights,
                       std::size_t first)
    : first_(first), total_(targets.size()) {
  require(weights.empty() || weights.size() == total_, "scores: weights",
          std::to_string(weights.size()), "must be one per row or none");
  for (std::size_t i = 0; i < total_; ++i) {
    if (std::isinf(targets[i]))
      refuse("scores: target", i, targets[i], "must be finite, or NaN if missing");
    const double weight = weights.empty() ? 1.0 : weights[i];
    if (!(weight >= 0.0 && std::isfinite(weight)))
      refuse("scores: weight", i, weight, "must be finite and not negative");
    if (std::isnan(targets[i])) {
      ++missing_;
    } else if (weight > 0.0) {
      rows_.push_back(i);
      weights_.push_back(weight);
    }
  }
}

void ScoredRows::refuse(std::string_view what, std::size_t i, double value,
                        std::string_view rule) const {
  throw InvalidInput(std::string(what) + " of row " + std::to_string(first_ + i), to_text(value),
                     std::string(rule));
}

void ScoredRows::require_length(std::size_t length, std::string_view what) const {
  require(length == total_, std::string(what) + ": rows", std::to_string(length),
          "must be " + std::to_string(total_) + ", one per target");
}

ScoredRows RowTally::next(std::span<const double> targets, std::span<const double> weights) {
  ScoredRows rows(targets, weights, total_);
  total_ += rows.total();
  missing_ += rows.missing();
  count_ += rows.count();
  return rows;
}

bool RowTally::all(std::size_t had, std::string_view something) const {
  require(had == 0 || had == count_, "scores: rows with " + std::string(something),
          std::to_string(had), "must be none or all " + std::to_string(count_));
  return had > 0;
}

}  // namespace phigp
