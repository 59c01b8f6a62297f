// The generic sampler: omega is read off a table at a normal variate z. At construction the law
// that the table draws from is compared with the inverted law between the grid points, and the
// table refined or refused. math.md (S.1)-(S.4)
#pragma once

#include "phigp/augmentation/inversion.h"
#include "phigp/augmentation/quantile_table.h"
#include "phigp/augmentation/sampler.h"

namespace phigp {

class TableSampler final : public OmegaSampler {
 public:
  // For phi at one row. Throws NumericalError with the reason when no table meets
  // options.tolerance.
  explicit TableSampler(const RadialPtr& radial, const SamplerOptions& options = {},
                        const Row& row = {});

  // Rows are not looked at: all points share the row given to the constructor.
  void draw(std::span<const double> c2, const Rows& rows, Stream& stream,
            std::span<double> omega) const override;
  Certificate certificate() const override;

  const QuantileTable& table() const { return *table_; }

 private:
  Inversion inversion_;  // for the table, its certificate, and c2 beyond the table
  std::shared_ptr<const QuantileTable> table_;
  double cdf_error_ = 0.0;
};

// Where in the cells of a table its error is looked for.
struct CellPlaces {
  double in_z = 0.5;  // fraction of a cell; the middle is where interpolation is worst
  double in_t = 0.5;
  std::size_t column_stride = 1;  // 1: every cell of c2
  double enough = 1.0;            // an error with which the search may stop
};

// Largest |P(omega_table <= x) - F(x)| over points between those of the grid, from the centre to
// the tails, times a margin for the places in between; what the inversion itself may be wrong by is
// added, what the rounding of omega to a double makes is not counted.
double measured_cdf_error(const QuantileTable& table, const Inversion& inversion,
                          const CellPlaces& places = {});

}  // namespace phigp
