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
#include "phigp/baselines/nuts.h"
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
  const auto expect_failures = [&](const Coordinates& coordinates, bool wanted) {
    const WhitenedTarget target(coordinates, *points.likelihood, points.observed);
    EllipticalSlice slices(target, Vector::Zero(3));
    StaticHmc motion(target, Vector::Zero(3), 0.6, 3);
    NutsOptions options;
    options.warm_up = 100;
    Nuts nuts(target, Vector::Zero(3), options);
    for (Walker* walker : std::initializer_list<Walker*>{&slices, &motion, &nuts})
      EXPECT_EQ(!walker_failures(*walker, reference, 100, 10000, 3).empty(), wanted);
  };
  expect_failures(right, false);
  Coordinates without_lambda = right;
  without_lambda.lambda.setZero();
  expect_failures(without_lambda, true);
  Coordinates without_alpha = right;
  without_alpha.alpha.setZero();
  expect_failures(without_alpha, true);
  Coordinates wide = right;
  wide.A *= 1.1;
  expect_failures(wide, true);
}

// Momentum is pushed once for the whole step: no longer a map that runs back into itself.
class WithoutHalfSteps final : public Hamiltonian {
 public:
  using Hamiltonian::Hamiltonian;
  void leapfrog(Phase& phase, double step) override {
    phase.momentum += step * phase.gradient;
    phase.z += step * velocity(phase);
    phase.log_density = target().log_density(phase.z, phase.gradient, phase.u);
  }
};

// States are weighed by the density of the place before.
class StaleDensity final : public Hamiltonian {
 public:
  using Hamiltonian::Hamiltonian;
  void leapfrog(Phase& phase, double step) override {
    const double before = phase.log_density;
    Hamiltonian::leapfrog(phase, step);
    phase.log_density = before;
  }
};

TEST(PlantedNutsBugs, AreCaughtStatistical) {
  const PosteriorReference reference = posterior_reference("student-t");
  const ThreePoints points(reference);
  const Coordinates coordinates =
      variational_coordinates(three_point_prior(), points.ascent.sites, points.ascent.q);
  const WhitenedTarget target(coordinates, *points.likelihood, points.observed);
  const auto caught = [&](std::unique_ptr<Hamiltonian> motion) {
    NutsOptions options;
    options.warm_up = kWarmUp;
    options.most_doublings = 5;  // what is wrong makes steps small; longer ways show no more
    Nuts nuts(std::move(motion), Vector::Zero(3), options);
    return !walker_failures(nuts, reference, kWarmUp, 10000, 1).empty();
  };
  EXPECT_FALSE(caught(std::make_unique<Hamiltonian>(target)));
  EXPECT_TRUE(caught(std::make_unique<WithoutHalfSteps>(target)));
  EXPECT_TRUE(caught(std::make_unique<StaleDensity>(target)));
}

}  // namespace
}  // namespace phigp::test
