// Densities beyond the catalogue contract: invariance, agreement of the paths, branch points.
#include "phigp/likelihoods/density.h"

#include <gtest/gtest.h>

#include <cmath>

#include "phigp/base/error.h"
#include "phigp/likelihoods/catalogue/catalogue.h"
#include "tests/support/likelihood_contract.h"

namespace phigp::test {
namespace {

// y and f a million apart from 0 and close to each other: nothing but y - f may count.
TEST(LogDensity, OfALocationFamilyDependsOnTheDifferenceAlone) {
  for (const std::string& name : likelihood_names()) {
    for (const LikelihoodPtr& likelihood : random_members(name, 4, 41)) {
      if (!likelihood->is_location_family()) continue;
      for (const double y : {1e6, -1e9}) {
        for (const double d : {0.0, 0.75, -3.5, 1024.0}) {
          const double expected = log_density(*likelihood, Row{0.0}, d);
          EXPECT_NEAR(log_density(*likelihood, Row{y}, y + d), expected,
                      1e-12 * std::max(1.0, std::abs(expected)))
              << title_of(*likelihood) << " y=" << y << " f-y=" << d;
        }
      }
    }
  }
}

TEST(LogDensity, IsTheSameByPointAndByArrayAndWithDerivatives) {
  for (const std::string& name : likelihood_names()) {
    for (const LikelihoodPtr& likelihood : random_members(name, 3, 42)) {
      std::vector<Row> rows;
      std::vector<double> f;
      for (const Row& row : rows_of(likelihood->domain())) {
        const double centre = likelihood->terms(row).centre;
        for (const double d : {0.0, 1e-9, -1e-4, 0.02, -0.7, 1.0, 12.0, -500.0}) {
          rows.push_back(row);
          f.push_back(centre + d);
        }
      }
      std::vector<double> value(f.size());
      std::vector<double> again(f.size());
      std::vector<double> slope(f.size());
      log_density(*likelihood, Rows(rows), f, value);
      log_density_and_slope(*likelihood, Rows(rows), f, again, slope);
      for (std::size_t i = 0; i < f.size(); ++i) {
        const double point = log_density(*likelihood, rows[i], f[i]);
        const Terms<double> terms = likelihood->terms(rows[i]);
        const double allowed = 2e-15 * (std::abs(point) + std::abs(terms.log_c()) +
                                        std::abs(terms.g * (f[i] - terms.centre)) + 1.0);
        const DensityDerivatives all = log_density_derivatives(*likelihood, rows[i], f[i]);
        EXPECT_NEAR(value[i], point, allowed) << title_of(*likelihood) << " f=" << f[i];
        EXPECT_NEAR(again[i], point, allowed) << title_of(*likelihood) << " f=" << f[i];
        EXPECT_NEAR(all.value, point, allowed) << title_of(*likelihood) << " f=" << f[i];
        EXPECT_NEAR(slope[i], all.first, 1e-11 * (std::abs(all.first) + std::abs(terms.g)) + 1e-13)
            << title_of(*likelihood) << " f=" << f[i] - terms.centre;
      }
    }
  }
}

// Derivatives on a fine geometric grid that passes every internal switch (series at 0, log cosh at
// 0.5, asymptotic forms): each must continue the one before. The third derivative of a smooth even
// function is odd and small near the centre; the second tends to a constant.
TEST(LogDensity, DerivativesOfSmoothLikelihoodsAreSmoothThroughTheCentre) {
  for (const std::string name :
       {"student-t", "cauchy", "logistic-noise", "pseudo-huber", "logistic", "gaussian"}) {
    for (const LikelihoodPtr& likelihood : random_members(name, 3, 43)) {
      const Row row{1.0, 1.0};
      const double centre = likelihood->terms(row).centre;
      const DensityDerivatives at = log_density_derivatives(*likelihood, row, centre);
      EXPECT_EQ(at.third, 0.0);
      double fourth = 0.0;  // d3 / distance, from a distance at which it is well determined
      const double width =
          std::sqrt(natural_scale(likelihood->radial(), row) / likelihood->terms(row).gamma);
      fourth =
          log_density_derivatives(*likelihood, row, centre + 1e-2 * width).third / (1e-2 * width);
      for (double d = 1e-12; d < 1e-3; d *= 1.7) {
        const double f = centre + d * width;
        const double exact = f - centre;  // rounded like f
        const DensityDerivatives near = log_density_derivatives(*likelihood, row, f);
        EXPECT_NEAR(near.second, at.second,
                    1e-12 * std::abs(at.second) + std::abs(fourth) * exact * exact)
            << title_of(*likelihood) << " distance " << exact;
        EXPECT_NEAR(near.third, fourth * exact,
                    1e-2 * std::abs(fourth) * exact + 1e-12 * std::abs(at.second) / width)
            << title_of(*likelihood) << " distance " << exact;
      }
    }
  }
}

TEST(LogDensity, IsFiniteOrMinusInfinityFarOut) {
  for (const std::string& name : likelihood_names()) {
    const LikelihoodPtr likelihood = random_members(name, 1, 44)[0];
    for (const Row& row : rows_of(likelihood->domain())) {
      for (const double f : {1e10, -1e10, 1e100, -1e100, 1e160, -1e300}) {
        EXPECT_LE(log_density(*likelihood, row, f), 0.0) << name << " " << f;
        const DensityDerivatives all = log_density_derivatives(*likelihood, row, f);
        EXPECT_FALSE(std::isnan(all.first) || std::isnan(all.second) || std::isnan(all.third))
            << title_of(*likelihood) << " f=" << f;
      }
    }
  }
}

}  // namespace
}  // namespace phigp::test
