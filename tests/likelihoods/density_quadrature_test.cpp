// The trapezoidal rule for log p(y) against the adaptive one; prediction_test has the references.
#include "phigp/likelihoods/density_quadrature.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <vector>

#include "phigp/likelihoods/catalogue/catalogue.h"
#include "phigp/likelihoods/prediction.h"
#include "tests/support/likelihood_contract.h"

namespace phigp::test {
namespace {

// From a point mass to a variance that drowns the noise, from the centre to far tails.
TEST(DensityQuadrature, IsTheAdaptiveRuleWhereverItSettles) {
  double worst = 0.0;
  int settled = 0;
  int all = 0;
  for (const std::string& name : likelihood_names()) {
    for (const LikelihoodPtr& likelihood : random_members(name, 1, 41)) {
      if (!likelihood->is_normalised()) continue;
      const Predictor adaptive(likelihood, false);
      const std::vector<Row> rows = rows_of(likelihood->domain());
      for (const Row& row : {rows.front(), rows.back()}) {
        for (const double v : {1e-12, 1e-4, 0.02, 0.3, 1.0, 7.0, 200.0, 1e8}) {
          const double sd = std::sqrt(v);
          for (const double u : {0.0, 1e-9, 0.13, -0.9, 2.5, 7.9, -8.1, 30.0, -1e3}) {
            const double m = likelihood->terms(row).centre - u * (u > 5.0 ? sd : 1.0);
            ++all;
            const auto found = settled_log_density(*likelihood, row, m, sd);
            if (!found) continue;
            ++settled;
            const double expected = adaptive.log_density(row, m, v);
            // Both add a tilt and a log phi that may cancel.
            const double rounding =
                1e-15 * std::abs(likelihood->terms(row).g) * (std::abs(u) + 10.0) * (1.0 + sd);
            const double error = std::abs(*found - expected) / std::max(1.0, std::abs(expected));
            EXPECT_LE(error, 1e-11 + rounding)
                << title_of(*likelihood) << " y=" << row.y << " m=" << m << " v=" << v << " found "
                << *found << " not " << expected;
            worst = std::max(worst, error - rounding);
          }
        }
      }
    }
  }
  std::printf("worst error %.1e, %d of %d settled\n", worst, settled, all);
  EXPECT_GE(settled, all / 2);
}

// Where predictions are made it must not leave the work to the adaptive rule.
TEST(DensityQuadrature, SettlesWhereTheSpreadIsThatOfTheNoise) {
  for (const std::string& name : likelihood_names()) {
    const LikelihoodPtr likelihood = random_members(name, 1, 42)[0];
    if (!likelihood->is_location_family()) continue;
    const double width = Predictor(likelihood).width();
    for (const double sd : {0.01, 0.1, 0.5, 1.0, 3.0}) {
      for (const double u : {0.0, 0.01, -0.4, 1.0, 3.0}) {
        EXPECT_TRUE(settled_log_density(*likelihood, Row{2.0 + u * width}, 2.0, sd * width))
            << title_of(*likelihood) << " sd=" << sd << " u=" << u;
      }
    }
  }
}

// A Gaussian's product with a Gaussian 1000 widths away peaks far outside the rule's reach.
TEST(DensityQuadrature, LeavesMassOutsideItsReachToTheAdaptiveRule) {
  const LikelihoodPtr likelihood = make_likelihood("gaussian", {{"sigma", 0.1}});
  EXPECT_FALSE(settled_log_density(*likelihood, Row{100.0}, 0.0, 0.1));
  EXPECT_TRUE(settled_log_density(*likelihood, Row{0.1}, 0.0, 0.1));
}

// Relative to the probability of the rarer label.
TEST(DensityQuadrature, GivesTheProbabilitiesOfLabels) {
  int found = 0;
  for (const std::string& name : likelihood_names()) {
    const LikelihoodPtr likelihood = make_likelihood(name);
    if (likelihood->domain() != Domain::label || !likelihood->is_normalised()) continue;
    ++found;
    const Predictor quick(likelihood);
    const Predictor adaptive(likelihood, false);
    for (const double m : {-7.0, -0.4, 0.0, 1e-3, 1.3, 12.0}) {
      for (const double v : {1e-8, 0.3, 5.0, 400.0}) {
        const double p = adaptive.probability(m, v);
        const double rarer = m > 0.0 ? 1.0 - p : p;
        EXPECT_NEAR(quick.probability(m, v), p, 1e-8 * rarer + 1e-14)
            << name << " " << m << " " << v;
      }
    }
  }
  EXPECT_GE(found, 1);
}

}  // namespace
}  // namespace phigp::test
