// A likelihood stated as phi, as six functions or as a density equals the hand-written one: log
// density, sites, parameter derivatives, law of omega. And what is not a likelihood is refused,
// saying why.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "phigp/augmentation/sampler.h"
#include "phigp/likelihoods/catalogue/catalogue.h"
#include "phigp/likelihoods/custom.h"
#include "phigp/likelihoods/density.h"
#include "phigp/likelihoods/link_likelihood.h"
#include "phigp/likelihoods/sites.h"

namespace phigp {
namespace {

struct Twin {
  const char* text;
  LikelihoodPtr formula;
  LikelihoodPtr known;
  // Parameter k of the formula is parameter match[k] of the known one.
  std::vector<std::size_t> match;
};

PhiFormula phi(const char* text) { return {text, Link::regression, false}; }

std::vector<Twin> phi_twins() {
  return {
      {"laplace",
       likelihood_from_phi(phi("exp(-sqrt(r)/b)"), {{"b", 1.7}}),
       make_likelihood("laplace", {{"b", 1.7}}),
       {0}},
      {"gaussian",
       likelihood_from_phi(phi("exp(-r/(2*sigma^2))"), {{"sigma", 0.6}}),
       make_likelihood("gaussian", {{"sigma", 0.6}}),
       {0}},
      {"student-t",
       likelihood_from_phi(phi("(1+r/nu)^(-(nu+1)/2)"), {{"nu", 3.4}, {"scale", 1.3}}),
       make_likelihood("student-t", {{"nu", 3.4}, {"sigma", 1.3}}),
       {0, 1}},
      {"matern32",
       likelihood_from_phi(phi("(1+sqrt(3*r)/rho)*exp(-sqrt(3*r)/rho)"), {{"rho", 1.4}}),
       make_likelihood("matern32", {{"rho", 1.4}}),
       {0}},
      {"matern52",
       likelihood_from_phi(phi("(1+sqrt(5*r)/rho+5*r/(3*rho^2))*exp(-sqrt(5*r)/rho)"),
                           {{"rho", 0.7}}),
       make_likelihood("matern52", {{"rho", 0.7}}),
       {0}},
      {"logistic-noise",
       likelihood_from_phi(phi("sech(sqrt(r)/2)^2"), {{"scale", 1.9}}),
       make_likelihood("logistic-noise", {{"s", 1.9}}),
       {0}},
      {"pseudo-huber",
       likelihood_from_phi(phi("exp(-delta^2*(sqrt(1+r/delta^2)-1))"),
                           {{"delta", 1.6}, {"scale", 0.8}}),
       make_likelihood("pseudo-huber", {{"delta", 1.6}, {"s", 0.8}}),
       {0, 1}},
      {"exponential-power",
       likelihood_from_phi(phi("exp(-r^(q/2))"), {{"q", 1.3}, {"scale", 0.8}}),
       make_likelihood("exponential-power", {{"q", 1.3}, {"s", 0.8}}),
       {0, 1}},
      {"logistic",
       likelihood_from_phi({"sech(sqrt(r)/2)", Link::classification, false}, {}),
       make_likelihood("logistic"),
       {}},
  };
}

std::vector<Twin> term_twins() {
  const auto terms = [](const char* c, const char* g, const char* alpha, const char* beta,
                        const char* gamma, const char* phi, Domain domain) {
    return TermFormulas{c, g, alpha, beta, gamma, phi, domain};
  };
  return {
      {"laplace",
       likelihood_from_terms(
           terms("1/(2*b)", "0", "y^2", "2*y", "1", "exp(-sqrt(r)/b)", Domain::real), {{"b", 1.7}}),
       make_likelihood("laplace", {{"b", 1.7}}),
       {0}},
      {"asymmetric-laplace",
       likelihood_from_terms(terms("tau*(1-tau)/sigma*exp(-(tau-0.5)*y/sigma)", "(tau-0.5)/sigma",
                                   "y^2", "2*y", "1", "exp(-sqrt(r)/(2*sigma))", Domain::real),
                             {{"tau", 0.3}, {"sigma", 0.6}}),
       make_likelihood("asymmetric-laplace", {{"tau", 0.3}, {"sigma", 0.6}}),
       {0, 1}},
      {"bayesian-svm",
       likelihood_from_terms(terms("exp(-1)", "y", "1", "2*y", "1", "exp(-sqrt(r))", Domain::label),
                             {}),
       make_likelihood("bayesian-svm"),
       {}},
      {"negative-binomial",
       likelihood_from_terms(
           terms("exp(lgamma(y+s)-lgamma(s)-lgamma(y+1))*2^(-(y+s))*s^(-(y-s)/2)", "(y-s)/2",
                 "log(s)^2", "2*log(s)", "1", "sech(sqrt(r)/2)^(y+s)", Domain::count),
           {{"s", 1.6}}),
       make_likelihood("negative-binomial", {{"s", 1.6}}),
       {0}},
  };
}

std::vector<Twin> density_twins() {
  return {
      {"laplace",
       likelihood_from_density("exp(-abs(y-f)/b)/(2*b)", {{"b", 1.7}}),
       make_likelihood("laplace", {{"b", 1.7}}),
       {0}},
      {"gaussian",
       likelihood_from_density("exp(-(y-f)^2/(2*s^2))/(s*sqrt(2*pi))", {{"s", 0.6}}),
       make_likelihood("gaussian", {{"sigma", 0.6}}),
       {0}},
      {"cauchy",
       likelihood_from_density("1/(pi*s*(1+((y-f)/s)^2))", {{"s", 2.1}}),
       make_likelihood("cauchy", {{"sigma", 2.1}}),
       {0}},
      {"logistic", likelihood_from_density("1/(1+exp(-y*f))", {}), make_likelihood("logistic"), {}},
      {"logistic-noise",
       likelihood_from_density("exp(-(y-f)/s)/(s*(1+exp(-(y-f)/s))^2)", {{"s", 1.9}}),
       make_likelihood("logistic-noise", {{"s", 1.9}}),
       {0}},
      {"asymmetric-laplace",
       likelihood_from_density("tau*(1-tau)/sigma*exp(-(abs(y-f)+(2*tau-1)*(y-f))/(2*sigma))",
                               {{"tau", 0.3}, {"sigma", 0.6}}),
       make_likelihood("asymmetric-laplace", {{"tau", 0.3}, {"sigma", 0.6}}),
       {0, 1}},
      {"negative-binomial",
       likelihood_from_density(
           "exp(lgamma(y+s)-lgamma(s)-lgamma(y+1))*(exp(f)/(exp(f)+s))^y*(s/(exp(f)+s))^s",
           {{"s", 1.6}}),
       make_likelihood("negative-binomial", {{"s", 1.6}}),
       {0}},
  };
}

std::vector<Row> rows_of(Domain domain) {
  switch (domain) {
    case Domain::label:
      return {{1.0}, {-1.0}, {1.0}, {-1.0}, {1.0}};
    case Domain::count:
      return {{0.0}, {1.0}, {4.0}, {2.0}, {17.0}};
    case Domain::successes:
      return {{0.0, 3.0}, {3.0, 3.0}, {1.0, 2.0}, {5.0, 9.0}, {1.0, 1.0}};
    case Domain::real:
      break;
  }
  return {{0.3}, {-2.2}, {5.0}, {0.0}, {-0.9}};
}

constexpr double kM[] = {0.2, -1.1, 4.2, 0.0, 2.7};
constexpr double kV[] = {0.5, 1e-6, 2.3, 0.04, 11.0};

struct Form {
  const char* name;
  std::vector<Twin> (*twins)();
};
std::string form_name(const testing::TestParamInfo<Form>& info) { return info.param.name; }
class CustomLikelihood : public testing::TestWithParam<Form> {};

TEST_P(CustomLikelihood, HasTheDensityOfTheKnownOne) {
  for (const Twin& twin : GetParam().twins()) {
    ASSERT_EQ(twin.formula->domain(), twin.known->domain()) << twin.text;
    for (const Row& row : rows_of(twin.known->domain())) {
      for (const double f : {-7.3, -0.4, 0.0, 0.31, 2.0, 40.0}) {
        const double expected = log_density(*twin.known, row, f);
        EXPECT_NEAR(log_density(*twin.formula, row, f), expected,
                    1e-12 * (1.0 + std::abs(expected)))
            << twin.text << " y " << row.y << " f " << f;
      }
    }
  }
}

TEST_P(CustomLikelihood, HasTheSitesAndBoundOfTheKnownOne) {
  for (const Twin& twin : GetParam().twins()) {
    const std::vector<Row> rows = rows_of(twin.known->domain());
    Sites expected;
    Sites found;
    mean_sites(*twin.known, Observations(*twin.known, rows), kM, kV, expected);
    mean_sites(*twin.formula, Observations(*twin.formula, rows), kM, kV, found);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      EXPECT_NEAR(found.precision[i], expected.precision[i], 1e-12 * expected.precision[i])
          << twin.text << " row " << i;
      EXPECT_NEAR(found.shift(i), expected.shift(i), 1e-12 * (1.0 + std::abs(expected.shift(i))))
          << twin.text << " row " << i;
    }
  }
}

TEST_P(CustomLikelihood, HasTheParameterDerivativesOfTheKnownOne) {
  for (const Twin& twin : GetParam().twins()) {
    const std::vector<Row> rows = rows_of(twin.known->domain());
    ASSERT_EQ(twin.match.size(), twin.formula->parameters().size()) << twin.text;
    for (std::size_t k = 0; k < twin.match.size(); ++k) {
      std::vector<double> expected(rows.size());
      std::vector<double> found(rows.size());
      bound_slopes(*twin.known, Observations(*twin.known, rows), kM, kV, twin.match[k], expected);
      bound_slopes(*twin.formula, Observations(*twin.formula, rows), kM, kV, k, found);
      for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_NEAR(found[i], expected[i], 1e-9 * (1.0 + std::abs(expected[i])))
            << twin.text << " parameter " << k << " row " << i;
      }
    }
  }
}

