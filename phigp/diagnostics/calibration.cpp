#include "phigp/diagnostics/calibration.h"

#include <algorithm>
#include <cmath>

#include "phigp/base/error.h"

namespace phigp {

void RunningCalibration::Bin::add(double probability, bool happened, double weight) {
  const double frequency = happened ? 1.0 : 0.0;
  sums_.lower = gap_.count() == 0 ? probability : std::min(sums_.lower, probability);
  sums_.upper = gap_.count() == 0 ? probability : std::max(sums_.upper, probability);
  sums_.probability += weight * probability;
  sums_.frequency += weight * frequency;
  gap_.add(probability - frequency, weight);
}

CalibrationBin RunningCalibration::Bin::summary(double all_weight) const {
  CalibrationBin out = sums_;
  out.probability /= gap_.weight_sum();
  out.frequency /= gap_.weight_sum();
  out.share = gap_.weight_sum() / all_weight;
  out.rows = gap_.count();
  out.effective_rows = gap_.effective_count();
  return out;
}

RunningCalibration::RunningCalibration(Binning binning, int bins) : binning_(binning) {
  require(bins > 0, "calibration: bins", bins, "must be positive");
  for (int b = 1; b < bins; ++b) edges_.push_back(static_cast<double>(b) / bins);
  bins_.resize(static_cast<std::size_t>(bins));
}

void RunningCalibration::expect(std::size_t rows) {
  if (binning_ == Binning::equal_mass) kept_.reserve(rows);
}

void RunningCalibration::add(const ScoredRows& rows, std::span<const double> probability,
                             std::span<const double> happened) {
  rows.require_length(probability.size(), "calibration: probabilities");
  rows.require_length(happened.size(), "calibration: outcomes");
  for (std::size_t k = 0; k < rows.count(); ++k) {
    const std::size_t i = rows.rows()[k];
    const double p = probability[i];
    const double y = happened[i];
    const double weight = rows.weights()[k];
    if (!(p >= 0.0 && p <= 1.0))
      rows.refuse("calibration: probability", i, p, "must lie in [0, 1]");
    if (!(y == 0.0 || y == 1.0)) rows.refuse("calibration: outcome", i, y, "must be 0 or 1");
    if (binning_ == Binning::equal_mass) {
      kept_.emplace_back(p, y == 1.0 ? weight : -weight);
    } else {
      // A probability on an edge belongs to the bin below; 0 to the first.
      const auto edge = std::lower_bound(edges_.begin(), edges_.end(), p);
      bins_[static_cast<std::size_t>(edge - edges_.begin())].add(p, y == 1.0, weight);
    }
  }
}

// Ties stay together, so the order of the rows does not matter, and a weight of 2 is a row twice.
std::vector<RunningCalibration::Bin> RunningCalibration::bins_of_equal_mass() {
  std::sort(kept_.begin(), kept_.end());
  std::vector<Bin> bins(bins_.size());
  double all = 0.0;
  for (const auto& [p, signed_weight] : kept_) all += std::abs(signed_weight);
  double before = 0.0;
  for (auto first = kept_.begin(), last = first; first != kept_.end(); first = last) {
    double mass = 0.0;
    for (; last != kept_.end() && last->first == first->first; ++last)
      mass += std::abs(last->second);
    const double middle = (before + 0.5 * mass) / all;
    const auto bin = static_cast<std::size_t>(middle * static_cast<double>(bins.size()));  // (D.18)
    for (; first != last; ++first)
      bins[std::min(bin, bins.size() - 1)].add(first->first, first->second > 0.0,
                                               std::abs(first->second));
    before += mass;
  }
  return bins;
}

Calibration RunningCalibration::value() {
  const bool width = binning_ == Binning::equal_width;
  const std::vector<Bin> bins = width ? bins_ : bins_of_equal_mass();
  double all_weight = 0.0;
  for (const Bin& bin : bins) all_weight += bin.gap().weight_sum();
  Calibration out;
  RunningScore error;
  for (std::size_t b = 0; b < bins.size(); ++b) {
    if (bins[b].gap().count() == 0) continue;
    CalibrationBin bin = bins[b].summary(all_weight);
    if (width) {
      bin.lower = b == 0 ? 0.0 : edges_[b - 1];
      bin.upper = b == edges_.size() ? 1.0 : edges_[b];
    }
    out.largest_gap = std::max(out.largest_gap, std::abs(bin.probability - bin.frequency));
    error.merge(bin.probability >= bin.frequency ? bins[b].gap() : bins[b].gap().negated());
    out.bins.push_back(bin);
  }
  out.error = error.value();
  return out;
}

Calibration calibration(const ScoredRows& rows, std::span<const double> probability,
                        std::span<const double> happened, Binning binning, int bins) {
  RunningCalibration running(binning, bins);
  running.expect(rows.count());
  running.add(rows, probability, happened);
  return running.value();
}

}  // namespace phigp
