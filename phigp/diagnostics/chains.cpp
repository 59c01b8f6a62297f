#include "phigp/diagnostics/chains.h"

#include <cmath>
#include <string>
#include <utility>

#include "phigp/base/error.h"

namespace phigp {

Chains::Chains(std::vector<const double*> starts, Index draws, Index stride)
    : starts_(std::move(starts)), draws_(draws), stride_(stride) {
  require(!starts_.empty(), "chains", "0", "must be at least one");
  require(draws >= 0, "chains: draws", std::to_string(draws), "must not be negative");
}

Chains::Chains(const Matrix& draws) : draws_(draws.rows()), stride_(1) {
  require(draws.cols() > 0, "chains", "0", "must be at least one");
  for (Index c = 0; c < draws.cols(); ++c) starts_.push_back(draws.data() + c * draws.rows());
}

Matrix Chains::values() const {
  Matrix out(draws(), chains());
  for (Index c = 0; c < chains(); ++c) {
    for (Index t = 0; t < draws(); ++t) out(t, c) = (*this)(t, c);
  }
  return out;
}

ChainState state_of(const Chains& chains) {
  if (chains.draws() < kFewestDraws) return ChainState::too_short;
  const double first = chains(0, 0);
  bool constant = true;
  for (Chains::Index c = 0; c < chains.chains(); ++c) {
    for (Chains::Index t = 0; t < chains.draws(); ++t) {
      const double x = chains(t, c);
      if (!std::isfinite(x)) return ChainState::not_finite;
      constant = constant && x == first;
    }
  }
  return constant ? ChainState::constant : ChainState::usable;
}

std::string_view to_text(ChainState state) {
  switch (state) {
    case ChainState::usable:
      return "usable";
    case ChainState::constant:
      return "constant";
    case ChainState::too_short:
      return "too short";
    case ChainState::not_finite:
      return "not finite";
  }
  return "unknown";
}

}  // namespace phigp