TEST_P(CustomLikelihood, IsDrawnExactlyBecauseItsLawIsRecognised) {
  for (const Twin& twin : GetParam().twins()) {
    const Certificate certificate = make_sampler(twin.formula->radial_ptr())->certificate();
    EXPECT_EQ(certificate.kind, Certificate::Kind::exact)
        << twin.text << ": " << certificate.text();
  }
}

TEST_P(CustomLikelihood, FollowsItsParametersWhenTheyChange) {
  for (const Twin& twin : GetParam().twins()) {
    if (twin.match.empty()) continue;
    std::vector<double> values = twin.formula->parameters();
    std::vector<double> known = twin.known->parameters();
    for (std::size_t k = 0; k < values.size(); ++k) {
      values[k] *= 1.21;
      known[twin.match[k]] = values[k];
    }
    const LikelihoodPtr changed = twin.formula->with_parameters(values);
    const LikelihoodPtr expected = twin.known->with_parameters(known);
    for (const Row& row : rows_of(twin.known->domain())) {
      const double wanted = log_density(*expected, row, 0.77);
      EXPECT_NEAR(log_density(*changed, row, 0.77), wanted, 1e-11 * (1.0 + std::abs(wanted)))
          << twin.text;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(As, CustomLikelihood,
                         testing::Values(Form{"Phi", &phi_twins}, Form{"SixFunctions", &term_twins},
                                         Form{"Density", &density_twins}),
                         form_name);

template <class E>
std::string message(const std::function<void()>& action) {
  try {
    action();
  } catch (const E& error) {
    return error.what();
  } catch (const std::exception& error) {
    return std::string("another error: ") + error.what();
  }
  return "no error";
}

TEST(CustomRefusal, NamesTheTestThatRefutesPhi) {
  const std::string text =
      message<InadmissiblePhi>([] { likelihood_from_phi(phi("exp(-r^1.2)"), {}); });
  EXPECT_NE(text.find("exp(-r^1.2)"), std::string::npos) << text;
  EXPECT_NE(text.find("refuted"), std::string::npos) << text;
}

TEST(CustomRefusal, NamesParametersWithoutAValue) {
  const std::string text =
      message<InvalidInput>([] { likelihood_from_phi(phi("exp(-sqrt(r)/b)*exp(-q*r)"), {}); });
  EXPECT_NE(text.find("b, q"), std::string::npos) << text;
}

TEST(CustomRefusal, NamesValuesThatNoFormulaUses) {
  const std::string text = message<InvalidInput>(
      [] { likelihood_from_phi(phi("exp(-sqrt(r)/b)"), {{"b", 1.0}, {"c", 2.0}}); });
  EXPECT_NE(text.find("parameter c"), std::string::npos) << text;
}

TEST(CustomRefusal, PhiThatDoesNotFallFastEnoughHasNoNormaliser) {
  const std::string text =
      message<NotNormalised>([] { likelihood_from_phi(phi("(1+r)^(-0.4)"), {}); });
  EXPECT_NE(text.find("no finite integral"), std::string::npos) << text;
}

TEST(CustomRefusal, ADensityThatIntegratesToSomethingElseSaysToWhat) {
  const std::string text =
      message<NotNormalised>([] { likelihood_from_density("exp(-abs(y-f)/b)", {{"b", 1.5}}); });
  EXPECT_NE(text.find("it gives 3"), std::string::npos) << text;  // 2 b = 3
}

TEST(CustomRefusal, ADensityWithoutSymmetryIsNotInTheFamily) {
  // Gumbel noise: log p = -z - e^{-z}.
  const std::string text =
      message<Error>([] { likelihood_from_density("exp(-(y-f)-exp(-(y-f)))", {}, Domain::real); });
  EXPECT_NE(text.find("symmetric"), std::string::npos) << text;
}

TEST(CustomRefusal, ASymmetricDensityWithTooLightTailsIsRefuted) {
  const std::string text = message<InadmissiblePhi>(
      [] { likelihood_from_density("exp(-(y-f)^4)/1.8128049541109541560", {}, Domain::real); });
  EXPECT_NE(text.find("refuted"), std::string::npos) << text;
}

TEST(CustomLikelihoodOfRadial, IsNormalised) {
  const LikelihoodPtr likelihood =
      likelihood_from_phi(phi("0.3*exp(-sqrt(r)/b)+0.7*(1+r)^(-2)"), {{"b", 0.4}, {"scale", 1.8}});
  EXPECT_LT(check_normalisation(*likelihood).largest_error(), 1e-10);
}

TEST(CustomLikelihoodOfRadial, HeavyTailsAreIntegratedToTheEnd) {
  // Student-t with nu = 0.1: a share of 1e-6 lies beyond |y| = 1e60.
  const LikelihoodPtr formula = likelihood_from_phi(phi("(1+r/nu)^(-(nu+1)/2)"), {{"nu", 0.1}});
  const LikelihoodPtr known = make_likelihood("student-t", {{"nu", 0.1}});
  EXPECT_NEAR(log_density(*formula, Row{0.7}, 0.1), log_density(*known, Row{0.7}, 0.1), 1e-11);
}

}  // namespace
}  // namespace phigp
