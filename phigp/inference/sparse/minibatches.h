// Rows in random order, batch by batch, each once before any comes again, and some that never come.
// Orders are computed, not stored: memory does not grow with the number of rows.
#pragma once

#include <cstdint>
#include <vector>

#include "phigp/base/matrix.h"

namespace phigp {

// A permutation of 0, …, size - 1 that is drawn by its seed: a Feistel network on the next power of
// 4, walked along until it lands inside.
class Permutation {
 public:
  Permutation(std::uint64_t size, std::uint64_t seed);
  std::uint64_t operator()(std::uint64_t place) const;

 private:
  std::uint64_t size_;
  std::uint64_t seed_;
  int half_bits_ = 1;
};

class Minibatches {
 public:
  // held_out < rows.
  Minibatches(Eigen::Index rows, Eigen::Index held_out, Eigen::Index batch, std::uint64_t seed);

  std::vector<Eigen::Index> held_out() const;  // in increasing order, as is each batch
  std::vector<Eigen::Index> next();

 private:
  std::uint64_t held_;
  std::uint64_t others_;
  std::uint64_t batch_;
  std::uint64_t seed_;
  std::uint64_t epoch_ = 1;
  Permutation split_;  // the first held_ places are held out
  Permutation order_;  // of the others, in this epoch
  std::uint64_t at_ = 0;
};

}  // namespace phigp
