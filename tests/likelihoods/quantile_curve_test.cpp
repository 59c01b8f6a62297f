// Quantiles by interpolation in log v against those by root finding, for every location family.
#include "phigp/likelihoods/quantile_curve.h"

#include <gtest/gtest.h>

#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <cstdio>
#include <vector>

#include "phigp/base/error.h"
#include "phigp/base/threads.h"
#include "phigp/likelihoods/catalogue/catalogue.h"
#include "tests/support/likelihood_contract.h"

namespace phigp::test {
namespace {

std::vector<LikelihoodPtr> location_families() {
  std::vector<LikelihoodPtr> out;
  for (const std::string& name : likelihood_names()) {
    const LikelihoodPtr likelihood = random_members(name, 1, 31)[0];
    if (likelihood->is_location_family()) out.push_back(likelihood);
  }
  return out;
}

const std::vector<double> kLevels{0.001, 0.025, 0.3, 0.5, 0.9, 0.999};

// Each v in a panel of its own, away from nodes and from the places that filling checks.
TEST(QuantileCurve, IsThePredictorsQuantileForEveryLocationFamily) {
  double worst = 0.0;
  int interpolated = 0;
  int all = 0;
  for (const LikelihoodPtr& likelihood : location_families()) {
    const Predictor predictor(likelihood);
    const QuantileCurves curves(predictor);
    for (const double p : kLevels) {
      const QuantileCurve& curve = curves.at_level(p);
      for (const double v : {1e-12, 3.1e-7, 1.7e-3, 0.04, 0.21, 0.9, 5.7, 130.0, 2.3e4, 1e8}) {
        const double direct = predictor.quantile(p, 0.0, v);
        const double size = std::sqrt(v) + predictor.width() + std::abs(direct);
        const double error = std::abs(curve.at(0.0, v) - direct) / size;
        EXPECT_LE(error, QuantileCurve::kTolerance)
            << title_of(*likelihood) << " p=" << p << " v=" << v;
        EXPECT_NEAR(curve.at(-3.5, v), -3.5 + curve.at(0.0, v), 1e-15 * (3.5 + size));
        worst = std::max(worst, error);
        ++all;
        interpolated += curve.is_interpolated(v) ? 1 : 0;
        if (!curve.is_interpolated(v)) {
          EXPECT_EQ(curve.at(0.0, v), direct) << title_of(*likelihood) << " p=" << p << " v=" << v;
        }
      }
    }
  }
  std::printf("worst error %.1e, %d of %d interpolated\n", worst, interpolated, all);
  EXPECT_GE(interpolated, all * 95 / 100);
}

TEST(QuantileCurve, OfGaussianNoiseIsGaussian) {
  const double sigma = 0.7;
  const QuantileCurves curves(Predictor(make_likelihood("gaussian", {{"sigma", sigma}})));
  for (const double p : kLevels) {
    const double z = boost::math::quantile(boost::math::normal(), p);
    for (const double v : {0.0, 1e-30, 1e-12, 0.01, 0.3, 1.1, 40.0, 1e8, 1e40}) {
      const double sd = std::sqrt(v + sigma * sigma);
      EXPECT_NEAR(curves.at_level(p).at(2.0, v), 2.0 + z * sd, 2e-9 * sd) << p << " " << v;
    }
  }
}

// The edges of panels, whichever side rounding puts them on.
TEST(QuantileCurve, IsContinuousWherePanelsMeet) {
  const Predictor predictor(make_likelihood("student-t", {{"nu", 3.0}, {"sigma", 1.0}}));
  const QuantileCurve curve(predictor, 0.9);
  for (const int k : {-3, 0, 2}) {
    const double edge = std::pow(4.0, k) * predictor.width() * predictor.width();
    EXPECT_NEAR(curve.at(0.0, edge * (1.0 - 1e-13)), curve.at(0.0, edge * (1.0 + 1e-13)), 1e-11);
  }
}

// Bit for bit: other levels, other variances, another order, several threads at once.
TEST(QuantileCurve, DependsOnNothingThatWasAskedBefore) {
  const Predictor predictor(make_likelihood("laplace", {{"b", 0.8}}));
  std::vector<double> v;
  for (int i = 0; i < 200; ++i) v.push_back(0.003 * std::pow(1.035, i));
  const auto ask = [&](const QuantileCurves& curves, std::size_t i) {
    return curves.at_level(i % 2 == 0 ? 0.05 : 0.75).at(0.1, v[i]);
  };
  const QuantileCurves forward(predictor);
  const QuantileCurves backward(predictor);
  const QuantileCurves together(predictor);
  std::vector<double> first(v.size());
  std::vector<double> second(v.size());
  std::vector<double> third(v.size());
  for (std::size_t i = 0; i < v.size(); ++i) first[i] = ask(forward, i);
  for (std::size_t i = v.size(); i-- > 0;) second[i] = ask(backward, i);
  Threads(4).for_each_block(v.size(), [&](std::size_t i) { third[i] = ask(together, i); });
  EXPECT_EQ(first, second);
  EXPECT_EQ(first, third);
  const QuantileCurves alone(predictor);
  EXPECT_EQ(ask(alone, 77), first[77]);
}

TEST(QuantileCurve, LeavesExtremesToThePredictor) {
  for (const char* name : {"gaussian", "cauchy", "laplace"}) {
    const Predictor predictor(make_likelihood(name));
    const QuantileCurve curve(predictor, 0.975);
    for (const double v : {0.0, 1e-320, 1e-40, 1e30, 1e200}) {
      EXPECT_FALSE(curve.is_interpolated(v)) << name << " " << v;
      EXPECT_EQ(curve.at(0.3, v), predictor.quantile(0.975, 0.3, v)) << name << " " << v;
    }
  }
  // Tails so heavy that the quantile is near the end of the numbers.
  const Predictor heavy(make_likelihood("student-t", {{"nu", 0.01}, {"sigma", 1.0}}));
  const double far = heavy.quantile(0.9999, 0.0, 1.0);
  EXPECT_GT(far, 1e280);
  EXPECT_NEAR(QuantileCurve(heavy, 0.9999).at(0.0, 1.0), far, QuantileCurve::kTolerance * far);
}

// Tails this heavy turn from those of f to those of the noise within less than a panel.
TEST(QuantileCurve, LeavesWhatItCannotFollowToThePredictor) {
  const Predictor predictor(make_likelihood("student-t", {{"nu", 0.5}, {"sigma", 1.0}}));
  const QuantileCurve curve(predictor, 0.05);
  const double unit = predictor.width() * predictor.width();
  EXPECT_TRUE(curve.is_interpolated(2.0 * unit));
  EXPECT_FALSE(curve.is_interpolated(128.0 * unit));
  EXPECT_EQ(curve.at(0.3, 128.0 * unit), predictor.quantile(0.05, 0.3, 128.0 * unit));
}

TEST(QuantileCurve, RefusesWhatHasNoCurve) {
  const Predictor predictor(make_likelihood("laplace"));
  EXPECT_THROW(QuantileCurve(Predictor(make_likelihood("logistic")), 0.5), InvalidInput);
  EXPECT_THROW(QuantileCurve(predictor, 1.0), InvalidInput);
  EXPECT_THROW(QuantileCurve(predictor, 0.5).at(0.0, -1.0), InvalidInput);
  EXPECT_THROW(QuantileCurve(predictor, 0.5).at(std::nan(""), 1.0), InvalidInput);
  EXPECT_THROW(QuantileCurve(predictor, 0.5).at(0.0, std::nan("")), InvalidInput);
}

}  // namespace
}  // namespace phigp::test
