#include "phigp/likelihoods/cdf_table.h"

#include <gtest/gtest.h>

#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "phigp/likelihoods/catalogue/catalogue.h"
#include "phigp/likelihoods/conditional.h"

namespace phigp {
namespace {

// At places that are no nodes, from the centre to far into the tails.
std::vector<double> places(double centre, double scale) {
  std::vector<double> y{centre};
  for (double d = 1e-7; d < 1e6; d *= 1.37) {
    y.push_back(centre + d * scale);
    y.push_back(centre - d * scale);
  }
  return y;
}

// Closed forms: a smooth law, one with a kink at its centre, one with heavy tails.
TEST(CdfTable, IsWithin1e10OfClosedForms) {
  for (const char* name : {"gaussian", "laplace", "cauchy", "student-t", "logistic-noise"}) {
    const LikelihoodPtr likelihood = make_likelihood(name);
    const ConditionalLaw integrated(likelihood, false);
    const CdfTable table(integrated.noise(), 0.0, 1.0);
    double worst = 0.0;
    for (const double y : places(0.0, 1.0)) {
      const auto expected = likelihood->closed_noise_cdf(y);
      ASSERT_TRUE(expected) << name;
      worst = std::max(worst, std::abs(table.at(y) - *expected));
    }
    EXPECT_LT(worst, 1e-10) << name;
  }
}

// Student-t once more, against another library, away from the unit scale.
TEST(CdfTable, FollowsAShiftedAndScaledLaw) {
  const double nu = 2.7;
  const double scale = 0.3;
  const double centre = -4.0;
  const RealLaw law(
      [&](std::span<const double> y, std::span<double> out) {
        for (std::size_t i = 0; i < y.size(); ++i) {
          const double u = (y[i] - centre) / scale;
          out[i] = -0.5 * (nu + 1.0) * std::log1p(u * u / nu);
        }
      },
      centre, scale);
  const CdfTable table(law, centre, scale);
  const boost::math::students_t reference(nu);
  for (const double y : places(centre, scale))
    EXPECT_NEAR(table.at(y), boost::math::cdf(reference, (y - centre) / scale), 1e-10) << y;
}

TEST(CdfTable, NeverFalls) {
  const ConditionalLaw integrated(make_likelihood("matern32"), false);
  const CdfTable table(integrated.noise(), 0.0, 1.0);
  double before = 0.0;
  for (double y = -30.0; y < 30.0; y += 0.01) {
    const double now = table.at(y);
    EXPECT_GE(now, before - 1e-13) << y;
    before = now;
  }
}

}  // namespace
}  // namespace phigp
