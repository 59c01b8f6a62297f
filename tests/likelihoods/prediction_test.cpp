// Predictions: against mpmath, closed forms against quadrature, and the borders (v = 0, v = 1e8, y
// a hundred standard deviations out, latent values at which counts leave the range of integers).
#include "phigp/likelihoods/prediction.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <numbers>

#include "phigp/base/error.h"
#include "phigp/likelihoods/catalogue/catalogue.h"
#include "phigp/likelihoods/density.h"
#include "tests/support/likelihood_contract.h"
#include "tests/support/statistical.h"

namespace phigp::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Without a closed form a distribution function under an expectation is an integral of integrals;
// grids of cases leave it out and a test of its own takes a few.
bool slow_cdf(const Likelihood& likelihood) {
  return likelihood.domain() == Domain::real && !likelihood.closed_noise_cdf(0.0);
}

TEST(Prediction, LogDensityOfANewTargetAgreesWithMpmath) {
  double worst = 0.0;
  for (const LikelihoodReference& r : likelihood_references("predictive")) {
    const Predictor predictor(make_likelihood(r.name, r.parameters));
    const double found = predictor.log_density(r.row, r.m, r.v);
    const double error = std::abs(found - r.expected[0]) / std::max(1.0, std::abs(r.expected[0]));
    EXPECT_LE(error, 1e-10) << r.text() << " found " << found << " expected " << r.expected[0];
    if (error < 1e-10) worst = std::max(worst, error);
  }
  std::printf("worst error of those within the bar: %.1e\n", worst);
}

TEST(Prediction, MomentsAgreeWithMpmath) {
  for (const LikelihoodReference& r : likelihood_references("moments")) {
    const Predictor predictor(make_likelihood(r.name, r.parameters));
    const double mean = predictor.mean(r.m, r.v, r.row.trials);
    const double variance = predictor.variance(r.m, r.v, r.row.trials);
    // The mean of labels is 2 p - 1, and p is known to some 1e-13. (Q.4)
    const bool labels = predictor.likelihood().domain() == Domain::label;
    const double least = labels ? 2e-3 : 1e-3 * r.row.trials;
    EXPECT_NEAR(mean, r.expected[0], 1e-10 * std::max(std::abs(r.expected[0]), least)) << r.text();
    if (std::isinf(r.expected[1])) {
      EXPECT_EQ(variance, r.expected[1]) << r.text();
    } else {
      EXPECT_NEAR(variance, r.expected[1], 1e-10 * r.expected[1] + 1e-12 * r.row.trials)
          << r.text();
    }
  }
}

TEST(Prediction, DistributionFunctionAgreesWithMpmath) {
  for (const LikelihoodReference& r : likelihood_references("cdf")) {
    const Predictor predictor(make_likelihood(r.name, r.parameters));
    const double found = predictor.cdf(r.row, r.m, r.v);
    EXPECT_NEAR(found, r.expected[0], 1e-11) << r.text();
    if (r.v == 0.0) {  // the lower tail to relative accuracy
      EXPECT_NEAR(found, r.expected[0], 1e-9 * r.expected[0]) << r.text();
    }
  }
}

TEST(Prediction, TheQuickDistributionFunctionAgreesWithMpmath) {
  int location_families = 0;
  for (const LikelihoodReference& r : likelihood_references("cdf")) {
    const Predictor predictor(make_likelihood(r.name, r.parameters));
    if (!predictor.likelihood().is_location_family()) continue;
    ++location_families;
    EXPECT_NEAR(predictor.cdf_of_many(r.row, r.m, r.v), r.expected[0], 1e-8) << r.text();
  }
  EXPECT_GT(location_families, 10);
}

TEST(Prediction, ReferencesCoverTheWholeCatalogue) {
  for (const std::string& name : likelihood_names()) {
    EXPECT_FALSE(likelihood_references("predictive", name).empty()) << name;
    EXPECT_FALSE(likelihood_references("moments", name).empty()) << name;
  }
}

