// A comparison of methods is fair and true: all see the same posterior, agree on it, and what is
// said of approximations holds.
#include "phigp/compare/compare.h"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "phigp/base/error.h"
#include "phigp/compare/sampler_run.h"
#include "phigp/io/read_table.h"
#include "phigp/model/fit.h"

namespace phigp::test {
namespace {

Table waves() {
  std::string text = "x,y\n";
  for (int i = 0; i < 30; ++i)
    text += std::to_string(0.2 * i) + "," +
            std::to_string(std::sin(0.6 * i) + 0.3 * std::cos(7.0 * i * i)) + "\n";
  std::istringstream in(text);
  return read_table(in, "waves");
}

FittedModel fitted(const std::string& likelihood, bool refine = false) {
  FitSettings settings;
  settings.target = "y";
  settings.likelihood.name = likelihood;
  settings.optimize = false;
  settings.refine = refine;
  settings.threads = 1;
  return fit(waves(), settings);
}

CompareSettings few() {
  CompareSettings settings;
  settings.chains = 2;
  settings.draws = 4000;
  settings.threads = 1;
  return settings;
}

// 60 comparisons at 5 standard errors for each method: false alarm 1e-4 in all.
TEST(Compare, SamplersAgreeAndApproximationsAreMeasuredAgainstThemStatistical) {
  CompareSettings settings = few();
  settings.methods = {"gibbs",
                      "gibbs-cholesky",
                      "gibbs-table",
                      "nuts-variational",
                      "elliptical-variational",
                      "vi",
                      "vi-refined",
                      "vi-original",
                      "ep",
                      "annealing"};
  const Comparison found = compare(fitted("student-t"), settings);
  ASSERT_EQ(found.samplers.size(), 5U);
  EXPECT_FALSE(found.reference.empty());
  for (const ComparedSampler& sampler : found.samplers) {
    EXPECT_TRUE(sampler.converged) << sampler.method.name;
    EXPECT_EQ(sampler.draws, 4000);
    EXPECT_GT(sampler.seconds_per_draw, 0.0);
    EXPECT_EQ(sampler.agreement.has_value(), sampler.method.name != found.reference);
    if (!sampler.agreement) continue;
    EXPECT_LT(sampler.agreement->mean, 5.0) << sampler.method.name;
    EXPECT_LT(sampler.agreement->sd, 5.0) << sampler.method.name;
  }
  const auto& a = found.approximations;
  ASSERT_EQ(a.size(), 5U);
  const double evidence = a[4].log_evidence;
  const double error = *a[4].standard_error;
  EXPECT_LT(a[0].log_evidence, a[1].log_evidence);
  EXPECT_NEAR(a[1].log_evidence, a[2].log_evidence, 1e-6);
  EXPECT_LT(a[1].log_evidence, evidence + 5.0 * error);
  EXPECT_NEAR(a[3].log_evidence, evidence, 5.0 * error + 0.05);
  // The closed form of what augmentation gives away, and the two bounds at the same q. (L.5)
  EXPECT_GT(*a[0].gap, 0.0);
  EXPECT_NEAR(*a[0].gap, *a[0].original_bound - a[0].log_evidence, 1e-8);
  EXPECT_LT(*a[3].mean_error, *a[0].mean_error + 0.2);
  EXPECT_GT(*a[4].effective_particles, 2.0);
  EXPECT_LE(*a[4].effective_particles, settings.particles);
  // 8000 draws at their best know a mean to sd / sqrt(8000) each, and antithetic ones better.
  ASSERT_TRUE(found.reference_error);
  EXPECT_LT(found.reference_error->mean, 0.05);
  EXPECT_GT(found.reference_error->mean, 0.001);
  EXPECT_LT(found.reference_error->sd, 0.05);
  EXPECT_GT(found.reference_error->sd, 0.001);
  EXPECT_GT(a[3].sd_ratio->least, 0.8);
}

// Of a normal law plain Gibbs draws are independent; over-relaxation makes means better and squares
// worse, and a reference has to know both.
TEST(Compare, TakesTheReferenceThatKnowsMeansAndSquaresBestStatistical) {
  CompareSettings settings = few();
  settings.methods = {"gibbs", "gibbs-plain"};
  const Comparison found = compare(fitted("gaussian"), settings);
  const ComparedSampler& relaxed = found.samplers[0];
  const ComparedSampler& plain = found.samplers[1];
  ASSERT_TRUE(relaxed.converged && plain.converged);
  ASSERT_GT(relaxed.bulk.least, plain.bulk.least);
  ASSERT_LT(relaxed.square.least, plain.square.least);
  EXPECT_EQ(found.reference, "gibbs-plain");
}

TEST(Compare, TakesTheSamePosteriorWhetherOrNotTheModelWasRefined) {
  CompareSettings settings = few();
  settings.draws = 50;
  settings.methods = {"gibbs", "nuts-prior", "vi"};
  const Comparison plain = compare(fitted("student-t"), settings);
  const Comparison refined = compare(fitted("student-t", true), settings);
  EXPECT_EQ(plain.approximations[0].log_evidence, refined.approximations[0].log_evidence);
  for (std::size_t k = 0; k < 2; ++k)
    EXPECT_EQ(plain.samplers[k].autocorrelation, refined.samplers[k].autocorrelation);
}

TEST(Compare, IsTheSameForAnyNumberOfThreads) {
  CompareSettings settings = few();
  settings.draws = 50;
  settings.chains = 3;
  settings.methods = {"gibbs", "mh", "hmc(0.1,3)"};
  const FittedModel model = fitted("laplace");
  const Comparison one = compare(model, settings);
  settings.threads = 3;
  const Comparison three = compare(model, settings);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(one.samplers[k].r_hat.most, three.samplers[k].r_hat.most);
    EXPECT_EQ(one.samplers[k].autocorrelation, three.samplers[k].autocorrelation);
  }
}

TEST(Compare, StopsChainsWhenTheirTimeIsUp) {
  CompareSettings settings = few();
  settings.draws = 100000;
  settings.warm_up = 10;
  settings.seconds = 0.05;
  settings.methods = {"gibbs", "elliptical"};
  for (const ComparedSampler& sampler : compare(fitted("laplace"), settings).samplers) {
    EXPECT_GT(sampler.draws, 4) << sampler.method.name;
    EXPECT_LT(sampler.draws, 100000) << sampler.method.name;
    EXPECT_GT(sampler.per_second(sampler.mean).median, 0.0);
  }
  // Up after the first draw, not during warm-up, which does not count; of one draw nothing is
  // known, and nothing is claimed.
  settings.seconds = 1e-9;
  const Comparison none = compare(fitted("laplace"), settings);
  EXPECT_TRUE(none.reference.empty());
  for (const ComparedSampler& sampler : none.samplers) {
    EXPECT_EQ(sampler.draws, 1);
    EXPECT_FALSE(sampler.converged);
    EXPECT_TRUE(std::isnan(sampler.r_hat.most));
  }
}

// The error is planted where a chain reports its progress.
TEST(Compare, GoesOnWithoutASamplerWhoseChainBreaksOff) {
  CompareSettings settings = few();
  settings.draws = 50;
  settings.methods = {"mh", "gibbs"};
  const Comparison found =
      compare(fitted("laplace"), settings, [](const Progress& progress) -> bool {
        if (progress.phase.starts_with("mh")) throw NumericalError("planted", "1", "must be 0");
        return true;
      });
  ASSERT_EQ(found.samplers.size(), 2U);
  EXPECT_NE(found.samplers[0].refused.find("planted"), std::string::npos);
  EXPECT_EQ(found.samplers[1].refused, "");
  EXPECT_EQ(found.samplers[1].draws, 50);
}

TEST(Compare, SaysWhyAnApproximationHasNoAnswer) {
  CompareSettings settings = few();
  settings.methods = {"laplace-approximation"};
  EXPECT_NE(compare(fitted("laplace"), settings).approximations[0].refused.find("kink"),
            std::string::npos);
}

TEST(Compare, RefusesWhatMakesNoSense) {
  const auto refused = [](auto&& change) {
    CompareSettings settings = few();
    change(settings);
    EXPECT_THROW(compare(fitted("laplace"), settings), InvalidInput);
  };
  refused([](CompareSettings& s) { s.methods = {"nuts"}; });
  refused([](CompareSettings& s) { s.methods = {}; });
  refused([](CompareSettings& s) { s.draws = 3; });
  refused([](CompareSettings& s) { s.chains = 0; });
  refused([](CompareSettings& s) { s.seconds = -1.0; });
  refused([](CompareSettings& s) { s.particles = 1; });
  refused([](CompareSettings& s) { s.temperatures = 0; });
  refused([](CompareSettings& s) { s.draws = 2000000000; });
}

TEST(ComparedSamplers, HaveEffectiveDrawsPerSecondOfAllTheirChains) {
  ComparedSampler sampler;
  sampler.chains = 4;
  sampler.draws = 50;
  sampler.seconds_per_draw = 0.01;
  const RowSpread rate = sampler.per_second({10.0, 20.0, 30.0});  // in 2 seconds
  EXPECT_DOUBLE_EQ(rate.least, 5.0);
  EXPECT_DOUBLE_EQ(rate.median, 10.0);
  EXPECT_DOUBLE_EQ(rate.most, 15.0);
}

TEST(ComparedSamplers, DisagreeByTheWorstRowInStandardErrorsOfTheDifference) {
  const Vector ones = Vector::Ones(3);
  const RowMoments right{ones, 2.0 * ones, 0.03 * ones, 0.06 * ones};
  RowMoments wrong = right;
  wrong.mean[1] -= 0.5;  // the error of a difference is that of both: 0.05 and 0.1
  wrong.mean_error.fill(0.04);
  wrong.sd[2] += 0.2;
  wrong.sd_error.fill(0.08);
  EXPECT_NEAR(agreement(wrong, right).mean, 10.0, 1e-12);
  EXPECT_NEAR(agreement(wrong, right).sd, 2.0, 1e-12);
  EXPECT_EQ(agreement(right, right).mean, 0.0);
}

TEST(ComparedMethods, AreFoundByNameAndByGroup) {
  EXPECT_EQ(find_methods({"all"}).size(), compared_methods().size());
  EXPECT_EQ(find_methods({"samplers", "approximations", "gibbs"}).size(),
            compared_methods().size());
  EXPECT_EQ(find_methods({"hmc(0.05,10)", "hmc"}).size(), 2U);
}

}  // namespace
}  // namespace phigp::test
