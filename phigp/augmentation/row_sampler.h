// For phi that depends on the observation otherwise than through a known law's exponent: one table
// for each distinct row, up to a number of them; further rows, and rows whose law no table can
// hold, are drawn by inversion, each draw checked. math.md (S.6)
#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "phigp/augmentation/sampler.h"

namespace phigp {

class TableSampler;

class RowSampler final : public OmegaSampler {
 public:
  explicit RowSampler(RadialPtr radial, const SamplerOptions& options = {});

  // Safe to call from several threads. Throws NumericalError for a row whose law cannot be drawn
  // from to the tolerance.
  void draw(std::span<const double> c2, const Rows& rows, Stream& stream,
            std::span<double> omega) const override;
  Certificate certificate() const override;
  // Tables for the rows that occur most often, and for these only. With more distinct rows than
  // tables a row that occurs once gets none: building costs as much as thousands of draws.
  void prepare(std::span<const Row> rows) const override;

 private:
  using TablePtr = std::shared_ptr<const TableSampler>;  // null: this row is drawn by inversion
  struct Before {
    bool operator()(const Row& a, const Row& b) const {
      return a.y != b.y ? a.y < b.y : a.trials < b.trials;
    }
  };

  TablePtr table_for(const Row& row) const;  // with the lock held
  double draw_by_inversion(double c2, const Row& row, Stream& stream) const;

  RadialPtr radial_;
  SamplerOptions options_;
  mutable std::mutex lock_;
  mutable std::map<Row, TablePtr, Before> tables_;
  mutable bool complete_ = false;      // no further tables
  mutable bool by_inversion_ = false;  // some row is drawn by inversion
};

}  // namespace phigp
