#include "phigp/inference/coordinate_ascent.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "phigp/base/span_of.h"
#include "phigp/inference/collapsed_bound.h"
#include "tests/inference/small_problem.h"
#include "tests/support/matrix_reference.h"

namespace phigp {
namespace {

using test::odd_likelihood;
using test::small_data;
using test::small_model;

class Ascent : public testing::TestWithParam<std::string> {};

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  for (char& letter : name) letter = letter == '-' ? '_' : letter;
  return name;
}

TEST_P(Ascent, NeverLowersTheBoundAndEndsByItself) {
  const Hyperparameters model = small_model(GetParam());
  const TrainingSet data = small_data(model.likelihood->domain());
  const Observations observed(*model.likelihood, data.rows);
  const AscentResult fit = coordinate_ascent(dense_prior(model, data), *model.likelihood, observed);
  EXPECT_EQ(fit.stop, Stop::converged);
  EXPECT_LT(fit.largest_fall, 1e-9 * (std::abs(fit.elbo) + 15.0));
  EXPECT_TRUE(fit.q.m.allFinite() && fit.q.v.allFinite());
  EXPECT_GT(fit.q.v.minCoeff(), 0.0);
}

// Over all q(f) = N(m, (K^-1 + Lambda)^-1) the bound has its maximum where ascent ends: moving the
// precision of any site, or the mean in any direction, loses to second order only. (V.1)
TEST_P(Ascent, EndsAtAMaximumOfTheBound) {
  const Hyperparameters model = small_model(GetParam());
  const TrainingSet data = small_data(model.likelihood->domain(), 6);
  const Observations observed(*model.likelihood, data.rows);
  const DensePrior prior = dense_prior(model, data);
  AscentOptions exact;
  exact.tolerance = 1e-15;
  exact.max_iterations = 20000;
  const AscentResult fit = coordinate_ascent(prior, *model.likelihood, observed, exact);
  const double step = 1e-3;
  for (std::size_t i = 0; i < observed.size(); ++i) {
    for (const int what : {0, 1}) {
      double value[2];
      for (const int side : {0, 1}) {
        Sites moved = fit.sites;
        const double by = side == 0 ? -step : step;
        if (what == 0) moved.precision[i] *= std::exp(by);
        if (what == 1) moved.tilt[i] += by;
        value[side] = evidence_bound(*model.likelihood, observed, prior.condition(moved));
        EXPECT_LT(value[side], fit.elbo + 1e-10) << i << " " << what;
      }
      EXPECT_NEAR((value[1] - value[0]) / (2.0 * step), 0.0, 2e-6) << i << " " << what;
    }
  }
}

TEST_P(Ascent, IsTheSameForPermutedRows) {
  const Hyperparameters model = small_model(GetParam());
  const TrainingSet data = small_data(model.likelihood->domain());
  TrainingSet turned = data;
  turned.X = data.X.colwise().reverse().eval();
  std::reverse(turned.rows.begin(), turned.rows.end());
  const auto fit = [&](const TrainingSet& set) {
    return coordinate_ascent(dense_prior(model, set), *model.likelihood,
                             Observations(*model.likelihood, set.rows));
  };
  const AscentResult a = fit(data);
  const AscentResult b = fit(turned);
  EXPECT_NEAR(a.elbo, b.elbo, 1e-9);
  EXPECT_LT((a.q.m - b.q.m.reverse()).cwiseAbs().maxCoeff(), 1e-8);
}

// A row of weight 2 is the row twice; one of weight 0 is not there. (L.11)
TEST_P(Ascent, CountsRowsByTheirWeight) {
  const Hyperparameters model = small_model(GetParam());
  TrainingSet weighted = small_data(model.likelihood->domain(), 5);
  weighted.weights = {1.0, 2.0, 0.0, 1.0, 1.0};
  TrainingSet repeated;
  repeated.X.resize(5, 2);
  const Eigen::Index from[] = {0, 1, 1, 3, 4};
  for (Eigen::Index i = 0; i < 5; ++i) {
    repeated.X.row(i) = weighted.X.row(from[i]);
    repeated.rows.push_back(weighted.rows[static_cast<std::size_t>(from[i])]);
  }
  AscentOptions exact;
  exact.tolerance = 1e-14;
  exact.max_iterations = 5000;
  const auto fit = [&](const TrainingSet& set) {
    return coordinate_ascent(dense_prior(model, set), *model.likelihood,
                             Observations(*model.likelihood, set.rows, set.weights), exact);
  };
  const AscentResult a = fit(weighted);
  const AscentResult b = fit(repeated);
  EXPECT_NEAR(a.elbo, b.elbo, 1e-8);
  EXPECT_NEAR(a.q.m[0], b.q.m[0], 1e-6);
  EXPECT_NEAR(a.q.m[1], b.q.m[1], 1e-6);
  EXPECT_NEAR(a.q.m[4], b.q.m[4], 1e-6);
}

INSTANTIATE_TEST_SUITE_P(Every, Ascent, testing::ValuesIn(likelihood_names()), test_name);

// Gaussian noise: q is the posterior and the bound the evidence of exact GP regression.
TEST(CoordinateAscent, WithGaussianNoiseIsExactRegression) {
  const Hyperparameters model = small_model("gaussian");
  const TrainingSet data = small_data(Domain::real);
  const Observations observed(*model.likelihood, data.rows);
  const DensePrior prior = dense_prior(model, data);
  const AscentResult fit = coordinate_ascent(prior, *model.likelihood, observed);
  const double sigma = model.likelihood->parameter("sigma");
  const Eigen::Index n = data.size();
  Vector y(n);
  for (Eigen::Index i = 0; i < n; ++i) y[i] = data.rows[static_cast<std::size_t>(i)].y;
  const Matrix C = prior.covariance() + sigma * sigma * Matrix::Identity(n, n);
  const Vector residual = y - prior.mean();
  const Vector weights = test::solve_definite(C, residual);
  const Vector m = prior.mean() + prior.covariance() * weights;
  const Matrix S =
      prior.covariance() - prior.covariance() * test::solve_definite(C, prior.covariance());
  const double evidence = -0.5 * residual.dot(weights) - 0.5 * std::log(test::determinant_of(C)) -
                          0.5 * static_cast<double>(n) * std::log(2.0 * std::numbers::pi);
  EXPECT_LE(fit.iterations, 2);
  EXPECT_LT((fit.q.m - m).cwiseAbs().maxCoeff(), 1e-10);
  EXPECT_LT((fit.q.v - S.diagonal()).cwiseAbs().maxCoeff(), 1e-10);
  EXPECT_NEAR(fit.elbo, evidence, 1e-9);
}

// Twelve rows, most of them nearly the same point, whose targets a smooth f meets exactly, and two
// points seen six times each: with hardly any noise precisions reach 1e10 to 1e15 of those of the
// prior, and K is singular to rounding. (K.15)
TEST(CoordinateAscent, NeverLowersTheBoundWhereNoNoiseIsLeft) {
  TrainingSet line;
  TrainingSet pairs;
  line.X.resize(12, 1);
  pairs.X.resize(12, 1);
  for (Eigen::Index i = 0; i < 12; ++i) {
    line.X(i, 0) = 3.3 * std::pow(10.0, static_cast<double>(i - 11));
    line.rows.push_back({line.X(i, 0), 1.0});
    pairs.X(i, 0) = i % 2 == 0 ? -1.0 : 1.0;
    pairs.rows.push_back({pairs.X(i, 0), 1.0});
  }
  AscentOptions on;  // and on, whatever the bound does
  on.tolerance = -1.0;
  on.max_iterations = 60;
  for (const char* name : {"laplace", "asymmetric-laplace", "matern32", "matern52"}) {
    const LikelihoodPtr plain = make_likelihood(name);
    std::vector<double> values = plain->parameters();
    for (std::size_t k = 0; k < values.size(); ++k) {
      if (plain->parameter_specs()[k].name != "tau") values[k] = 1e-5;
    }
    const LikelihoodPtr sharp = plain->with_parameters(values);
    for (const TrainingSet* data : {&line, &pairs}) {
      SCOPED_TRACE(std::string(name) + (data == &line ? ", line" : ", pairs"));
      const KernelPtr kernel = parse_kernel(
          data == &line ? "8000*rbf(lengthscale=150)" : "0.6*rbf(lengthscale=0.02)", 1);
      const Hyperparameters model{kernel, MeanFunction(MeanFunction::Kind::zero, 1), sharp};
      const AscentResult fit = coordinate_ascent(dense_prior(model, *data), *sharp,
                                                 Observations(*sharp, data->rows), on);
      EXPECT_EQ(fit.iterations, on.max_iterations);
      EXPECT_LT(fit.largest_fall, 1e-9 * (std::abs(fit.elbo) + 12.0));
      EXPECT_GT(fit.q.kl, 0.0);
      EXPECT_GT(fit.q.v.minCoeff(), 0.0);
    }
  }
}

TEST(CoordinateAscent, OfStudentNoiseTendsToRegressionAsItsTailsVanish) {
  Hyperparameters model = small_model("gaussian");
  const TrainingSet data = small_data(Domain::real);
  const auto fit = [&](const LikelihoodPtr& likelihood) {
    return coordinate_ascent(dense_prior(model, data), *likelihood,
                             Observations(*likelihood, data.rows));
  };
  const double sigma = model.likelihood->parameter("sigma");
  const AscentResult exact = fit(model.likelihood);
  const AscentResult student = fit(make_likelihood("student-t", {{"nu", 1e10}, {"sigma", sigma}}));
  EXPECT_NEAR(student.elbo, exact.elbo, 1e-8);
  EXPECT_LT((student.q.m - exact.q.m).cwiseAbs().maxCoeff(), 1e-8);
}

// With far outliers on both sides of a flat prior, ascent from the prior and from the data end in
// different maxima; the restarted one is never the lower of the two.
TEST(CoordinateAscent, RestartsWhereTheBoundIsNotConcave) {
  TrainingSet data = small_data(Domain::real);
  data.rows[3].y += 6.0;
  data.rows[4].y += 6.0;
  const Hyperparameters model{parse_kernel("9*rbf(lengthscale=0.4)", 2),
                              MeanFunction(MeanFunction::Kind::zero, 2),
                              make_likelihood("cauchy", {{"sigma", 0.1}})};
  const Observations observed(*model.likelihood, data.rows);
  EXPECT_FALSE(is_log_concave(*model.likelihood, observed));
  const DensePrior prior = dense_prior(model, data);
  const AscentResult plain = coordinate_ascent(prior, *model.likelihood, observed);
  const AscentResult best = coordinate_ascent_restarted(prior, *model.likelihood, observed);
  EXPECT_GE(best.elbo, plain.elbo - 1e-9);
  for (const char* name : {"gaussian", "laplace", "logistic", "pseudo-huber", "matern32"}) {
    const LikelihoodPtr other = odd_likelihood(name);
    EXPECT_TRUE(is_log_concave(*other, Observations(*other, small_data(other->domain()).rows)))
        << name;
  }
}

// Sites of large counts are far sharper than the likelihood: plain iterations creep, and these
// would need some thousand. (V.5)
TEST(CoordinateAscent, EndsByItselfForLargeCounts) {
  TrainingSet data = small_data(Domain::count);
  for (std::size_t i = 0; i < data.rows.size(); ++i)
    data.rows[i].y = std::floor(2e4 * std::exp(std::sin(data.X(static_cast<Eigen::Index>(i), 0))));
  for (const double s : {0.3, 1.0, 3.0, 20.0}) {
    const Hyperparameters model{parse_kernel("4*rbf(lengthscale=0.7)", 2),
                                MeanFunction(MeanFunction::Kind::zero, 2),
                                make_likelihood("negative-binomial", {{"s", s}})};
    const Observations observed(*model.likelihood, data.rows);
    const DensePrior prior = dense_prior(model, data);
    const AscentResult fit = coordinate_ascent(prior, *model.likelihood, observed);
    EXPECT_EQ(fit.stop, Stop::converged) << s;
    EXPECT_LT(fit.largest_fall, 1e-9 * (std::abs(fit.elbo) + 15.0)) << s;
    // A thousand plain iterations from there find nothing more.
    AscentResult further = fit;
    for (int k = 0; k < 1000; ++k) {
      mean_sites(*model.likelihood, observed, span_of(further.q.m), span_of(further.q.v),
                 further.sites);
      prior.condition(further.sites, further.q);
    }
    EXPECT_NEAR(evidence_bound(*model.likelihood, observed, further.q), fit.elbo, 1e-4) << s;
  }
}

TEST(CoordinateAscent, StopsWhenTheWatcherSaysSo) {
  const Hyperparameters model = small_model("logistic");
  const TrainingSet data = small_data(Domain::label);
  AscentOptions options;
  options.watch = [](const Progress& progress) { return progress.iteration < 3; };
  const AscentResult fit = coordinate_ascent(dense_prior(model, data), *model.likelihood,
                                             Observations(*model.likelihood, data.rows), options);
  EXPECT_EQ(fit.stop, Stop::stopped);
  EXPECT_EQ(fit.iterations, 3);
  EXPECT_TRUE(fit.q.m.allFinite());
}

}  // namespace
}  // namespace phigp
