// Truncated series against analytic series: every function at interior points and at 0, to order 8
// and, at 0, to order 64; nested series against mixed derivatives; the rules for leading zeros.
#include "phigp/base/taylor.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

namespace phigp::test {
namespace {

using Series = Taylor<8>;
using Long = Taylor<64>;

double factorial(int k) { return std::tgamma(k + 1.0); }

void expect_series(const Series& found, const std::vector<double>& expected, const char* what,
                   double tolerance = 1e-14) {
  for (int k = 0; k < static_cast<int>(expected.size()); ++k) {
    const double e = expected[static_cast<std::size_t>(k)];
    EXPECT_NEAR(found[k], e, tolerance * std::max(1.0, std::abs(e))) << what << " order " << k;
  }
}

// The coefficients of t -> F(a + t) for F with F^(k) known.
std::vector<double> from_derivatives(const std::function<double(int)>& derivative) {
  std::vector<double> c;
  for (int k = 0; k <= 8; ++k) c.push_back(derivative(k) / factorial(k));
  return c;
}

const double kPoints[] = {0.3, 1.0, 2.7};

TEST(Taylor, ExponentialFunctionsHaveTheirKnownDerivatives) {
  for (const double a : kPoints) {
    const Series x = Series::variable(a);
    expect_series(exp(x), from_derivatives([&](int) { return std::exp(a); }), "exp");
    expect_series(expm1(x),
                  from_derivatives([&](int k) { return k == 0 ? std::expm1(a) : std::exp(a); }),
                  "expm1");
    const auto even = [&](int k) { return k % 2 == 0 ? std::cosh(a) : std::sinh(a); };
    const auto odd = [&](int k) { return k % 2 == 0 ? std::sinh(a) : std::cosh(a); };
    expect_series(cosh(x), from_derivatives(even), "cosh");
    expect_series(sinh(x), from_derivatives(odd), "sinh");
    const auto log_derivative = [&](double at) {
      return [at](int k) {
        return k == 0 ? std::log(at)
                      : (k % 2 == 1 ? 1.0 : -1.0) * factorial(k - 1) / std::pow(at, k);
      };
    };
    expect_series(log(x), from_derivatives(log_derivative(a)), "log");
    expect_series(log1p(x), from_derivatives(log_derivative(1.0 + a)), "log1p");
  }
}

TEST(Taylor, PowersHaveBinomialCoefficients) {
  for (const double a : kPoints) {
    for (const double p : {0.5, -1.0, 2.0, 3.0, -0.7, 1.3}) {
      const auto binomial = [&](int k) {
        double product = std::pow(a, p - k);
        for (int i = 0; i < k; ++i) product *= p - i;
        return product;
      };
      const Series x = Series::variable(a);
      expect_series(pow(x, p), from_derivatives(binomial), "pow", 1e-13);
      if (p == 0.5) expect_series(sqrt(x), from_derivatives(binomial), "sqrt", 1e-13);
      if (p == -1.0) expect_series(1.0 / x, from_derivatives(binomial), "reciprocal", 1e-13);
    }
  }
}

// mpmath: taylor(lambda x: log(cosh(x)), 0.7, 8) and the same of tanh, sech.
TEST(Taylor, HyperbolicFunctionsAgreeWithMpmath) {
  const Series x = Series::variable(0.7);
  expect_series(tanh(x),
                {0.60436777711716346812, 0.63473958998245862144, -0.38361615504595827775,
                 0.020265379563872729164, 0.11562430928253273959, -0.062529409081250217745,
                 -0.0092754799020916837971, 0.025555915087021788847, -0.0089720298217150757156},
                "tanh");
  expect_series(log_cosh(x),
                {0.22727022935850559035, 0.60436777711716346812, 0.31736979499122931072,
                 -0.12787205168198609258, 0.005066344890968182291, 0.023124861856506547919,
                 -0.010421568180208369624, -0.0013250685574416691139, 0.0031944893858777236059},
                "log_cosh");
  EXPECT_NEAR(sech(x)[0] * cosh(x)[0], 1.0, 1e-15);
  const Series one = sech(x) * cosh(x);
  expect_series(one, {1, 0, 0, 0, 0, 0, 0, 0, 0}, "sech cosh");
}

TEST(Taylor, IdentitiesHoldBetweenSeries) {
  for (const double a : {0.2, 0.9, 3.0}) {
    Series x = Series::variable(a);
    x[2] = 0.4;
    x[3] = -0.8;
    expect_series(square(sinh(x)) - square(cosh(x)), {-1, 0, 0, 0, 0, 0, 0, 0, 0},
                  "sinh^2 - cosh^2", 2e-12 * std::exp(2 * a));
    const auto same = [](const Series& u, const Series& v, const char* what) {
      expect_series(u, {v.c.begin(), v.c.end()}, what, 1e-12);
    };
    same(sinh(x) / cosh(x), tanh(x), "sinh/cosh");
    same(exp(log(x)), x, "exp log");
    same(square(sqrt(x)), x, "sqrt^2");
    same(log(cosh(x)), log_cosh(x), "log cosh");
    same(pow(x, Series(1.7)), pow(x, 1.7), "pow of a constant series");
    same(expm1(log1p(x)), x, "expm1 log1p");
    same(x / x, Series(1.0), "x/x");
    same((2.0 - x) * 3.0 / 2.0 - 1.0, 2.0 - 1.5 * x, "arithmetic with numbers");
    same(abs(-x), x, "abs");
  }
}

// log cosh changes its formula at |x| = 0.5.
TEST(Taylor, LogCoshIsSmoothAcrossItsBranch) {
  const Series below = log_cosh(Series::variable(std::nextafter(0.5, 0.0)));
  const Series above = log_cosh(Series::variable(0.5));
  for (int k = 0; k <= 8; ++k) EXPECT_NEAR(below[k], above[k], 4e-16) << k;
  EXPECT_NEAR(above[0], 0.12011450695827752463, 1e-16);
}

TEST(Taylor, SeriesOfOrder64AtZeroAreTheMaclaurinSeries) {
  const Long t = Long::variable(0.0);
  const Long e = exp(t);
  const Long l = log1p(t);
  const Long s = sinh(t);
  const Long g = 1.0 / (1.0 - t);
  for (int k = 1; k <= 64; ++k) {
    EXPECT_NEAR(e[k] * std::tgamma(k + 1.0), 1.0, 1e-12) << k;
    EXPECT_NEAR(l[k] * k, k % 2 == 1 ? 1.0 : -1.0, 1e-12) << k;
    EXPECT_NEAR(s[k] * std::tgamma(k + 1.0), k % 2, 1e-12) << k;
    EXPECT_EQ(g[k], 1.0) << k;
  }
  // tanh: 2^{2n} (2^{2n} - 1) B_{2n} / (2n)! -> 2 (2/pi)^{2n} (-1)^{n-1} (1 - 3^{-2n} ...)
  const Long h = tanh(t);
  for (int n = 12; n <= 32; ++n) {
    const double limit =
        2.0 * std::pow(2.0 / std::numbers::pi, 2.0 * n) * (1.0 + std::pow(3.0, -2.0 * n));
    EXPECT_NEAR(h[2 * n - 1] / (n % 2 == 1 ? limit : -limit), 1.0, 1e-11) << n;
    EXPECT_EQ(h[2 * n], 0.0);
  }
}

TEST(Taylor, LeadingZerosAreDividedOut) {
  Long square_of_t;
  square_of_t[2] = 4.0;
  const Long root = sqrt(square_of_t);
  for (int k = 0; k <= 63; ++k) EXPECT_EQ(root[k], k == 1 ? 2.0 : 0.0) << k;

  const Long t = Long::variable(0.0);
  const Long ratio = t / sinh(t);  // sum (2 - 2^{2n}) B_{2n} t^{2n} / (2n)!
  EXPECT_NEAR(ratio[0], 1.0, 1e-16);
  EXPECT_NEAR(ratio[2], -1.0 / 6.0, 1e-16);
  EXPECT_NEAR(ratio[4], 7.0 / 360.0, 1e-17);
  EXPECT_NEAR(ratio[6], -31.0 / 15120.0, 1e-18);
  for (int k = 1; k <= 63; k += 2) EXPECT_EQ(ratio[k], 0.0);
  for (int n = 10; n <= 31; ++n) {  // 2 (-1)^n (1 - 2^{-2n} + ...) / pi^{2n}
    const double limit =
        2.0 * std::pow(std::numbers::pi, -2.0 * n) * (1.0 - std::pow(2.0, -2.0 * n));
    EXPECT_NEAR(ratio[2 * n] / (n % 2 == 0 ? limit : -limit), 1.0, 1e-8) << n;
  }

  Series cube;
  cube[3] = 8.0;
  cube[4] = 1.0;
  const Series cubic_root = pow(cube, 1.0 / 3.0 * 3.0);
  expect_series(cubic_root, {0, 0, 0, 8, 1, 0}, "pow 1");
  Series fourth;
  fourth[4] = 1.0;
  fourth[5] = 1.0;  // sqrt = t^2 sqrt(1 + t)
  expect_series(sqrt(fourth), {0, 0, 1, 0.5, -0.125, 0.0625}, "sqrt of valuation 4");
  expect_series(pow(fourth, 0.25), {0, 1, 0.25, -0.09375, 0.0546875}, "fourth root");
  Series minus;
  minus[1] = -3.0;
  EXPECT_EQ(abs(minus)[1], 3.0);
}

TEST(Taylor, WhatHasNoExpansionIsNanAndNotANumber) {
  const Series t = Series::variable(0.0);
  Series square_of_t;
  square_of_t[2] = 1.0;
  EXPECT_TRUE(std::isnan(sqrt(t)[0]));                 // t^(1/2)
  EXPECT_TRUE(std::isnan(pow(square_of_t, 0.65)[0]));  // t^1.3
  EXPECT_TRUE(std::isnan((1.0 / t)[0]));               // a pole
  EXPECT_TRUE(std::isnan(pow(t, -1.0)[0]));
  EXPECT_TRUE(std::isnan((t / square_of_t)[0]));
  EXPECT_TRUE(std::isnan((t / Series{})[0]));
  // Not only the constant: whoever reads a derivative must not find a zero there.
  EXPECT_TRUE(std::isnan(sqrt(t)[1]));
  EXPECT_TRUE(std::isnan(pow(square_of_t, 0.65)[2]));
  EXPECT_TRUE(std::isnan((1.0 / t)[8]));
  EXPECT_FALSE(std::isfinite(log(t)[0]));
  EXPECT_FALSE(std::isfinite(log(t)[1]));
  EXPECT_EQ(pow(Series{}, 1.5)[0], 0.0);  // identically zero stays so
  EXPECT_EQ(sqrt(Series{})[0], 0.0);
}

// d/dtheta of a coefficient: f(x, theta) = exp(-theta x) / (1 + x^theta), by hand at order 1.
TEST(Taylor, NestedSeriesCarryMixedDerivatives) {
  using Mixed = Taylor<1, Dual>;
  const double x0 = 0.8;
  const double p0 = 1.3;
  Mixed x;
  x[0] = Dual(x0);
  x[1] = Dual(1.0);
  Dual p(p0);
  p[1] = 1.0;
  const auto check = [](const Mixed& found, double value, double dx, double dp, double dxdp,
                        const char* what) {
    EXPECT_NEAR(found[0][0], value, 1e-14) << what;
    EXPECT_NEAR(found[1][0], dx, 1e-14) << what;
    EXPECT_NEAR(found[0][1], dp, 1e-14) << what;
    EXPECT_NEAR(found[1][1], dxdp, 1e-14) << what;
  };
  const double power = std::pow(x0, p0);
  const double l = std::log(x0);
  check(pow(x, p), power, p0 * power / x0, power * l, power / x0 * (1.0 + p0 * l), "x^p");
  const double e = std::exp(p0 * x0);
  check(exp(x * p), e, p0 * e, x0 * e, e * (1.0 + p0 * x0), "exp(px)");
  const double w = 1.0 / (1.0 + p0 * x0);
  check(log1p(p * x), std::log1p(p0 * x0), p0 * w, x0 * w, w * w, "log1p(px)");
  const double root = std::sqrt(p0 * x0);
  check(sqrt(x * p), root, 0.5 * p0 / root, 0.5 * x0 / root, 0.25 / root, "sqrt(px)");
  const double t = std::tanh(p0 * x0);
  const double d = 1.0 - t * t;
  check(tanh(x * p), t, p0 * d, x0 * d, d - 2.0 * t * d * p0 * x0, "tanh(px)");
  check(log_cosh(x * p), std::log(std::cosh(p0 * x0)), p0 * t, x0 * t, t + p0 * x0 * d,
        "log_cosh(px)");
  check(p / x, p0 / x0, -p0 / (x0 * x0), 1.0 / x0, -1.0 / (x0 * x0), "p/x");
  check(p - x, p0 - x0, -1.0, 1.0, 0.0, "p-x");
  check((x - p) / p, x0 / p0 - 1.0, 1.0 / p0, -x0 / (p0 * p0), -1.0 / (p0 * p0), "(x-p)/p");
}

// t^(v p) has no expansion around the exponent: its derivative in p is t^(v p) v log t.
TEST(Taylor, TheDerivativeInTheExponentOfAVanishingSeriesIsRefused) {
  using Mixed = Taylor<8, Dual>;
  Mixed r;
  r[2] = Dual(4.0);
  Dual p(0.5);
  p[1] = 1.0;
  const Mixed root = pow(r, p);  // (4 t^2)^p
  EXPECT_NEAR(root[1][0], 2.0, 1e-15);
  EXPECT_TRUE(std::isnan(root[1][1]) || std::isnan(root[0][1])) << "derivative " << root[1][1];
}

}  // namespace
}  // namespace phigp::test
