// Rows cut into blocks, and blocks into groups: the blocks of a group are worked through in order
// by one thread, groups run in parallel, and what groups sum up is added in their order. Results
// are then the same to the last bit for any number of threads.
#pragma once

#include <algorithm>
#include <cstddef>

#include "phigp/base/matrix.h"
#include "phigp/base/threads.h"

namespace phigp {

class RowBlocks {
 public:
  // Long enough for the BLAS, short enough that a block stays in the cache; tiles of the kernels
  // (kTileSide) fill it. Not a power of two: entries of a row would fall into the same lines of the
  // cache.
  static constexpr Eigen::Index kRows = 448;
  // More than processors, so that they finish together; each has a matrix of its own.
  static constexpr std::size_t kMostGroups = 16;

  explicit RowBlocks(Eigen::Index rows)
      : rows_(rows),
        blocks_(static_cast<std::size_t>((rows + kRows - 1) / kRows)),
        groups_(std::min(blocks_, kMostGroups)) {}

  std::size_t count() const { return blocks_; }
  std::size_t groups() const { return groups_; }
  Eigen::Index first(std::size_t block) const { return static_cast<Eigen::Index>(block) * kRows; }
  Eigen::Index size(std::size_t block) const { return std::min(kRows, rows_ - first(block)); }

  // work(group, block), every block once.
  template <class Work>
  void for_each(const Threads& threads, const Work& work) const {
    threads.for_each_block(groups_, [&](std::size_t group) {
      const std::size_t end = (group + 1) * blocks_ / groups_;
      for (std::size_t block = group * blocks_ / groups_; block < end; ++block) work(group, block);
    });
  }

 private:
  Eigen::Index rows_;
  std::size_t blocks_;
  std::size_t groups_;
};

}  // namespace phigp
