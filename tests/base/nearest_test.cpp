#include "phigp/base/nearest.h"

#include <gtest/gtest.h>

#include <vector>

namespace phigp::test {
namespace {

const std::vector<std::string> kNames{"gaussian", "laplace", "student-t", "logistic",
                                      "logistic-noise"};

TEST(NearestName, TakesTheFewestEdits) {
  EXPECT_EQ(nearest_name("gausian", kNames), "gaussian");
  EXPECT_EQ(nearest_name("Laplace", kNames), "laplace");
  EXPECT_EQ(nearest_name("student_t", kNames), "student-t");
  EXPECT_EQ(nearest_name("logistc", kNames), "logistic");
  EXPECT_EQ(nearest_name("logistic-nois", kNames), "logistic-noise");
  EXPECT_EQ(nearest_name("gaussian", kNames), "gaussian");
}

TEST(NearestName, DoesNotMindCapitals) {
  const std::vector<std::string> names{"log", "exp"};
  EXPECT_EQ(nearest_name("EXP", names), "exp");
}

TEST(NearestName, IsEmptyWhenNothingIsNear) {
  EXPECT_EQ(nearest_name("poisson-lognormal", kNames), "");
  EXPECT_EQ(nearest_name("zz", kNames), "");
  EXPECT_EQ(nearest_name("", kNames), "");
  EXPECT_EQ(nearest_name("x", {}), "");
}

TEST(UnknownNameRule, ListsWhatIsKnown) {
  EXPECT_EQ(unknown_name_rule("laplac", std::vector<std::string>{"gaussian", "laplace"}),
            "is not known; did you mean laplace? Known: gaussian, laplace");
  EXPECT_EQ(unknown_name_rule("zzzzzz", std::vector<std::string>{"gaussian", "laplace"}),
            "is not known; known: gaussian, laplace");
  EXPECT_EQ(unknown_name_rule("a", {}), "is not known; there are none here");
}

}  // namespace
}  // namespace phigp::test
