// The matrices of a SumKernel. A gram matrix is computed on and below the diagonal of tiles and
// mirrored; a contraction with it counts the tiles below the diagonal twice. math.md (G.2)
#include "phigp/base/error.h"
#include "phigp/kernels/assembly.h"

namespace phigp::detail {

namespace {

void check_shape(Eigen::Index got, Eigen::Index wanted, const char* what) {
  require(got == wanted, what, std::to_string(got), "must be " + std::to_string(wanted));
}

// The matrix of X with itself, without white noise; exact: see Assembly.
void fill_symmetric(const std::vector<KernelTerm>& terms, const Points& X, bool exact, Matrix& K) {
  const Eigen::Index n = X.rows();
  K.resize(n, n);
  Assembly assembly(terms, X, X, exact);
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
}

// The tiles below the diagonal stand for those above too: fold(a, b) is what they are contracted
// with.
template <class Fold>
void contract_symmetric(const std::vector<KernelTerm>& terms, const Points& X, const Matrix& G,
                        const Fold& fold, std::span<double> out) {
  const Eigen::Index n = X.rows();
  Assembly assembly(terms, X, X, false);
  for (Eigen::Index b = 0; b < blocks_of(n); ++b) {
    const Eigen::Index columns = size_of(b, n);
    assembly.contract(b, b, G.block(b * kTileSide, b * kTileSide, columns, columns), {out});
    for (Eigen::Index a = b + 1; a < blocks_of(n); ++a) {
      const Eigen::Index rows = size_of(a, n);
      assembly.contract(a, b,
                        fold(G.block(a * kTileSide, b * kTileSide, rows, columns),
                             G.block(b * kTileSide, a * kTileSide, columns, rows)),
                        {out});
    }
  }
}

}  // namespace

void SumKernel::cross(const Points& X, const Points& Z, Matrix& K) const {
  check_inputs(X);
  check_inputs(Z);
  if (&X == &Z) {
    fill_symmetric(terms_, X, false, K);
    return;
  }
  K.resize(X.rows(), Z.rows());
  Assembly assembly(terms_, X, Z, false);
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
  fill_symmetric(terms_, X, true, K);
  Vector noise = Vector::Zero(X.rows());
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
  if (&X == &Z) {
    contract_symmetric(
        terms_, X, G,
        [](const auto& below, const auto& above) -> Matrix { return below + above.transpose(); },
        out);
    return;
  }
  Assembly assembly(terms_, X, Z, false);
  for (Eigen::Index b = 0; b < blocks_of(Z.rows()); ++b) {
    for (Eigen::Index a = 0; a < blocks_of(X.rows()); ++a) {
      const Eigen::Index rows = size_of(a, X.rows());
      const Eigen::Index columns = size_of(b, Z.rows());
      assembly.contract(a, b, G.block(a * kTileSide, b * kTileSide, rows, columns), {out});
    }
  }
}

void SumKernel::check_moved(const Points& moved, Eigen::Index rows) const {
  check_shape(moved.rows(), rows, "kernel: rows of the slopes");
  check_shape(moved.cols(), dimensions_, "kernel: columns of the slopes");
}

void SumKernel::contract_inputs(const Points& X, const Points& Z, const Matrix& G,
                                Points& moved) const {
  check_inputs(X);
  check_inputs(Z);
  check_shape(G.rows(), X.rows(), "kernel: rows of the weights");
  check_shape(G.cols(), Z.rows(), "kernel: columns of the weights");
  check_moved(moved, X.rows());
  std::vector<double> of_parameters(parameter_count_);
  Assembly assembly(terms_, X, Z, true);
  for (Eigen::Index b = 0; b < blocks_of(Z.rows()); ++b) {
    for (Eigen::Index a = 0; a < blocks_of(X.rows()); ++a) {
      const Eigen::Index rows = size_of(a, X.rows());
      const Eigen::Index columns = size_of(b, Z.rows());
      assembly.contract(a, b, G.block(a * kTileSide, b * kTileSide, rows, columns),
                        {of_parameters, &moved});
    }
  }
}

void SumKernel::contract_gram(const Points& X, const Matrix& G, std::span<double> out) const {
  check_inputs(X);
  check_out(out);
  const Eigen::Index n = X.rows();
  check_shape(G.rows(), n, "kernel: rows of the weights");
  check_shape(G.cols(), n, "kernel: columns of the weights");
  contract_symmetric(
      terms_, X, G, [](const auto& below, const auto& /*above*/) -> Matrix { return 2.0 * below; },
      out);
  contract_diagonals(X, true, G.diagonal(), out);
}

void SumKernel::contract_diagonal(const Points& X, const Vector& g, std::span<double> out) const {
  check_inputs(X);
  check_out(out);
  check_shape(g.size(), X.rows(), "kernel: length of the weights");
  contract_diagonals(X, false, g, out);
}

}  // namespace phigp::detail
