// A view of the draws of one scalar by several equally long chains, and the few ways in which such
// draws can be unfit for a diagnostic. Nothing is copied: the numbers stay where the sampler keeps
// them, and have to outlive the view.
#pragma once

#include <string_view>
#include <vector>

#include "phigp/base/matrix.h"

namespace phigp {

class Chains {
 public:
  using Index = Eigen::Index;

  // Chain c is starts[c][0], starts[c][stride], ...: one site of a draws x sites matrix is a view.
  Chains(std::vector<const double*> starts, Index draws, Index stride = 1);
  explicit Chains(const Matrix& draws);  // draws x chains
  explicit Chains(Matrix&&) = delete;    // the view would outlive its numbers

  Index draws() const { return draws_; }
  Index chains() const { return static_cast<Index>(starts_.size()); }
  double operator()(Index draw, Index chain) const {
    return starts_[static_cast<std::size_t>(chain)][draw * stride_];
  }
  Matrix values() const;  // draws x chains, a copy

 private:
  std::vector<const double*> starts_;
  Index draws_;
  Index stride_;
};

// What can be said of the chains at all. Diagnostics of chains that are too short or not finite are
// NaN; of constant ones as each function says. ChainSummary carries the state beside the numbers.
enum class ChainState {
  usable,
  constant,   // every draw of every chain is the same number
  too_short,  // fewer than kFewestDraws draws: nothing is left after splitting
  not_finite  // a NaN or an infinity somewhere
};
inline constexpr Eigen::Index kFewestDraws = 4;

ChainState state_of(const Chains& chains);
std::string_view to_text(ChainState state);

// Enough draws, all finite: a constant chain has an effective size, though no R-hat.
inline bool has_diagnostics(ChainState state) {
  return state == ChainState::usable || state == ChainState::constant;
}

}  // namespace phigp
