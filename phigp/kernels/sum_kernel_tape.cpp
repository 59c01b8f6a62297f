// A matrix between two inputs and its contraction with the distances and exponentials of the former
// kept for the latter. math.md (G.2)
#include <optional>
#include <utility>

#include "phigp/base/error.h"
#include "phigp/kernels/assembly.h"

namespace phigp::detail {

namespace {

struct Tape final : KernelTape {
  std::optional<Assembly> assembly;
  std::vector<Tile> tiles;  // of all blocks, column by column; at least as many as needed
  Eigen::Index rows = 0;
  Eigen::Index columns = 0;

  // The tiles of the block that is number `place`.
  std::span<Tile> of(std::size_t place) {
    return std::span(tiles).subspan(place * assembly->kept(), assembly->kept());
  }
};

}  // namespace

void SumKernel::taped_cross(const Points& X, const Points& Z, Matrix& K,
                            std::unique_ptr<KernelTape>& tape) const {
  check_inputs(X);
  check_inputs(Z);
  if (dynamic_cast<Tape*>(tape.get()) == nullptr) tape = std::make_unique<Tape>();
  Tape& kept = dynamic_cast<Tape&>(*tape);
  kept.assembly.emplace(terms_, X, Z, false);
  kept.rows = X.rows();
  kept.columns = Z.rows();
  const auto blocks = static_cast<std::size_t>(blocks_of(X.rows()) * blocks_of(Z.rows()));
  if (kept.tiles.size() < blocks * kept.assembly->kept())
    kept.tiles.resize(blocks * kept.assembly->kept());
  K.resize(X.rows(), Z.rows());
  std::size_t place = 0;
  for (Eigen::Index b = 0; b < blocks_of(Z.rows()); ++b) {
    for (Eigen::Index a = 0; a < blocks_of(X.rows()); ++a, ++place) {
      const Eigen::Index rows = size_of(a, X.rows());
      const Eigen::Index columns = size_of(b, Z.rows());
      // Computed in the tape's own tiles, which stay there.
      kept.assembly->swap(kept.of(place));
      K.block(a * kTileSide, b * kTileSide, rows, columns) =
          kept.assembly->values(a, b, rows, columns).matrix();
      kept.assembly->swap(kept.of(place));
    }
  }
}

void SumKernel::contract_taped(KernelTape& tape, const Matrix& G, std::span<double> out,
                               Points* moved) const {
  check_out(out);
  Tape& kept = dynamic_cast<Tape&>(tape);
  if (moved != nullptr) check_moved(*moved, kept.rows);
  require(G.rows() == kept.rows, "kernel: rows of the weights", std::to_string(G.rows()),
          "must be " + std::to_string(kept.rows));
  require(G.cols() == kept.columns, "kernel: columns of the weights", std::to_string(G.cols()),
          "must be " + std::to_string(kept.columns));
  std::size_t place = 0;
  for (Eigen::Index b = 0; b < blocks_of(kept.columns); ++b) {
    for (Eigen::Index a = 0; a < blocks_of(kept.rows); ++a, ++place) {
      kept.assembly->swap(kept.of(place));
      kept.assembly->contract(
          a, b,
          G.block(a * kTileSide, b * kTileSide, size_of(a, kept.rows), size_of(b, kept.columns)),
          {out, moved}, true);
      kept.assembly->swap(kept.of(place));
    }
  }
}

}  // namespace phigp::detail
