#include "phigp/kernels/term_tiles.h"

#include <algorithm>

namespace phigp::detail {

TermInputs::TermInputs(const KernelTerm& term, const Points& X) {
  for (const UnitKernelPtr& unit : term.units) {
    std::vector<Inputs>& blocks = inputs_.emplace_back();
    for (Eigen::Index first = 0; first < X.rows(); first += kTileSide) {
      blocks.push_back(unit->inputs(X, first, std::min(kTileSide, X.rows() - first)));
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
                           Tile& total) {
  compute_units(A, a, B, b, total.rows(), total.columns());
  Tile& product = values_.front();
  for (std::size_t u = 1; u < values_.size(); ++u) product.flat() *= values_[u].flat();
  total.flat() += term_.variance * product.flat();
}

void TermTiles::weigh(const Tile& W, std::size_t unit) {
  weights_.reshape(W.rows(), W.columns());
  weights_.flat() = term_.variance * W.flat();
  for (std::size_t v = 0; v < values_.size(); ++v) {
    if (v != unit) weights_.flat() *= values_[v].flat();
  }
}

void TermTiles::contract(const TermInputs& A, Eigen::Index a, const TermInputs& B, Eigen::Index b,
                         const Tile& W, std::span<double> out) {
  compute_units(A, a, B, b, W.rows(), W.columns());
  std::size_t next = 1;
  for (std::size_t u = 0; u < values_.size(); ++u) {
    weigh(W, u);
    if (u == 0) out[0] += (weights_.flat() * values_[0].flat()).sum();  // the variance itself
    const std::size_t count = parameters_of(term_.units[u]->settings()).size();
    if (count > 0) {
      term_.units[u]->contract(A.of(u, a), B.of(u, b), values_[u], states_[u], weights_,
                               out.subspan(next, count));
    }
    next += count;
  }
}

void TermTiles::contract_inputs(const TermInputs& A, Eigen::Index a, const TermInputs& B,
                                Eigen::Index b, const Tile& W, Eigen::Ref<Points> out) {
  compute_units(A, a, B, b, W.rows(), W.columns());
  Matrix moved;
  for (std::size_t u = 0; u < values_.size(); ++u) {
    weigh(W, u);
    const std::vector<Eigen::Index>& active = term_.units[u]->settings().active;
    moved.setZero(W.columns(), static_cast<Eigen::Index>(active.size()));
    term_.units[u]->contract_inputs(A.of(u, a), B.of(u, b), values_[u], states_[u], weights_,
                                    moved);
    for (std::size_t c = 0; c < active.size(); ++c)
      out.col(active[c]) += moved.col(static_cast<Eigen::Index>(c));
  }
}

}  // namespace phigp::detail
