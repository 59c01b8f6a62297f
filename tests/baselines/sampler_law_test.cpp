// Every baseline sampler has the posterior as its law: against quadrature with three latent values,
// and against the exact Gibbs sampler with twenty. Samplers that are wrong are caught. Seeds are
// fixed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "phigp/base/error.h"
#include "phigp/baselines/elliptical_slice.h"
#include "phigp/baselines/hmc.h"
#include "phigp/inference/collapsed_bound.h"
#include "tests/baselines/sampler_checks.h"
#include "tests/inference/small_problem.h"

namespace phigp::test {
namespace {

constexpr int kWarmUp = 500;

std::string letters(std::string name) {
  std::replace_if(name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
  return name;
}

std::vector<std::string> method_names() {
  std::vector<std::string> names;
  for (const BaselineMethod& method : baseline_methods()) names.push_back(method.name);
  names.emplace_back("hmc(0.6,2)");  // steps so long that many are refused
  return names;
}

Failures failures_of(const std::string& method, const std::string& likelihood, int draws) {
  const PosteriorReference reference = posterior_reference(likelihood);
  const ThreePoints points(reference);
  const BaselineMethod found = *find_baseline(method);
  const BaselineSampler sampler(found, points.problem());
  const auto walker = sampler.walker(points.ascent.q.m, kWarmUp);
  return walker_failures(*walker, reference, kWarmUp, draws, thin_of(found));
}

class EveryBaseline : public testing::TestWithParam<std::string> {};

// A kink, heavy tails, labels, and counts with a tilt; parameters away from 1.
TEST_P(EveryBaseline, HasTheMeansAndCovariancesOfQuadratureStatistical) {
  for (const char* likelihood : {"laplace", "student-t", "logistic", "negative-binomial"})
    EXPECT_EQ(text(failures_of(GetParam(), likelihood, 10000)), "") << likelihood;
}

TEST_P(EveryBaseline, HasThemForEveryLikelihoodStatisticalSlow) {
  for (const std::string& likelihood : reference_names())
    EXPECT_EQ(text(failures_of(GetParam(), likelihood, 200000)), "") << likelihood;
}

INSTANTIATE_TEST_SUITE_P(All, EveryBaseline, testing::ValuesIn(method_names()),
                         [](const auto& info) { return letters(info.param); });

// Means and squares of twenty values.
class SquareSink final : public DrawSink {
 public:
  SquareSink(const Vector& centre, int draws) : means_(2 * centre.size(), draws), centre_(centre) {}
  void take(int, int, const Vector& f, const Vector*) override {
    Vector values(2 * f.size());
    values << f - centre_, (f - centre_).cwiseAbs2();
    means_.add(values);
  }
  const BatchMeans& means() const { return means_; }

 private:
  BatchMeans means_;
  Vector centre_;
};

// 40 comparisons of two chains at |z| < 5: false alarm 5e-5 for each method.
TEST(BaselineSamplers, AgreeWithGibbsOnTwentyRowsStatistical) {
  const Hyperparameters model = small_model("student-t");
  const TrainingSet data = small_data(Domain::real, 20);
  const DensePrior prior = dense_prior(model, data);
  const Observations observed(*model.likelihood, data.rows);
  const AscentResult ascent = coordinate_ascent(prior, *model.likelihood, observed);
  const DirectSampler latent(prior);
  GibbsOptions options;
  options.chains = 1;
  options.draws = 20000;
  options.warm_up = kWarmUp;
  options.seed = 5;
  options.conditional_means = false;
  SquareSink gibbs_sink(ascent.q.m, options.draws);
  gibbs(*model.likelihood, observed, latent, {ascent.q.m, ascent.q.v}, options, Threads(1),
        gibbs_sink);
  const Vector expected = gibbs_sink.means().mean();
  const Vector expected_error = gibbs_sink.means().standard_error();
  for (const BaselineMethod& method : baseline_methods()) {
    // Proposals from the prior of twenty values are accepted once in thousands.
    if (method.kind == BaselineMethod::Kind::prior_proposal) continue;
    options.thin = 2 * thin_of(method);
    options.draws = 10000;
    SquareSink sink(ascent.q.m, options.draws);
    const BaselineSampler sampler(method,
                                  {prior, *model.likelihood, observed, ascent.sites, ascent.q});
    const BaselineReport report = sampler.run(options, Threads(1), sink);
    EXPECT_EQ(report.draws, std::vector<int>{options.draws});
    const Vector error =
        (sink.means().standard_error().cwiseAbs2() + expected_error.cwiseAbs2()).cwiseSqrt();
    const Vector z = (sink.means().mean() - expected).cwiseQuotient(error);
    EXPECT_LT(z.cwiseAbs().maxCoeff(), 5.0) << method.name;
    EXPECT_GT(report.walkers[0].acceptance, 0.1) << method.name;
    EXPECT_EQ(report.walkers[0].divergences, 0) << method.name;
  }
}

// Coordinates whose correction is wrong: what a missing Jacobian would be here.
TEST(PlantedBaselineBugs, AreCaughtStatistical) {
  const PosteriorReference reference = posterior_reference("student-t");
  const ThreePoints points(reference);
  const Coordinates right =
      variational_coordinates(three_point_prior(), points.ascent.sites, points.ascent.q);
  const auto caught = [&](const Coordinates& coordinates) {
    const WhitenedTarget target(coordinates, *points.likelihood, points.observed);
    EllipticalSlice slices(target, Vector::Zero(3));
    StaticHmc motion(target, Vector::Zero(3), 0.6, 3);
    return std::min(walker_failures(slices, reference, 100, 10000, 3).size(),
                    walker_failures(motion, reference, 100, 10000, 3).size());
  };
  EXPECT_EQ(caught(right), 0U);
  Coordinates without_lambda = right;
  without_lambda.lambda.setZero();
  EXPECT_GT(caught(without_lambda), 0U);
  Coordinates without_alpha = right;
  without_alpha.alpha.setZero();
  EXPECT_GT(caught(without_alpha), 0U);
  Coordinates wide = right;
  wide.A *= 1.1;
  EXPECT_GT(caught(wide), 0U);
}

}  // namespace
}  // namespace phigp::test
