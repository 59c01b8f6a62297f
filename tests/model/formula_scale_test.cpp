// A formula of y - f learns the width of the noise without being told to.
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "phigp/io/read_table.h"
#include "phigp/likelihoods/function_likelihood.h"
#include "phigp/model/fit.h"
#include "phigp/model/likelihood_spec.h"

namespace phigp::test {
namespace {

Table quiet_waves() {
  std::string text = "x,y\n";
  for (int i = 0; i < 40; ++i)
    text += std::to_string(0.2 * i) + "," +
            std::to_string(std::sin(0.2 * i) + 0.1 * std::cos(7.0 * i * i)) + "\n";
  std::istringstream in(text);
  return read_table(in, "waves");
}

FittedModel learned(const LikelihoodSpec& likelihood) {
  FitSettings settings;
  settings.target = "y";
  settings.likelihood = likelihood;
  settings.threads = 1;
  return fit(quiet_waves(), settings);
}

LikelihoodSpec typed(const std::string& phi) {
  LikelihoodSpec spec;
  spec.phi = phi;
  return spec;
}

// exp(-r/2) is gaussian noise, and its scale is sigma.
TEST(FormulaScale, IsLearnedWhereNoneIsStated) {
  LikelihoodSpec named;
  named.name = "gaussian";
  const FittedModel gaussian = learned(named);
  const FittedModel formula = learned(typed("exp(-r/2)"));
  const double sigma = gaussian.values().likelihood->parameter("sigma");
  EXPECT_LT(sigma, 0.5);
  EXPECT_NEAR(formula.values().likelihood->parameter("scale") / sigma, 1.0, 0.01);
  EXPECT_NEAR(formula.report().elbo, gaussian.report().elbo, 0.01);
  EXPECT_EQ(formula.likelihood_spec().parameters.count("scale"), 1U);
}

TEST(FormulaScale, OfAFunctionIsLearnedToo) {
  LikelihoodSpec spec;
  const auto half = [](std::span<const Complex> r, std::span<const double>,
                       std::span<Complex> out) {
    for (std::size_t i = 0; i < r.size(); ++i) out[i] = -0.5 * r[i];
  };
  spec.given = likelihood_from_function({{half, true, "exp(-r/2)"}, {}, Link::regression, {}});
  EXPECT_LT(learned(spec).values().likelihood->parameter("scale"), 0.5);
}

TEST(FormulaScale, IsNotAddedTwice) {
  LikelihoodSpec spec = typed("exp(-sqrt(r)/b)");
  spec.parameters = {{"b", 1.0}};
  EXPECT_EQ(with_learned_scale(spec), spec);
  spec.parameters = {{"b", 1.0}, {"scale", 0.5}};
  EXPECT_EQ(with_learned_scale(spec), spec);
  const LikelihoodSpec once = with_learned_scale(typed("exp(-r/2)"));
  EXPECT_EQ(with_learned_scale(once), once);
}

}  // namespace
}  // namespace phigp::test
