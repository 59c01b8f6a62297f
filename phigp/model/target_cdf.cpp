#include "phigp/model/target_cdf.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "phigp/base/threads.h"

namespace phigp {

namespace {

constexpr std::size_t kScoredAtOnce = 16;  // rows per block of work

// Of the rows that count: in a table of few of these a stride over all rows may miss each.
std::vector<std::size_t> rows_to_look_at(const HeldOut& rows) {
  std::vector<std::size_t> counted;
  for (Eigen::Index i = 0; i < rows.target.size(); ++i)
    if (!std::isnan(rows.target[i]) && rows.weight[i] > 0.0)
      counted.push_back(static_cast<std::size_t>(i));
  constexpr std::size_t kMost = HeldOut::kMostPitRows;
  const std::size_t stride = std::max<std::size_t>(1, (counted.size() + kMost - 1) / kMost);
  std::vector<std::size_t> chosen;
  for (std::size_t k = 0; k < counted.size(); k += stride) chosen.push_back(counted[k]);
  return chosen;
}

}  // namespace

void add_target_cdf(const FittedModel& model, const Table& table, int threads, HeldOut& rows) {
  const DataEncoding& encoding = model.encoding();
  const bool real = encoding.domain == Domain::real;
  const Standardisation unit = real ? encoding.response : Standardisation{};
  const Column* trials = encoding.trials.empty() ? nullptr : &table.at(encoding.trials);
  rows.cdf = Vector::Constant(rows.target.size(), std::numeric_limits<double>::quiet_NaN());
  rows.cdf_below = rows.cdf;
  const auto of_row = [&](std::size_t row) {
    const auto i = static_cast<Eigen::Index>(row);
    const double m = unit.apply(rows.predicted.latent_mean[i]);
    const double sd = rows.predicted.latent_sd[i] / unit.scale;
    const Row at{unit.apply(rows.target[i]),
                 trials == nullptr ? 1.0 : complete_number(table, *trials, row)};
    rows.cdf[i] = model.predictor().cdf_of_many(at, m, sd * sd);
    // Of counts the mass at the target is known.
    rows.cdf_below[i] =
        real ? rows.cdf[i] : std::max(0.0, rows.cdf[i] - std::exp(rows.log_density[i]));
  };
  const std::vector<std::size_t> chosen = rows_to_look_at(rows);
  Threads(threads).for_each_block(
      (chosen.size() + kScoredAtOnce - 1) / kScoredAtOnce, [&](std::size_t block) {
        const std::size_t first = block * kScoredAtOnce;
        const std::size_t end = std::min(chosen.size(), first + kScoredAtOnce);
        for (std::size_t k = first; k < end; ++k) of_row(chosen[k]);
      });
}

}  // namespace phigp
