// Checks that a sample comes from a law, each with a stated false-alarm rate. Seeds are fixed, so a
// check that passes once passes always; the rate says how likely a correct sampler was to fail at
// all.
//   cdf      Dvoretzky-Kiefer-Wolfowitz: P(sup |F_n - F| > e) <= 2 exp(-2 n e^2) = 1e-9 by choice
//   of e moments  |z| <= 7: 3e-12 for a normal z; the rest of 5e-10 is left to n being finite
// Fewer than 2000 checks use this file: together they raise a false alarm with probability < 1e-6.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "phigp/base/random.h"

namespace phigp::test {

inline constexpr double kFalseAlarm = 5e-10;
inline constexpr double kMostZ = 7.0;

// n draws of draw(stream), from a stream of their own for every `index`.
template <class Draw>
std::vector<double> sample(std::size_t n, std::uint64_t index, Draw&& draw) {
  Stream stream({.seed = 20, .purpose = Purpose::test, .chain = 0, .index = index});
  std::vector<double> values(n);
  for (double& value : values) value = draw(stream);
  return values;
}

// Compares the sample with `cdf`, which maps increasing points to their probabilities, at order
// statistics that are evenly spaced in rank: a sup over fewer points only makes alarms rarer.
template <class Cdf>
void expect_cdf(std::vector<double> values, Cdf&& cdf, const std::string& what,
                std::size_t points = 200) {
  const double n = static_cast<double>(values.size());
  std::sort(values.begin(), values.end());
  std::vector<double> x;
  std::vector<double> empirical;
  for (std::size_t i = 1; i < points; ++i) {
    const std::size_t rank = values.size() * i / points;
    x.push_back(values[rank]);
    empirical.push_back((static_cast<double>(rank) + 0.5) / n);
  }
  const std::vector<double> exact = cdf(x);
  const double bound = std::sqrt(std::log(2.0 / kFalseAlarm) / (2.0 * n)) + 0.5 / n;
  double worst = 0.0;
  std::size_t at = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double error = std::abs(exact[i] - empirical[i]);
    if (!(error <= worst)) {
      worst = error;
      at = i;
    }
  }
  EXPECT_LE(worst, bound) << what << ": cdf at " << x[at] << " is " << exact[at] << ", sample has "
                          << empirical[at];
}

// A cdf of one point, for expect_cdf.
template <class Function>
auto pointwise(Function function) {
  return [function](const std::vector<double>& x) {
    std::vector<double> out(x.size());
    std::transform(x.begin(), x.end(), out.begin(), function);
    return out;
  };
}

// The mean of f(value) against `expected`; the standard error is that of the sample.
template <class Function>
void expect_mean(const std::vector<double>& values, Function&& f, double expected,
                 const std::string& what) {
  const double n = static_cast<double>(values.size());
  double sum = 0.0;
  for (const double value : values) sum += f(value) - expected;
  const double shift = sum / n;  // of the mean; deviations from `expected` lose no digits
  double squares = 0.0;
  for (const double value : values) {
    const double deviation = f(value) - expected - shift;
    squares += deviation * deviation;
  }
  const double z = shift / std::sqrt(squares / n / n);
  EXPECT_LE(std::abs(z), kMostZ) << what << ": expected " << expected << ", off by " << shift;
}

// How often `predicate` holds, against its probability.
template <class Predicate>
void expect_probability(const std::vector<double>& values, Predicate&& predicate,
                        double probability, const std::string& what) {
  const double n = static_cast<double>(values.size());
  const auto count = static_cast<double>(std::count_if(values.begin(), values.end(), predicate));
  const double z = (count - n * probability) / std::sqrt(n * probability * (1.0 - probability));
  EXPECT_LE(std::abs(z), kMostZ) << what << ": expected " << n * probability << ", got " << count;
}

// Mean, variance and, unless the law is so skew that a mean of cubes is far from normal, the third
// cumulant. Written on the scale of the standard deviation.
inline void expect_cumulants(const std::vector<double>& values, double mean, double variance,
                             double third, const std::string& what) {
  const double sd = std::sqrt(variance);
  const auto power = [&](int k) {
    return [mean, sd, k](double x) {
      const double y = (x - mean) / sd;
      return k == 1 ? y : k == 2 ? y * y : y * y * y;
    };
  };
  expect_mean(values, power(1), 0.0, what + ", mean");
  expect_mean(values, power(2), 1.0, what + ", variance");
  const double skewness = third / (sd * sd * sd);
  if (std::abs(skewness) < 3.0) expect_mean(values, power(3), skewness, what + ", third cumulant");
}

}  // namespace phigp::test
