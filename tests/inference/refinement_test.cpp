#include "phigp/inference/refinement.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "phigp/base/error.h"
#include "phigp/inference/collapsed_bound.h"
#include "phigp/inference/coordinate_ascent.h"
#include "phigp/inference/prediction.h"
#include "phigp/likelihoods/density.h"
#include "phigp/linalg/quadrature.h"
#include "tests/inference/small_problem.h"
#include "tests/support/matrix_reference.h"

namespace phigp {
namespace {

using test::odd_likelihood;
using test::small_data;
using test::small_model;

// E[weight(z) log p(y | m + sd z)]: adaptive Gauss-Kronrod on log p itself, which shares neither
// nodes nor derivatives with the library's way.
double expectation(const Likelihood& likelihood, const Row& row, double m, double v,
                   const std::function<double(double)>& weight) {
  const double sd = std::sqrt(v);
  const double centre = (likelihood.terms(row).centre - m) / sd;
  const ArrayFunction f = [&](std::span<const double> z, std::span<double> out) {
    std::vector<double> at(z.size());
    for (std::size_t i = 0; i < z.size(); ++i) at[i] = m + sd * z[i];
    log_density(likelihood, Rows(row), at, out);
    for (std::size_t i = 0; i < z.size(); ++i) {
      const double normal = std::exp(-0.5 * z[i] * z[i]) / std::sqrt(2.0 * std::numbers::pi);
      out[i] *= weight(z[i]) * normal;
    }
  };
  std::vector<double> points = geometric_breakpoints(0.0, 1.0, -11.0, 11.0, 3.0);
  for (const double scale : {1e-9, 1e-6, 1e-3, 1.0}) {
    const auto more = geometric_breakpoints(centre, scale, -11.0, 11.0, 4.0);
    points.insert(points.end(), more.begin(), more.end());
  }
  return integral(f, points, 1e-14);
}

struct Derivatives {
  double value, slope, precision;
};
Derivatives independent(const Likelihood& likelihood, const Row& row, double m, double v) {
  const auto mean = [&](auto weight) { return expectation(likelihood, row, m, v, weight); };
  return {mean([](double) { return 1.0; }), mean([](double z) { return z; }) / std::sqrt(v),
          mean([](double z) { return 1.0 - z * z; }) / v};
}

struct Fitted {
  DensePrior prior;
  Observations observed;
  AscentResult augmented;
  RefinementResult refined;
};

Fitted fitted(const Hyperparameters& model, const TrainingSet& data) {
  Fitted out{
      dense_prior(model, data), Observations(*model.likelihood, data.rows, data.weights), {}, {}};
  out.augmented = coordinate_ascent_restarted(out.prior, *model.likelihood, out.observed);
  out.refined = refine(out.prior, *model.likelihood, out.observed, out.augmented.sites);
  return out;
}

class Refinement : public testing::TestWithParam<std::string> {};

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  for (char& letter : name) letter = letter == '-' ? '_' : letter;
  return name;
}

TEST_P(Refinement, RaisesTheBoundAndEndsByItself) {
  const Hyperparameters model = small_model(GetParam());
  const Fitted fit = fitted(model, small_data(model.likelihood->domain()));
  const RefinementResult& refined = fit.refined;
  const double rounding = 1e-12 * (std::abs(refined.elbo) + 15.0);
  EXPECT_EQ(refined.stop, Stop::converged);
  EXPECT_LE(refined.distance, 1e-9);
  EXPECT_LE(refined.iterations, 30);
  EXPECT_LE(refined.largest_fall, rounding);
  EXPECT_GE(refined.first_elbo, fit.augmented.elbo - rounding);  // Delta >= 0
  EXPECT_GE(refined.elbo, refined.first_elbo - rounding);
  EXPECT_NEAR(refined.first_elbo, original_bound(*model.likelihood, fit.observed, fit.augmented.q),
              1e-10);
}

// q = N(m, (K^-1 + Lambda)^-1) with Lambda = -2 dE/dv and K^-1 (m - mean) = dE/dm, both by the
// other quadrature and with inverses of matrices.
TEST_P(Refinement, EndsWhereTheGradientOfTheOriginalBoundVanishes) {
  const Hyperparameters model = small_model(GetParam());
  const TrainingSet data = small_data(model.likelihood->domain(), 6);
  const Fitted fit = fitted(model, data);
  const DensePosterior& q = fit.refined.q;
  const Matrix inverse = test::inverse_of(fit.prior.covariance());
  Vector slope(6);
  Vector lambda(6);
  double sum = 0.0;
  for (Eigen::Index i = 0; i < 6; ++i) {
    const Derivatives at =
        independent(*model.likelihood, data.rows[static_cast<std::size_t>(i)], q.m[i], q.v[i]);
    slope[i] = at.slope;
    lambda[i] = at.precision;
    sum += at.value;
  }
  const Matrix S = test::inverse_of(inverse + Matrix(lambda.asDiagonal()));
  EXPECT_LT((inverse * (q.m - fit.prior.mean()) - slope).cwiseAbs().maxCoeff(), 1e-8);
  EXPECT_LT((q.v - S.diagonal()).cwiseAbs().maxCoeff(), 1e-8);
  const Vector d = q.m - fit.prior.mean();
  const double kl = 0.5 * ((inverse * S).trace() + d.dot(inverse * d) - 6.0 -
                           std::log(test::determinant_of(inverse * S)));
  EXPECT_NEAR(fit.refined.elbo, sum - kl, 1e-8);
}

// One row: the bound as a function of m and log v, its maximum by Newton's method from the
// augmented q, everything by the other quadrature.
TEST_P(Refinement, OfOneRowIsTheMaximumOfTheBoundByQuadrature) {
  const LikelihoodPtr likelihood = odd_likelihood(GetParam());
  const Domain domain = likelihood->domain();
  const double targets[] = {0.9, -2.3, 4.0};
  for (const double y : targets) {
    Row row{y};
    if (domain == Domain::label) row = {y > 0.0 ? 1.0 : -1.0};
    if (domain == Domain::count) row = {std::floor(std::abs(y))};
    if (domain == Domain::successes) row = {std::floor(std::abs(y)), 7.0};
    const double mu = 0.3;
    const double k = 1.6;
    const DensePrior prior(Vector::Constant(1, mu), Matrix::Constant(1, 1, k));
    const Observations observed(*likelihood, {row});
    const AscentResult start = coordinate_ascent_restarted(prior, *likelihood, observed);
    const RefinementResult refined = refine(prior, *likelihood, observed, start.sites);

    const auto gradient = [&](const Eigen::Vector2d& x) {
      const double v = std::exp(x[1]);
      const Derivatives at = independent(*likelihood, row, x[0], v);
      return Eigen::Vector2d(at.slope - (x[0] - mu) / k,
                             0.5 * v * (1.0 / v - 1.0 / k - at.precision));
    };
    Eigen::Vector2d x(start.q.m[0], std::log(start.q.v[0]));
    for (int iteration = 0; iteration < 100; ++iteration) {
      const Eigen::Vector2d here = gradient(x);
      if (here.norm() < 1e-12) break;
      Eigen::Matrix2d slope;
      for (int c = 0; c < 2; ++c) {
        const Eigen::Vector2d step = 1e-5 * Eigen::Vector2d::Unit(c);
        slope.col(c) = (gradient(x + step) - gradient(x - step)) / 2e-5;
      }
      const Eigen::Vector2d move = -test::inverse_of(slope) * here;
      x += move / std::max(1.0, move.norm() / 0.3);
    }
    const double v = std::exp(x[1]);
    const double kl = 0.5 * (v / k - 1.0 - x[1] + std::log(k) + (x[0] - mu) * (x[0] - mu) / k);
    const double bound = independent(*likelihood, row, x[0], v).value - kl;
    EXPECT_NEAR(refined.q.m[0], x[0], 1e-8) << row.y;
    EXPECT_NEAR(refined.q.v[0], v, 1e-8) << row.y;
    EXPECT_NEAR(refined.elbo, bound, 1e-8) << row.y;

    const ArrayFunction joint = [&](std::span<const double> f, std::span<double> out) {
      log_density(*likelihood, Rows(row), f, out);
      for (std::size_t i = 0; i < f.size(); ++i)
        out[i] -= 0.5 * (f[i] - mu) * (f[i] - mu) / k + 0.5 * std::log(2.0 * std::numbers::pi * k);
    };
    std::vector<double> points = geometric_breakpoints(mu, 1.0, -30.0, 30.0, 2.0);
    const auto more = geometric_breakpoints(likelihood->terms(row).centre, 1e-3, -30.0, 30.0, 2.0);
    points.insert(points.end(), more.begin(), more.end());
    EXPECT_LE(refined.elbo, log_integral(joint, points).log_value + 1e-9) << row.y;
  }
}

// The trapezoidal rule over all f in the eigenbasis of the prior.
double log_evidence(const DensePrior& prior, const Likelihood& likelihood,
                    const std::vector<Row>& rows) {
  const auto n = static_cast<std::size_t>(prior.size());
  const Matrix L = test::lower_factor_of(prior.covariance());
  const double step = n == 2 ? 0.05 : 0.2;
  const int side = static_cast<int>(8.0 / step);
  const std::size_t count = 2 * static_cast<std::size_t>(side) + 1;
  std::size_t cells = 1;
  for (std::size_t k = 0; k < n; ++k) cells *= count;
  std::vector<double> total(cells);
  std::vector<std::vector<double>> f(n, std::vector<double>(cells));
  for (std::size_t c = 0; c < cells; ++c) {
    Vector z(prior.size());
    std::size_t rest = c;
    for (double& x : z) {
      x = step * (static_cast<double>(rest % count) - side);
      rest /= count;
    }
    const Vector at = prior.mean() + L * z;
    for (std::size_t k = 0; k < n; ++k) f[k][c] = at[static_cast<Eigen::Index>(k)];
    total[c] = static_cast<double>(n) * (std::log(step) - 0.5 * std::log(2.0 * std::numbers::pi)) -
               0.5 * z.squaredNorm();
  }
  std::vector<double> part(cells);
  for (std::size_t k = 0; k < n; ++k) {
    log_density(likelihood, Rows(rows[k]), f[k], part);
    for (std::size_t c = 0; c < cells; ++c) total[c] += part[c];
  }
  const double top = *std::max_element(total.begin(), total.end());
  double sum = 0.0;
  for (const double x : total) sum += std::exp(x - top);
  return top + std::log(sum);
}

// The rule errs by the square of its step at kinks, far less elsewhere.
TEST_P(Refinement, IsAtMostTheEvidenceOfTwoAndThreeRows) {
  const Hyperparameters model = small_model(GetParam());
  for (const Eigen::Index n : {2, 3}) {
    const TrainingSet data = small_data(model.likelihood->domain(), n);
    const Fitted fit = fitted(model, data);
    const double evidence = log_evidence(fit.prior, *model.likelihood, data.rows);
    EXPECT_LE(fit.refined.elbo, evidence + (n == 2 ? 1e-4 : 2e-3));
    EXPECT_GE(fit.refined.elbo, evidence - 0.3);
  }
}

// Where the bound has one maximum the black-box method ends in the same place from the prior.
TEST_P(Refinement, FromThePriorEndsInTheSamePlaceIfTheBoundIsConcave) {
  const Hyperparameters model = small_model(GetParam());
  const Fitted fit = fitted(model, small_data(model.likelihood->domain()));
  const RefinementResult black_box =
      refine(fit.prior, *model.likelihood, fit.observed, empty_sites(fit.observed));
  EXPECT_EQ(black_box.stop, Stop::converged);
  EXPECT_GT(black_box.elbo, black_box.first_elbo);
  if (!is_log_concave(*model.likelihood, fit.observed)) return;
  EXPECT_NEAR(black_box.elbo, fit.refined.elbo, 1e-9 * (15.0 + std::abs(fit.refined.elbo)));
  EXPECT_LT((black_box.q.m - fit.refined.q.m).cwiseAbs().maxCoeff(), 1e-7);
  EXPECT_LT((black_box.q.v - fit.refined.q.v).cwiseAbs().maxCoeff(), 1e-7);
}

// A row of weight 2 is the row twice; one of weight 0 is not there. (L.11)
TEST_P(Refinement, CountsRowsByTheirWeight) {
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
  const RefinementResult a = fitted(model, weighted).refined;
  const RefinementResult b = fitted(model, repeated).refined;
  EXPECT_NEAR(a.elbo, b.elbo, 1e-8);
  for (const Eigen::Index i : {0, 1, 4}) EXPECT_NEAR(a.q.m[i], b.q.m[i], 1e-6) << i;
}

INSTANTIATE_TEST_SUITE_P(Every, Refinement, testing::ValuesIn(likelihood_names()), test_name);

// Nothing to refine: the augmented bound of Gaussian noise is the original one, and exact.
TEST(Refine, LeavesGaussianNoiseAsItIs) {
  const Hyperparameters model = small_model("gaussian");
  const Fitted fit = fitted(model, small_data(Domain::real));
  EXPECT_LE(fit.refined.iterations, 1);
  EXPECT_NEAR(fit.refined.elbo, fit.augmented.elbo, 1e-10);
  EXPECT_NEAR(fit.refined.elbo,
              fit.refined.q.log_evidence - 15.0 * std::log(std::sqrt(2.0 * std::numbers::pi) *
                                                           model.likelihood->parameter("sigma")),
              1e-9);
  EXPECT_LT((fit.refined.q.m - fit.augmented.q.m).cwiseAbs().maxCoeff(), 1e-10);
  const RefinementResult black_box =
      refine(fit.prior, *model.likelihood, fit.observed, empty_sites(fit.observed));
  EXPECT_LE(black_box.iterations, 2);  // one step is exact, the next finds nothing to do
  EXPECT_NEAR(black_box.elbo, fit.augmented.elbo, 1e-10);
}

// An outlier of heavy-tailed noise widens q: a negative precision. Everything that is made from it
// against inverses of K^-1 + Lambda.
TEST(Refine, TakesNegativePrecisionsExactly) {
  TrainingSet data = small_data(Domain::real, 12);
  data.rows[4].y += 5.0;
  data.rows[9].y -= 4.0;
  Hyperparameters model = small_model("student-t", "1.3*rbf(lengthscale=1.5)+0.1*white");
  model.likelihood = make_likelihood("student-t", {{"nu", 2.5}, {"sigma", 0.3}});
  const Fitted fit = fitted(model, data);
  const RefinementResult& refined = fit.refined;
  EXPECT_EQ(refined.stop, Stop::converged);
  EXPECT_LT(refined.sites.precision[4], 0.0);
  EXPECT_LT(refined.sites.precision[9], 0.0);
  EXPECT_EQ(refined.q.lift.cols(), 2);
  EXPECT_GT(refined.elbo, refined.first_elbo);

  Vector lambda(12);
  Vector shift(12);
  for (Eigen::Index i = 0; i < 12; ++i) {
    lambda[i] = refined.sites.precision[static_cast<std::size_t>(i)];
    shift[i] = refined.sites.shift(static_cast<std::size_t>(i));
  }
  const Matrix inverse = test::inverse_of(fit.prior.covariance());
  const Matrix S = test::inverse_of(inverse + Matrix(lambda.asDiagonal()));
  const Vector m = S * (shift + inverse * fit.prior.mean());
  EXPECT_LT((refined.q.m - m).cwiseAbs().maxCoeff(), 1e-11);
  EXPECT_LT((refined.q.v - S.diagonal()).cwiseAbs().maxCoeff(), 1e-11);

  Points X(3, 2);
  X << -1.7, 0.3, 0.05, -0.4, 2.5, 0.9;
  Matrix cross;
  Matrix expected;
  model.kernel->cross(data.X, X, cross);
  model.kernel->gram(X, expected);
  expected -= cross.transpose() * (inverse - inverse * S * inverse) * cross;
  const Vector expected_mean =
      model.mean.at(X) + cross.transpose() * (inverse * (m - fit.prior.mean()));
  const DensePredictor predictor(model, data.X, refined.q);
  Vector mean;
  Vector variance;
  Matrix joint;
  predictor.marginals(X, mean, variance);
  EXPECT_LT((mean - expected_mean).cwiseAbs().maxCoeff(), 1e-11);
  EXPECT_LT((variance - expected.diagonal()).cwiseAbs().maxCoeff(), 1e-11);
  predictor.joint(X, mean, joint);
  EXPECT_LT((joint - expected).cwiseAbs().maxCoeff(), 1e-11);
}

// Steps that leave the set of posteriors, or lower the bound, are shortened until they do not.
TEST(Refine, NeverLowersTheBoundOnAwkwardSets) {
  for (const double distance : {3.0, 30.0, 1e4}) {
    for (const double sigma : {0.02, 0.5}) {
      TrainingSet data = small_data(Domain::real);
      for (std::size_t i = 0; i < data.rows.size(); i += 2) data.rows[i].y += distance;
      Hyperparameters model = small_model("cauchy", "25*rbf(lengthscale=1.5)");
      model.likelihood = make_likelihood("cauchy", {{"sigma", sigma}});
      const Fitted fit = fitted(model, data);
      for (const bool from_prior : {false, true}) {
        const RefinementResult refined =
            from_prior
                ? refine(fit.prior, *model.likelihood, fit.observed, empty_sites(fit.observed))
                : fit.refined;
        SCOPED_TRACE(testing::Message() << distance << " " << sigma << " " << from_prior);
        EXPECT_EQ(refined.stop, Stop::converged);
        EXPECT_GE(refined.elbo, refined.first_elbo - 1e-9);
        EXPECT_LE(refined.largest_fall, 1e-12 * (15.0 + std::abs(refined.elbo)));
        EXPECT_LE(refined.distance, 1e-6);
        EXPECT_GT(refined.q.v.minCoeff(), 0.0);
      }
    }
  }
}

// Twelve rows that share one f, half of them on either side: their precision, (2/b) N(0.5; 0, v)
// each, grows so fast with v that full steps swing to and fro for 300 iterations. (O.6)
TEST(Refine, ShortensStepsThatWouldSwingToAndFro) {
  const LikelihoodPtr laplace = make_likelihood("laplace", {{"b", 0.66}});
  std::vector<Row> rows;
  for (int i = 0; i < 12; ++i) rows.push_back({i % 2 == 0 ? 0.5 : -0.5});
  const Observations observed(*laplace, rows);
  const DensePrior prior(Vector::Zero(12), Matrix::Constant(12, 12, 1.3));
  const RefinementResult refined = refine(prior, *laplace, observed, empty_sites(observed));
  EXPECT_EQ(refined.stop, Stop::converged);
  EXPECT_LE(refined.iterations, 25);
  const double v = refined.q.v[0];
  const double normal = std::exp(-0.125 / v) / std::sqrt(2.0 * std::numbers::pi * v);
  EXPECT_NEAR(1.0 / v, 1.0 / 1.3 + 12.0 * 2.0 / 0.66 * normal, 1e-7);
  EXPECT_NEAR(refined.q.m[0], 0.0, 1e-8);
}

TEST(Refine, StopsWhenTheWatcherSaysSo) {
  const Hyperparameters model = small_model("laplace");
  const Fitted fit = fitted(model, small_data(Domain::real));
  RefinementOptions options;
  options.watch = [](const Progress& progress) { return progress.iteration < 2; };
  const RefinementResult stopped =
      refine(fit.prior, *model.likelihood, fit.observed, empty_sites(fit.observed), options);
  EXPECT_EQ(stopped.stop, Stop::stopped);
  EXPECT_EQ(stopped.iterations, 2);
  EXPECT_TRUE(stopped.q.m.allFinite());
}

}  // namespace
}  // namespace phigp
