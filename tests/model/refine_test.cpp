// fit with `refine`: both bounds, files, predictions and draws of a refined model.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "phigp/likelihoods/catalogue/catalogue.h"
#include "phigp/model/fit.h"
#include "phigp/model/model_file.h"
#include "phigp/model/predict.h"
#include "phigp/model/sample.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/awkward_data.h"

namespace phigp::test {
namespace {

FittedModel fitted(const Table& table, const std::string& likelihood, bool refine,
                   bool optimize = true) {
  FitSettings settings;
  settings.target = "y";
  settings.likelihood.name = likelihood;
  settings.iterations = 5;
  settings.threads = 1;
  settings.optimize = optimize;
  settings.refine = refine;
  if (table.find("n") != nullptr) settings.trials = "n";
  return fit(table, settings);
}

// Two outliers of a straight line: where noise is heavy-tailed, sites of negative precision.
Table with_outliers() {
  std::vector<double> x;
  std::vector<double> y;
  for (int i = 0; i < 24; ++i) {
    x.push_back(0.25 * i);
    y.push_back(0.3 * i + 0.2 * std::sin(11.0 * i));
  }
  y[7] += 9.0;
  y[18] -= 8.0;
  return {"outliers", {number_column("x", x), number_column("y", y)}};
}

bool has_negative_site(const FittedModel& model) {
  const std::vector<double>& precision = model.sites().precision;
  return std::any_of(precision.begin(), precision.end(), [](double x) { return x < 0.0; });
}

TEST(RefinedModels, ReportBothBoundsAndPredictFromTheRefinedPosterior) {
  const Table table = with_outliers();
  const FittedModel plain = fitted(table, "student-t", false);
  const FittedModel refined = fitted(table, "student-t", true);
  EXPECT_FALSE(plain.report().refinement.has_value());
  ASSERT_TRUE(refined.report().refinement.has_value());
  const RefinementReport& report = *refined.report().refinement;
  EXPECT_EQ(refined.report().elbo, plain.report().elbo);
  EXPECT_GT(report.original_elbo, plain.report().elbo);
  EXPECT_GT(report.refined_elbo, report.original_elbo);
  EXPECT_EQ(report.stop, Stop::converged);
  EXPECT_TRUE(has_negative_site(refined));
  const Predictions a = predict(plain, table, 0, 24, {{0.5}, 1});
  const Predictions b = predict(refined, table, 0, 24, {{0.5}, 1});
  EXPECT_GT((a.latent_sd - b.latent_sd).cwiseAbs().maxCoeff(), 1e-4);
  // The rows were training rows: the latent law there is q itself.
  const double scale = refined.encoding().response.scale;
  for (Eigen::Index i = 0; i < 24; ++i)
    EXPECT_NEAR(b.latent_sd[i], scale * std::sqrt(refined.posterior().v[i]), 1e-9 * scale) << i;
}

TEST(RefinedModels, PredictTheSameBitsAfterSavingAndLoading) {
  TemporaryFolder folder;
  for (const std::string& name : likelihood_names()) {
    const bool heavy = name == "student-t" || name == "cauchy";
    const Table table =
        heavy ? with_outliers() : few_awkward_sets(make_likelihood(name)->domain()).front().table;
    const FittedModel model = fitted(table, name, true);
    EXPECT_EQ(has_negative_site(model), heavy) << name;
    save_model(folder.path("model"), model);
    const FittedModel loaded = load_model(folder.path("model"));
    const Predictions before = predict(model, table, 0, 5, {{0.1, 0.9}, 1});
    const Predictions after = predict(loaded, table, 0, 5, {{0.1, 0.9}, 1});
    EXPECT_EQ(before.mean, after.mean) << name;
    EXPECT_EQ(before.sd, after.sd) << name;
    EXPECT_EQ(before.quantiles, after.quantiles) << name;
    EXPECT_EQ(before.latent_mean, after.latent_mean) << name;
    EXPECT_EQ(before.latent_sd, after.latent_sd) << name;
    ASSERT_TRUE(loaded.report().refinement.has_value()) << name;
    const RefinementReport& a = *model.report().refinement;
    const RefinementReport& b = *loaded.report().refinement;
    EXPECT_EQ(a.original_elbo, b.original_elbo) << name;
    EXPECT_EQ(a.refined_elbo, b.refined_elbo) << name;
    EXPECT_EQ(a.steps, b.steps) << name;
    EXPECT_EQ(a.stop, b.stop) << name;
  }
}

// Draws are of the posterior, whatever q they start from. 24 comparisons of means by independent
// chains within 5 standard errors: false alarm 1.5e-5.
TEST(RefinedModels, AreSampledLikeOthersStatistical) {
  TemporaryFolder folder;
  const Table table = with_outliers();
  SampleSettings settings;
  settings.chains = 4;
  settings.draws = 1500;
  settings.threads = 1;
  settings.seed = 3;
  const SampleResult a =
      sample(fitted(table, "student-t", false, false), settings, folder.path("plain"));
  settings.seed = 4;
  const SampleResult b =
      sample(fitted(table, "student-t", true, false), settings, folder.path("refined"));
  ASSERT_EQ(a.latent.size(), b.latent.size());
  for (std::size_t i = 0; i < a.latent.size(); ++i) {
    const double error = std::hypot(a.latent[i].mean_error, b.latent[i].mean_error);
    EXPECT_LT(std::abs(a.latent[i].mean - b.latent[i].mean), 5.0 * error) << i;
  }
}

TEST(RefinedModels, NeverHaveALowerBoundOnAwkwardData) {
  for (const std::string& name : likelihood_names()) {
    const std::vector<AwkwardSet> sets = few_awkward_sets(make_likelihood(name)->domain());
    for (std::size_t k = 0; k < sets.size(); k += 5) {
      SCOPED_TRACE(name + ": " + sets[k].name);
      const FittedModel model = fitted(sets[k].table, name, true);
      const RefinementReport& report = *model.report().refinement;
      const double rounding =
          1e-9 * (std::abs(report.refined_elbo) + static_cast<double>(model.report().rows));
      EXPECT_TRUE(std::isfinite(report.refined_elbo));
      EXPECT_GE(report.original_elbo, model.report().elbo - rounding);
      EXPECT_GE(report.refined_elbo, report.original_elbo - rounding);
      EXPECT_LE(report.largest_fall, rounding);
      EXPECT_EQ(report.stop, Stop::converged);
      EXPECT_TRUE(model.posterior().m.allFinite() && model.posterior().v.allFinite());
    }
  }
}

}  // namespace
}  // namespace phigp::test