TEST(Prediction, OfAGaussianIsGaussian) {
  const double sigma = 0.7;
  const Predictor predictor(make_likelihood("gaussian", {{"sigma", sigma}}));
  for (const double v : {0.0, 1e-12, 1e-6, 0.3, 1.0, 40.0, 1e4, 1e8}) {
    for (const double m : {-3.0, 0.0, 1e5}) {
      const double sd = std::sqrt(v + sigma * sigma);
      for (const double z : {0.0, 0.5, -2.0, 8.0, -100.0, 1e4, -1e6}) {
        const double y = m + z * sd;
        const double exact_z = (y - m) / sd;
        const double expected =
            -0.5 * exact_z * exact_z - std::log(sd * std::sqrt(2.0 * std::numbers::pi));
        EXPECT_NEAR(predictor.log_density(Row{y}, m, v), expected,
                    1e-10 * (1.0 + std::abs(expected)))
            << "v=" << v << " m=" << m << " z=" << z;
        EXPECT_NEAR(predictor.cdf(Row{y}, m, v), 0.5 * std::erfc(-exact_z / std::numbers::sqrt2),
                    1e-11)
            << "v=" << v << " m=" << m << " z=" << z;
      }
      EXPECT_DOUBLE_EQ(predictor.mean(m, v), m);
      EXPECT_DOUBLE_EQ(predictor.variance(m, v), v + sigma * sigma);
    }
  }
}

// Laplace noise plus a normal: closed form by completing the square on each side of the kink.
TEST(Prediction, OfLaplaceNoiseIsItsConvolutionWithTheNormal) {
  const double b = 1.7;
  const Predictor predictor(make_likelihood("laplace", {{"b", b}}));
  for (const double v : {1e-6, 0.04, 1.0, 9.0, 400.0}) {
    const double sd = std::sqrt(v);
    for (const double u : {0.0, 0.4, -3.0, 10.0}) {
      const auto side = [&](double sign) {
        return std::exp(0.5 * v / (b * b) - sign * u / b) * 0.5 *
               std::erfc((sd / b - sign * u / sd) / std::numbers::sqrt2);
      };
      const double expected = std::log((side(1.0) + side(-1.0)) / (2.0 * b));
      if (!std::isfinite(expected)) continue;
      EXPECT_NEAR(predictor.log_density(Row{2.0 + u}, 2.0, v), expected, 1e-10) << v << " " << u;
    }
  }
}

// A variance too small to move m in double arithmetic is no variance.
TEST(Prediction, WithATinyVarianceIsThatOfAKnownLatentValue) {
  for (const std::string& name : likelihood_names()) {
    const LikelihoodPtr likelihood = random_members(name, 1, 25)[0];
    const Predictor predictor(likelihood);
    const Row row = rows_of(likelihood->domain())[1];
    for (const double m : {0.75, -3.0}) {
      for (const double v : {1e-20, 1e-34, 1e-60, 1e-320}) {
        const std::string at = title_of(*likelihood) + " m=" + to_text(m) + " v=" + to_text(v);
        EXPECT_NEAR(predictor.log_density(row, m, v), predictor.log_density(row, m, 0.0), 1e-7)
            << at;
        if (!slow_cdf(*likelihood)) {
          EXPECT_NEAR(predictor.cdf(row, m, v), predictor.cdf(row, m, 0.0), 1e-7) << at;
        }
        EXPECT_NEAR(predictor.mean(m, v, row.trials), predictor.mean(m, 0.0, row.trials), 1e-7)
            << at;
        if (likelihood->domain() == Domain::label) {
          EXPECT_NEAR(predictor.probability(m, v), predictor.probability(m, 0.0), 1e-7) << at;
        }
      }
    }
  }
}

