// The matrices of a SumKernel. A gram matrix is computed on and below the diagonal of tiles and
// mirrored; a contraction with it counts the tiles below the diagonal twice. math.md (G.2)
#include <algorithm>

#include "phigp/base/error.h"
#include "phigp/kernels/sum_kernel.h"
#include "phigp/kernels/term_tiles.h"

namespace phigp::detail {

namespace {

Eigen::Index blocks_of(Eigen::Index rows) { return (rows + kTileSide - 1) / kTileSide; }
Eigen::Index size_of(Eigen::Index block, Eigen::Index rows) {
  return std::min(kTileSide, rows - block * kTileSide);
}

void check_shape(Eigen::Index got, Eigen::Index wanted, const char* what) {
  require(got == wanted, what, std::to_string(got), "must be " + std::to_string(wanted));
}

// The terms that fill whole matrices, with their inputs and buffers.
class Assembly {
 public:
  Assembly(const std::vector<KernelTerm>& terms, const Points& X, const Points& Z) {
    same_ = &X == &Z;
    Eigen::RowVectorXd origin;
    if (!same_ && X.rows() > 0) origin = X.colwise().mean();
    const Eigen::RowVectorXd* const common = same_ || X.rows() == 0 ? nullptr : &origin;
    std::size_t first = 0;
    for (const KernelTerm& term : terms) {
      const std::size_t count = term.parameter_count();
      if (!term.is_white()) {
        terms_.push_back({TermInputs(term, X, common),
                          TermInputs(term, same_ ? Points(0, X.cols()) : Z, common),
                          TermTiles(term), first, count});
      }
      first += count;
    }
  }

  // Block (a, b) of the matrix.
  const Tile& values(Eigen::Index a, Eigen::Index b, Eigen::Index rows, Eigen::Index columns) {
    tile_.reshape(rows, columns);
    tile_.flat().setZero();
    for (Part& part : terms_) {
      part.tiles.add_values(part.rows, a, same_ ? part.rows : part.columns, b, tile_);
    }
    return tile_;
  }

  // out += weight * contraction with block (a, b) of G.
  void contract(Eigen::Index a, Eigen::Index b, const Eigen::Ref<const Matrix>& G, double weight,
                std::span<double> out) {
    tile_.reshape(G.rows(), G.cols());
    tile_.matrix() = weight * G;
    for (Part& part : terms_) {
      part.tiles.contract(part.rows, a, same_ ? part.rows : part.columns, b, tile_,
                          out.subspan(part.first, part.count));
    }
  }

 private:
  struct Part {
    TermInputs rows;
    TermInputs columns;
    TermTiles tiles;
    std::size_t first;  // of its parameters
    std::size_t count;
  };

  std::vector<Part> terms_;
  bool same_ = false;
  Tile tile_;
};

}  // namespace

void SumKernel::cross(const Points& X, const Points& Z, Matrix& K) const {
  check_inputs(X);
  check_inputs(Z);
  K.resize(X.rows(), Z.rows());
  Assembly assembly(terms_, X, Z);
  for (Eigen::Index b = 0; b < blocks_of(Z.rows()); ++b) {
    for (Eigen::Index a = 0; a < blocks_of(X.rows()); ++a) {
      const Eigen::Index rows = size_of(a, X.rows());
      const Eigen::Index columns = size_of(b, Z.rows());
      K.block(a * kTileSide, b * kTileSide, rows, columns) =
          assembly.values(a, b, rows, columns).matrix();
    }
  }
}

void SumKernel::gram(const Points& X, Matrix& K) const {
  check_inputs(X);
  const Eigen::Index n = X.rows();
  K.resize(n, n);
  Assembly assembly(terms_, X, X);
  for (Eigen::Index b = 0; b < blocks_of(n); ++b) {
    for (Eigen::Index a = b; a < blocks_of(n); ++a) {
      const Eigen::Index rows = size_of(a, n);
      const Eigen::Index columns = size_of(b, n);
      const Tile& tile = assembly.values(a, b, rows, columns);
      K.block(a * kTileSide, b * kTileSide, rows, columns) = tile.matrix();
      if (a != b) {
        K.block(b * kTileSide, a * kTileSide, columns, rows) = tile.matrix().transpose();
      } else {
        // Matrix products inside a tile need not be symmetric to the last bit.
        K.block(b * kTileSide, b * kTileSide, rows, rows).triangularView<Eigen::StrictlyUpper>() =
            tile.matrix().transpose();
      }
    }
  }
  Vector noise = Vector::Zero(n);
  add_diagonals(X, true, noise);
  K.diagonal() += noise;
}

void SumKernel::diagonal(const Points& X, Vector& k) const {
  check_inputs(X);
  k.setZero(X.rows());
  add_diagonals(X, false, k);
}

void SumKernel::contract_cross(const Points& X, const Points& Z, const Matrix& G,
                               std::span<double> out) const {
  check_inputs(X);
  check_inputs(Z);
  check_out(out);
  check_shape(G.rows(), X.rows(), "kernel: rows of the weights");
  check_shape(G.cols(), Z.rows(), "kernel: columns of the weights");
  Assembly assembly(terms_, X, Z);
  for (Eigen::Index b = 0; b < blocks_of(Z.rows()); ++b) {
    for (Eigen::Index a = 0; a < blocks_of(X.rows()); ++a) {
      const Eigen::Index rows = size_of(a, X.rows());
      const Eigen::Index columns = size_of(b, Z.rows());
      assembly.contract(a, b, G.block(a * kTileSide, b * kTileSide, rows, columns), 1.0, out);
    }
  }
}

void SumKernel::contract_gram(const Points& X, const Matrix& G, std::span<double> out) const {
  check_inputs(X);
  check_out(out);
  const Eigen::Index n = X.rows();
  check_shape(G.rows(), n, "kernel: rows of the weights");
  check_shape(G.cols(), n, "kernel: columns of the weights");
  Assembly assembly(terms_, X, X);
  for (Eigen::Index b = 0; b < blocks_of(n); ++b) {
    for (Eigen::Index a = b; a < blocks_of(n); ++a) {
      assembly.contract(a, b, G.block(a * kTileSide, b * kTileSide, size_of(a, n), size_of(b, n)),
                        a == b ? 1.0 : 2.0, out);
    }
  }
  contract_diagonals(X, true, G.diagonal(), out);
}

void SumKernel::contract_diagonal(const Points& X, const Vector& g, std::span<double> out) const {
  check_inputs(X);
  check_out(out);
  check_shape(g.size(), X.rows(), "kernel: length of the weights");
  contract_diagonals(X, false, g, out);
}

}  // namespace phigp::detail
