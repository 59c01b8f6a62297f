#include "phigp/io/standardisation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "phigp/base/error.h"
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

}  // namespace
}  // namespace phigp::test
