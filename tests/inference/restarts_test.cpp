#include "phigp/inference/restarts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "phigp/base/error.h"
#include "phigp/likelihoods/custom.h"
#include "tests/inference/small_problem.h"

namespace phigp {
namespace {

using test::small_data;
using test::small_model;

// A fast wave of which a start with long lengthscales sees only noise.
TrainingSet wave() {
  TrainingSet data;
  data.X.resize(40, 2);
  for (Eigen::Index i = 0; i < 40; ++i) {
    const double x = 0.1 * static_cast<double>(i);
    data.X(i, 0) = x;
    data.X(i, 1) = 0.0;
    const double noise = 0.1 * std::cos(static_cast<double>(i * i));
    data.rows.push_back({std::sin(6.0 * x) + noise, 1.0});
  }
  return data;
}

Hyperparameters slow_model(const std::string& kernel) {
  Hyperparameters model = small_model("gaussian", kernel);
  model.mean = MeanFunction(MeanFunction::Kind::constant, 2);
  model.likelihood = model.likelihood->with_parameters(std::vector<double>{1.0});
  return model;
}

TEST(Restarts, NeverEndBelowTheGivenStartAndReportEveryBound) {
  for (const std::string& name : likelihood_names()) {
    const Hyperparameters model = small_model(name);
    const TrainingSet data = small_data(model.likelihood->domain(), 12);
    LearningOptions options;
    options.max_iterations = 10;
    const LearningResult plain = learn(data, model, options);
    const RestartedLearning all = learn_restarted(data, model, options, 2, 5);
    ASSERT_GE(all.bounds.size(), 3u) << name;  // more where the first saw only noise
    EXPECT_EQ(all.bounds[0], plain.fit.elbo) << name;
    EXPECT_EQ(all.best.fit.elbo, *std::max_element(all.bounds.begin(), all.bounds.end())) << name;
    EXPECT_EQ(all.best.first_elbo, plain.first_elbo) << name;
  }
}

TEST(Restarts, AreComparedByBoundAndLogPrior) {
  const Hyperparameters model = small_model("gaussian");
  const TrainingSet data = small_data(Domain::real, 12);
  LearningOptions options;
  options.priors = parse_priors("sigma=lognormal(-3,0.2),rbf.lengthscale=lognormal(2,0.3)");
  const RestartedLearning all = learn_restarted(data, model, options, 3, 5);
  EXPECT_EQ(all.best.fit.elbo + all.best.log_prior,
            *std::max_element(all.bounds.begin(), all.bounds.end()));
  EXPECT_NE(all.best.log_prior, 0.0);
  EXPECT_EQ(all.best.first_log_prior, learn(data, model, options).first_log_prior);
}

TEST(Restarts, FindWhatTheGivenStartMisses) {
  const TrainingSet data = wave();
  const Hyperparameters model = slow_model("1*rbf(lengthscale=2)");
  const RestartedLearning all = learn_restarted(data, model, {}, 12, 1);
  ASSERT_EQ(all.bounds.size(), 14u);  // the second is that of shorter lengthscales
  EXPECT_GT(*std::max_element(all.bounds.begin() + 2, all.bounds.end()), all.bounds[0] + 10.0);
  EXPECT_LT(all.best.values.likelihood->parameter("sigma"), 0.3);
}

TEST(Restarts, AreMadeUnaskedWhereAllIsTakenForNoise) {
  const TrainingSet data = wave();
  const Hyperparameters model = slow_model("1*rbf(lengthscale=2)");
  const LearningResult plain = learn(data, model, {});
  EXPECT_GT(plain.values.likelihood->parameter("sigma"), 0.6);
  const RestartedLearning all = learn_restarted(data, model, {}, 0, 1);
  ASSERT_EQ(all.bounds.size(), 2u);
  EXPECT_EQ(all.bounds[0], plain.fit.elbo);
  EXPECT_GT(all.best.fit.elbo, all.bounds[0] + 10.0);
  EXPECT_LT(all.best.values.likelihood->parameter("sigma"), 0.2);
  EXPECT_EQ(all.best.first_elbo, plain.first_elbo);

  // Of neighbours that take turns there is nothing to see at any lengthscale: two tries.
  TrainingSet noise = data;
  for (std::size_t i = 0; i < noise.rows.size(); ++i) noise.rows[i].y = i % 2 == 0 ? 1.0 : -1.0;
  EXPECT_EQ(learn_restarted(noise, model, {}, 0, 1).bounds.size(), 3u);
  // A signal that is seen, or lengthscales that are not there or stay: no try.
  EXPECT_EQ(learn_restarted(data, slow_model("1*rbf(lengthscale=0.3)"), {}, 0, 1).bounds.size(),
            1u);
  EXPECT_EQ(learn_restarted(noise, slow_model("1*linear"), {}, 0, 1).bounds.size(), 1u);
  LearningOptions fixed;
  fixed.parts = {false, true, true};
  EXPECT_EQ(learn_restarted(noise, model, fixed, 0, 1).bounds.size(), 1u);
}

TEST(Restarts, FollowFromTheSeedAndLeaveAloneWhatIsNotLearned) {
  const Hyperparameters model = small_model("student-t");
  const auto lengthscales = [&](const LearnedParts& parts, int number, std::uint64_t seed) {
    return scattered_start(model, parts, number, seed).kernel->parameters();
  };
  EXPECT_EQ(lengthscales({}, 1, 7), lengthscales({}, 1, 7));
  EXPECT_NE(lengthscales({}, 1, 7), lengthscales({}, 2, 7));
  EXPECT_NE(lengthscales({}, 1, 7), lengthscales({}, 1, 8));
  EXPECT_EQ(lengthscales({}, 1, 7)[0], model.kernel->parameters()[0]);  // the variance
  const LearnedParts likelihood_only{false, false, true};
  EXPECT_EQ(lengthscales(likelihood_only, 1, 7), model.kernel->parameters());
  const auto sigma = [&](const LearnedParts& parts, int number) {
    return scattered_start(model, parts, number, 7).likelihood->parameter("sigma");
  };
  const double given = model.likelihood->parameter("sigma");
  EXPECT_LT(sigma({}, 1), 0.5 * given);
  EXPECT_GT(sigma({}, 2), 1.5 * given);
  EXPECT_EQ(sigma({true, true, false}, 1), given);
  const Hyperparameters svm = small_model("asymmetric-laplace");
  EXPECT_EQ(scattered_start(svm, {}, 1, 7).likelihood->parameter("tau"),
            svm.likelihood->parameter("tau"));
}

// (1 + r/a)^-a has no integral over y for a <= 1/2, and 2 e^-1.5 = 0.45; 0.501 leaves no room at
// all.
TEST(Restarts, StayWhereTheLikelihoodExists) {
  Hyperparameters model = small_model("student-t");
  const TrainingSet data = small_data(Domain::real, 12);
  LearningOptions options;
  options.max_iterations = 3;
  for (const double a : {2.0, 0.501}) {
    model.likelihood = likelihood_from_phi({"(1+r/a)^(-a)"}, {{"a", a}, {"scale", 0.3}});
    const RestartedLearning all = learn_restarted(data, model, options, 1, 5);
    EXPECT_TRUE(std::isfinite(all.best.fit.elbo));
    EXPECT_EQ(std::isfinite(all.bounds.back()), a > 1.0);
  }
  model.likelihood = likelihood_from_phi({"(1+r/a)^(-a)"}, {{"a", 2.0}, {"scale", 0.3}});
  const LikelihoodPtr scattered = scattered_start(model, {}, 1, 5).likelihood;
  EXPECT_NEAR(scattered->parameter("a"), 2.0 * std::exp(-0.75), 1e-12);
  EXPECT_NEAR(scattered->parameter("scale"), 0.3 * std::exp(-0.75), 1e-12);
}

TEST(Restarts, EndWithTheBestSoFarWhenStopped) {
  const Hyperparameters model = small_model("laplace");
  const TrainingSet data = small_data(Domain::real, 12);
  LearningOptions options;
  options.watch = [](const Progress& progress) {
    return progress.phase != "restart 2 of 5, learning";
  };
  const RestartedLearning all = learn_restarted(data, model, options, 5, 3);
  EXPECT_EQ(all.best.stop, Stop::stopped);
  EXPECT_EQ(all.bounds.size(), 3u);
  EXPECT_EQ(all.best.fit.elbo, *std::max_element(all.bounds.begin(), all.bounds.end()));
  EXPECT_THROW(learn_restarted(data, model, options, -1, 3), InvalidInput);
}

}  // namespace
}  // namespace phigp
