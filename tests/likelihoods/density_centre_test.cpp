// A density is taken apart wherever its centre is and whatever its scale. math.md (F.10)
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <string>

#include "phigp/augmentation/admissibility.h"
#include "phigp/augmentation/sampler.h"
#include "phigp/likelihoods/custom.h"
#include "phigp/likelihoods/density.h"
#include "tests/support/likelihood_contract.h"

namespace phigp::test {
namespace {

struct Noise {
  const char* density;
  std::map<std::string, double> values;
  std::function<double(double y, double f)> log_density;
};

double laplace(double u, double b) { return -std::abs(u) / b - std::log(2.0 * b); }
double cauchy(double u, double g) { return -std::log(M_PI * g) - std::log1p(u / g * u / g); }
double normal(double u, double s) {
  return -0.5 * (u / s) * (u / s) - std::log(s * std::sqrt(2.0 * M_PI));
}

const std::vector<Noise>& noises() {
  static const std::vector<Noise> kNoises{
      {"exp(-abs(y-2*f)/b)/(2*b)",
       {{"b", 1.2}},
       [](double y, double f) { return laplace(y - 2.0 * f, 1.2); }},
      {"exp(-abs(y-a*f-c)/b)/(2*b)",
       {{"a", 0.3}, {"b", 1e-3}, {"c", 5.0}},
       [](double y, double f) { return laplace(y - 0.3 * f - 5.0, 1e-3); }},
      {"exp(-abs(y-f-1e4)/2)/4", {}, [](double y, double f) { return laplace(y - f - 1e4, 2.0); }},
      {"1/(pi*(1+(y-f-5)^2))", {}, [](double y, double f) { return cauchy(y - f - 5.0, 1.0); }},
      {"1/(pi*g*(1+((y-3*f-c)/g)^2))",
       {{"c", 5.0}, {"g", 0.01}},
       [](double y, double f) { return cauchy(y - 3.0 * f - 5.0, 0.01); }},
      {"exp(-(y-a*f-c)^2/2)/sqrt(2*pi)",
       {{"a", 3.0}, {"c", 1.0}},
       [](double y, double f) { return normal(y - 3.0 * f - 1.0, 1.0); }},
      {"exp(-0.5*((y-2*f)/s)^2)/(s*sqrt(2*pi))",
       {{"s", 1e4}},
       [](double y, double f) { return normal(y - 2.0 * f, 1e4); }},
      {"exp(-0.5*((y-f)/s)^2)/(s*sqrt(2*pi))",
       {{"s", 1e8}},
       [](double y, double f) { return normal(y - f, 1e8); }},
  };
  return kNoises;
}

TEST(DensityCentre, MayBeAnyLineInY) {
  for (const Noise& noise : noises()) {
    const LikelihoodPtr likelihood = likelihood_from_density(noise.density, noise.values);
    EXPECT_EQ(judge(likelihood->radial()).kind, Verdict::Kind::proven) << noise.density;
    EXPECT_EQ(make_sampler(likelihood->radial_ptr())->certificate().kind, Certificate::Kind::exact)
        << noise.density;
    EXPECT_LT(check_normalisation(*likelihood).largest_error(), 1e-9) << noise.density;
    for (const double y : {-2.3, 0.0, 1.7, 300.0}) {
      for (const double f : {-1.1, 0.4, 30.0}) {
        const double wanted = noise.log_density(y, f);
        EXPECT_NEAR(log_density(*likelihood, Row{y}, f), wanted, 1e-11 * (1.0 + std::abs(wanted)))
            << noise.density << " y = " << y << " f = " << f;
      }
    }
  }
}

TEST(DensityCentre, MovesWithTheParameters) {
  const std::map<std::string, double> values{{"a", 1.3}, {"b", 0.8}, {"c", 0.6}};
  for (const std::string density : {"exp(-abs(y-a*f-c)/b)/(2*b)", "1/(pi*b*(1+((y-a*f-c)/b)^2))",
                                    "exp(-0.5*((y-a*f-c)/b)^2)/(b*sqrt(2*pi))"}) {
    const LikelihoodPtr likelihood = likelihood_from_density(density, values);
    EXPECT_EQ(check_slopes(*likelihood), Failures{}) << density;
  }
}

TEST(DensityCentre, OfAParabolaIsItsTop) {
  const LikelihoodPtr likelihood = likelihood_from_density("exp(-(y-3*f-1)^2/2)/sqrt(2*pi)", {});
  const Terms<double> terms = likelihood->terms(Row{2.5});
  EXPECT_NEAR(terms.centre, 0.5, 1e-15);
  EXPECT_EQ(terms.g, 0.0);
}

std::string refusal(const std::string& density, std::optional<Domain> domain = std::nullopt) {
  try {
    likelihood_from_density(density, {}, domain);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(DensityCentre, WhereTheDensityHasNoValueIsNamed) {
  EXPECT_EQ(
      refusal("besselk(0,abs(y-f))/pi"),
      "density at y = 0, f = 0 must be positive and finite at its centre, where phi is 1, got "
      "infinity");
  EXPECT_EQ(
      refusal("abs(y-f)*exp(-(y-f)^2/2)/2"),
      "density at y = 0, f = 0 must be positive and finite at its centre, where phi is 1, got "
      "0");
  EXPECT_EQ(refusal("exp(-(log(y)-f)^2/2)/(y*sqrt(2*pi))"),
            "density at y = 0 must be positive: y is a real number, got no value at any f");
}

TEST(TextbookLogistic, TypedWithTanhIsTheSame) {
  const LikelihoodPtr likelihood = likelihood_from_density("(1+tanh(y*f/2))/2", {});
  EXPECT_EQ(judge(likelihood->radial()).kind, Verdict::Kind::proven);
  for (const double f : {-700.0, -30.0, -0.3, 2.0, 800.0}) {
    const double wanted = f < 0.0 ? f - std::log1p(std::exp(f)) : -std::log1p(std::exp(-f));
    EXPECT_NEAR(log_density(*likelihood, Row{1.0}, f), wanted, 1e-13 * std::abs(wanted));
  }
}

// phi is judged at several observations: these two are admissible at y = 0.
TEST(PhiOfTheObservation, HasToBeAdmissibleAtEveryOne) {
  for (const char* phi : {"exp(-r^((1+y)/2))", "((1+exp(-r))/2)^(1+y/2)"}) {
    const TermFormulas terms{"1", "0", "0", "0", "1", phi, Domain::count};
    try {
      likelihood_from_terms(terms, {});
      ADD_FAILURE() << phi;
    } catch (const InadmissiblePhi& error) {
      EXPECT_NE(std::string(error.what()).find(", at y = "), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace phigp::test