TEST(Prediction, ClosedFormsEqualTheGenericPath) {
  for (const std::string& name : likelihood_names()) {
    for (const LikelihoodPtr& likelihood : random_members(name, 1, 21)) {
      const Predictor closed(likelihood);
      const Predictor generic(likelihood, false);
      const double trials = likelihood->domain() == Domain::successes ? 7.0 : 1.0;
      for (const double v : {0.0, 0.4}) {
        const std::string at = title_of(*likelihood) + " v=" + to_text(v);
        const double mean = closed.mean(0.6, v, trials);
        EXPECT_NEAR(generic.mean(0.6, v, trials), mean, 1e-9 * std::max(1.0, std::abs(mean))) << at;
        const double variance = closed.variance(0.6, v, trials);
        if (std::isinf(variance)) {
          EXPECT_EQ(generic.variance(0.6, v, trials), variance) << at;
        } else {
          EXPECT_NEAR(generic.variance(0.6, v, trials), variance, 1e-8 * variance) << at;
        }
        // An integral of integrals; where there is no closed form the two paths are the same.
        if (v > 0.0 && slow_cdf(*likelihood)) continue;
        for (const double y :
             likelihood->domain() == Domain::label ? std::vector{-1.0} : std::vector{1.0}) {
          EXPECT_NEAR(generic.cdf(Row{y, trials}, 0.6, v), closed.cdf(Row{y, trials}, 0.6, v),
                      1e-10)
              << at << " y=" << y;
        }
      }
    }
  }
}

TEST(Prediction, QuantilesInvertTheDistributionFunction) {
  for (const std::string& name : likelihood_names()) {
    const LikelihoodPtr likelihood = random_members(name, 1, 22)[0];
    const Predictor predictor(likelihood);
    const double trials = likelihood->domain() == Domain::successes ? 40.0 : 1.0;
    for (const double v : slow_cdf(*likelihood) ? std::vector{0.0} : std::vector{0.0, 0.9}) {
      for (const double p : {1e-6, 0.5, 0.99}) {
        const double y = predictor.quantile(p, 0.4, v, trials);
        const std::string at =
            title_of(*likelihood) + " v=" + to_text(v) + " p=" + to_text(p) + " y=" + to_text(y);
        if (likelihood->domain() == Domain::real) {
          EXPECT_NEAR(predictor.cdf(Row{y, trials}, 0.4, v), p, 1e-8 * p + 1e-10) << at;
          continue;
        }
        likelihood->check(std::vector{Row{y, trials}});
        EXPECT_GE(predictor.cdf(Row{y, trials}, 0.4, v), p - 1e-12) << at;
        const double below = likelihood->domain() == Domain::label ? y - 2.0 : y - 1.0;
        EXPECT_LT(
            below < -1.0 || (below < 0.0 && trials > 0.0 && likelihood->domain() != Domain::label)
                ? 0.0
                : predictor.cdf(Row{below, trials}, 0.4, v),
            p + 1e-12)
            << at;
      }
    }
  }
}

TEST(Prediction, StatisticalDrawsFollowTheDistributionFunction) {
  for (const std::string& name : likelihood_names()) {
    const LikelihoodPtr likelihood = random_members(name, 1, 23)[0];
    const Predictor predictor(likelihood);
    const double trials = likelihood->domain() == Domain::successes ? 9.0 : 1.0;
    const std::size_t n = 3000;
    if (slow_cdf(*likelihood)) continue;
    const std::vector<double> values = sample(n, 800 + name.size(), [&](Stream& stream) {
      return predictor.draw(0.5, 0.6, trials, stream);
    });
    if (likelihood->domain() == Domain::real) {
      expect_cdf(values,
                 pointwise([&](double y) { return predictor.cdf(Row{y, trials}, 0.5, 0.6); }),
                 title_of(*likelihood), 40);
      continue;
    }
    for (const double y : rows_of(likelihood->domain()).size() == 2
                              ? std::vector{-1.0}
                              : std::vector{0.0, 1.0, 3.0, 8.0}) {
      const double p = predictor.cdf(Row{y, trials}, 0.5, 0.6);
      expect_mean(values, [&](double x) { return x <= y ? 1.0 : 0.0; }, p, title_of(*likelihood));
    }
  }
}

