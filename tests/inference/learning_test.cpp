#include "phigp/inference/learning.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "phigp/base/error.h"
#include "phigp/inference/hyperparameter_prior.h"
#include "phigp/kernels/kernel_names.h"
#include "tests/inference/small_problem.h"

namespace phigp {
namespace {

using test::small_data;
using test::small_model;

std::vector<double> some_c2(const Hyperparameters& model, const TrainingSet& data) {
  const AscentResult fit =
      coordinate_ascent(dense_prior(model, data), *model.likelihood,
                        Observations(*model.likelihood, data.rows, data.weights));
  return refreshed_c2(*model.likelihood, data, fit.q);
}

// Relative error of the gradient against central differences of fourth order.
void expect_right_gradient(const TrainingSet& data, const Hyperparameters& model,
                           const std::vector<double>& c2, const std::string& what) {
  const FreeParameters free(model, {});
  const Vector x = free.pack(model);
  const CollapsedBound at = collapsed_bound(data, model, free, c2, true);
  for (Eigen::Index k = 0; k < free.size(); ++k) {
    const double h = 3e-4;
    const auto value = [&](double by) {
      Vector moved = x;
      moved[k] += by;
      return collapsed_bound(data, free.unpack(moved), free, c2, false).value;
    };
    const double slope =
        (8.0 * (value(h) - value(-h)) - (value(2.0 * h) - value(-2.0 * h))) / (12.0 * h);
    EXPECT_NEAR(at.gradient[k], slope, 1e-6 * std::max(1.0, std::abs(slope)))
        << what << ": " << free.names()[static_cast<std::size_t>(k)];
  }
}

TEST(CollapsedBound, HasTheGradientOfItsDifferencesWithWeightsAndOffsets) {
  for (const std::string& name : likelihood_names()) {
    const Hyperparameters model = small_model(name);
    TrainingSet data = small_data(model.likelihood->domain(), 9);
    data.weights = {1.0, 2.0, 0.5, 1.0, 0.0, 1.0, 3.0, 1.0, 1.0};
    data.offset = Vector::LinSpaced(9, -0.3, 0.4);
    expect_right_gradient(data, model, some_c2(model, data), name);
  }
}

TEST(CollapsedBound, HasTheGradientOfItsDifferencesForEveryKernelAndLikelihood) {
  std::vector<std::string> kernels{"0.7*rbf(ard) + 0.2*linear + 0.1*white",
                                   "1.5*rbf(dims=[0])*periodic(dims=[1], period=1.7)"};
  for (const auto& info : kernel_names()) kernels.push_back("1.4*" + std::string(info.name));
  for (const std::string& kernel : kernels) {
    for (const std::string& name : likelihood_names()) {
      const Hyperparameters model = small_model(name, kernel);
      const TrainingSet data = small_data(model.likelihood->domain(), 9);
      expect_right_gradient(data, model, some_c2(model, data), kernel + " " + name);
    }
  }
}

// F is below the ELBO for every c2, equal to it, with the same slope, where c2 = E_q[h^2]. (H.3)
TEST(CollapsedBound, TouchesTheBoundOfAscentFromBelow) {
  for (const std::string& name : likelihood_names()) {
    const Hyperparameters model = small_model(name);
    const TrainingSet data = small_data(model.likelihood->domain());
    const Observations observed(*model.likelihood, data.rows);
    AscentOptions exact;
    exact.tolerance = 1e-15;
    exact.max_iterations = 20000;
    const AscentResult fit =
        coordinate_ascent(dense_prior(model, data), *model.likelihood, observed, exact);
    const FreeParameters free(model, {});
    std::vector<double> c2 = refreshed_c2(*model.likelihood, data, fit.q);
    EXPECT_NEAR(collapsed_bound(data, model, free, c2, false).value, fit.elbo, 1e-8) << name;
    for (double& c : c2) c *= 1.7;
    const CollapsedBound off = collapsed_bound(data, model, free, c2, false);
    EXPECT_LE(off.value, evidence_bound(*model.likelihood, observed, off.q) + 1e-10) << name;
    if (name != "gaussian") {
      EXPECT_LT(off.value, fit.elbo) << name;
    }
  }
}

// y in other units is the same problem, also where the start is far from both.
TEST(Learning, ReachesParametersInTheUnitsOfTheData) {
  TrainingSet data = small_data(Domain::real);
  Hyperparameters model = small_model("gaussian");
  const auto start_at = [&](double scale) {
    model.kernel = parse_kernel("rbf(lengthscale=0.8)", 2)
                       ->with_parameters(std::vector<double>{scale * scale, 0.8});
    model.mean = MeanFunction(MeanFunction::Kind::zero, 2);
    model.likelihood = model.likelihood->with_parameters(std::vector<double>{0.5 * scale});
  };
  const double unit = 1e8;
  start_at(1e-3);
  const LearningResult plain = learn(data, model);
  for (Row& row : data.rows) row.y *= unit;
  start_at(1e-3 * unit);
  const LearningResult scaled = learn(data, model);
  EXPECT_EQ(scaled.at_limit, std::vector<std::string>());
  EXPECT_NEAR(scaled.fit.elbo + static_cast<double>(data.size()) * std::log(unit), plain.fit.elbo,
              1e-3);

  // Long inputs, and a start that knows it but is a little short.
  data = small_data(Domain::real);
  model.kernel = parse_kernel("1.3*rbf(lengthscale=0.3)", 2);
  const LearningResult near = learn(data, model);
  data.X *= unit;
  model.kernel = parse_kernel("1.3*rbf(lengthscale=3e7)", 2);
  const LearningResult far = learn(data, model);
  EXPECT_NEAR(far.fit.elbo, near.fit.elbo, 1e-3);
  EXPECT_GT(far.values.kernel->parameters()[1], 4e7);
}

TEST(Learning, NamesParametersThatEndAtTheirLimit) {
  TrainingSet data = small_data(Domain::real);
  for (Eigen::Index i = 0; i < data.size(); ++i)
    data.rows[static_cast<std::size_t>(i)].y = 2.0 * data.X(i, 0);  // no noise at all
  Hyperparameters model = small_model("gaussian");
  model.mean = MeanFunction(MeanFunction::Kind::linear, 2, {0.0, 2.0, 0.0});
  const LearningResult result = learn(data, model);
  EXPECT_TRUE(std::ranges::find(result.at_limit, "sigma") != result.at_limit.end());
}

TEST(Learning, NeverEndsBelowItsStartAndStopsByItself) {
  for (const std::string& name : likelihood_names()) {
    const Hyperparameters model = small_model(name);
    const TrainingSet data = small_data(model.likelihood->domain(), 30);
    const LearningResult result = learn(data, model);
    EXPECT_GE(result.fit.elbo, result.first_elbo) << name;
    EXPECT_EQ(to_text(result.stop), "converged") << name << " after " << result.iterations;
    // Nothing is left to gain: the gradient at the end is small against the number of rows.
    const FreeParameters free(result.values, {});
    const CollapsedBound end =
        collapsed_bound(data, result.values, free,
                        refreshed_c2(*result.values.likelihood, data, result.fit.q), true);
    for (Eigen::Index k = 0; k < free.size(); ++k) {
      const double x = free.pack(result.values)[k];
      if (std::abs(x) < 10.0) {
        EXPECT_LT(std::abs(end.gradient[k]), 0.05)
            << name << " " << free.names()[static_cast<std::size_t>(k)];
      }
    }
  }
}

TEST(Learning, LeavesAloneWhatItIsNotToLearn) {
  const Hyperparameters model = small_model("asymmetric-laplace");
  const TrainingSet data = small_data(Domain::real, 20);
  const LearningResult all = learn(data, model);
  EXPECT_EQ(all.values.likelihood->parameter("tau"), model.likelihood->parameter("tau"));
  EXPECT_NE(all.values.likelihood->parameter("sigma"), model.likelihood->parameter("sigma"));
  LearningOptions options;
  options.parts = {false, true, false};
  const LearningResult mean_only = learn(data, model, options);
  EXPECT_EQ(mean_only.values.kernel->parameters(), model.kernel->parameters());
  EXPECT_EQ(mean_only.values.likelihood->parameters(), model.likelihood->parameters());
  EXPECT_NE(mean_only.values.mean.coefficients(), model.mean.coefficients());
}

// At the end the gradient of bound + log prior vanishes, and the prior counts: without it the
// parameters are elsewhere.
TEST(Learning, EndsAtTheModeUnderAPrior) {
  for (const char* name : {"student-t", "laplace", "negative-binomial", "matern32"}) {
    const Hyperparameters model = small_model(name);
    const TrainingSet data = small_data(model.likelihood->domain(), 30);
    LearningOptions options;
    options.priors = parse_priors(
        "rbf.lengthscale=gamma(9,6),rbf.variance=lognormal(0.2,0.3),mean.*=normal(0.1,0.2)");
    options.tolerance = 1e-10;
    const LearningResult result = learn(data, model, options);
    const FreeParameters free(result.values, {});
    const HyperparameterPrior prior(free, options.priors);
    CollapsedBound end =
        collapsed_bound(data, result.values, free,
                        refreshed_c2(*result.values.likelihood, data, result.fit.q), true);
    const Vector x = free.pack(result.values);
    const Vector without = end.gradient;
    EXPECT_EQ(result.log_prior, prior.log_density_of_values(x, &end.gradient)) << name;
    for (Eigen::Index k = 0; k < free.size(); ++k) {
      if (std::abs(x[k]) < 10.0) {
        EXPECT_LT(std::abs(end.gradient[k]), 0.02)
            << name << " " << free.names()[static_cast<std::size_t>(k)];
      }
    }
    EXPECT_GT(without.cwiseAbs().maxCoeff(), 0.3) << name;
  }
}

TEST(Learning, StaysInsideTheSupportOfAPrior) {
  const Hyperparameters model = small_model("student-t");
  const TrainingSet data = small_data(Domain::real, 30);
  LearningOptions options;
  options.priors = parse_priors("sigma=uniform(0.5,0.9)");
  const double sigma = learn(data, model, options).values.likelihood->parameter("sigma");
  EXPECT_GE(sigma, 0.5);
  EXPECT_LE(sigma, 0.9);
  options.priors = parse_priors("sigma=uniform(5,9)");
  EXPECT_THROW(learn(data, model, options), InvalidInput);
}

TEST(Learning, EndsInGoodOrderWhenStopped) {
  const Hyperparameters model = small_model("student-t");
  const TrainingSet data = small_data(Domain::real, 20);
  LearningOptions options;
  options.watch = [](const Progress& progress) { return progress.iteration < 2; };
  const LearningResult result = learn(data, model, options);
  EXPECT_EQ(result.stop, Stop::stopped);
  EXPECT_EQ(result.iterations, 2);
  EXPECT_GE(result.fit.elbo, result.first_elbo);
  EXPECT_TRUE(result.fit.q.m.allFinite());
}

TEST(Learning, RefusesDataThatAreNone) {
  const Hyperparameters model = small_model("student-t");
  TrainingSet data = small_data(Domain::real, 4);
  data.X(2, 1) = std::nan("");
  EXPECT_THROW(learn(data, model), InvalidInput);
  data = small_data(Domain::real, 4);
  data.rows.pop_back();
  EXPECT_THROW(learn(data, model), InvalidInput);
  EXPECT_THROW(learn(TrainingSet{}, model), InvalidInput);
}

}  // namespace
}  // namespace phigp
