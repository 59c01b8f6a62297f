#include "phigp/base/wide_registers.h"

#include <gtest/gtest.h>

#include <array>

namespace phigp {
namespace {

// What is computed for each width, whole numbers, so that nothing is rounded.
struct SumOfSquares {
  const std::array<double, 19>& x;
  double& sum;
  int& width;

  template <class R>
  PHIGP_ALWAYS_INLINE void operator()(R) const {
    typename R::Pack sums{};
    Eigen::Index i = 0;
    for (; i + R::kSize <= 19; i += R::kSize) {
      const typename R::Pack here = pack_at<R>(x.data() + i);
      sums += here * here;
    }
    sum = 0.0;
    for (; i < 19; ++i) sum += x[static_cast<std::size_t>(i)] * x[static_cast<std::size_t>(i)];
    for (int lane = 0; lane < R::kSize; ++lane) sum += sums[lane];
    width = static_cast<int>(R::kSize);
  }
};

TEST(WideRegisters, GiveTheSameOfEveryWidth) {
  std::array<double, 19> x;
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<double>(i) - 5.0;
  double expected = 0.0;
  for (const double value : x) expected += value * value;
  double sum = 0.0;
  int width = 0;
  const SumOfSquares work{x, sum, width};
  with_widest_registers(work);
  EXPECT_EQ(sum, expected);
  EXPECT_EQ(width, has_widest_registers() ? 8 : 4);
  if (has_wide_registers()) {
    sum = 0.0;
    run_wide(work);
    EXPECT_EQ(sum, expected);
    EXPECT_EQ(width, 4);
  }
  if (has_widest_registers()) {
    sum = 0.0;
    run_widest(work);
    EXPECT_EQ(sum, expected);
    EXPECT_EQ(width, 8);
  }
}

}  // namespace
}  // namespace phigp
