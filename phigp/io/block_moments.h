// Weighted mean and deviation of numbers of any size in one pass: a block at a time is looked at
// several times, while it lies in the cache, and then added to those before. The same numbers in
// the same order give the same to the last bit, wherever they come from.
#pragma once

#include <array>
#include <cstddef>
#include <limits>

namespace phigp {

class BlockMoments {
 public:
  // Finite, with a weight that is finite and above 0.
  void add(double value, double weight) {
    values_[held_] = value;
    weights_[held_] = weight;
    if (++held_ == kBlock) add_block();
  }
  // What is left; to be called once, before the figures below are asked for.
  void finish() {
    if (held_ > 0) add_block();
  }

  double weight() const { return all_.weight; }
  double least() const { return least_; }
  double most() const { return most_; }
  double mean() const;       // between the two
  double deviation() const;  // with the sum of weights as divisor; 0 also where it underflows

 private:
  struct Part {
    double weight = 0.0;
    double mean = 0.0;  // the mean is the sum of both, with twice the digits of a double
    double rest = 0.0;
    double squares = 0.0;  // of differences from it
  };
  static Part together(Part a, Part b);
  void add_block();
  void raise_unit(int unit);

  static constexpr std::size_t kBlock = 1024;
  std::array<double, kBlock> values_{};
  std::array<double, kBlock> weights_{};
  std::size_t held_ = 0;
  double least_ = std::numeric_limits<double>::infinity();
  double most_ = -std::numeric_limits<double>::infinity();
  // In units of 2^unit_ all numbers lie within (-2, 2): squares cannot overflow, and a power of two
  // costs no rounding.
  int unit_ = std::numeric_limits<double>::min_exponent - std::numeric_limits<double>::digits;
  Part all_;
};

}  // namespace phigp
