// Likelihoods made from a composed phi: normaliser, slopes, links.
#include "phigp/likelihoods/link_likelihood.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "phigp/augmentation/composition.h"
#include "phigp/augmentation/known_laws.h"
#include "phigp/base/error.h"
#include "phigp/likelihoods/catalogue/catalogue.h"
#include "phigp/likelihoods/density.h"
#include "phigp/likelihoods/sites.h"
#include "tests/support/likelihood_contract.h"

namespace phigp::test {
namespace {

TEST(LinkLikelihood, OfANamedPhiIsTheCatalogueEntry) {
  const auto same = [](RadialPtr radial, double scale, const LikelihoodPtr& entry) {
    const LikelihoodPtr found = likelihood_from_radial(std::move(radial), Link::regression, scale);
    for (const double y : {0.0, 2.5}) {
      for (const double f : {0.0, 0.3, -4.0, 60.0}) {
        const double expected = log_density(*entry, Row{y}, f);
        EXPECT_NEAR(log_density(*found, Row{y}, f), expected,
                    1e-11 * std::max(1.0, std::abs(expected)))
            << entry->name();
      }
    }
  };
  same(inverse_gaussian_radial(1.0), 1.7, make_likelihood("laplace", {{"b", 1.7}}));
  same(gamma_radial(2.15, 3.3), 1.6, make_likelihood("student-t", {{"nu", 3.3}, {"sigma", 1.6}}));
  same(gamma_radial(0.6, 0.2), 1.6, make_likelihood("student-t", {{"nu", 0.2}, {"sigma", 1.6}}));
  same(polya_gamma_radial(2.0), 0.9, make_likelihood("logistic-noise", {{"s", 0.9}}));
  same(matern32_radial(std::sqrt(3.0)), 1.3, make_likelihood("matern32", {{"rho", 1.3}}));
  same(stable_radial(0.65, 1.0), 0.8,
       make_likelihood("exponential-power", {{"q", 1.3}, {"s", 0.8}}));
  same(point_mass_radial(0.5), 0.7, make_likelihood("gaussian", {{"sigma", 0.7}}));
}

// Whether a scale would be new can be read off these.
TEST(LinkLikelihood, GetsAScaleWhereNoParameterOfPhiDoesItsWork) {
  const auto scaled = [](const std::string& phi, const ParameterValues& values,
                         Link link = Link::regression) {
    const LikelihoodPtr stated = likelihood_from_phi({phi, link}, values);
    return dynamic_cast<const LinkLikelihood&>(*stated).with_scale();
  };
  const auto expect_scale = [&](const std::string& phi, const ParameterValues& values) {
    const LikelihoodPtr found = scaled(phi, values);
    ASSERT_NE(found, nullptr) << phi;
    EXPECT_EQ(found->parameter_specs().back().name, "scale") << phi;
    EXPECT_EQ(found->parameter("scale"), 1.0) << phi;
    EXPECT_DOUBLE_EQ(log_density(*found, Row{0.4}, 1.5),
                     log_density(*likelihood_from_phi({phi}, values), Row{0.4}, 1.5))
        << phi;
  };
  expect_scale("exp(-r/2)", {});
  expect_scale("1/(1+r^0.9)^2", {});
  expect_scale("(1+r/nu)^(-(nu+1)/2)", {{"nu", 3.4}});
  expect_scale("exp(-r^(q/2))", {{"q", 1.3}});
  expect_scale("w*exp(-r/2)+(1-w)*exp(-r/50)", {{"w", 0.9}});
  EXPECT_EQ(scaled("exp(-sqrt(r)/b)", {{"b", 1.7}}), nullptr);
  EXPECT_EQ(scaled("(1+sqrt(3*r)/rho)*exp(-sqrt(3*r)/rho)", {{"rho", 0.02}}), nullptr);
  EXPECT_EQ(scaled("(1+r/(nu*s^2))^(-(nu+1)/2)", {{"nu", 3.4}, {"s", 0.3}}), nullptr);
  EXPECT_EQ(scaled("w*exp(-r/a)+(1-w)*exp(-r/b)", {{"w", 0.9}, {"a", 2.0}, {"b", 50.0}}), nullptr);
  EXPECT_EQ(scaled("exp(-r/2)", {{"scale", 0.3}}), nullptr);
  EXPECT_EQ(scaled("exp(-r/2)^scale*exp(-r)", {{"scale", 0.3}}), nullptr);
  EXPECT_EQ(scaled("sech(sqrt(r)/2)", {}, Link::classification), nullptr);
}

TEST(LinkLikelihood, OfACompositionIntegratesToOneAndHasRightSlopes) {
  const RadialPtr phi =
      mixture({{0.8, product({gamma_radial(1.7, 3.2), inverse_gaussian_radial(0.6)})},
               {0.2, scaled(matern32_radial(0.9), 0.25)}});
  const LikelihoodPtr likelihood = likelihood_from_radial(phi, Link::regression, 1.4);
  EXPECT_TRUE(likelihood->is_normalised());
  EXPECT_TRUE(likelihood->is_location_family());
  EXPECT_EQ(likelihood->parameters().size(), 5u);
  expect_none(check_total(*likelihood));
  expect_none(check_slopes(*likelihood));
}

TEST(LinkLikelihood, OfAHeavyTailedPhiHasRightSlopes) {
  expect_none(check_slopes(*likelihood_from_radial(gamma_radial(0.6, 0.2), Link::regression, 1.6)));
}

// Matern noise with its order as a parameter: the order is stated, the rest can be learned.
TEST(LinkLikelihood, HasAnOrderOfBesselThatIsNotLearned) {
  const LikelihoodPtr likelihood = likelihood_from_phi(
      {"(sqrt(r)/b)^nu*besselk(nu,sqrt(r)/b)", Link::regression, true}, {{"b", 1.3}, {"nu", 0.8}});
  const std::vector<ParameterSpec>& specs = likelihood->parameter_specs();
  ASSERT_EQ(specs.size(), 2u);
  for (const ParameterSpec& spec : specs) EXPECT_EQ(spec.learned, spec.name == "b") << spec.name;
  EXPECT_LT(check_normalisation(*likelihood).largest_error(), 1e-10);
  std::vector<double> slope(1);
  const std::vector<Row> rows{{0.7}};
  const std::vector<double> m{0.2}, v{0.3};
  const std::size_t b = specs[0].name == "b" ? 0 : 1;
  bound_slopes(*likelihood, Observations(*likelihood, rows), m, v, b, slope);
  EXPECT_TRUE(std::isfinite(slope[0]));
}

TEST(LinkLikelihood, OfLabelsIsNormalisedForSechAndOnlyForIt) {
  const LikelihoodPtr logistic =
      likelihood_from_radial(polya_gamma_radial(1.0), Link::classification, 1.0);
  EXPECT_TRUE(logistic->is_normalised());
  EXPECT_EQ(logistic->domain(), Domain::label);
  for (const double f : {-3.0, 0.0, 0.2, 8.0}) {
    EXPECT_NEAR(log_density(*logistic, Row{1.0}, f),
                log_density(*make_likelihood("logistic"), Row{1.0}, f), 1e-14);
  }
  // k scales the argument of the logistic function: phi has to follow.
  EXPECT_TRUE(
      likelihood_from_radial(scaled(polya_gamma_radial(1.0), 6.25), Link::classification, 2.5)
          ->is_normalised());
  EXPECT_FALSE(
      likelihood_from_radial(polya_gamma_radial(1.0), Link::classification, 2.5)->is_normalised());
  EXPECT_FALSE(likelihood_from_radial(inverse_gaussian_radial(0.5), Link::classification, 1.0)
                   ->is_normalised());
}

TEST(LinkLikelihood, RefusesWhatCannotBeNormalisedOrIsOutOfRange) {
  const auto message = [](auto&& body) -> std::string {
    try {
      body();
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  };
  // phi(u^2) ~ |u|^-0.8 has no integral; a phi with an atom at omega = 0 does not even fall to 0.
  EXPECT_NE(message([] {
              likelihood_from_radial(gamma_radial(0.4, 1.0), Link::regression);
            }).find("no finite integral"),
            std::string::npos);
  EXPECT_NE(message([] {
              likelihood_from_radial(compound_poisson(gamma_radial(2.0, 1.0), 1.0),
                                     Link::regression);
            }),
            "no error");
  EXPECT_EQ(message([] { likelihood_from_radial(gamma_radial(2.0, 1.0), Link::regression, -1.0); }),
            "composition: scale must be positive and finite, got -1");
  const LikelihoodPtr likelihood = likelihood_from_radial(gamma_radial(2.0, 1.0), Link::regression);
  EXPECT_NE(message([&] { likelihood->with_parameters(std::vector{-2.0, 1.0, 1.0}); }), "no error");
  EXPECT_EQ(message([&] { likelihood->with_parameters(std::vector{2.0, 1.0}); }),
            "composition: number of parameters must be 3, got 2");
}

}  // namespace
}  // namespace phigp::test
