#include "phigp/compare/draw_store.h"

#include <algorithm>
#include <limits>

#include "phigp/base/thread_clock.h"

namespace phigp {

DrawStore::DrawStore(Eigen::Index rows, int chains, int draws) : rows_(rows) {
  draws_.resize(static_cast<std::size_t>(chains));
  for (Chain& chain : draws_) chain.f.resize(rows, draws);
}

void DrawStore::take(int chain, int draw, const Vector& f) {
  Chain& into = draws_[static_cast<std::size_t>(chain)];
  into.f.col(draw) = f;
  into.draws = draw + 1;
  into.last = thread_seconds();
  if (draw == 0) into.first = into.last;
}

int DrawStore::equal_draws() const {
  int least = std::numeric_limits<int>::max();
  for (const Chain& chain : draws_) least = std::min(least, chain.draws);
  return least;
}

double DrawStore::seconds_per_draw() const {
  double seconds = 0.0;
  double draws = 0.0;
  for (const Chain& chain : draws_) {
    if (chain.draws < 2) continue;
    seconds += chain.last - chain.first;
    draws += chain.draws - 1;
  }
  return draws == 0.0 ? std::numeric_limits<double>::quiet_NaN() : seconds / draws;
}

Chains DrawStore::row(Eigen::Index i) const {
  std::vector<const double*> starts;
  for (const Chain& chain : draws_) starts.push_back(chain.f.data() + i);
  return {starts, equal_draws(), rows_};
}

}  // namespace phigp
