// Draws of one quantity: kept in memory for the summary and written to disk as they come, one
// series per chain.
#pragma once

#include <string>
#include <vector>

#include "phigp/diagnostics/chain_summary.h"
#include "phigp/diagnostics/running_moments.h"
#include "phigp/io/tensor_stream.h"

namespace phigp {

class DrawRecord {
 public:
  DrawRecord(std::string name, Eigen::Index width, int chains, int draws);

  bool empty() const { return width_ == 0; }
  // name.chain1, name.chain2, …; none if there is nothing to draw.
  std::vector<TensorSeries> series() const;
  // For different chains from different threads.
  void take(int chain, int draw, const Vector& values, TensorStream& file);
  // Of each number, from the first `draws` of every chain.
  std::vector<ChainSummary> summaries(int draws) const;

 private:
  std::string name_;
  Eigen::Index width_;
  std::vector<Matrix> chains_;  // width x draws
};

// The average of conditional means over chains.
class MeanRecord {
 public:
  MeanRecord(Eigen::Index width, int chains);

  void take(int chain, const Vector& mean) { chains_[static_cast<std::size_t>(chain)].add(mean); }
  Vector mean() const;

 private:
  std::vector<RunningMoments> chains_;
};

Tensor tensor_of(const Vector& values);

}  // namespace phigp
