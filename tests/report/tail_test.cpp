// The tails of every named likelihood are known in closed form; the report has to find them from
// the cumulants of omega alone.
#include "phigp/report/tail.h"

#include <gtest/gtest.h>

#include <cmath>

#include "phigp/augmentation/composition.h"
#include "phigp/augmentation/known_laws.h"
#include "phigp/likelihoods/catalogue/catalogue.h"
#include "phigp/likelihoods/link_likelihood.h"
#include "phigp/report/likelihood_summary.h"

namespace phigp {
namespace {

using Kind = TailSide::Kind;

TailBehaviour tails(const std::string& name, const std::map<std::string, double>& values = {}) {
  const LikelihoodPtr likelihood = make_likelihood(name, values);
  return tail_behaviour(*likelihood, example_row(likelihood->domain()));
}

void expect_power(const TailSide& side, double exponent, double coefficient) {
  EXPECT_EQ(side.kind, Kind::power_of_distance);
  EXPECT_NEAR(side.exponent, exponent, 1e-9 * exponent);
  EXPECT_NEAR(side.coefficient, coefficient, 1e-5 * coefficient);
  EXPECT_TRUE(side.settled);
}

TEST(Tail, GaussianFallsLikeTheSquareOverTwiceTheVariance) {
  expect_power(tails("gaussian", {{"sigma", 2.0}}).below, 2.0, 1.0 / 8.0);
  EXPECT_EQ(tail_name(tails("gaussian").above), "gaussian");
}

TEST(Tail, LaplaceMaternLogisticNoiseAndPseudoHuberFallExponentially) {
  expect_power(tails("laplace", {{"b", 1.5}}).below, 1.0, 1.0 / 1.5);
  expect_power(tails("matern32", {{"rho", 1.5}}).below, 1.0, std::sqrt(3.0) / 1.5);
  expect_power(tails("matern52", {{"rho", 0.7}}).above, 1.0, std::sqrt(5.0) / 0.7);
  expect_power(tails("logistic-noise", {{"s", 3.0}}).below, 1.0, 1.0 / 3.0);
  expect_power(tails("pseudo-huber", {{"delta", 2.0}, {"s", 3.0}}).below, 1.0, 2.0 / 3.0);
  EXPECT_EQ(tail_name(tails("laplace").below), "exponential");
}

TEST(Tail, ScaleDoesNotHideTheRate) {
  expect_power(tails("matern32", {{"rho", 1e6}}).below, 1.0, std::sqrt(3.0) * 1e-6);
  expect_power(tails("matern32", {{"rho", 1e-6}}).below, 1.0, std::sqrt(3.0) * 1e6);
}

TEST(Tail, StudentFallsLikeAPowerLawWithIndexNu) {
  for (const double nu : {0.5, 1.0, 4.0, 30.0}) {
    const TailBehaviour found = tails("student-t", {{"nu", nu}, {"sigma", 2.0}});
    EXPECT_EQ(found.below.kind, Kind::power_law);
    EXPECT_NEAR(found.below.coefficient, nu + 1.0, 1e-9 * (nu + 1.0));
    EXPECT_TRUE(found.symmetric());
  }
}

TEST(Tail, ExponentialPowerFallsWithItsOwnExponent) {
  for (const double q : {0.4, 1.0, 1.5, 1.98, 2.0}) {
    expect_power(tails("exponential-power", {{"q", q}, {"s", 2.0}}).below, q, std::pow(2.0, -q));
  }
  EXPECT_EQ(tail_name(tails("exponential-power", {{"q", 0.4}}).below), "stretched exponential");
  EXPECT_EQ(tail_name(tails("exponential-power", {{"q", 1.5}}).below),
            "between exponential and gaussian");
}

// The check loss: tau/sigma above the quantile, (1 - tau)/sigma below it.
TEST(Tail, AsymmetricLaplaceFallsAtTwoRates) {
  const TailBehaviour found = tails("asymmetric-laplace", {{"tau", 0.9}, {"sigma", 2.0}});
  expect_power(found.below, 1.0, 0.45);  // f -> -inf is y - f -> +inf
  expect_power(found.above, 1.0, 0.05);
  EXPECT_FALSE(found.symmetric());
}

TEST(Tail, LogisticTendsToOneOnTheSideOfTheLabel) {
  const TailBehaviour found = tails("logistic");  // y = +1
  expect_power(found.below, 1.0, 1.0);
  EXPECT_EQ(found.above.kind, Kind::constant);
  EXPECT_NEAR(found.above.limit, 1.0, 1e-12);
}

// p ~ e^{yf} as f -> -inf and ~ e^{-sf} as f -> +inf.
TEST(Tail, NegativeBinomialFallsWithTheCountAndTheShape) {
  const TailBehaviour found = tails("negative-binomial", {{"s", 2.5}});  // y = 3
  expect_power(found.below, 1.0, 3.0);
  expect_power(found.above, 1.0, 2.5);
}

TEST(Tail, MassAtOmegaZeroLeavesAConstant) {
  // Not a density in y; the tail says why.
  const RadialPtr phi = compound_poisson(gamma_radial(1.0, 1.0), 0.7);
  const LikelihoodPtr likelihood = likelihood_from_radial(phi, Link::classification);
  EXPECT_EQ(tail_behaviour(*likelihood, Row{1.0}).above.kind, Kind::rises);
}

TEST(Tail, TextNamesTheLawAndItsNumber) {
  EXPECT_EQ(tail_text(tails("student-t", {{"nu", 4.0}}).below, "|y-f|"),
            "log p falls like -5 * log |y-f|: power law, nu = 4");
  EXPECT_EQ(tail_text(tails("matern32", {{"rho", 1.5}}).below, "|y-f|"),
            "log p falls like -1.155 * |y-f|: exponential");
  EXPECT_EQ(tail_text(tails("gaussian", {{"sigma", 2.0}}).below, "|y-f|"),
            "log p falls like -0.125 * |y-f|^2: Gaussian, standard deviation 2");
}

}  // namespace
}  // namespace phigp
