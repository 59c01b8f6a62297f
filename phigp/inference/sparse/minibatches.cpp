#include "phigp/inference/sparse/minibatches.h"

#include <algorithm>

#include "phigp/base/error.h"

namespace phigp {

namespace {

constexpr int kRounds = 6;

// A mixing of 64 bits (the finaliser of splitmix64): round function, no source of randomness.
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

}  // namespace

Permutation::Permutation(std::uint64_t size, std::uint64_t seed) : size_(size), seed_(mixed(seed)) {
  while ((std::uint64_t{1} << (2 * half_bits_)) < size_) ++half_bits_;
}

std::uint64_t Permutation::operator()(std::uint64_t place) const {
  const std::uint64_t mask = (std::uint64_t{1} << half_bits_) - 1;
  do {
    std::uint64_t left = place >> half_bits_;
    std::uint64_t right = place & mask;
    for (std::uint64_t round = 0; round < kRounds; ++round) {
      const std::uint64_t next = left ^ (mixed(seed_ + (round << 56) + right) & mask);
      left = right;
      right = next;
    }
    place = (left << half_bits_) | right;
  } while (place >= size_);
  return place;
}

Minibatches::Minibatches(Eigen::Index rows, Eigen::Index held_out, Eigen::Index batch,
                         std::uint64_t seed)
    : held_(static_cast<std::uint64_t>(held_out)),
      others_(static_cast<std::uint64_t>(rows - held_out)),
      batch_(std::min(static_cast<std::uint64_t>(batch), others_)),
      seed_(mixed(seed)),
      split_(static_cast<std::uint64_t>(rows), seed_),
      order_(others_, seed_ + epoch_) {
  require(held_out >= 0 && held_out < rows, "rows held out", static_cast<double>(held_out),
          "must be fewer than all rows");
  require(batch > 0, "batch", static_cast<double>(batch), "must be at least 1");
}

std::vector<Eigen::Index> Minibatches::held_out() const {
  std::vector<Eigen::Index> rows;
  for (std::uint64_t k = 0; k < held_; ++k) rows.push_back(static_cast<Eigen::Index>(split_(k)));
  std::sort(rows.begin(), rows.end());
  return rows;
}

std::vector<Eigen::Index> Minibatches::next() {
  // The rows left over at the end of an epoch, fewer than a batch, wait for the next.
  if (at_ + batch_ > others_) {
    at_ = 0;
    order_ = Permutation(others_, seed_ + ++epoch_);
  }
  std::vector<Eigen::Index> rows;
  for (std::uint64_t k = at_; k < at_ + batch_; ++k)
    rows.push_back(static_cast<Eigen::Index>(split_(held_ + order_(k))));
  at_ += batch_;
  std::sort(rows.begin(), rows.end());
  return rows;
}

}  // namespace phigp