// Draws of y given f for a law without a closed form: DKW bound at 1e-9, as in statistical.h.
TEST(Prediction, StatisticalDrawsWithoutAClosedFormFollowTheDistributionFunction) {
  const ConditionalLaw law(make_likelihood("pseudo-huber", {{"delta", 1.7}, {"s", 0.9}}));
  const std::vector<double> values =
      sample(400, 900, [&](Stream& stream) { return law.draw(0.5, 1.0, stream); });
  expect_cdf(values, pointwise([&](double y) { return law.cdf(Row{y}, 0.5); }), "pseudo-huber", 40);
}

TEST(Prediction, NothingIsNanFromPointMassToHugeVariance) {
  for (const std::string& name : likelihood_names()) {
    const LikelihoodPtr likelihood = random_members(name, 1, 24)[0];
    const Predictor predictor(likelihood);
    const std::vector<Row> rows = rows_of(likelihood->domain());
    for (const Row& row : {rows.front(), rows.back()}) {
      for (const double v : {1e-12, 1.0, 1e8}) {
        for (const double m : {0.0, 700.0, -1e6}) {
          const std::string at = title_of(*likelihood) + " y=" + to_text(row.y) +
                                 " m=" + to_text(m) + " v=" + to_text(v);
          const double log_density = predictor.log_density(row, m, v);
          EXPECT_FALSE(std::isnan(log_density)) << at;
          EXPECT_LT(log_density, 1e3) << at;
          const double cdf = slow_cdf(*likelihood) ? 0.5 : predictor.cdf(row, m, v);
          EXPECT_TRUE(cdf >= 0.0 && cdf <= 1.0) << at << " cdf " << cdf;
          EXPECT_FALSE(std::isnan(predictor.mean(m, v, row.trials))) << at;
          EXPECT_FALSE(std::isnan(predictor.variance(m, v, row.trials))) << at;
        }
      }
    }
  }
}

// The probability of the unlikely label: 1 - p loses it, its logarithm must not.
TEST(Prediction, OfTheUnlikelyLabelKeepsItsLogarithm) {
  for (const std::string name : {"logistic", "bayesian-svm"}) {
    const Predictor predictor(make_likelihood(name));
    for (const double m : {5.0, 20.0, 50.0, 300.0}) {
      // Both have log p(-1|f) = -k f + O(1) for large f, k = 1 and 2; over f ~ N(m, v), -k m + k^2
      // v/2. The SVM's two labels differ by 2(1 + f) for f > 1.
      const double v = 0.01;
      const double expected = name == "logistic" ? -m + 0.5 * v : -2.0 * (1.0 + m) + 2.0 * v;
      const double found = predictor.log_density(Row{-1.0}, m, v);
      EXPECT_NEAR(found, expected, 2.0 * std::exp(-m) + 1e-9 * m) << name << " m=" << m;
    }
  }
}

void limit_processor_time() {
  const rlimit seconds{10, 10};
  setrlimit(RLIMIT_CPU, &seconds);
}

// Each in a process of its own with a limit of processor time, so that a busy machine changes
// nothing: these may run into loops that never end.
void expect_ends(const std::function<bool()>& good, const std::string& what) {
  EXPECT_EXIT(
      {
        limit_processor_time();
        std::_Exit(good() ? 0 : 1);
      },
      testing::ExitedWithCode(0), "")
      << what;
}

