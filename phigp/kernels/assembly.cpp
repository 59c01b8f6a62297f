#include "phigp/kernels/assembly.h"

namespace phigp::detail {

Assembly::Assembly(const std::vector<KernelTerm>& terms, const Points& X, const Points& Z,
                   bool exact)
    : same_(&X == &Z) {
  Eigen::RowVectorXd origin;
  if (!exact && X.rows() > 0) origin = X.colwise().mean();
  const Eigen::RowVectorXd* const common = origin.size() > 0 ? &origin : nullptr;
  std::size_t first = 0;
  for (const KernelTerm& term : terms) {
    const std::size_t count = term.parameter_count();
    if (!term.is_white()) {
      terms_.push_back({TermInputs(term, X, common),
                        TermInputs(term, same_ ? Points(0, X.cols()) : Z, common), TermTiles(term),
                        first, count});
    }
    first += count;
  }
}

const Tile& Assembly::values(Eigen::Index a, Eigen::Index b, Eigen::Index rows,
                             Eigen::Index columns) {
  tile_.reshape(rows, columns);
  if (terms_.empty()) tile_.flat().setZero();
  for (Part& part : terms_) {
    part.tiles.add_values(part.rows, a, same_ ? part.rows : part.columns, b,
                          &part == &terms_.front(), tile_);
  }
  return tile_;
}

void Assembly::contract_tile(Eigen::Index a, Eigen::Index b, const Slopes& slopes, bool known) {
  for (Part& part : terms_) {
    const TermInputs& columns = same_ ? part.rows : part.columns;
    const std::span<double> own = slopes.parameters.subspan(part.first, part.count);
    if (known) {
      part.tiles.contract_known(part.rows, a, columns, b, tile_, own, slopes.inputs);
    } else {
      part.tiles.contract(part.rows, a, columns, b, tile_, own, slopes.inputs);
    }
  }
}

std::size_t Assembly::kept() const {
  std::size_t count = 0;
  for (const Part& part : terms_) count += part.tiles.kept();
  return count;
}

void Assembly::swap(std::span<Tile> tiles) {
  for (Part& part : terms_) {
    part.tiles.swap(tiles.first(part.tiles.kept()));
    tiles = tiles.subspan(part.tiles.kept());
  }
}

}  // namespace phigp::detail
