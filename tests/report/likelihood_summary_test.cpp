#include "phigp/report/likelihood_summary.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "phigp/likelihoods/catalogue/catalogue.h"
#include "phigp/report/catalogue_table.h"
#include "phigp/report/formula_check.h"
#include "phigp/report/likelihood_json.h"
#include "phigp/report/likelihood_picture.h"
#include "phigp/report/likelihood_text.h"

namespace phigp {
namespace {

LikelihoodSummary summary_of(const std::string& name,
                             const std::map<std::string, double>& values = {}) {
  const LikelihoodPtr likelihood = make_likelihood(name, values);
  return summarise(likelihood, example_row(likelihood->domain()));
}

std::string first_reason(const LikelihoodSummary& summary) {
  return summary.verdict && !summary.verdict->reasons.empty() ? summary.verdict->reasons.front()
                                                              : "";
}

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

TEST(LikelihoodSummary, EveryNamedLikelihoodIsProvenAndAccepted) {
  for (const std::string& name : likelihood_names()) {
    const LikelihoodSummary summary = summary_of(name);
    EXPECT_TRUE(summary.accepted()) << name;
    EXPECT_EQ(summary.verdict->kind, Verdict::Kind::proven) << name;
    EXPECT_EQ(summary.normalisation.kind, name == "bayesian-svm"
                                              ? NormalisationFact::Kind::exempt
                                              : NormalisationFact::Kind::normalised)
        << name;
    ASSERT_TRUE(summary.sampler.certificate.has_value()) << name;
    EXPECT_EQ(summary.sampler.certificate->kind, Certificate::Kind::exact) << name;
    ASSERT_EQ(summary.omega.size(), 5U);
    EXPECT_TRUE(summary.tails.below.settled && summary.tails.above.settled) << name;
  }
}

// Gamma((nu+1)/2, rate nu + c^2).
TEST(LikelihoodSummary, OmegaOfStudentIsAGammaVariable) {
  const LikelihoodSummary summary = summary_of("student-t", {{"nu", 4.0}, {"sigma", 2.0}});
  for (const OmegaFact& fact : summary.omega) {
    const double rate = 4.0 + fact.c * fact.c;
    EXPECT_NEAR(fact.mean, 2.5 / rate, 1e-12 * fact.mean);
    EXPECT_NEAR(fact.variance, 2.5 / (rate * rate), 1e-12 * fact.variance);
  }
}

TEST(LikelihoodSummary, OmegaOfLaplaceHasNoMeanAtZero) {
  EXPECT_EQ(summary_of("laplace").omega.front().mean, std::numeric_limits<double>::infinity());
}

TEST(LikelihoodSummary, ObservationOutsideTheDomainIsRefused) {
  EXPECT_THROW(summarise(make_likelihood("logistic"), Row{0.5}), InvalidInput);
}

TEST(LikelihoodText, StaysWithinItsWidthAndUsesColourOnlyWhenAsked) {
  for (const std::string& name : likelihood_names()) {
    const LikelihoodSummary summary = summary_of(name);
    for (const std::string& line : wrapped(likelihood_text(summary), 100000)) {
      EXPECT_LE(line.size(), 100U) << line;
    }
    EXPECT_EQ(likelihood_text(summary).find('\x1b'), std::string::npos);
    EXPECT_NE(likelihood_text(summary, {.colour = true}).find('\x1b'), std::string::npos);
  }
  for (const std::string& line : wrapped(catalogue_text(), 100000))
    EXPECT_LE(line.size(), 100U) << line;
}

TEST(LikelihoodJson, HoldsTheNumbersOfTheSummaryAndInfinityAsText) {
  const nlohmann::json json =
      nlohmann::json::parse(likelihood_json(summary_of("laplace", {{"b", 1.5}})));
  EXPECT_EQ(json["name"], "laplace");
  EXPECT_EQ(json["accepted"], true);
  EXPECT_EQ(json["parameters"]["b"], 1.5);
  EXPECT_EQ(json["verdict"]["kind"], "proven");
  EXPECT_EQ(json["omega"][0]["mean"], "inf");
  EXPECT_NEAR(json["omega"][2]["mean"].get<double>(), 1.0 / 3.0, 1e-12);
  EXPECT_NEAR(json["tails"]["f_to_plus_infinity"]["coefficient"].get<double>(), 1.0 / 1.5, 1e-6);
  EXPECT_EQ(json["sampler"]["kind"], "exact");
}

TEST(CatalogueJson, NamesEveryLikelihoodOnce) {
  const nlohmann::json json = nlohmann::json::parse(catalogue_json());
  const std::vector<std::string> names = likelihood_names();
  ASSERT_EQ(json["likelihoods"].size(), names.size());
  for (std::size_t i = 0; i < names.size(); ++i)
    EXPECT_EQ(json["likelihoods"][i]["name"], names[i]);
}

TEST(FormulaCheck, MaternTypedAsPhiIsAcceptedAndEqualsTheNamedOne) {
  const CheckedFormula checked =
      check_phi({"(1+sqrt(3*r)/rho)*exp(-sqrt(3*r)/rho)", Link::regression, false}, {{"rho", 1.5}});
  ASSERT_TRUE(checked.summary.accepted());
  const LikelihoodSummary named = summary_of("matern32", {{"rho", 1.5}});
  for (std::size_t i = 0; i < named.omega.size(); ++i) {
    EXPECT_NEAR(checked.summary.omega[i].mean, named.omega[i].mean, 1e-12 * named.omega[i].mean);
  }
}

TEST(FormulaCheck, PhiThatIsNotOneAtZeroIsRefusedWithTheDivisor) {
  const CheckedFormula checked = check_phi({"2*exp(-r)", Link::regression, false}, {});
  EXPECT_FALSE(checked.summary.accepted());
  EXPECT_EQ(checked.likelihood, nullptr);
  EXPECT_NEAR(checked.summary.verdict->phi_at_zero, 2.0, 1e-12);
  EXPECT_NE(first_reason(checked.summary).find("divide by 2"), std::string::npos);
  EXPECT_TRUE(check_phi({"2*exp(-r)", Link::regression, true}, {}).summary.accepted());
}

TEST(FormulaCheck, PhiThatIsNoLaplaceTransformIsAFinding) {
  // Every derivative's sign fails somewhere: a bump of a Gaussian in sqrt(r); an increasing phi;
  // one that changes sign; one that is infinite at 0.
  for (const char* phi : {"exp(-r^2)", "exp(r)", "1-r", "1/r", "exp(-r)/(1+exp(-4*r))*2"}) {
    const CheckedFormula checked = check_phi({phi, Link::regression, false}, {});
    ASSERT_TRUE(checked.summary.verdict.has_value()) << phi;
    EXPECT_EQ(checked.summary.verdict->kind, Verdict::Kind::refuted) << phi;
    EXPECT_FALSE(first_reason(checked.summary).empty()) << phi;
  }
}

TEST(FormulaCheck, DensityOutsideTheFamilyIsAFinding) {
  const CheckedFormula checked = check_density("exp(-(y-f)^4)*0.5516", {});
  EXPECT_FALSE(checked.summary.accepted());
  EXPECT_TRUE(checked.summary.verdict || !checked.summary.refusal.empty());
}

TEST(FormulaCheck, DensityThatIsNotNormalisedIsAFinding) {
  EXPECT_FALSE(check_density("exp(-abs(y-f)/b)/b", {{"b", 1.5}}).summary.accepted());
  EXPECT_TRUE(check_density("exp(-abs(y-f)/b)/(2*b)", {{"b", 1.5}}).summary.accepted());
}

TEST(FormulaCheck, ClassificationWithAPhiThatDoesNotAddUpIsNotNormalised) {
  const CheckedFormula checked = check_phi({"exp(-sqrt(r))", Link::classification, false}, {});
  EXPECT_FALSE(checked.summary.accepted());
  EXPECT_TRUE(check_phi({"sech(sqrt(r)/2)", Link::classification, false}, {}).summary.accepted());
}

TEST(FormulaCheck, FullFormGivesTheNamedLaplace) {
  TermFormulas terms;
  terms.c = "1/(2*b)";
  terms.alpha = "y^2";
  terms.beta = "2*y";
  terms.gamma = "1";
  terms.phi = "exp(-sqrt(r)/b)";
  EXPECT_TRUE(check_terms(terms, {{"b", 1.5}}).summary.accepted());
  terms.c = "1/b";
  EXPECT_FALSE(check_terms(terms, {{"b", 1.5}}).summary.accepted());
}

TEST(FormulaCheck, TextThatCannotBeReadIsTheCallersMistake) {
  const auto message = [](const char* phi, const ParameterValues& values) {
    return message_of([&] { check_phi({phi, Link::regression, false}, values); });
  };
  EXPECT_NE(message("exp(-sqr(r))", {}).find("sqrt"), std::string::npos);
  EXPECT_NE(message("exp(-r", {}).find('^'), std::string::npos);
  EXPECT_NE(message("exp(-a*r)+q", {}).find("parameters a, q have no value; add a=NUMBER q=NUMBER"),
            std::string::npos);
  EXPECT_NE(message("exp(-rho*r)", {{"rhoo", 1.0}}).find("did you mean rho"), std::string::npos);
  EXPECT_NE(message("exp(-r)", {{"b", 1.0}}).find("b = 1 is not in the formula"),
            std::string::npos);
  EXPECT_NE(message("exp(-r)", {{"scale", -1.0}}).find("must be positive"), std::string::npos);
}

TEST(LikelihoodPicture, ExistsForEveryNamedLikelihoodWithFourPanels) {
  for (const std::string& name : likelihood_names()) {
    const LikelihoodPtr likelihood = make_likelihood(name);
    const std::string svg = likelihood_picture(likelihood, summary_of(name));
    EXPECT_NE(svg.find("id=\"panel3\""), std::string::npos) << name;
    EXPECT_EQ(svg.find("id=\"panel4\""), std::string::npos) << name;
    EXPECT_EQ(svg.find("nan"), std::string::npos) << name;
    EXPECT_EQ(svg.find("inf"), std::string::npos) << name;
  }
}

}  // namespace
}  // namespace phigp
