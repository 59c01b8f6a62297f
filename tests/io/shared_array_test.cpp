#include "phigp/io/shared_array.h"

#include <gtest/gtest.h>

#include <numeric>

namespace phigp::test {

TEST(SharedArrays, AreReadLikeVectorsAndEqualByContent) {
  const SharedArray<double> array = std::vector<double>{1.0, 2.5, -3.0};
  EXPECT_EQ(array.size(), 3u);
  EXPECT_FALSE(array.empty());
  EXPECT_EQ(array[1], 2.5);
  EXPECT_EQ(array.front(), 1.0);
  EXPECT_EQ(array.back(), -3.0);
  EXPECT_EQ(std::accumulate(array.begin(), array.end(), 0.0), 0.5);
  const std::span<const double> view = array;
  EXPECT_EQ(view.data(), array.data());
  EXPECT_EQ(array, (std::vector<double>{1.0, 2.5, -3.0}));
  EXPECT_NE(array, (std::vector<double>{1.0, 2.5}));
  EXPECT_NE(array, (std::vector<double>{1.0, 2.5, 3.0}));
  EXPECT_EQ(array.copy(), (std::vector<double>{1.0, 2.5, -3.0}));
  EXPECT_TRUE(SharedArray<double>().empty());
}

TEST(SharedArrays, ShareTheirMemoryAndKeepItAlive) {
  std::vector<double> values(1000, 7.0);
  const double* memory = values.data();
  auto array = std::make_unique<SharedArray<double>>(std::move(values));
  EXPECT_EQ(array->data(), memory) << "a vector moves in without a copy";
  const SharedArray<double> other = *array;
  EXPECT_EQ(other.data(), memory);
  array.reset();
  EXPECT_EQ(other[999], 7.0);

  auto owner = std::make_shared<std::vector<double>>(10, 3.0);
  const std::weak_ptr<std::vector<double>> watch = owner;
  auto part =
      std::make_unique<SharedArray<double>>(std::span<const double>(*owner).subspan(2, 3), owner);
  owner.reset();
  EXPECT_FALSE(watch.expired());
  EXPECT_EQ(*part, std::vector<double>(3, 3.0));
  part.reset();
  EXPECT_TRUE(watch.expired());
}

}  // namespace phigp::test
