// omega as a function of a standard normal z and of c^2, tabulated: log(omega - start) = M(t) +
// V(z, t), t = log c^2. M is the logarithm of the mean, a Hermite interpolant that is exact to
// rounding; V, which shrinks with the law's coefficient of variation, is interpolated with 6 x 6
// points of a grid. math.md (S.1)-(S.3)
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "phigp/augmentation/cornish_fisher.h"
#include "phigp/augmentation/inversion.h"
#include "phigp/augmentation/moments.h"
#include "phigp/augmentation/table_grid.h"

namespace phigp {

class QuantileTable {
 public:
  // `coarser`: a table of the same law; values are taken over from it where its steps are multiples
  // of the new ones. Throws NumericalError when the inversion cannot supply the values.
  QuantileTable(const Inversion& inversion, const Moments& moments, const Row& row,
                const TableGrid& grid, const QuantileTable* coarser = nullptr);

  double omega(double z, double c2) const;  // c2 <= most_c2
  const TableGrid& grid() const { return grid_; }
  std::size_t rows() const { return z_count_; }
  std::size_t columns() const { return t_count_; }
  std::size_t bytes() const {
    return values_.size() * sizeof(double) + cells_.size() * sizeof(cells_[0]);
  }

 private:
  using MeanPolynomial = std::array<double, 8>;  // of the fraction inside a cell

  double c2_at(std::size_t k) const {
    return std::exp(first_t_ + static_cast<double>(k) * grid_.t_step);
  }
  double* column(std::size_t k) { return values_.data() + k * z_count_; }
  const double* column(std::size_t k) const { return values_.data() + k * z_count_; }

  void fill(const Inversion& inversion, const std::vector<ShapeOfLaw>& shape,
            const QuantileTable* coarser);
  // What this table has of column k of a finer one, or nothing.
  std::span<const double> shared_column(std::size_t k, const QuantileTable& finer) const;
  std::vector<double> expanded(const ShapeOfLaw& shape) const;
  std::vector<double> extrapolated(std::size_t k) const;
  std::vector<double> interpolated(std::size_t k, std::size_t stride) const;

  TableGrid grid_;
  double start_ = 0.0;
  double first_t_ = 0.0;
  std::size_t z_count_ = 0;
  std::size_t t_count_ = 0;
  std::vector<double> values_;         // t_count x z_count, z running fastest
  std::vector<MeanPolynomial> cells_;  // M between columns k and k + 1
};

}  // namespace phigp
