// Where in its predicted law each target of a table falls, for the probability integral transform.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace phigp {

class FittedModel;
class Table;
struct HeldOut;

// Which rows are looked at, block after block: of those that count HeldOut::kMostPitRows at most,
// evenly spread. Where few of a table count, a stride over all rows may miss each.
class PitRows {
 public:
  explicit PitRows(std::size_t counted);  // rows that count, in all blocks

  // Their places in the next block.
  std::vector<std::size_t> next(const HeldOut& block);

 private:
  std::size_t stride_;
  std::size_t counted_before_ = 0;
};

// Fills in cdf_below and cdf of a block, which begins at this row of the table and has everything
// else: of the chosen rows, NaN for the others. Not for labels.
void add_target_cdf(const FittedModel& model, const Table& table, std::size_t first,
                    std::span<const std::size_t> chosen, int threads, HeldOut& block);
// Of all rows of the table.
void add_target_cdf(const FittedModel& model, const Table& table, int threads, HeldOut& rows);

}  // namespace phigp
