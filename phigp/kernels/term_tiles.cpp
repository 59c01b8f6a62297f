#include "phigp/kernels/term_tiles.h"

#include <algorithm>
#include <utility>

#include "phigp/kernels/elementwise.h"

namespace phigp::detail {

TermInputs::TermInputs(const KernelTerm& term, const Points& X, const Eigen::RowVectorXd* origin) {
  for (const UnitKernelPtr& unit : term.units) {
    std::vector<Inputs>& blocks = inputs_.emplace_back();
    for (Eigen::Index first = 0; first < X.rows(); first += kTileSide) {
      blocks.push_back(unit->inputs(X, first, std::min(kTileSide, X.rows() - first)));
      if (origin != nullptr) unit->prepare_products(*origin, blocks.back());
    }
  }
}

TermTiles::TermTiles(const KernelTerm& term)
    : term_(term), values_(term.units.size()), states_(term.units.size()) {}

void TermTiles::compute_units(const TermInputs& A, Eigen::Index a, const TermInputs& B,
                              Eigen::Index b, Eigen::Index rows, Eigen::Index columns) {
  for (std::size_t u = 0; u < values_.size(); ++u) {
    values_[u].reshape(rows, columns);
    states_[u].reshape(rows, columns);
    term_.units[u]->values(A.of(u, a), B.of(u, b), values_[u], states_[u]);
  }
}

void TermTiles::add_values(const TermInputs& A, Eigen::Index a, const TermInputs& B, Eigen::Index b,
                           bool first, Tile& total) {
  compute_units(A, a, B, b, total.rows(), total.columns());
  const Tile* product = &values_.front();
  if (values_.size() > 1) {
    weights_.reshape(total.rows(), total.columns());
    weights_.flat() = values_[0].flat();
    for (std::size_t u = 1; u < values_.size(); ++u) weights_.flat() *= values_[u].flat();
    product = &weights_;
  }
  if (first) {
    total.flat() = term_.variance * product->flat();
  } else {
    total.flat() += term_.variance * product->flat();
  }
}

double TermTiles::weigh(const Tile& W, std::size_t unit) {
  weights_.reshape(W.rows(), W.columns());
  if (values_.size() == 1) return scale_and_sum(term_.variance, W, values_[0], weights_);
  weights_.flat() = term_.variance * W.flat();
  for (std::size_t v = 0; v < values_.size(); ++v) {
    if (v != unit) weights_.flat() *= values_[v].flat();
  }
  return (weights_.flat() * values_[unit].flat()).sum();
}

void TermTiles::contract(const TermInputs& A, Eigen::Index a, const TermInputs& B, Eigen::Index b,
                         const Tile& W, std::span<double> out, Points* moved) {
  compute_units(A, a, B, b, W.rows(), W.columns());
  contract_known(A, a, B, b, W, out, moved);
}

void TermTiles::swap(std::span<Tile> tiles) {
  for (std::size_t u = 0; u < values_.size(); ++u) {
    std::swap(values_[u], tiles[2 * u]);
    std::swap(states_[u], tiles[2 * u + 1]);
  }
}

void TermTiles::contract_known(const TermInputs& A, Eigen::Index a, const TermInputs& B,
                               Eigen::Index b, const Tile& W, std::span<double> out,
                               Points* moved) {
  std::size_t next = 1;
  for (std::size_t u = 0; u < values_.size(); ++u) {
    const UnitKernel& unit = *term_.units[u];
    const double sum = weigh(W, u);
    if (u == 0) out[0] += sum;  // the variance itself
    const std::size_t count = parameters_of(unit.settings()).size();
    const std::vector<Eigen::Index>& active = unit.settings().active;
    Matrix* const own = moved == nullptr ? nullptr : &moved_;
    if (own != nullptr) own->setZero(W.rows(), static_cast<Eigen::Index>(active.size()));
    if (count > 0 || own != nullptr) {
      unit.contract(A.of(u, a), B.of(u, b), values_[u], states_[u], weights_,
                    out.subspan(next, count), own);
    }
    for (std::size_t c = 0; own != nullptr && c < active.size(); ++c)
      moved->col(active[c]).segment(a * kTileSide, W.rows()) +=
          own->col(static_cast<Eigen::Index>(c));
    next += count;
  }
}

}  // namespace phigp::detail
