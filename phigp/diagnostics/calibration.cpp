#include "phigp/diagnostics/calibration.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "phigp/base/error.h"

namespace phigp {
namespace {

// A probability on an edge belongs to the bin below; 0 to the first.
std::vector<std::size_t> bins_of_equal_width(const ScoredRows& rows, std::span<const double> p,
                                             std::size_t bins) {
  std::vector<double> edges;
  for (std::size_t b = 1; b < bins; ++b) {
    edges.push_back(static_cast<double>(b) / static_cast<double>(bins));
  }
  std::vector<std::size_t> out;
  for (const std::size_t i : rows.rows()) {
    const auto edge = std::lower_bound(edges.begin(), edges.end(), p[i]);
    out.push_back(static_cast<std::size_t>(edge - edges.begin()));
  }
  return out;
}

// Ties stay together, so the order of the rows does not matter, and a weight of 2 is a row twice.
std::vector<std::size_t> bins_of_equal_mass(const ScoredRows& rows, std::span<const double> p,
                                            std::size_t bins) {
  std::vector<std::size_t> order(rows.count());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto at = [&](std::size_t k) { return p[rows.rows()[k]]; };
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return at(a) < at(b); });
  std::vector<std::size_t> out(rows.count());
  double before = 0.0;
  for (std::size_t first = 0, last = 0; first < order.size(); first = last) {
    double mass = 0.0;
    for (; last < order.size() && at(order[last]) == at(order[first]); ++last) {
      mass += rows.weights()[order[last]];
    }
    const double middle = (before + 0.5 * mass) / rows.weight_sum();
    const auto bin = static_cast<std::size_t>(middle * static_cast<double>(bins));  // (D.18)
    for (std::size_t k = first; k < last; ++k) out[order[k]] = std::min(bin, bins - 1);
    before += mass;
  }
  return out;
}

void require_probabilities(const ScoredRows& rows, std::span<const double> probability,
                           std::span<const double> happened) {
  rows.require_length(probability.size(), "calibration: probabilities");
  rows.require_length(happened.size(), "calibration: outcomes");
  for (const std::size_t i : rows.rows()) {
    require(probability[i] >= 0.0 && probability[i] <= 1.0,
            "calibration: probability of row " + std::to_string(i), probability[i],
            "must lie in [0, 1]");
    require(happened[i] == 0.0 || happened[i] == 1.0,
            "calibration: outcome of row " + std::to_string(i), happened[i], "must be 0 or 1");
  }
}

}  // namespace

Calibration calibration(const ScoredRows& rows, std::span<const double> probability,
                        std::span<const double> happened, Binning binning, int bins) {
  require(bins > 0, "calibration: bins", bins, "must be positive");
  require_probabilities(rows, probability, happened);
  const auto count = static_cast<std::size_t>(bins);
  const bool width = binning == Binning::equal_width;
  const std::vector<std::size_t> bin_of = width ? bins_of_equal_width(rows, probability, count)
                                                : bins_of_equal_mass(rows, probability, count);
  std::vector<CalibrationBin> all(count);
  for (std::size_t k = 0; k < rows.count(); ++k) {
    const std::size_t i = rows.rows()[k];
    CalibrationBin& bin = all[bin_of[k]];
    bin.lower = bin.rows == 0 ? probability[i] : std::min(bin.lower, probability[i]);
    bin.upper = bin.rows == 0 ? probability[i] : std::max(bin.upper, probability[i]);
    bin.probability += rows.weights()[k] * probability[i];
    bin.frequency += rows.weights()[k] * happened[i];
    bin.share += rows.weights()[k];
    bin.effective_rows += rows.weights()[k] * rows.weights()[k];
    ++bin.rows;
  }
  Calibration out;
  for (std::size_t b = 0; b < count; ++b) {
    CalibrationBin& bin = all[b];
    if (bin.rows == 0) continue;
    bin.probability /= bin.share;
    bin.frequency /= bin.share;
    bin.effective_rows = bin.share * bin.share / bin.effective_rows;
    bin.share /= rows.weight_sum();
    if (width) {
      bin.lower = static_cast<double>(b) / bins;
      bin.upper = static_cast<double>(b + 1) / bins;
    }
    out.largest_gap = std::max(out.largest_gap, std::abs(bin.probability - bin.frequency));
    out.bins.push_back(bin);
  }
  // The error is the mean of p - y with the sign of its bin, and so has a standard error.
  std::vector<double> signed_gap(rows.total(), 0.0);
  for (std::size_t k = 0; k < rows.count(); ++k) {
    const std::size_t i = rows.rows()[k];
    const CalibrationBin& bin = all[bin_of[k]];
    const double gap = probability[i] - happened[i];
    signed_gap[i] = bin.probability >= bin.frequency ? gap : -gap;
  }
  out.error = rows.mean(signed_gap, "calibration");
  return out;
}

}  // namespace phigp
