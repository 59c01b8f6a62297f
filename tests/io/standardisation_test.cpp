#include "phigp/io/standardisation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "phigp/base/error.h"
#include "phigp/base/random.h"
#include "tests/io/temporary_folder.h"

namespace phigp::test {
namespace {

const double kNan = std::numeric_limits<double>::quiet_NaN();
const double kMost = std::numeric_limits<double>::max();

TEST(Standardisation, GivesMeanZeroAndDeviationOneAtEveryScale) {
  const std::vector<double> base{-2.5, 0.25, 1.0, 3.75, 7.5, 0.0, -1.0};
  for (const double unit : {1.0, 1e-8, 1e8, 1e-300, 1e300, 1e-320, 1e307}) {
    for (const double shift : {0.0, 1.0, -1e6}) {
      if (unit < 1e-307 && shift != 0.0) continue;  // base + shift has no digits left there
      if (unit > 1e306 && shift < -1.0) continue;   // overflows before it gets to us
      std::vector<double> values;
      for (const double value : base) values.push_back(unit * (value + shift));
      const Standardisation standard = find_standardisation(values);
      double sum = 0.0;
      double squares = 0.0;
      for (const double value : values) {
        const double z = standard.apply(value);
        sum += z;
        squares += z * z;
        EXPECT_NEAR(standard.undo(z) / unit, value / unit, 1e-9) << unit << " " << shift;
      }
      const double tolerance = unit < 1e-307 ? 1e-2 : shift == 0.0 ? 1e-14 : 1e-8;
      EXPECT_NEAR(sum / 7, 0.0, tolerance) << unit << " " << shift;
      EXPECT_NEAR(squares / 7, 1.0, tolerance) << unit << " " << shift;
    }
  }
}

TEST(Standardisation, KeepsTheDigitsOfSmallDifferencesOnALargeValue) {
  const Standardisation standard =
      find_standardisation(std::vector<double>{1e8 + 1, 1e8 + 2, 1e8 + 3});
  EXPECT_EQ(standard.centre, 1e8 + 2);
  EXPECT_NEAR(standard.scale, std::sqrt(2.0 / 3.0), 1e-14);
}

TEST(Standardisation, ReachesBothEndsOfTheRange) {
  const Standardisation wide = find_standardisation(std::vector<double>{-kMost, kMost});
  EXPECT_EQ(wide.centre, 0.0);
  EXPECT_EQ(wide.apply(kMost), 1.0);
  const Standardisation uneven = find_standardisation(std::vector<double>{-kMost, kMost, kMost});
  EXPECT_NEAR(uneven.apply(-kMost), -std::sqrt(2.0), 1e-14);
  const double least = std::numeric_limits<double>::denorm_min();
  const Standardisation narrow = find_standardisation(std::vector<double>{0.0, least});
  EXPECT_GT(narrow.scale, 0.0);
  EXPECT_LE(std::abs(narrow.apply(least)), 1.0);
  const Standardisation uneven_narrow =
      find_standardisation(std::vector<double>{0, 0, 0, 0, 0, least});
  EXPECT_GT(uneven_narrow.scale, 0.0);
}

TEST(Standardisation, LeavesConstantsAtScaleOne) {
  EXPECT_EQ(find_standardisation(std::vector<double>{0.1, 0.1, 0.1}), (Standardisation{0.1, 1.0}));
  EXPECT_EQ(find_standardisation(std::vector<double>{-3}), (Standardisation{-3.0, 1.0}));
}

TEST(Standardisation, IgnoresMissingValues) {
  const Standardisation standard = find_standardisation(std::vector<double>{kNan, 1, kNan, 3});
  EXPECT_EQ(standard, (Standardisation{2.0, 1.0}));
  EXPECT_TRUE(std::isnan(standard.apply(kNan)));
  EXPECT_EQ((Standardisation{2.0, 4.0}).undo_scale(0.5), 2.0);
}

TEST(Standardisation, RefusesNoValueAndInfiniteOnes) {
  EXPECT_EQ(message_of<InvalidInput>([] { find_standardisation({}, "y"); }),
            "y must have a value that is not missing");
  EXPECT_EQ(message_of<InvalidInput>([] { find_standardisation(std::vector<double>{kNan}, "y"); }),
            "y must have a value that is not missing");
  EXPECT_EQ(message_of<InvalidInput>([] {
              find_standardisation(std::vector<double>{1, std::numeric_limits<double>::infinity()});
            }),
            "values must be finite, got inf");
}

TEST(Standardisation, CountsAValueByItsWeight) {
  const std::vector<double> values{3.0, -1.5, kNan, 4.25};
  const std::vector<double> weights{2.0, 1.0, 7.0, 3.0};
  const Standardisation weighted = find_standardisation(values, "y", weights);
  const Standardisation copies =
      find_standardisation(std::vector<double>{3.0, 3.0, -1.5, 4.25, 4.25, 4.25});
  EXPECT_NEAR(weighted.centre, copies.centre, 1e-15);
  EXPECT_NEAR(weighted.scale, copies.scale, 1e-15);
  EXPECT_THROW(find_standardisation(values, "y", std::vector<double>{1.0}), InvalidInput);
  EXPECT_THROW(find_standardisation(values, "y", std::vector<double>{1.0, 0.0, 1.0, 1.0}),
               InvalidInput);
}

// In __float128, by the definition, so that its own rounding does not matter.
Standardisation by_definition(const std::vector<double>& values,
                              const std::vector<double>& weights) {
  __extension__ using Wide = __float128;
  Wide count = 0;
  Wide sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    count += weights[i];
    sum += Wide(weights[i]) * values[i];
  }
  Wide squares = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    squares += Wide(weights[i]) * (values[i] - sum / count) * (values[i] - sum / count);
  return {static_cast<double>(sum / count), std::sqrt(static_cast<double>(squares / count))};
}

// Many blocks of a pass, of which the first may be unlike the others.
TEST(Standardisation, KeepsItsDigitsOverManyValues) {
  struct Case {
    const char* name;
    std::function<double(std::size_t, double)> value;  // of the row and a normal number
  };
  const std::vector<Case> cases{
      {"plain", [](std::size_t, double z) { return z; }},
      {"far from 0", [](std::size_t, double z) { return 1e9 + z; }},
      {"in order", [](std::size_t i, double z) { return 1e6 + 0.01 * double(i) + z; }},
      {"a first block far away", [](std::size_t i, double z) { return i < 1500 ? 1e12 + z : z; }},
      {"one far away", [](std::size_t i, double z) { return i == 0 ? 1e9 : 7.0 + z; }},
      {"growing", [](std::size_t i, double z) { return z * std::exp(1e-3 * double(i)); }},
      {"shrinking", [](std::size_t i, double z) { return z * std::exp(-1e-3 * double(i)); }},
      {"zeros first", [](std::size_t i, double z) { return i < 3000 ? 0.0 : 1e-100 * z; }},
  };
  constexpr std::size_t kRows = 100000;
  for (const bool weighted : {false, true}) {
    for (const Case& each : cases) {
      Stream stream({.seed = 1, .purpose = Purpose::test, .chain = 0, .index = 0});
      std::vector<double> values;
      std::vector<double> weights;
      for (std::size_t i = 0; i < kRows; ++i) {
        values.push_back(each.value(i, stream.normal()));
        weights.push_back(weighted ? std::exp(3.0 * stream.normal()) : 1.0);
      }
      const Standardisation expected = by_definition(values, weights);
      const Standardisation found = find_standardisation(values, "x", weights);
      const double rounding = 2e-16 * std::abs(expected.centre);
      EXPECT_NEAR(found.centre, expected.centre, rounding + 1e-15 * expected.scale) << each.name;
      EXPECT_NEAR(found.scale / expected.scale, 1.0, 1e-14) << each.name << " " << weighted;
      const double unit = 0x1p-600;  // a power of two changes nothing else
      if (each.name == std::string("zeros first") || each.name == std::string("shrinking"))
        continue;
      for (double& value : values) value *= unit;
      const Standardisation small = find_standardisation(values, "x", weights);
      EXPECT_EQ(small, (Standardisation{unit * found.centre, unit * found.scale})) << each.name;
    }
  }
}

TEST(Standardisation, TakesTheWholeRangeBlockByBlock) {
  std::vector<double> values(5000, 1e-300);
  values.insert(values.end(), 5000, 1e300);
  const Standardisation up = find_standardisation(values);
  EXPECT_NEAR(up.centre / 5e299, 1.0, 1e-15);
  EXPECT_NEAR(up.scale / 5e299, 1.0, 1e-15);
  std::reverse(values.begin(), values.end());
  const Standardisation down = find_standardisation(values);
  EXPECT_NEAR(down.centre / up.centre, 1.0, 1e-15);
  EXPECT_NEAR(down.scale / up.scale, 1.0, 1e-15);
  // One that differs in the last bit, in another block than the others, is no constant.
  std::vector<double> nearly(5000, 0.1);
  EXPECT_EQ(find_standardisation(nearly), (Standardisation{0.1, 1.0}));
  nearly.back() = std::nextafter(0.1, 1.0);
  const double expected = (nearly.back() - 0.1) * std::sqrt(4999.0) / 5000.0;
  EXPECT_NEAR(find_standardisation(nearly).scale / expected, 1.0, 1e-9);
}

TEST(Standardisation, ReadsRowsThatCountOnceAndTellsWhichAreMissing) {
  std::vector<double> y;
  std::vector<double> x;
  std::vector<double> kept;
  std::vector<std::size_t> without;
  for (std::size_t i = 0; i < 5000; ++i) {
    y.push_back(i % 7 == 0 ? kNan : 1.0);
    x.push_back(i % 5 == 0 ? kNan : std::sin(double(i)) + 1e5);
    if (i % 7 == 0) continue;
    if (i % 5 == 0) without.push_back(i);
    if (i % 5 != 0) kept.push_back(x.back());
  }
  const Column target = number_column("y", y);
  std::vector<std::size_t> told;
  const FoundStandardisation found = find_standardisation(
      x, CountedRows(&target), "x", [&](std::size_t row) { told.push_back(row); });
  EXPECT_EQ(told, without);
  EXPECT_EQ(found.standardisation, find_standardisation(kept));  // to the last bit
  EXPECT_FALSE(found.constant);
}

}  // namespace
}  // namespace phigp::test
