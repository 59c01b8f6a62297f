#include "phigp/likelihoods/formula/prover.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "phigp/augmentation/admissibility.h"
#include "phigp/base/error.h"
#include "phigp/likelihoods/formula/formula_radial.h"
#include "tests/likelihoods/random_formula.h"

namespace phigp {
namespace {

FormulaRadial normalised(const std::string& text) {
  return {Expression::parse(text, {"r", false, false, {}}), {}, {.normalise = true}};
}

const std::vector<const char*> kAdmissible{
    "exp(-sqrt(r)/1.7)",
    "(1+r/3.3)^(-2.15)",
    "sech(sqrt(r)/2)^2.7",
    "(1+sqrt(3*r)/1.3)*exp(-sqrt(3*r)/1.3)",
    "(1+sqrt(5*r)/0.8+5*r/(3*0.8^2))*exp(-sqrt(5*r)/0.8)",
    "(1+sqrt(r)+2*r/5+sqrt(r)*r/15)*exp(-sqrt(r))",
    "exp(-sqrt(r))+sqrt(r)*exp(-sqrt(r))",
    "(1+sqrt(r))*exp(-sqrt(r)-r)",
    "((1+sqrt(r))*exp(-sqrt(r)))^2.5",
    "0.5*exp(-sqrt(r))+0.5*(1+r)^(-2)",
    "exp(-r^0.8)",
    "exp(-r)*exp(-sqrt(r))",
    "exp(-0.7*(sqrt(1+r/0.7)-1))",
    "exp(2*(exp(-r)-1))",
    "exp(-(1-1/(1+r)))",
    "exp(-r/(1+r))",
    "sqrt(r)/sinh(sqrt(r))",
    "sqrt(2*r)/sinh(sqrt(2*r))*exp(-r)",
    "tanh(sqrt(r))/sqrt(r)",
    "exp(-sqrt(r)*tanh(sqrt(r)))",
    "exp(1-sqrt(r)/tanh(sqrt(r)))",
    "(1-exp(-r))/r",
    "2*(r-1+exp(-r))/r^2",
    "log1p(r)/r",
    "logcosh(sqrt(r))/r",
    "erfcx(sqrt(r))",
    "exp(r)*erfc(sqrt(r))",
    "erfc(sqrt(r))",
    "r^0.65*besselk(1.3,sqrt(r))",
    "sqrt(5*r)^2.5*besselk(2.5,sqrt(5*r))",
    "1/(1+sqrt(r))",
    "1/(1+log1p(r))",
    "exp(-log1p(r)^0.5)",
    "exp(-sqrt(r+2))",
    "1/(2-exp(-r))",
    "-log(1-0.5*exp(-r))",
    "(2+r)/(2+2*r)",
    "(1+2*r)/(1+3*r)^2",
    "(0.5/(1+r)+0.5/(1+5*r))^0.7",
    "1/sqrt(1+2*r+sqrt(r))",
    "1/cosh(sqrt(log1p(r)))",
    "exp(-(1+r)^0.3*r^0.2)",
    "(0.3*exp(-r)+0.7*exp(-2*r))^3",
    "(1+r)^(-1.5)*sech(sqrt(r))",
    "sqrt(1+r)-sqrt(r)",
    "1-sqrt(r/(1+r))",
    "1-r/(1+r)",
    "erfcx(r)",
    "exp(r^2/2)*erfc(r/sqrt(2))",
    "erfcx(1+sqrt(r))",
    "besselk(0,sqrt(1+r))",
};

// Each with the reason why it is not the transform of a law.
const std::vector<const char*> kInadmissible{
    "(1+r)*exp(-r)",      // derivative of a point mass
    "exp(-r)*(1+0.5*r)",  // likewise
    "exp(-r^1.2)",        // log phi is concave
    "exp(-r^2)",
    "1/(1+r^2)",  // bounded oscillating density
    "1/(1+r^1.5)",
    "1.05*exp(-sqrt(r))-0.05*exp(-r)",  // negative atom
    "2*exp(-r)-exp(-2*r)",
    "sqrt((1+exp(-r))/2)",  // Bernoulli is not infinitely divisible
    "(0.3*exp(-r)+0.7*exp(-2*r))^0.5",
    "sqrt((1-exp(-r))/r)",  // neither is the uniform law
    "sech(r)",              // alternating atoms
    "tanh(r)/r",
    "r/sinh(r)",
    "r/(exp(r)-1)",
    "1/cosh(r^0.6)",
    "(1+2*sqrt(r))*exp(-sqrt(r))",  // rises first
    "(1+sqrt(r)+r/2)*exp(-sqrt(r))",
    "exp(-sqrt(r))*(1+r/3)*1",
    "(1+3*r)/(1+r)^2",
    "(1+2*r)^2/(1+1.9*r)^2",
    "exp(-r*log1p(r))",
    "exp(-log1p(r)^2)",
    "exp(-(sqrt(1+r^2)-1))",
    "exp(-abs(1-r))",  // kink
    "cosh(sqrt(r))*exp(-r)",
    "1/(1+r*exp(-r))",
    "(1-exp(-2*r))/(2*r)*(1+0.1*r)",
    "exp(-1+sech(r))",
    "r^0.15*besselk(0.3,sqrt(r))*(1+r)",
    "(1+sqrt(r))^2*exp(-sqrt(r))",
    "(1+sqrt(r))*exp(-0.999*sqrt(r))",
    "sqrt(erfcx(r))",   // the half-normal law is not infinitely divisible
    "erfcx(-sqrt(r))",  // grows
    "erfcx(-sqrt(r))*exp(-2*r)",
    "erfcx(1-r)",
    "exp(1-(1+2*r)/(1-3*r))",  // a pole at r = 1/3
    "exp((1-r/2)/(1+r)-1)*(1+r/9)",
};

TEST(Prover, ProvesAdmissibleFormulas) {
  for (const char* text : kAdmissible) {
    const std::vector<std::string> steps = normalised(text).proof();
    ASSERT_FALSE(steps.empty()) << text;
    EXPECT_NE(steps.back().find("transform of a probability law"), std::string::npos);
  }
}

TEST(Prover, ProvesNoInadmissibleFormula) {
  for (const char* text : kInadmissible) EXPECT_TRUE(normalised(text).proof().empty()) << text;
}

TEST(Prover, DoesNotMistakeAlmostEqualConstants) {
  EXPECT_TRUE(normalised("(1+1.0001*sqrt(r))*exp(-sqrt(r))").proof().empty());
  EXPECT_TRUE(normalised("(1+sqrt(r)+0.3334*r)*exp(-sqrt(r))").proof().empty());
  EXPECT_TRUE(normalised("(1+2.0001*r)/(1+2*r)^1").proof().empty());
  EXPECT_FALSE(normalised("(1+1.9999*r)/(1+2*r)^1").proof().empty());
}

TEST(Prover, StepsLeadFromTheIdentityToTheWhole) {
  const std::vector<std::string> steps = normalised("exp(-sqrt(r))").proof();
  ASSERT_GE(steps.size(), 4u);
  EXPECT_NE(steps.front().find("is a complete Bernstein function"), std::string::npos)
      << steps.front();
  EXPECT_EQ(steps[steps.size() - 2], "exp(-sqrt(r)) is completely monotone: infinitely divisible");
}

TEST(Prover, EveryRuleThatProvesAlsoPassesTheNumericalTests) {
  for (const char* text : kAdmissible) {
    const Verdict verdict = test_numerically(normalised(text));
    EXPECT_TRUE(verdict.admissible()) << text << ": " << verdict.text();
  }
}

// Random formulas: nothing that the numerical tests refute may have a proof.
void compare_on_random_formulas(std::uint64_t seed, bool signs, int formulas, int least_proven) {
  RandomFormula random(seed, signs);
  int proven = 0;
  for (int i = 0; i < formulas; ++i) {
    const std::string text = random.falling(1 + random.pick(3));
    try {
      const FormulaRadial phi = normalised(text);
      if (phi.proof().empty()) continue;
      ++proven;
      const Verdict verdict = test_numerically(phi);
      EXPECT_TRUE(verdict.admissible()) << text << ": " << verdict.text();
    } catch (const Error&) {  // no function on the positive axis
    }
  }
  EXPECT_GT(proven, least_proven);
}

TEST(Prover, AgreesWithTheNumericalTestsOnRandomFormulas) {
  compare_on_random_formulas(1, false, 100, 25);
  compare_on_random_formulas(3, true, 150, 20);
}

TEST(Prover, AgreesWithTheNumericalTestsOnManyRandomFormulasSlow) {
  compare_on_random_formulas(2, false, 6000, 1800);
  compare_on_random_formulas(4, true, 6000, 800);
}

TEST(Prover, GivesUpInReasonableTime) {
  std::string text = "exp(-r)";
  for (int i = 0; i < 60; ++i) text = "(0.5*" + text + "+0.5/(1+r))^1.5";
  EXPECT_NO_THROW(static_cast<void>(normalised(text).proof()));
}

}  // namespace
}  // namespace phigp
