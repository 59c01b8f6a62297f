// Draws of one quantity: kept in memory for the summary and written to disk as they come, one
// series per chain.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "phigp/diagnostics/chain_summary.h"
#include "phigp/diagnostics/running_moments.h"
#include "phigp/io/tensor_stream.h"

namespace phigp {

// Which draws are summarised. Chains that were stopped differ in length, and diagnostics compare
// equal lengths: the first `draws` of each of `chains`, chosen so that the most draws are used. A
// chain that had hardly begun would otherwise cost nearly all draws of the others.
struct UsedDraws {
  std::vector<std::size_t> chains;  // all of them where none has a draw
  int draws = 0;
};
UsedDraws most_equal_draws(const std::vector<int>& drawn);

class DrawRecord {
 public:
  DrawRecord(std::string name, Eigen::Index width, int chains, int draws);

  bool empty() const { return width_ == 0; }
  // name.chain1, name.chain2, …; none if there is nothing to draw.
  std::vector<TensorSeries> series() const;
  // For different chains from different threads.
  void take(int chain, int draw, const Vector& values, TensorStream& file);
  std::vector<ChainSummary> summaries(const UsedDraws& used) const;
  Vector mean(const UsedDraws& used) const;  // NaN without a draw

 private:
  std::string name_;
  Eigen::Index width_;
  std::vector<Matrix> chains_;  // width x draws
};

// The average of conditional means over chains. They are not kept: nothing for chains that have
// more of them than are used.
class MeanRecord {
 public:
  MeanRecord(Eigen::Index width, int chains);

  void take(int chain, const Vector& mean) { chains_[static_cast<std::size_t>(chain)].add(mean); }
  std::optional<Vector> mean(const UsedDraws& used) const;

 private:
  std::vector<RunningMoments> chains_;
};

Tensor tensor_of(const Vector& values);

}  // namespace phigp
