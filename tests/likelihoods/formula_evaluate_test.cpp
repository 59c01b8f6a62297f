#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "phigp/base/error.h"
#include "phigp/base/special.h"
#include "phigp/likelihoods/formula/formula.h"
#include "tests/likelihoods/random_formula.h"

namespace phigp {
namespace {

Formula in_r(const std::string& text, std::vector<std::string> names = {},
             std::vector<double> values = {}) {
  return {Expression::parse(text, {"r", true, true, std::move(names)}), std::move(values)};
}

Formula in_f(const std::string& text, std::vector<std::string> names = {},
             std::vector<double> values = {}) {
  FormulaRanges anywhere;
  anywhere.variable = {};
  return {Expression::parse(text, {"f", true, true, std::move(names)}), std::move(values),
          anywhere};
}

template <class T>
T log_at(const Formula& formula, const T& x, const Row& row = {}) {
  T out;
  formula.evaluate_log(std::span<const T>(&x, 1), Rows(row), std::span<T>(&out, 1));
  return out;
}
template <class T>
T value_at(const Formula& formula, const T& x, const Row& row = {}) {
  T out;
  formula.evaluate(std::span<const T>(&x, 1), Rows(row), std::span<T>(&out, 1));
  return out;
}
template <class T>
T log_slope_at(const Formula& formula, const T& x, std::size_t k, const Row& row = {}) {
  T out;
  formula.evaluate_log(std::span<const T>(&x, 1), Rows(row), k, std::span<T>(&out, 1));
  return out;
}

void expect_relative(double found, double expected, double tolerance) {
  EXPECT_NEAR(found, expected, tolerance * std::abs(expected));
}

TEST(FormulaEvaluate, EveryFunctionIsTheOneItIsNamedAfter) {
  for (const double r : {0.3, 1.7, 4.0}) {
    SCOPED_TRACE(r);
    const std::vector<std::pair<const char*, double>> cases{
        {"exp(-r)", std::exp(-r)},
        {"log(r)", std::log(r)},
        {"log1p(r)", std::log1p(r)},
        {"expm1(r)", std::expm1(r)},
        {"sqrt(r)", std::sqrt(r)},
        {"abs(1-r)", std::abs(1.0 - r)},
        {"pow(r, 1.3)", std::pow(r, 1.3)},
        {"cosh(r)", std::cosh(r)},
        {"sinh(r)", std::sinh(r)},
        {"tanh(r)", std::tanh(r)},
        {"sech(r)", 1.0 / std::cosh(r)},
        {"logcosh(r)", std::log(std::cosh(r))},
        {"erfc(r)", std::erfc(r)},
        {"erfcx(r)", std::exp(r * r) * std::erfc(r)},
        {"erfc(-r)", std::erfc(-r)},
        {"lgamma(2.5)*r", std::lgamma(2.5) * r},
        {"r^r", std::pow(r, r)},
        {"2^r", std::pow(2.0, r)},
        {"r^-2", 1.0 / (r * r)},
        {"r^2.5", std::pow(r, 2.5)},
        {"(r-9)^3", std::pow(r - 9.0, 3)},
        {"sqrt((r-9)^2)", 9.0 - r},
        {"besselk(0.7, r)", std::cyl_bessel_k(0.7, r)},
        {"besselk(-0.7, r)", std::cyl_bessel_k(0.7, r)},
        {"besselk(1.5, 2*r)", std::cyl_bessel_k(1.5, 2.0 * r)},
    };
    for (const auto& [text, expected] : cases) {
      SCOPED_TRACE(text);
      expect_relative(in_r(text).evaluate(r), expected, 1e-13);
      if (expected <= 0.0) continue;
      EXPECT_NEAR(in_r(text).evaluate_log(r), std::log(expected), 1e-13);
    }
  }
}

TEST(FormulaEvaluate, LogarithmOfRandomFormulasEqualsLogOfTheValueWhereBothAreSafe) {
  RandomFormula formulas(3);
  int compared = 0;
  for (int i = 0; i < 3000; ++i) {
    const std::string text = formulas.falling(1 + formulas.pick(3));
    const Formula formula = in_r(text);
    for (const double r : {0.4, 1.1, 3.0}) {
      const double value = formula.evaluate(r);
      if (!(value > 1e-3) || !(value < 1e3)) continue;
      EXPECT_NEAR(formula.evaluate_log(r), std::log(value), 1e-11) << text << " at " << r;
      const Complex z(r, 0.0);
      EXPECT_NEAR(log_at(formula, z).real(), std::log(value), 1e-11) << text << " at " << r;
      ++compared;
    }
  }
  EXPECT_GT(compared, 5000);
}

TEST(FormulaEvaluate, SlopesOfRandomFormulasAreDifferenceQuotients) {
  RandomFormula formulas(4);
  int compared = 0;
  for (int i = 0; i < 1500; ++i) {
    const std::string text = formulas.falling(1 + formulas.pick(3));
    const Formula formula = in_r(text);
    const double r = 1.3;
    const double h = 1e-4;
    const double up = formula.evaluate_log(r + h);
    const double down = formula.evaluate_log(r - h);
    const Taylor<2> jet = log_at(formula, Taylor<2>::variable(r));
    if (!std::isfinite(up) || !std::isfinite(down) || std::abs(jet[2]) > 50.0) continue;
    EXPECT_NEAR(jet[1], (up - down) / (2.0 * h), 1e-5 * (1.0 + std::abs(jet[1]))) << text;
    EXPECT_NEAR(log_at(formula, Taylor<1>::variable(r))[1], jet[1], 1e-9 * (1.0 + std::abs(jet[1])))
        << text;
    EXPECT_NEAR(log_at(formula, Taylor<8>::variable(r))[2], jet[2], 1e-7 * (1.0 + std::abs(jet[2])))
        << text;
    ++compared;
  }
  EXPECT_GT(compared, 700);
}

TEST(FormulaEvaluate, LogarithmsSurviveWhereValuesDoNot) {
  struct Case {
    const char* text;
    double r;
    double expected;
  };
  const std::vector<Case> cases{
      {"0.9*exp(-r)+0.1*exp(-5*r)", 5e5, -5e5 + std::log(0.9)},
      {"0.9*exp(-5*r)+0.1*exp(-r)", 5e5, -5e5 + std::log(0.1)},
      {"exp(r)*erfc(sqrt(r))", 1e16, -std::log(std::sqrt(std::numbers::pi) * 1e8)},
      {"exp(3*r)*erfc(sqrt(3*r))", 1e16, -0.5 * std::log(3e16 * std::numbers::pi)},
      {"exp(2*(r+1))*erfc(sqrt(2*(r+1)))", 1e16, -0.5 * std::log(2e16 * std::numbers::pi)},
      {"erfc(sqrt(r))", 1e10, -1e10 - 0.5 * std::log(1e10 * std::numbers::pi)},
      {"sech(sqrt(r)/2)^2.7", 1e16, -2.7 * (5e7 - std::numbers::ln2)},
      {"0.5*(1+r)^(-60)+0.5*(1+r)^(-30)", 1e16, -30.0 * std::log(1e16) - std::numbers::ln2},
      {"0.5*exp(-sqrt(r))+0.5*(1+r)^(-2)", 1e16, -2.0 * std::log(1e16) - std::numbers::ln2},
      {"sqrt(r)/sinh(sqrt(r))", 1e12, std::log(2e6) - 1e6},
      {"tanh(sqrt(r))/sqrt(r)", 1e12, -std::log(1e6)},
      {"1-exp(-exp(-r))", 800.0, -800.0},
      {"-log(1-0.5*exp(-r))", 1000.0, -1000.0 - std::numbers::ln2},
      {"log1p(exp(-r))", 2000.0, -2000.0},
      {"r/(exp(r)-1)", 900.0, std::log(900.0) - 900.0},
      {"exp(-sqrt(r))+sqrt(r)*exp(-sqrt(r))", 1e12, std::log1p(1e6) - 1e6},
      {"sqrt(1+r)-sqrt(r)", 1e16, -std::log(2e8)},
      {"1-sqrt(r/(3+r))", 1e16, std::log(1.5e-16)},
      {"1-r/(1+r)", 1e16, -std::log1p(1e16)},
      {"besselk(1.3, r)", 1e5,
       0.5 * std::log(std::numbers::pi / 2e5) - 1e5 + std::log1p((4.0 * 1.69 - 1.0) / 8e5)},
      {"exp(-1e-20*r)", 1.0, -1e-20},
      {"1/(1+1e-20*r)", 1.0, -1e-20},
      {"0.25*exp(-1e-20*r)+0.75/(1+2e-20*r)", 1.0, -1.75e-20},
      {"exp(-3*(sqrt(1+1e-20*r)-1))", 1.0, -1.5e-20},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.text);
    expect_relative(in_r(c.text).evaluate_log(c.r), c.expected, 2e-15 + 1e-16);
  }
}

TEST(FormulaEvaluate, RealPowersDoNotWrapOnComplexNumbers) {
  const Formula formula = in_r("pow(sech(sqrt(r)/2), 2.7)");
  const Formula spelled = in_r("exp(-2.7*logcosh(sqrt(r)/2))");
  const Formula gamma = in_r("((1+r)*(1+2*r)*(1+3*r))^(-1.9)");
  for (double b = 0.1; b < 1e4; b *= 1.7) {
    const Complex z(0.3, b);
    EXPECT_LE(std::abs(log_at(formula, z) + 2.7 * log_cosh(0.5 * std::sqrt(z))),
              1e-12 * (1.0 + std::sqrt(b)));
    EXPECT_LE(std::abs(log_at(spelled, z) + 2.7 * log_cosh(0.5 * std::sqrt(z))),
              1e-12 * (1.0 + std::sqrt(b)));
    const Complex expected = -1.9 * (log1p(z) + log1p(2.0 * z) + log1p(3.0 * z));
    EXPECT_LE(std::abs(log_at(gamma, z) - expected), 1e-12 * std::abs(expected));
    EXPECT_LE(std::abs(value_at(formula, z) - std::exp(log_at(formula, z))),
              1e-13 * std::abs(value_at(formula, z)));
  }
}

TEST(FormulaEvaluate, AbsoluteValueContinuesAsTheRootWithPositiveRealPart) {
  const Formula formula = in_f("exp(-abs(y-f))");
  const Complex left(-1.0, 0.4);
  const Complex right(3.0, 0.4);
  EXPECT_LE(std::abs(log_at(formula, left, {1.0, 1.0}) - (left - 1.0)), 1e-15);
  EXPECT_LE(std::abs(log_at(formula, right, {1.0, 1.0}) - (1.0 - right)), 1e-15);
}

TEST(FormulaEvaluate, ExpandsAtZeroInTheSquareRootOfR) {
  Taylor<64> q2;
  q2[2] = 1.0;
  struct Case {
    const char* text;
    std::vector<double> expected;
  };
  const double p = 1.0 / std::sqrt(std::numbers::pi);
  const std::vector<Case> cases{
      {"sqrt(r)/sinh(sqrt(r))", {0.0, 0.0, -1.0 / 6.0, 0.0, 1.0 / 180.0, 0.0, -1.0 / 2835.0}},
      {"tanh(sqrt(r))/sqrt(r)", {0.0, 0.0, -1.0 / 3.0, 0.0, 7.0 / 90.0}},
      {"(1-exp(-r))/r", {0.0, 0.0, -0.5, 0.0, 1.0 / 24.0}},
      {"2*(r-1+exp(-r))/r^2", {0.0, 0.0, -1.0 / 3.0, 0.0, 1.0 / 36.0}},
      {"(1+sqrt(r))*exp(-sqrt(r))", {0.0, 0.0, -0.5, 1.0 / 3.0, -0.25}},
      {"sqrt(r)^1.5*besselk(1.5,sqrt(r))*sqrt(2/pi)", {0.0, 0.0, -0.5, 1.0 / 3.0, -0.25}},
      {"exp(r)*erfc(sqrt(r))", {0.0, -2.0 * p, 1.0 - 2.0 * p * p}},
      {"0.3*exp(-r)+0.7*exp(-sqrt(r))", {0.0, -0.7, -0.3 + 0.35 - 0.245}},
  };
  for (const Case& c : cases) {
    const Taylor<64> series = log_at(in_r(c.text), q2);
    for (std::size_t k = 0; k < c.expected.size(); ++k) {
      EXPECT_NEAR(series[static_cast<int>(k)], c.expected[k], 1e-14) << c.text << " order " << k;
    }
  }
}

TEST(FormulaEvaluate, DerivativesInParametersAreDifferenceQuotients) {
  const std::vector<std::pair<const char*, std::vector<double>>> cases{
      {"(1+r/a)^(-(a+1)/2)*exp(-b*sqrt(r))", {3.3, 0.4}},
      {"a*exp(-r)+(1-a)*exp(-b*r)", {0.3, 5.0}},
      {"(1+sqrt(3*r)/a)*exp(-sqrt(3*r)/a)^b", {1.3, 1.0}},
      {"erfc(a*sqrt(r))*cosh(b*r)^(-2*a)", {0.7, 0.2}},
      {"exp(lgamma(a+y)-lgamma(a)-lgamma(trials+b))*r^b", {1.6, 0.5}},
      {"(a*sqrt(r))^1.3*besselk(1.3,a*sqrt(r))*b", {0.8, 2.0}},
      {"exp(-a^2*(sqrt(1+r/a^2)-1))/b", {1.3, 2.0}},
  };
  const Row row{2.0, 5.0};
  for (const auto& [text, values] : cases) {
    for (std::size_t k = 0; k < 2; ++k) {
      SCOPED_TRACE(std::string(text) + " parameter " + std::to_string(k));
      const double h = 1e-5;
      std::vector<double> up = values;
      std::vector<double> down = values;
      up[k] += h;
      down[k] -= h;
      const Formula here = in_r(text, {"a", "b"}, values);
      const Formula above = in_r(text, {"a", "b"}, up);
      const Formula below = in_r(text, {"a", "b"}, down);
      const double expected =
          (above.evaluate_log(1.7, row) - below.evaluate_log(1.7, row)) / (2.0 * h);
      EXPECT_NEAR(log_slope_at(here, Dual(1.7), k, row)[1], expected,
                  1e-8 * (1.0 + std::abs(expected)));
      // Mixed with the derivative in r.
      const auto jet = log_slope_at(here, Taylor<1, Dual>::variable(Dual(1.7)), k, row);
      const Taylor<1> r = Taylor<1>::variable(1.7);
      const double mixed = (log_at(above, r, row)[1] - log_at(below, r, row)[1]) / (2.0 * h);
      EXPECT_NEAR(jet[0][1], expected, 1e-8 * (1.0 + std::abs(expected)));
      EXPECT_NEAR(jet[1][1], mixed, 1e-8 * (1.0 + std::abs(mixed)));
    }
  }
}

TEST(FormulaEvaluate, BlocksRowsAndSinglePointsAgree) {
  const Formula formula = in_r("(y+0.5)*exp(-r*trials)+cosh(sqrt(r))^(-y-2)*log1p(r+y)", {}, {});
  const std::size_t n = 1237;
  std::vector<double> r(n);
  std::vector<Row> rows(n);
  for (std::size_t i = 0; i < n; ++i) {
    r[i] = 0.01 * static_cast<double>(i + 1);
    rows[i] = {static_cast<double>(i % 7), static_cast<double>(1 + i % 3)};
  }
  std::vector<double> together(n);
  formula.evaluate(std::span<const double>(r), Rows(std::span<const Row>(rows)),
                   std::span<double>(together));
  for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(together[i], formula.evaluate(r[i], rows[i])) << i;
}

TEST(FormulaEvaluate, FormulasWithoutTheVariableNeedNoPoints) {
  const Formula constant({Expression::parse("lgamma(y+s)-lgamma(s)", {"", true, true, {"s"}})},
                         {1.6});
  const std::vector<Row> rows{{0.0, 1.0}, {3.0, 1.0}, {1e9, 1.0}};
  std::vector<double> out(3);
  constant.evaluate(std::span<const double>(), Rows(std::span<const Row>(rows)),
                    std::span<double>(out));
  EXPECT_NEAR(out[0], 0.0, 1e-15);
  EXPECT_NEAR(out[1], std::log(1.6 * 2.6 * 3.6), 1e-14);
  EXPECT_THROW(in_r("r").evaluate(std::span<const double>(), Rows(), std::span<double>(out)),
               InvalidInput);
}

TEST(FormulaEvaluate, GammaFunctionsOfLargeArgumentsKeepTheirDifference) {
  const Formula c = in_r("exp(lgamma((nu+1)/2)-lgamma(nu/2))/sqrt(pi*nu)", {"nu"}, {1e10});
  EXPECT_NEAR(c.evaluate_log(1.0), -0.5 * std::log(2.0 * std::numbers::pi) - 0.25e-10, 1e-13);
}

TEST(FormulaEvaluate, DensitiesAreSafeFarOut) {
  const Formula logistic = in_f("1/(1+exp(-y*f))");
  EXPECT_DOUBLE_EQ(logistic.evaluate_log(50.0, {1.0, 1.0}), -std::log1p(std::exp(-50.0)));
  EXPECT_DOUBLE_EQ(logistic.evaluate_log(800.0, {-1.0, 1.0}), -800.0);
  const Formula student = in_f("(1+(y-f)^2/(n*s^2))^(-(n+1)/2)", {"n", "s"}, {3.3, 0.7});
  expect_relative(student.evaluate_log(1e9, {2.0, 1.0}),
                  -2.15 * std::log1p((1e9 - 2.0) * (1e9 - 2.0) / (3.3 * 0.49)), 1e-14);
  const Formula probit = in_f("erfc(-y*f/sqrt(2))/2");
  expect_relative(probit.evaluate_log(-40.0, {1.0, 1.0}),
                  log_erfc(40.0 / std::numbers::sqrt2) - std::numbers::ln2, 1e-15);
  const Taylor<3> jet = log_at(in_f("exp(-(y-f)^2/2)"), Taylor<3>::variable(0.5), {2.0, 1.0});
  EXPECT_DOUBLE_EQ(jet[1], 1.5);
  EXPECT_DOUBLE_EQ(jet[2], -0.5);
  EXPECT_EQ(jet[3], 0.0);
}

TEST(FormulaEvaluate, RefusesWhatItCannotDo) {
  const Formula bessel = in_r("besselk(nu, r)", {"nu"}, {0.7});
  EXPECT_THROW(log_slope_at(bessel, Dual(1.0), 0), InvalidInput);
  EXPECT_THROW(log_slope_at(in_r("a*r", {"a"}, {1.0}), Dual(1.0), 1), InvalidInput);
  EXPECT_THROW(in_r("a*r", {"a"}, {}), InvalidInput);
  EXPECT_THROW(in_r("a*r", {"a"}, {std::nan("")}), InvalidInput);
}

TEST(FormulaEvaluate, WhatHasNoValueIsNotANumber) {
  EXPECT_TRUE(std::isnan(in_r("log(-r)").evaluate(1.0)));
  EXPECT_TRUE(std::isnan(in_r("sqrt(-1-r)").evaluate(1.0)));
  EXPECT_TRUE(std::isnan(in_r("0/0*r").evaluate(1.0)));
  EXPECT_TRUE(std::isnan(in_r("-exp(-r)").evaluate_log(1.0)));
  EXPECT_TRUE(std::isinf(in_r("1/(r-r)").evaluate(1.0)));
}

}  // namespace
}  // namespace phigp
