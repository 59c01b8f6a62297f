#include "phigp/model/target_cdf.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "phigp/base/threads.h"
#include "phigp/model/held_out.h"

namespace phigp {

namespace {

constexpr std::size_t kScoredAtOnce = 16;  // rows per block of work

}  // namespace

PitRows::PitRows(std::size_t counted)
    : stride_(std::max<std::size_t>(
          1, (counted + HeldOut::kMostPitRows - 1) / HeldOut::kMostPitRows)) {}

std::vector<std::size_t> PitRows::next(const HeldOut& block) {
  std::vector<std::size_t> chosen;
  for (Eigen::Index i = 0; i < block.target.size(); ++i) {
    if (block.counts(i) && counted_before_++ % stride_ == 0)
      chosen.push_back(static_cast<std::size_t>(i));
  }
  return chosen;
}

void add_target_cdf(const FittedModel& model, const Table& table, std::size_t first,
                    std::span<const std::size_t> chosen, int threads, HeldOut& block) {
  const DataEncoding& encoding = model.encoding();
  const bool real = encoding.domain == Domain::real;
  const Standardisation unit = real ? encoding.response : Standardisation{};
  const Column* trials = encoding.trials.empty() ? nullptr : &table.at(encoding.trials);
  block.cdf = Vector::Constant(block.target.size(), std::numeric_limits<double>::quiet_NaN());
  block.cdf_below = block.cdf;
  const auto of_row = [&](std::size_t row) {
    const auto i = static_cast<Eigen::Index>(row);
    const double m = unit.apply(block.predicted.latent_mean[i]);
    const double sd = block.predicted.latent_sd[i] / unit.scale;
    const Row at{unit.apply(block.target[i]),
                 trials == nullptr ? 1.0 : complete_number(table, *trials, first + row)};
    block.cdf[i] = model.predictor().cdf_of_many(at, m, sd * sd);
    // Of counts the mass at the target is known.
    block.cdf_below[i] =
        real ? block.cdf[i] : std::max(0.0, block.cdf[i] - std::exp(block.log_density[i]));
  };
  Threads(threads).for_each_block(
      (chosen.size() + kScoredAtOnce - 1) / kScoredAtOnce, [&](std::size_t work) {
        const std::size_t begin = work * kScoredAtOnce;
        const std::size_t end = std::min(chosen.size(), begin + kScoredAtOnce);
        for (std::size_t k = begin; k < end; ++k) of_row(chosen[k]);
      });
}

void add_target_cdf(const FittedModel& model, const Table& table, int threads, HeldOut& rows) {
  std::size_t counted = 0;
  for (Eigen::Index i = 0; i < rows.target.size(); ++i) counted += rows.counts(i) ? 1 : 0;
  add_target_cdf(model, table, 0, PitRows(counted).next(rows), threads, rows);
}

}  // namespace phigp
