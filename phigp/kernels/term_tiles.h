// One term on one tile: the product of its units, and the contraction with the derivatives of each.
#pragma once

#include <span>
#include <vector>

#include "phigp/kernels/sum_kernel.h"

namespace phigp::detail {

// The inputs of all units of a term, cut into blocks of kTileSide rows.
class TermInputs {
 public:
  // origin: as UnitKernel::prepare_products wants it; nullptr for entries as exact as can be.
  TermInputs(const KernelTerm& term, const Points& X, const Eigen::RowVectorXd* origin);
  const Inputs& of(std::size_t unit, Eigen::Index block) const {
    return inputs_[unit][static_cast<std::size_t>(block)];
  }

 private:
  std::vector<std::vector<Inputs>> inputs_;
};

// The buffers a term needs, kept between tiles.
class TermTiles {
 public:
  explicit TermTiles(const KernelTerm& term);

  // total += the term on block a of A and block b of B, or = if `first`; total is shaped.
  void add_values(const TermInputs& A, Eigen::Index a, const TermInputs& B, Eigen::Index b,
                  bool first, Tile& total);
  // out[p] += sum W dk / d log theta_p: the variance first, then the parameters of each unit.
  // Unless nullptr, moved(i, c) += sum_j W_ij dk_ij / d a_ic, in the rows of block a.
  void contract(const TermInputs& A, Eigen::Index a, const TermInputs& B, Eigen::Index b,
                const Tile& W, std::span<double> out, Points* moved);

  // How many tiles `swap` exchanges: all that add_values has computed.
  std::size_t kept() const { return 2 * values_.size(); }
  void swap(std::span<Tile> tiles);
  // As contract, with the tiles that add_values had left for the same blocks.
  void contract_known(const TermInputs& A, Eigen::Index a, const TermInputs& B, Eigen::Index b,
                      const Tile& W, std::span<double> out, Points* moved);

 private:
  // W times the variance and all factors but one, and the sum of what the last would make of it.
  // Units are few: the square of their number is no matter.
  double weigh(const Tile& W, std::size_t unit);
  void compute_units(const TermInputs& A, Eigen::Index a, const TermInputs& B, Eigen::Index b,
                     Eigen::Index rows, Eigen::Index columns);

  const KernelTerm& term_;
  std::vector<Tile> values_;  // one per unit
  std::vector<Tile> states_;
  Tile weights_;
  Matrix moved_;  // of one unit
};

}  // namespace phigp::detail
