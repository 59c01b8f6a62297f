// Equal and nearly equal points, distances of 1e-150 and 1e150, lengthscales of 1e-8 and 1e8.
#include <gtest/gtest.h>

#include <cmath>

#include "phigp/kernels/kernel_names.h"
#include "phigp/kernels/parse_kernel.h"

namespace phigp::test {
namespace {

Points column(std::initializer_list<double> values) {
  Points X(static_cast<Eigen::Index>(values.size()), 1);
  Eigen::Index i = 0;
  for (const double value : values) X(i++, 0) = value;
  return X;
}

double entry(const std::string& text, double x, double z) {
  Matrix K;
  parse_kernel(text, 1)->cross(column({x}), column({z}), K);
  return K(0, 0);
}

// d k(x, z) / d log theta_p
double slope(const std::string& text, double x, double z, std::size_t p) {
  const KernelPtr kernel = parse_kernel(text, 1);
  std::vector<double> out(kernel->parameters().size());
  kernel->contract_cross(column({x}), column({z}), Matrix::Ones(1, 1), out);
  return out[p];
}

TEST(KernelExtremes, EveryMatrixAndGradientIsFinite) {
  Points X(40, 2);
  int row = 0;
  for (const double size : {0.0, 1e-150, 1e-75, 1e-20, 1e-8, 1.0, 1e8, 1e20, 1e75, 1e150}) {
    for (const double sign : {1.0, -1.0}) {
      X.row(row++) << sign * size, 1.0;
      X.row(row++) << size, sign * size;
    }
  }
  for (const KernelName& name : kernel_names()) {
    for (const char* scale : {"1e-8", "1", "1e8"}) {
      std::vector<std::string> texts = {name.name};
      if (name.has_ard) {
        texts = {name.name + "(ard, lengthscale=" + scale + ")"};
        if (name.stationary) texts.push_back(name.name + "(lengthscale=" + scale + ")");
      } else if (name.name == "periodic") {
        texts = {std::string("periodic(lengthscale=") + scale + ")",
                 std::string("periodic(period=") + scale + ")"};
      }
      for (const std::string& text : texts) {
        const KernelPtr kernel = parse_kernel("2*" + text, 2);
        Matrix K;
        kernel->gram(X, K);
        EXPECT_TRUE(K.allFinite()) << text;
        EXPECT_EQ(K, K.transpose()) << text;
        std::vector<double> out(kernel->parameters().size());
        // Weights that do not let a linear kernel's 1e300 add up beyond the numbers.
        kernel->contract_gram(X, Matrix::Constant(40, 40, 1e-20), out);
        for (const double value : out) EXPECT_TRUE(std::isfinite(value)) << text;
      }
    }
  }
}

TEST(KernelExtremes, EqualPointsGiveOneAndNoSlope) {
  for (const KernelName& name : kernel_names()) {
    if (!name.stationary || !name.has_dims) continue;
    for (const double x : {0.0, 0.1, 1e150, 1e-150, 123456.789}) {
      EXPECT_EQ(entry("1*" + name.name, x, x), 1.0) << name.name << " at " << x;
      EXPECT_EQ(slope("1*" + name.name, x, x, 1), 0.0) << name.name << " at " << x;
    }
  }
}

TEST(KernelExtremes, NearlyEqualPointsKeepTheirDigits) {
  // One unit in the last place of 1e9 apart: |x|^2 + |z|^2 - 2 x z would see nothing of it.
  const double x = 1e9;
  const double z = std::nextafter(x, 2e9);
  const double r = (z - x) / 0.3e-6;
  EXPECT_NEAR(entry("1*matern12(lengthscale=0.3e-6)", x, z), std::exp(-r), 1e-15);
  EXPECT_NEAR(slope("1*matern12(lengthscale=0.3e-6)", x, z, 1) / (r * std::exp(-r)), 1.0, 1e-14);
  EXPECT_NEAR(slope("1*matern12(ard, lengthscale=0.3e-6)", x, z, 1) / (r * std::exp(-r)), 1.0,
              1e-14);
  // Far below where 1 - k is a number the slope is r still.
  EXPECT_NEAR(slope("1*matern12", 0.0, 1e-150, 1) / 1e-150, 1.0, 1e-14);
  EXPECT_NEAR(slope("1*rbf", 0.0, 1e-100, 1) / 1e-200, 1.0, 1e-14);
  // sin(pi t) / t at a difference of 1e-12.
  const double wave = std::sin(std::acos(-1.0) * 1e-12);
  EXPECT_NEAR(slope("1*periodic", 0.0, 1e-12, 1) / (4.0 * wave * wave), 1.0, 1e-13);
}

TEST(KernelExtremes, FarPointsGiveZeroAndHeavyTailsStay) {
  for (const char* text : {"1*rbf", "1*matern12", "1*matern32", "1*matern52(ard)"}) {
    EXPECT_EQ(entry(text, 0.0, 1e150), 0.0) << text;
    EXPECT_EQ(slope(text, 0.0, 1e150, 1), 0.0) << text;
    EXPECT_EQ(entry(text, 0.0, 1e4), 0.0) << text;
    EXPECT_EQ(slope(text, 0.0, 1e4, 1), 0.0) << text;
  }
  EXPECT_NEAR(entry("1*rq(alpha=0.1)", 0.0, 1e100) / std::pow(5e200, -0.1), 1.0, 1e-13);
  // d log k / d log l = 2 alpha far out.
  EXPECT_NEAR(slope("1*rq(ard, alpha=0.1)", 0.0, 1e100, 1) / std::pow(5e200, -0.1), 0.2, 1e-13);
}

TEST(KernelExtremes, ExponentialsAreRightToTheirLastNormalNumber) {
  for (double s = 1e-18; s < 1410.0; s = s * 1.37 + 1e-3) {
    const double wanted = std::exp(-0.5 * s);
    EXPECT_NEAR(entry("1*rbf", 0.0, std::sqrt(s)) / std::exp(-0.5 * std::pow(std::sqrt(s), 2.0)),
                1.0, 4e-16)
        << s << " " << wanted;
  }
}

TEST(KernelExtremes, RationalQuadraticTendsToRbf) {
  EXPECT_NEAR(entry("1*rq(alpha=1e12)", 0.3, 1.7), entry("1*rbf", 0.3, 1.7), 1e-12);
  // d k / d log alpha = -k s^2 / (8 alpha) for large alpha, far below the digits of log(1 + q).
  const double s = 1.4 * 1.4;
  const double wanted = -std::exp(-s / 2.0) * s * s / 8e8;
  EXPECT_NEAR(slope("1*rq(alpha=1e8)", 0.3, 1.7, 2) / wanted, 1.0, 1e-7);
}

TEST(KernelExtremes, NoInputsAndNoRowsAreFine) {
  Matrix K;
  parse_kernel("rbf + 2*constant + periodic", 0)->gram(Points(3, 0), K);
  EXPECT_EQ(K, Matrix::Constant(3, 3, 4.0));
  parse_kernel("rbf(ard)", 2)->cross(Points(0, 2), Points::Zero(3, 2), K);
  EXPECT_EQ(K.rows(), 0);
  EXPECT_EQ(K.cols(), 3);
}

}  // namespace
}  // namespace phigp::test
