// One column of a quantile table: log((omega - start) / mean) at the nodes of z, for the law at one
// c^2. math.md (S.2)
#pragma once

#include <span>
#include <vector>

#include "phigp/augmentation/inversion.h"
#include "phigp/augmentation/table_grid.h"

namespace phigp {

class QuantileColumn {
 public:
  QuantileColumn(const Inversion& inversion, const TableGrid& grid, double c2, double log_mean);

  // Are these the values, as far as the grid cares? Asked at ten nodes.
  bool agrees(const std::vector<double>& guess) const;

  // The values by inversion, from the centre outwards. `guess`, from other columns, is moved to
  // agree with the node nearer to the centre; when it is empty the nodes nearer to the centre are
  // continued. near: distance from the wanted score at which one step with the guess's curvature
  // ends the search. known: the same column on a grid of fewer, but not of other nodes; or empty.
  // Throws NumericalError when the inversion cannot supply a value.
  std::vector<double> inverted(const std::vector<double>& guess, double near,
                               std::span<const double> known) const;

 private:
  double solve(std::size_t j, double at, const std::vector<double>& guess, double near) const;

  TiltedLaw law_;
  const TableGrid& grid_;
  double start_;
  double c2_;
  double log_mean_;
};

}  // namespace phigp
