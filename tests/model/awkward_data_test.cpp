// Whatever the data, a fit ends with finite numbers. math.md (V.1)-(V.4)
#include "tests/support/awkward_data.h"

#include <gtest/gtest.h>

#include <cmath>

#include "phigp/likelihoods/catalogue/catalogue.h"
#include "phigp/model/fit.h"
#include "phigp/model/predict.h"

namespace phigp::test {
namespace {

void expect_a_sane_fit(const AwkwardSet& set, const std::string& likelihood,
                       const std::string& inference = "dense") {
  SCOPED_TRACE(likelihood + ", " + inference + ": " + set.name);
  FitSettings settings;
  settings.inference = inference;
  if (inference == "sparse") settings.inducing = 6;
  settings.target = "y";
  settings.likelihood.name = likelihood;
  settings.threads = 1;
  if (set.domain == Domain::successes) settings.trials = "n";
  try {
    const FittedModel model = fit(set.table, settings);
    const FitReport& report = model.report();
    EXPECT_TRUE(std::isfinite(report.elbo));
    EXPECT_GE(report.elbo, report.first_elbo);
    EXPECT_LE(report.largest_fall,
              1e-8 * (std::abs(report.elbo) + static_cast<double>(report.rows)));
    const Predictions p = predict(model, set.table, 0, std::min<std::size_t>(set.table.rows(), 2),
                                  {{0.025, 0.5, 0.975}, 1});
    EXPECT_TRUE(p.mean.allFinite());
    EXPECT_FALSE(p.sd.array().isNaN().any());
    EXPECT_TRUE(p.quantiles.allFinite());
    EXPECT_TRUE(p.latent_mean.allFinite() && p.latent_sd.allFinite());
    EXPECT_TRUE((p.quantiles.col(0).array() <= p.quantiles.col(1).array()).all());
    EXPECT_TRUE((p.quantiles.col(1).array() <= p.quantiles.col(2).array()).all());
  } catch (const std::exception& error) {
    ADD_FAILURE() << error.what();
  }
}

// These cost most: in the ordinary suite they see a part of the sets.
std::size_t stride(const std::string& likelihood) {
  if (likelihood == "pseudo-huber") return 16;
  if (likelihood == "negative-binomial") return 8;
  return likelihood == "student-t" || likelihood == "cauchy" ? 2 : 1;
}

TEST(AwkwardData, AreFittedByEveryLikelihoodOfTheirDomain) {
  std::size_t sets = 0;
  for (const std::string& likelihood : likelihood_names()) {
    const std::vector<AwkwardSet> all = few_awkward_sets(make_likelihood(likelihood)->domain());
    for (std::size_t k = 0; k < all.size(); k += stride(likelihood)) {
      expect_a_sane_fit(all[k], likelihood);
      ++sets;
    }
  }
  EXPECT_GE(sets, 400u);
}

TEST(AwkwardData, AreFittedThroughInducingInputs) {
  std::size_t shift = 0;  // other sets for each likelihood
  for (const std::string& likelihood : likelihood_names()) {
    const std::vector<AwkwardSet> all = few_awkward_sets(make_likelihood(likelihood)->domain());
    for (std::size_t k = shift++ % 5; k < all.size(); k += 5 * stride(likelihood))
      expect_a_sane_fit(all[k], likelihood, "sparse");
  }
}

TEST(AwkwardDataSlow, AreFittedInEveryCombination) {
  for (const std::string& likelihood : likelihood_names()) {
    for (const AwkwardSet& set : awkward_sets(make_likelihood(likelihood)->domain())) {
      expect_a_sane_fit(set, likelihood);
      expect_a_sane_fit(set, likelihood, "sparse");
    }
  }
}

}  // namespace
}  // namespace phigp::test
