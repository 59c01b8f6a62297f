// The terms of a SumKernel that fill whole matrices, with their inputs and buffers, tile by tile.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "phigp/kernels/sum_kernel.h"
#include "phigp/kernels/term_tiles.h"

namespace phigp::detail {

inline Eigen::Index blocks_of(Eigen::Index rows) { return (rows + kTileSide - 1) / kTileSide; }
inline Eigen::Index size_of(Eigen::Index block, Eigen::Index rows) {
  return std::min(kTileSide, rows - block * kTileSide);
}

class Assembly {
 public:
  // exact: entries by differences of inputs, as exact as can be, and never by products (G.3).
  Assembly(const std::vector<KernelTerm>& terms, const Points& X, const Points& Z, bool exact);

  // Block (a, b) of the matrix.
  const Tile& values(Eigen::Index a, Eigen::Index b, Eigen::Index rows, Eigen::Index columns);

  // What a contraction adds to: slopes in the parameters and, if asked for, in the first inputs.
  struct Slopes {
    std::span<double> parameters;
    Points* inputs = nullptr;  // as many rows as X
  };

  // Contraction with the block (a, b) of weights; with the tiles that `values` has left there if
  // they are `known`.
  template <class Weights>
  void contract(Eigen::Index a, Eigen::Index b, const Weights& G, const Slopes& slopes,
                bool known = false) {
    tile_.reshape(G.rows(), G.cols());
    tile_.matrix() = G;
    contract_tile(a, b, slopes, known);
  }

  // How many tiles `swap` exchanges: all that `values` has computed of a block.
  std::size_t kept() const;
  void swap(std::span<Tile> tiles);

 private:
  struct Part {
    TermInputs rows;
    TermInputs columns;
    TermTiles tiles;
    std::size_t first;  // of its parameters
    std::size_t count;
  };

  void contract_tile(Eigen::Index a, Eigen::Index b, const Slopes& slopes, bool known);

  std::vector<Part> terms_;
  bool same_;
  Tile tile_;
};

}  // namespace phigp::detail
