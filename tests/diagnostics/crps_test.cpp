#include "phigp/diagnostics/crps.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "phigp/base/error.h"
#include "phigp/base/random.h"
#include "tests/diagnostics/reference.h"

namespace phigp {
namespace {

const nlohmann::json& reference() {
  static const nlohmann::json json = test::read_reference("scores.json");
  return json["crps"];
}

std::vector<double> numbers(const nlohmann::json& json) { return json.get<std::vector<double>>(); }

TEST(Crps, EqualsThatOfOtherPrograms) {
  const std::vector<double> y = numbers(reference()["y"]);
  const std::vector<double> levels = numbers(reference()["levels"]);
  ASSERT_EQ(y.size(), 12u);
  for (std::size_t i = 0; i < y.size(); ++i) {
    const std::vector<double> draws = numbers(reference()["draws"][i]);
    const std::vector<double> quantiles = numbers(reference()["quantiles"][i]);
    EXPECT_NEAR(gaussian_crps(y[i], reference()["mean"][i], reference()["sd"][i]),
                reference()["gaussian"][i].get<double>(), 1e-13);
    EXPECT_NEAR(draws_crps(y[i], draws, DrawsCrps::plain), reference()["plain"][i].get<double>(),
                1e-13);
    EXPECT_NEAR(draws_crps(y[i], draws, DrawsCrps::fair), reference()["fair"][i].get<double>(),
                1e-13);
    EXPECT_NEAR(quantile_crps(y[i], levels, quantiles),
                reference()["from_quantiles"][i].get<double>(), 1e-13);
  }
}

TEST(Crps, OfQuantilesAtMidLevelsIsThatOfThemAsDraws) {  // math.md (D.17)
  const std::vector<double> quantiles = {-1.5, -0.2, 0.4, 0.9, 3.0};
  const std::vector<double> levels = {0.1, 0.3, 0.5, 0.7, 0.9};
  for (const double y : {-3.0, -0.2, 0.5, 4.0}) {
    EXPECT_NEAR(quantile_crps(y, levels, quantiles), draws_crps(y, quantiles, DrawsCrps::plain),
                1e-14);
  }
}

TEST(Crps, OfAPointIsTheAbsoluteError) {
  const std::vector<double> point = {2.0};
  const std::vector<double> twice = {2.0, 2.0};
  const std::vector<double> half = {0.5};
  EXPECT_EQ(gaussian_crps(5.0, 2.0, 0.0), 3.0);
  EXPECT_EQ(draws_crps(5.0, point, DrawsCrps::plain), 3.0);
  EXPECT_EQ(draws_crps(5.0, twice, DrawsCrps::fair), 3.0);
  EXPECT_EQ(quantile_crps(5.0, half, point), 3.0);
}

TEST(Crps, StatisticalFairOneOfFewDrawsIsUnbiasedAndThePlainOneIsNot) {
  // 2e5 sets of 3 draws: standard error 0.5/sqrt(2e5) = 0.0012. 0.009 is seven: 3e-12. The bias of
  // the plain one is E|X - X'|/6 = 0.188.
  Stream stream({.seed = 2, .purpose = Purpose::test, .chain = 0, .index = 90});
  double fair = 0.0;
  double plain = 0.0;
  const int sets = 200000;
  for (int i = 0; i < sets; ++i) {
    const std::vector<double> draws = {stream.normal(), stream.normal(), stream.normal()};
    fair += draws_crps(0.7, draws, DrawsCrps::fair) / sets;
    plain += draws_crps(0.7, draws, DrawsCrps::plain) / sets;
  }
  EXPECT_NEAR(fair, gaussian_crps(0.7, 0.0, 1.0), 0.009);
  EXPECT_NEAR(plain - fair, 0.188, 0.009);
}

TEST(Crps, FarFromZeroLosesNoDigits) {
  const std::vector<double> near = {0.25, 1.0, 1.5};
  std::vector<double> far = near;
  for (double& x : far) x += 0x1p40;
  EXPECT_NEAR(draws_crps(0.5 + 0x1p40, far), draws_crps(0.5, near), 1e-12);
}

TEST(Crps, MistakesAreRefusedByName) {
  const std::vector<double> one = {0.5};
  const std::vector<double> falling = {0.5, 0.4};
  EXPECT_THROW(gaussian_crps(0.0, 0.0, -1.0), InvalidInput);
  EXPECT_THROW(draws_crps(0.0, one, DrawsCrps::fair), InvalidInput);
  EXPECT_THROW(draws_crps(0.0, {}, DrawsCrps::plain), InvalidInput);
  EXPECT_THROW(quantile_crps(0.0, falling, falling), InvalidInput);
  EXPECT_THROW(quantile_crps(0.0, falling, one), InvalidInput);
}

}  // namespace
}  // namespace phigp
