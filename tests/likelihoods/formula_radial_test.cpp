#include "phigp/likelihoods/formula/formula_radial.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "phigp/augmentation/admissibility.h"
#include "phigp/augmentation/known_laws.h"
#include "phigp/augmentation/moments.h"
#include "phigp/augmentation/sampler.h"
#include "phigp/base/error.h"

namespace phigp {
namespace {

std::shared_ptr<const FormulaRadial> radial(const std::string& text,
                                            std::vector<std::string> names = {},
                                            std::vector<double> values = {},
                                            const FormulaRadialOptions& options = {}) {
  return std::make_shared<const FormulaRadial>(
      Expression::parse(text, {"r", true, true, std::move(names)}), std::move(values), options);
}

struct Twin {
  const char* text;
  std::vector<std::string> names;
  std::vector<double> values;
  RadialPtr written;
  // How parameter 0 of the formula moves the parameters of the written one.
  std::vector<double> slopes;
};

std::vector<Twin> twins() {
  const double root3 = std::sqrt(3.0);
  const double root5 = std::sqrt(5.0);
  return {
      {"exp(-a*r)", {"a"}, {0.7}, point_mass_radial(0.7), {1.0}},
      {"exp(-sqrt(r)/b)", {"b"}, {1.7}, inverse_gaussian_radial(1.0 / 1.7), {-1.0 / (1.7 * 1.7)}},
      {"(1+r/nu)^(-(nu+1)/2)", {"nu"}, {3.3}, gamma_radial(2.15, 3.3), {0.5, 1.0}},
      {"pow(nu/(nu+r), (nu+1)/2)", {"nu"}, {3.3}, gamma_radial(2.15, 3.3), {0.5, 1.0}},
      {"(1+sqrt(3*r)/rho)*exp(-sqrt(3*r)/rho)",
       {"rho"},
       {1.3},
       matern32_radial(root3 / 1.3),
       {-root3 / 1.69}},
      {"(1+sqrt(5*r)/rho+5*r/(3*rho^2))*exp(-sqrt(5*r)/rho)",
       {"rho"},
       {0.8},
       matern52_radial(root5 / 0.8),
       {-root5 / 0.64}},
      {"sech(sqrt(r)/2)^b", {"b"}, {2.7}, polya_gamma_radial(2.7), {1.0}},
      {"exp(-b*log(cosh(sqrt(r)/2)))", {"b"}, {2.7}, polya_gamma_radial(2.7), {1.0}},
      {"exp(-d*(sqrt(1+r/d)-1))", {"d"}, {2.9}, tilted_inverse_gaussian_radial(2.9), {1.0}},
      {"exp(d-d*sqrt(1+r/d))", {"d"}, {2.9}, tilted_inverse_gaussian_radial(2.9), {1.0}},
      {"exp(-(s*r)^0.65)", {"s"}, {0.8}, stable_radial(0.65, 0.8), {0.0, 1.0}},
  };
}

template <class T>
T at(const Radial& phi, const T& r, const Row& row = {}) {
  T out;
  phi.log_phi(std::span<const T>(&r, 1), Rows(row), std::span<T>(&out, 1));
  return out;
}
template <class T>
T at(const Radial& phi, const T& r, std::size_t k, const Row& row = {}) {
  T out;
  phi.log_phi(std::span<const T>(&r, 1), Rows(row), k, std::span<T>(&out, 1));
  return out;
}

TEST(FormulaRadial, EqualsThePhiWrittenByHand) {
  for (const Twin& twin : twins()) {
    SCOPED_TRACE(twin.text);
    const auto formula = radial(twin.text, twin.names, twin.values);
    for (const double r : {1e-3, 0.2, 1.0, 7.0, 1e2, 1e4, 1e8, 1e16}) {
      const double expected = twin.written->log_phi(r);
      EXPECT_NEAR(formula->log_phi(r), expected, 1e-12 * std::abs(expected)) << r;
      for (const double angle : {0.3, 1.1, 1.55}) {
        const Complex z = std::polar(r, angle);
        const Complex wanted = twin.written->log_phi(z);
        EXPECT_LE(std::abs(formula->log_phi(z) - wanted), 1e-12 * std::abs(wanted)) << z;
      }
      const MeanJet jet = at(*formula, MeanJet::variable(r));
      const MeanJet wanted = at(*twin.written, MeanJet::variable(r));
      EXPECT_NEAR(jet[1], wanted[1], 1e-12 * std::abs(wanted[1])) << r;
    }
    const CumulantJet jet = formula->log_phi(CumulantJet::variable(2.0, 2.0));
    const CumulantJet wanted = twin.written->log_phi(CumulantJet::variable(2.0, 2.0));
    for (int k = 0; k <= kCumulantOrder; ++k)
      EXPECT_NEAR(jet[k], wanted[k], 1e-12 * (1e-3 + std::abs(wanted[k]))) << k;
  }
}

TEST(FormulaRadial, EqualsTheWrittenPhiInItsParameter) {
  for (const Twin& twin : twins()) {
    SCOPED_TRACE(twin.text);
    const auto formula = radial(twin.text, twin.names, twin.values);
    const auto r = MeanJetInParameter::variable(Dual(1.9));
    const MeanJetInParameter found = at(*formula, r, 0);
    Dual value;
    Dual slope;
    for (std::size_t k = 0; k < twin.slopes.size(); ++k) {
      const MeanJetInParameter part = at(*twin.written, r, k);
      value[1] += twin.slopes[k] * part[0][1];
      slope[1] += twin.slopes[k] * part[1][1];
    }
    EXPECT_NEAR(found[0][1], value[1], 1e-12 * (1.0 + std::abs(value[1])));
    EXPECT_NEAR(found[1][1], slope[1], 1e-12 * (1.0 + std::abs(slope[1])));
  }
}

TEST(FormulaRadial, MomentsEqualThoseOfTheWrittenPhi) {
  for (const Twin& twin : twins()) {
    SCOPED_TRACE(twin.text);
    const Moments formula(radial(twin.text, twin.names, twin.values));
    const Moments written(twin.written);
    for (const double c2 : {0.0, 1e-12, 1e-6, 1e-2, 1.0, 1e3, 1e8}) {
      for (int order = 1; order <= 4; ++order) {
        const double expected = written.cumulant(order, c2);
        const double found = formula.cumulant(order, c2);
        if (std::isinf(expected)) {
          EXPECT_EQ(found, expected) << order << " at " << c2;
        } else {
          EXPECT_NEAR(found, expected, 1e-11 * std::abs(expected)) << order << " at " << c2;
        }
      }
    }
  }
}

std::string refusal(const std::string& text, const FormulaRadialOptions& options = {}) {
  try {
    radial(text, {}, {}, options);
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "accepted";
}

TEST(FormulaRadial, RefusesWhatIsNoFunctionOnThePositiveAxisAndNamesThePlace) {
  EXPECT_NE(refusal("exp(-r)-0.5").find("at r = 1"), std::string::npos) << refusal("exp(-r)-0.5");
  EXPECT_NE(refusal("1/(1-r)").find("r = 1"), std::string::npos) << refusal("1/(1-r)");
  EXPECT_NE(refusal("sqrt(3-r)").find("no value at r = 10"), std::string::npos)
      << refusal("sqrt(3-r)");
  EXPECT_NE(refusal("exp(-r)/r").find("infinity"), std::string::npos) << refusal("exp(-r)/r");
  EXPECT_NE(refusal("r*exp(-r)").find("got 0"), std::string::npos) << refusal("r*exp(-r)");
  EXPECT_NE(refusal("log(r)").find("positive and finite"), std::string::npos);
}

TEST(FormulaRadial, RefusesAnotherValueAtZeroAndOffersTheNormalisedPhi) {
  const std::string text = refusal("3*exp(-sqrt(r))/(1+r)");
  EXPECT_NE(text.find("divide it by 3"), std::string::npos) << text;
  const Expression phi = Expression::parse("3*exp(-sqrt(r))/(1+r)", {"r", false, false, {}});
  EXPECT_NEAR(FormulaRadial::phi_at_zero(phi, {}), 3.0, 1e-14);
  const FormulaRadial normalised(phi, {}, {.normalise = true});
  EXPECT_NEAR(normalised.log_phi(2.0), -std::sqrt(2.0) - std::log(3.0), 1e-15);
  EXPECT_EQ(normalised.log_phi(0.0), 0.0);
}

TEST(FormulaRadial, NormalisingFollowsTheParameterAndTheRow) {
  // a*y*exp(-r): the factor a*y goes, with its derivative.
  FormulaRadialOptions options;
  options.normalise = true;
  options.y = {1.0, 9.0};
  const auto phi = radial("a*y*exp(-a*r/y)", {"a"}, {1.4}, options);
  const std::vector<double> r{1.0, 2.0};
  const std::vector<Row> rows{{2.0, 1.0}, {4.0, 1.0}};
  std::vector<double> out(2);
  phi->log_phi(std::span<const double>(r), Rows(std::span<const Row>(rows)),
               std::span<double>(out));
  EXPECT_NEAR(out[0], -1.4 / 2.0, 1e-14);
  EXPECT_NEAR(out[1], -1.4 * 2.0 / 4.0, 1e-14);
  const auto jet = at(*phi, MeanJetInParameter::variable(Dual(1.5)), 0, Row{2.0, 1.0});
  EXPECT_NEAR(jet[0][1], -1.5 / 2.0, 1e-12);
  EXPECT_NEAR(jet[1][1], -1.0 / 2.0, 1e-12);
}

// 1/sqrt(r) for small r, of which rounding would leave 0 close to r = 0.
TEST(FormulaRadial, IsNotProvenWhereItIsInfiniteAtZero) {
  FormulaRadialOptions normalised;
  normalised.normalise = true;
  for (const std::string text :
       {"3*exp(-r)+(1-exp(-log1p(sqrt(r))))/r", "exp(exp(-r)-1)+(1-1/(1+sqrt(r)))/r",
        "exp(-r)+(1-1/(1+sqrt(r))^2)/r"}) {
    EXPECT_THROW(FormulaRadial(Expression::parse(text, {"r", false, false, {}}), {}, normalised),
                 InvalidInput)
        << text;
  }
}

TEST(FormulaRadial, FindsTheLimitWhereTheFormulaDividesByZero) {
  for (const char* text :
       {"(1-exp(-r))/r", "sqrt(r)/sinh(sqrt(r))", "log1p(r)/r", "2*(r-1+exp(-r))/r^2",
        "tanh(r^0.3)/r^0.3", "2*(1-(1+r)*exp(-r))/r^2", "exp(-r^0.01)",
        "r^0.4*besselk(0.8,sqrt(r))/(2^(-0.2)*exp(lgamma(0.8)))"}) {
    EXPECT_EQ(refusal(text), "accepted");
    EXPECT_EQ(radial(text)->log_phi(0.0), 0.0) << text;
    EXPECT_EQ(radial(text)->log_phi(Complex(0.0, 0.0)), 0.0) << text;
  }
}

TEST(FormulaRadial, FormulasThatCancelNearZeroAreReplacedByTheirExpansion) {
  // omega has density 2(1-t) on [0,1]: mean 1/3, variance 1/18, third cumulant 1/135.
  const auto phi = radial("2*(r-1+exp(-r))/r^2");
  for (const double r : {1e-12, 1e-9, 1e-6, 1e-4, 1e-3}) {
    const double expected = -r / 3.0 + r * r / 36.0 - r * r * r / 810.0;
    EXPECT_NEAR(phi->log_phi(r), expected, 1e-13 * r) << r;
    EXPECT_NEAR(phi->log_phi(Complex(0.0, r)).imag(), -r / 3.0 + r * r * r / 810.0, 1e-12 * r) << r;
    EXPECT_NEAR(at(*phi, MeanJet::variable(r))[1], -1.0 / 3.0 + r / 18.0 - r * r / 270.0, 1e-12)
        << r;
  }
  const auto in_parameter = radial("2*(a*r-1+exp(-a*r))/(a*r)^2", {"a"}, {1.5});
  const auto jet = at(*in_parameter, MeanJetInParameter::variable(Dual(1e-6)), 0);
  EXPECT_NEAR(jet[0][1], -1e-6 / 3.0, 1e-12);
  EXPECT_NEAR(jet[1][1], -1.0 / 3.0, 1e-5);
}

TEST(FormulaRadial, RecognisesAPowerThatDependsOnTheRow) {
  FormulaRadialOptions counts;
  counts.y = {0.0, std::numeric_limits<double>::infinity()};
  counts.trials = {1.0, std::numeric_limits<double>::infinity()};
  const auto phi = radial("cosh(sqrt(r)/2)^(-(y+s))", {"s"}, {1.6}, counts);
  EXPECT_EQ(phi->row_dependence(), Radial::RowDependence::power);
  EXPECT_NEAR(phi->power({3.0, 1.0}) / phi->power({0.0, 1.0}), 4.6 / 1.6, 1e-14);
  EXPECT_NEAR(phi->power_slope({3.0, 1.0}, 0), -3.0 / (1.6 * 1.6), 1e-12);  // of (y + s)/s
  EXPECT_EQ(radial("(1+r/(1+y))^(-trials)", {}, {}, counts)->row_dependence(),
            Radial::RowDependence::general);
  EXPECT_EQ(radial("exp(-trials*sqrt(r))", {}, {}, counts)->row_dependence(),
            Radial::RowDependence::power);
  EXPECT_EQ(radial("exp(-sqrt(r))", {}, {}, counts)->row_dependence(), Radial::RowDependence::none);
  EXPECT_FALSE(phi->proof().empty());
  EXPECT_TRUE(radial("(1+r/(1+y))^(-trials)", {}, {}, counts)->proof().empty());
}

TEST(FormulaRadial, RecognisesKnownLawsAndTheirCompositions) {
  const std::vector<std::pair<const char*, const char*>> cases{
      {"exp(-sqrt(r)/1.5)", "inverse Gaussian"},
      {"(1+r/3)^(-2)", "gamma"},
      {"sech(sqrt(r)/2)^2.7", "Polya-Gamma"},
      {"sech(3*sqrt(r))^0.4", "Polya-Gamma"},
      {"1/cosh(sqrt(r+1))*cosh(1)", "Polya-Gamma"},
      {"(1+sqrt(3*r)/1.3)*exp(-sqrt(3*r)/1.3)", "generalised inverse Gaussian"},
      {"exp(-sqrt(r))+sqrt(r)*exp(-sqrt(r))", "generalised inverse Gaussian"},
      {"sqrt(5*r)^2.5*besselk(2.5,sqrt(5*r))/3/sqrt(pi/2)", "generalised inverse Gaussian"},
      {"0.5*exp(-sqrt(r))+0.5*(1+r)^(-2)", "mixture"},
      {"exp(-r^0.8)", "stable"},
      {"exp(-r)*exp(-sqrt(r))", "sum"},
      {"exp(-(sqrt(1+2*r)-1))", "inverse Gaussian"},
      {"exp(2*(exp(-r)-1))", "Poisson"},
      {"exp(1-(1+r)^0.7)", "stable"},
      {"1/(1+3*r+3*r^2+r^3)", "gamma"},  // only its values give it away
  };
  for (const auto& [text, law] : cases) {
    const auto sampler = make_sampler(radial(text));
    ASSERT_NE(sampler, nullptr);
    const Certificate certificate = sampler->certificate();
    EXPECT_EQ(certificate.kind, Certificate::Kind::exact) << text;
    EXPECT_NE(certificate.method.find(law), std::string::npos)
        << text << ": " << certificate.method;
  }
  EXPECT_EQ(radial("erfcx(sqrt(r))")->recognised(), nullptr);
  EXPECT_EQ(radial("1.05*exp(-sqrt(r))-0.05*exp(-r)")->recognised(), nullptr);
}

// False alarm below 1e-6: the mean of 200000 draws within 5 standard errors, for each of four rows.
TEST(FormulaRadial, DrawsOfARecognisedPowerHaveTheRightMeanStatistical) {
  FormulaRadialOptions counts;
  counts.y = {0.0, std::numeric_limits<double>::infinity()};
  const auto phi = radial("cosh(sqrt(r)/2)^(-(y+s))", {"s"}, {1.6}, counts);
  const auto sampler = phi->structural_sampler({});
  ASSERT_NE(sampler, nullptr);
  const Moments moments(phi);
  Stream stream({.seed = 5, .purpose = Purpose::test, .chain = 0, .index = 1});
  const std::size_t n = 200000;
  for (const Row row : {Row{0.0, 1.0}, Row{1.0, 1.0}, Row{4.0, 1.0}, Row{2.5, 1.0}}) {
    const std::vector<double> c2(n, 2.3);
    std::vector<double> omega(n);
    sampler->draw(c2, Rows(row), stream, omega);
    double sum = 0.0;
    for (const double w : omega) sum += w;
    const double error = std::sqrt(moments.variance(2.3, row) / static_cast<double>(n));
    EXPECT_NEAR(sum / static_cast<double>(n), moments.mean(2.3, row), 5.0 * error) << row.y;
  }
}

TEST(FormulaRadial, OtherParameterValuesGiveTheSameFormula) {
  const auto phi = radial("exp(-sqrt(r)/b)", {"b"}, {2.0});
  const std::vector<double> changed{0.5};
  const RadialPtr other = phi->with_parameters(changed);
  EXPECT_NEAR(other->log_phi(9.0), -6.0, 1e-15);
  EXPECT_EQ(other->describe(), "exp(-sqrt(r)/b), b = 0.5");
  EXPECT_THROW(phi->with_parameters(std::vector<double>{0.0}), InvalidInput);
}

// 1 - r log(1 + 1/r) is completely monotone and about 1/(2r), but its value at r = 1e16 is 0.
// e^r K_0(1+r): exponentials that cancel leave nothing but rounding beyond r = 1e17.
TEST(FormulaRadial, IsNotRefutedByRoundingErrorsWhereNobodyGoes) {
  const FormulaRadial phi(Expression::parse("exp(r)*besselk(0,1+r)", {"r", false, false, {}}), {},
                          {.normalise = true});
  const Verdict verdict = test_numerically(phi);
  EXPECT_TRUE(verdict.admissible()) << verdict.text();
}

// cosh and sinh overflow at r = 5e5; their inverses inside a sum do not, nor do their series.
TEST(FormulaRadial, InversesOfWhatOverflowsHaveMoments) {
  for (const std::string inner : {"sech(sqrt(r))", "sqrt(r)/sinh(sqrt(r))",
                                  "(sqrt(r)/sinh(sqrt(r)))^0.3", "2/(1+exp(sqrt(r)))"}) {
    const auto phi = std::make_shared<FormulaRadial>(
        Expression::parse("exp(2*(" + inner + "-1))", {"r", false, false, {}}),
        std::vector<double>{});
    const Moments moments(phi);
    for (const double c2 : {1e6, 1e8, 1e16}) {
      EXPECT_NEAR(moments.mean(c2), 0.0, 1e-100) << inner;
      EXPECT_NEAR(moments.cumulant(8, c2), 0.0, 1e-100) << inner;
      EXPECT_NEAR(moments.log_phi(c2), -2.0, 1e-14) << inner;
    }
    EXPECT_GT(moments.mean(1e4), 0.0) << inner;
    EXPECT_TRUE(test_numerically(*phi).admissible()) << inner;
  }
}

TEST(FormulaRadial, TellsLostDigitsFromNegativeValues) {
  EXPECT_THROW(radial("1-r*log(1+1/r)"), NumericalError);
  EXPECT_THROW(radial("1-r"), InvalidInput);
  EXPECT_THROW(radial("exp(-r)*(1-r)"), InvalidInput);
  // About r^-1.5/2, but -1e-7 at r = 1e6 by rounding.
  EXPECT_THROW(radial("1+r^1.5-sqrt(2*r^1.5+r^3)"), NumericalError);
}

// Against the same phi written so that nothing cancels.
TEST(FormulaRadial, DifferencesOfRootsAndPowersKeepTheirDigits) {
  const std::vector<std::pair<const char*, std::function<double(double)>>> cases{
      {"1+r-sqrt(2*r+r^2)", [](double r) { return 1.0 / (1.0 + r + std::sqrt(2.0 * r + r * r)); }},
      {"1+2*r-2*sqrt(r+r^2)",
       [](double r) { return 1.0 / (1.0 + 2.0 * r + 2.0 * std::sqrt(r + r * r)); }},
      {"sqrt(1+r^2)-r", [](double r) { return 1.0 / (r + std::sqrt(1.0 + r * r)); }},
      {"(1+r)^0.3-r^0.3",
       [](double r) { return std::pow(r, 0.3) * std::expm1(0.3 * std::log1p(1.0 / r)); }},
      {"1-tanh(sqrt(r))", [](double r) {
         const double fall = std::exp(-2.0 * std::sqrt(r));
         return 2.0 * fall / (1.0 + fall);
       }}};
  for (const auto& [text, expected] : cases) {
    const auto phi = radial(text);
    for (const double r : {1e-8, 1e-3, 0.7, 30.0, 1e4, 1e9, 1e16}) {
      if (expected(r) == 0.0) continue;
      const double wanted = std::log(expected(r));
      EXPECT_NEAR(phi->log_phi(r), wanted, 1e-13 * (1.0 + std::abs(wanted)))
          << text << " r = " << r;
    }
  }
}

TEST(FormulaRadial, KnowsTheLogisticFunctionWhateverItsForm) {
  FormulaRadialOptions normalised;
  normalised.normalise = true;
  for (const char* text :
       {"exp(-sqrt(r)/2)/(1+exp(-sqrt(r)))", "exp(sqrt(r)/2)/(1+exp(sqrt(r)))",
        "exp(-1.5*sqrt(r))/(1+exp(-sqrt(r)))^3", "4*exp(-sqrt(r))/(2+2*exp(-sqrt(r)))^2"}) {
    const auto phi = radial(text, {}, {}, normalised);
    EXPECT_FALSE(phi->proof().empty()) << text;
    ASSERT_NE(phi->recognised(), nullptr) << text;
    const auto sampler = phi->structural_sampler({});
    ASSERT_NE(sampler, nullptr) << text;
    EXPECT_NE(sampler->certificate().method.find("Polya-Gamma"), std::string::npos) << text;
  }
  EXPECT_EQ(radial("2*exp(-sqrt(r))/(1+exp(-sqrt(r)))")->recognised(), nullptr);
}

}  // namespace
}  // namespace phigp
