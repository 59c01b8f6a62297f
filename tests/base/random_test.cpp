#include "phigp/base/random.h"

#include <gtest/gtest.h>

#include <array>
#include <boost/math/distributions/gamma.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "phigp/base/error.h"
#include "tests/support/statistical.h"

namespace phigp {
namespace {

using test::expect_cdf;
using test::expect_cumulants;
using test::expect_mean;
using test::expect_probability;
using test::pointwise;
using test::sample;

constexpr std::size_t kMany = 500'000;

std::vector<std::uint64_t> words(const StreamAddress& address, std::size_t n = 16) {
  Stream stream(address);
  std::vector<std::uint64_t> out(n);
  for (auto& word : out) word = stream();
  return out;
}

const StreamAddress kAddress = {.seed = 7, .purpose = Purpose::omega, .chain = 3, .index = 11};

TEST(Stream, AnAddressNamesItsNumbersWhateverElseWasDrawn) {
  const auto expected = words(kAddress);
  Stream first(kAddress);
  Stream other({.seed = 7, .purpose = Purpose::omega, .chain = 3, .index = 12});
  std::vector<std::uint64_t> interleaved;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    for (std::size_t k = 0; k < i % 5; ++k) other();
    interleaved.push_back(first());
  }
  EXPECT_EQ(interleaved, expected);
}

// The addressing is a promise to users who stored a seed. Values: Philox 4x64-10 by the Python
// package numpy, Philox(counter, key) with counter = (0, index, chain, purpose), key = (seed,
// "phigp"); numpy adds 1 to the first counter before its first block, so it was given counter - 1.
TEST(Stream, TheNumbersArePhilox4x64) {
  const std::vector<std::uint64_t> expected = {10217388807071809454ULL, 4221041947274697944ULL,
                                               7567160095798589019ULL,  8678410907084769841ULL,
                                               16996930452422753774ULL, 8043673714987090240ULL};
  EXPECT_EQ(words(kAddress, expected.size()), expected);
}

TEST(Stream, EveryFieldOfTheAddressChangesEveryNumber) {
  std::set<std::uint64_t> all;
  std::size_t count = 0;
  for (const StreamAddress& address :
       {kAddress, StreamAddress{8, Purpose::omega, 3, 11}, StreamAddress{7, Purpose::latent, 3, 11},
        StreamAddress{7, Purpose::omega, 4, 11}, StreamAddress{7, Purpose::omega, 3, 10},
        StreamAddress{7, Purpose::omega, 11, 3}, StreamAddress{3, Purpose::omega, 7, 11},
        StreamAddress{7ULL << 32U, Purpose::omega, 3, 11},
        StreamAddress{7, Purpose::omega, 3, 11ULL << 32U}}) {
    for (const std::uint64_t word : words(address, 64)) {
      all.insert(word);
      ++count;
    }
  }
  EXPECT_EQ(all.size(), count);  // a chance collision has probability 1e-14
}

TEST(Stream, UniformLiesStrictlyBetweenZeroAndOne) {
  // The extreme words map to the extreme values.
  EXPECT_GT((static_cast<double>(Stream::min() >> 12U) + 0.5) * 0x1p-52, 0.0);
  EXPECT_LT((static_cast<double>(Stream::max() >> 12U) + 0.5) * 0x1p-52, 1.0);
  Stream stream(kAddress);
  for (std::size_t i = 0; i < kMany; ++i) {
    const double u = stream.uniform();
    ASSERT_TRUE(u > 0.0 && u < 1.0) << u;
  }
}

TEST(Stream, StatisticalNeighbouringAddressesAreUncorrelated) {
  Stream a({.seed = 1, .purpose = Purpose::omega, .chain = 0, .index = 0});
  Stream b({.seed = 1, .purpose = Purpose::omega, .chain = 0, .index = 1});
  Stream c({.seed = 1, .purpose = Purpose::omega, .chain = 1, .index = 0});
  std::vector<double> ab(kMany);
  std::vector<double> ac(kMany);
  std::vector<double> serial(kMany);
  double last = 0.0;
  for (std::size_t i = 0; i < kMany; ++i) {
    const double x = a.normal();
    ab[i] = x * b.normal();
    ac[i] = x * c.normal();
    serial[i] = x * last;
    last = x;
  }
  const auto identity = [](double x) { return x; };
  expect_mean(ab, identity, 0.0, "next index");
  expect_mean(ac, identity, 0.0, "next chain");
  expect_mean(serial, identity, 0.0, "serial");
}

TEST(Stream, StatisticalFirstNumbersOfConsecutiveStreamsAreUniform) {
  std::vector<double> first(kMany);
  for (std::size_t i = 0; i < kMany; ++i) {
    first[i] = Stream({.seed = 2, .purpose = Purpose::test, .chain = 0, .index = i}).uniform();
  }
  expect_cdf(first, pointwise([](double x) { return x; }), "first numbers");
  expect_mean(first, [](double x) { return x; }, 0.5, "first numbers");
}

TEST(Stream, StatisticalUniformNormalExponential) {
  const auto u = sample(kMany, 1, [](Stream& s) { return s.uniform(); });
  expect_cdf(u, pointwise([](double x) { return x; }), "uniform");
  expect_cumulants(u, 0.5, 1.0 / 12.0, 0.0, "uniform");

  const auto n = sample(kMany, 2, [](Stream& s) { return s.normal(); });
  expect_cdf(n, pointwise([](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }), "normal");
  expect_cumulants(n, 0.0, 1.0, 0.0, "normal");
  expect_mean(n, [](double x) { return std::pow(x, 4); }, 3.0, "normal, fourth moment");
  expect_probability(
      n, [](double x) { return std::abs(x) > 3.5; }, std::erfc(3.5 / std::sqrt(2.0)),
      "normal, tail");

  const auto e = sample(kMany, 3, [](Stream& s) { return s.exponential(); });
  expect_cdf(e, pointwise([](double x) { return -std::expm1(-x); }), "exponential");
  expect_cumulants(e, 1.0, 1.0, 2.0, "exponential");
  expect_probability(e, [](double x) { return x > 7.5; }, std::exp(-7.5), "exponential, tail");
}

// Eight million draws in bins and in the tail, because a ziggurat goes wrong in slivers.
TEST(Stream, StatisticalNormalInEveryBin) {
  const auto values = sample(16 * kMany, 4, [](Stream& s) { return s.normal(); });
  for (double edge = -4.0; edge <= 4.0; edge += 0.25) {
    expect_probability(
        values, [=](double x) { return x < edge; }, 0.5 * std::erfc(-edge / std::sqrt(2.0)),
        "normal below " + to_text(edge));
  }
  std::vector<double> tail;
  for (const double x : values) {
    if (std::abs(x) > 3.7) tail.push_back(std::abs(x));
  }
  ASSERT_GT(tail.size(), 1000U);
  const double beyond = std::erfc(3.7 / std::sqrt(2.0));
  expect_cdf(tail,
             pointwise([=](double x) { return 1.0 - std::erfc(x / std::sqrt(2.0)) / beyond; }),
             "normal tail", 50);
}

TEST(Stream, StatisticalGamma) {
  std::uint64_t index = 10;
  for (const double shape : {0.05, 0.5, 0.999, 1.0, 1.5, 2.5, 30.0, 1e4, 1e9}) {
    const auto values = sample(kMany, index++, [&](Stream& s) { return s.gamma(shape); });
    const std::string what = "gamma " + to_text(shape);
    const boost::math::gamma_distribution<> law(shape);
    expect_cdf(values, pointwise([&](double x) { return cdf(law, x); }), what);
    expect_cumulants(values, shape, shape, 2.0 * shape, what);
  }
}

TEST(Stream, StatisticalLogGammaStaysFiniteAndRightForTinyShapes) {
  std::uint64_t index = 30;
  for (const double shape : {1e-3, 0.2, 1.0, 4.0}) {
    const auto values =
        sample(kMany, index++, [&](Stream& s) { return s.log_gamma_variate(shape); });
    for (const double value : values) ASSERT_TRUE(std::isfinite(value));
    // P(log x < y) = P(shape, e^y), and x^shape / Gamma(shape + 1) to machine precision for small
    // x.
    const auto cdf_of_log = [&](double y) {
      if (y < -50.0) return std::exp(shape * y - std::lgamma(shape + 1.0));
      return boost::math::gamma_p(shape, std::exp(y));
    };
    expect_cdf(values, pointwise(cdf_of_log), "log gamma " + to_text(shape));
    expect_mean(
        values, [](double y) { return y; }, boost::math::digamma(shape),
        "log gamma " + to_text(shape));
  }
}

TEST(Stream, GammaRefusesWhatIsNoShape) {
  Stream stream(kAddress);
  for (const double shape : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    EXPECT_THROW(stream.gamma(shape), InvalidInput) << shape;
    EXPECT_THROW(stream.log_gamma_variate(shape), InvalidInput) << shape;
  }
}

}  // namespace
}  // namespace phigp
