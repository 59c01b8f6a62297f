#include "phigp/model/inducing_plan.h"

#include <algorithm>

#include "phigp/base/error.h"
#include "phigp/base/memory.h"
#include "phigp/inference/sparse/inducing_inputs.h"
#include "phigp/inference/sparse/inducing_number.h"
#include "phigp/inference/sparse/row_blocks.h"
#include "phigp/io/read_table.h"
#include "phigp/model/settings_error.h"

namespace phigp {

namespace {

// Learned lengthscales are often shorter than initial ones, and a fit with too few inputs to see a
// fast function ends at a slow one. Too many cost no more than time.
constexpr double kShorter = 5.0;
constexpr Eigen::Index kFewest = 100;

// Before the work, and by name: every group of blocks sums up a matrix of its own, and slopes in
// the inputs.
void require_memory(Eigen::Index inducing, Eigen::Index inputs) {
  const double numbers = static_cast<double>(RowBlocks::kMostGroups + 8) *
                         static_cast<double>(inducing) * static_cast<double>(inducing + inputs);
  require(sizeof(double) * numbers <= 0.8 * usable_memory(), "inducing inputs",
          static_cast<double>(inducing), "must leave their matrices room in memory");
}

}  // namespace

InducingPlan::InducingPlan(const RowSource& rows, const Points& sample, const FitSettings& settings,
                           const DataEncoding& encoding, const Threads& threads,
                           const Watcher& watch)
    : rows_(rows),
      sample_(sample),
      settings_(settings),
      encoding_(encoding),
      threads_(threads),
      watch_(watch),
      most_(settings.inducing > 0 ? std::min<Eigen::Index>(settings.inducing, rows.size())
                                  : most_inducing(rows.size())),
      count_(most_),
      open_(settings.inducing == 0 && settings.inducing_file.empty()) {}

Points InducingPlan::first(const Kernel& initial) {
  if (given_.rows() > 0) return given_;
  if (!settings_.inducing_file.empty()) {
    require_together(settings_.inducing == 0, "inducing", std::to_string(settings_.inducing),
                     "must be left out with an inducing-file");
    require_together(settings_.inducing_by == FitSettings().inducing_by, "inducing-by",
                     settings_.inducing_by, "must be left out with an inducing-file");
    const Table table = read_table(settings_.inducing_file);
    require_memory(static_cast<Eigen::Index>(table.rows()), sample_.cols());
    return given_ = encoding_.features.encode(table, 0, table.rows()).X;
  }
  if (open_) {
    const Points denser = kShorter * sample_;
    count_ = std::min(std::max(inducing_number(initial, denser, most_), kFewest), most_);
  }
  return choose(initial);
}

std::optional<Points> InducingPlan::more(const Kernel& learned, Eigen::Index first) {
  if (!open_ || first >= most_) return std::nullopt;
  const Eigen::Index needed = inducing_number(learned, sample_, most_);
  if (needed <= first) return std::nullopt;
  count_ = needed;
  return choose(learned);
}

std::string InducingPlan::reason(Eigen::Index count, bool checked) const {
  if (settings_.inducing > count) return "no more rows differ enough";
  if (!open_ || !checked) return "";
  return count < most_ ? "enough for the kernel" : "as many as the rows afford";
}

Points InducingPlan::choose(const Kernel& kernel) {
  require_memory(count_, sample_.cols());
  return choose_inducing(rows_, count_, inducing_choice(settings_.inducing_by), kernel,
                         settings_.seed, threads_, watch_);
}

}  // namespace phigp