TEST(PredictionDeathTest, QuantilesOfCountsEndWhereCountsExceedTheIntegersOfADouble) {
  const LikelihoodPtr likelihood = make_likelihood("negative-binomial", {{"s", 1.6}});
  for (const double f : {20.0, 40.0, 200.0, 690.0}) {
    expect_ends(
        [&] {
          const double y = ConditionalLaw(likelihood).quantile(0.9, f);
          return y > std::exp(f) && y < 4.0 * std::exp(f);
        },
        "conditional quantile at f = " + to_text(f));
  }
  expect_ends([&] { return Predictor(likelihood).quantile(0.5, 0.0, 25.0) >= 0.0; }, "v = 25");
  expect_ends([&] { return Predictor(likelihood).quantile(0.5, 3.0, 1e8) >= 0.0; }, "v = 1e8");
  expect_ends(
      [&] {
        Stream stream({.seed = 1});
        for (int i = 0; i < 100; ++i) {
          if (!(Predictor(likelihood).draw(0.0, 400.0, 1.0, stream) >= 0.0)) return false;
        }
        return true;
      },
      "draws at v = 400");
}

TEST(PredictionDeathTest, BinomialMomentsEndInSeconds) {
  const LikelihoodPtr likelihood = make_likelihood("binomial");
  expect_ends(
      [&] {
        for (int i = 0; i < 100; ++i) {
          if (!(Predictor(likelihood).variance(0.01 * i, 0.7, 1000.0) > 0.0)) return false;
        }
        return true;
      },
      "100 variances of 1000 trials");
}

TEST(PredictionDeathTest, ADistributionFunctionWithoutAClosedFormEndsInSeconds) {
  const LikelihoodPtr likelihood = make_likelihood("pseudo-huber", {{"delta", 1.7}, {"s", 0.9}});
  expect_ends(
      [&] {
        const Predictor predictor(likelihood);
        double last = 0.0;
        for (const double y : {-4.0, -1.0, 0.5, 2.0, 6.0}) {
          const double cdf = predictor.cdf(Row{y}, 0.3, 0.8);
          if (!(cdf > last && cdf < 1.0)) return false;
          last = cdf;
        }
        return true;
      },
      "five values");
}

TEST(PredictionDeathTest, QuantilesOfRealsEndForAnyPlaceAndSpread) {
  for (const std::string name : {"gaussian", "cauchy", "student-t"}) {
    const LikelihoodPtr likelihood = make_likelihood(name);
    for (const std::pair<double, double>& at : {std::pair(-1e10, 1e-12), {1e10, 0.0}, {0.0, 1e8}}) {
      const double m = at.first;
      const double v = at.second;
      expect_ends(
          [&] {
            const double y = Predictor(likelihood).quantile(0.3, m, v);
            return y < m && y > m - 2.0 - 2.0 * std::sqrt(v) - 1e-3 * std::abs(m);
          },
          name + " m=" + to_text(m) + " v=" + to_text(v));
    }
  }
}

TEST(Prediction, RefusesWhatIsNotAMarginal) {
  const Predictor predictor(make_likelihood("laplace"));
  const auto message = [&](auto&& body) -> std::string {
    try {
      body();
    } catch (const InvalidInput& error) {
      return error.what();
    }
    return "no error";
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(message([&] { predictor.mean(nan, 1.0); }), "prediction: m must be finite, got nan");
  EXPECT_EQ(message([&] { predictor.variance(0.0, -1.0); }),
            "prediction: v must be finite and not negative, got -1");
  EXPECT_EQ(message([&] { predictor.log_density(Row{0.0}, 0.0, kInfinity); }),
            "prediction: v must be finite and not negative, got inf");
  EXPECT_EQ(message([&] { predictor.log_density(Row{nan}, 0.0, 1.0); }),
            "laplace: y in row 1 must be a real number, got nan");
  EXPECT_EQ(message([&] { predictor.quantile(1.0, 0.0, 1.0); }),
            "quantile: probability must lie between 0 and 1, both excluded, got 1");
  EXPECT_EQ(message([&] { predictor.quantile(0.0, 0.0, 0.0); }),
            "quantile: probability must lie between 0 and 1, both excluded, got 0");
  EXPECT_EQ(message([&] { predictor.probability(0.0, 1.0); }),
            "probability needs a likelihood of labels, got laplace");
  EXPECT_NE(message([&] { predictor.cdf(Row{nan}, 0.0, 1.0); }), "no error");
}

}  // namespace
}  // namespace phigp::test
