// Random streams by address. A stream is named by (seed, purpose, chain, index) and needs no
// predecessor: the same address gives the same numbers on any thread, in any order. Philox 4x64-10
// (Random123) underneath.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace phigp {

// What the numbers are for. Two purposes never share a stream; the values are part of
// reproducibility, so append only.
enum class Purpose : std::uint32_t {
  omega = 1,
  latent = 2,
  target = 3,
  selection = 4,
  certificate = 5,
  test = 6
};

struct StreamAddress {
  std::uint64_t seed = 0;
  Purpose purpose = Purpose::test;
  std::uint32_t chain = 0;
  std::uint64_t index =
      0;  // sweep, block or row: whatever makes the address unique within the chain
};

// A standard UniformRandomBitGenerator of 64-bit words with the variates that samplers are built
// from.
class Stream {
 public:
  using result_type = std::uint64_t;

  explicit Stream(const StreamAddress& address);

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }
  result_type operator()() {
    if (next_ == words_.size()) refill();
    return words_[next_++];
  }

  // Uniform on the open interval (0, 1): never 0, never 1, so log(u) and 1/u are finite.
  double uniform() { return (static_cast<double>((*this)() >> 12) + 0.5) * 0x1p-52; }
  double normal();
  double exponential();
  // Gamma with the given shape > 0 and rate 1. For shapes below 1 the result may be smaller than
  // the least double; see log_gamma_variate.
  double gamma(double shape);
  // The logarithm of the same variate, which stays finite for any shape > 0.
  double log_gamma_variate(double shape);

 private:
  void refill();

  std::array<std::uint64_t, 4> counter_;
  std::array<std::uint64_t, 2> key_;
  std::array<std::uint64_t, 4> words_{};
  std::size_t next_ = 4;
};

}  // namespace phigp
