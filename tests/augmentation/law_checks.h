// What the tests of the laws share: names for messages, sample sizes, and the check of a Laplace
// transform.
#pragma once

#include <cmath>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "phigp/base/error.h"
#include "tests/support/statistical.h"

namespace phigp::test {

inline constexpr std::size_t kMany = 500'000;
inline constexpr std::size_t kSome = 200'000;

inline std::string describe(const std::string& law, const std::vector<double>& parameters) {
  std::string text = law;
  for (const double parameter : parameters) text += " " + to_text(parameter);
  return text;
}

inline double normal_cdf(double z) { return 0.5 * std::erfc(-z / std::sqrt(2.0)); }

// E exp(-t X) at three t around 1/mean.
inline void expect_transform(const std::vector<double>& values, double unit,
                             const std::function<double(double)>& transform,
                             const std::string& what) {
  for (const double t : {0.3 / unit, 1.0 / unit, 5.0 / unit}) {
    expect_mean(
        values, [t](double x) { return std::exp(-t * x); }, transform(t), what + ", transform");
  }
}

}  // namespace phigp::test
