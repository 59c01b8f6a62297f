// omega as a function of a standard normal z and of c^2, tabulated: log(omega - start) = M(t) +
// V(z, t), t = log c^2. M is the logarithm of the mean, a Hermite interpolant that is exact to
// rounding; V, which shrinks with the law's coefficient of variation, is interpolated with 6 x 6
// points of a grid. math.md (S.1)-(S.3)
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "phigp/augmentation/cornish_fisher.h"
#include "phigp/augmentation/inversion.h"
#include "phigp/augmentation/moments.h"

namespace phigp {

struct TableGrid {
  double z_step = 0.16;
  double t_step = 0.3;
  double z_most = 6.4;    // |z| beyond it is drawn as z_most: probability 1.6e-10
  double least_c2 = 0.0;  // below it the law is taken to be that at least_c2
  double most_c2 = 0.0;
  // A point is not inverted where interpolation of coarser points errs by less than this in the
  // cdf.
  double agreement = 5e-8;
};

class QuantileTable {
 public:
  // Throws NumericalError when the inversion cannot supply the values.
  QuantileTable(const Inversion& inversion, const Moments& moments, const Row& row,
                const TableGrid& grid);

  double omega(double z, double c2) const;  // c2 <= most_c2
  const TableGrid& grid() const { return grid_; }
  std::size_t rows() const { return z_count_; }
  std::size_t columns() const { return t_count_; }
  std::size_t bytes() const {
    return values_.size() * sizeof(double) + cells_.size() * sizeof(cells_[0]);
  }

 private:
  using MeanPolynomial = std::array<double, 8>;  // of the fraction inside a cell

  double z_at(std::size_t j) const { return static_cast<double>(j) * grid_.z_step - grid_.z_most; }
  double t_at(std::size_t k) const { return first_t_ + static_cast<double>(k) * grid_.t_step; }
  double* column(std::size_t k) { return values_.data() + k * z_count_; }
  const double* column(std::size_t k) const { return values_.data() + k * z_count_; }

  // Each of these supplies V in one column.
  void expand(std::size_t k, const ShapeOfLaw& shape);
  void invert(std::size_t k, const TiltedLaw& law, double log_mean,
              const std::vector<double>& guess, double exact_guess);
  std::vector<double> extrapolated(std::size_t k) const;
  std::vector<double> interpolated(std::size_t k, std::size_t stride) const;
  void set(std::size_t k, std::size_t j, double value);

  TableGrid grid_;
  double start_ = 0.0;
  double first_t_ = 0.0;
  std::size_t z_count_ = 0;
  std::size_t t_count_ = 0;
  std::vector<double> values_;         // t_count x z_count, z running fastest
  std::vector<MeanPolynomial> cells_;  // M between columns k and k + 1
};

}  // namespace phigp
