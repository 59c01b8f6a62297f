// Compositions against what the algebra of transforms says, for parts whose phi is known here.
#include "phigp/augmentation/composition.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "phigp/augmentation/admissibility.h"
#include "phigp/augmentation/known_laws.h"
#include "phigp/augmentation/moments.h"
#include "phigp/augmentation/sampler.h"
#include "tests/support/statistical.h"

namespace phigp::test {
namespace {

struct Composed {
  std::string name;
  RadialPtr radial;
  std::function<long double(long double)> phi;  // written again, in long double
};

// Nested, with parameters that are not 1.
std::vector<Composed> compositions() {
  const auto gamma = [](long double r) { return std::pow(1.0L + r / 3.2L, -1.7L); };
  const auto levy = [](long double r) { return std::exp(-0.6L * std::sqrt(r)); };
  const auto sech = [](long double r) { return std::pow(std::cosh(0.5L * std::sqrt(r)), -2.5L); };
  const auto matern = [](long double r) {
    return (1.0L + 0.9L * std::sqrt(r)) * std::exp(-0.9L * std::sqrt(r));
  };
  const auto stable = [](long double r) { return std::exp(-std::pow(1.4L * r, 0.7L)); };
  const RadialPtr g = gamma_radial(1.7, 3.2);
  const RadialPtr l = inverse_gaussian_radial(0.6);
  const RadialPtr p = polya_gamma_radial(2.5);
  const RadialPtr m = matern32_radial(0.9);
  const RadialPtr s = stable_radial(0.7, 1.4);
  const auto mix = [=](long double r) { return 0.3L * gamma(r) + 0.7L * sech(r); };
  return {
      {"mixture", mixture({{0.6, g}, {1.4, p}}), mix},
      {"mixture of three", mixture({{1.0, m}, {2.0, l}, {1.0, s}}),
       [=](long double r) { return 0.25L * matern(r) + 0.5L * levy(r) + 0.25L * stable(r); }},
      {"product", product({g, p}), [=](long double r) { return gamma(r) * sech(r); }},
      {"product of three", product({g, m, l}),
       [=](long double r) { return gamma(r) * matern(r) * levy(r); }},
      {"scaled", scaled(p, 2.3), [=](long double r) { return sech(2.3L * r); }},
      {"shifted", shifted(l, 1.1), [=](long double r) { return levy(r + 1.1L) / levy(1.1L); }},
      {"shifted stable", shifted(s, 0.4),
       [=](long double r) { return stable(r + 0.4L) / stable(0.4L); }},
      {"compound Poisson", compound_poisson(g, 1.9),
       [=](long double r) { return std::exp(1.9L * (gamma(r) - 1.0L)); }},
      {"nested", product({mixture({{0.3, g}, {0.7, p}}), scaled(shifted(m, 0.5), 1.6)}),
       [=](long double r) { return mix(r) * matern(1.6L * r + 0.5L) / matern(0.5L); }},
      {"nested Poisson", mixture({{0.5, compound_poisson(p, 0.8)}, {0.5, g}}),
       [=](long double r) { return 0.5L * std::exp(0.8L * (sech(r) - 1.0L)) + 0.5L * gamma(r); }},
  };
}

TEST(Composition, LogPhiIsTheLogarithmOfTheComposedFunction) {
  for (const Composed& c : compositions()) {
    const Moments moments(c.radial);
    for (const double r : {1e-10, 1e-6, 1e-3, 0.1, 1.0, 7.0, 300.0}) {
      const long double expected = std::log(c.phi(r));
      const double allowed = 1e-12 * static_cast<double>(std::abs(expected)) + 2e-19;
      EXPECT_NEAR(moments.log_phi(r), static_cast<double>(expected), allowed)
          << c.name << " r=" << r;
    }
    EXPECT_EQ(moments.log_phi(0.0), 0.0);
  }
}

// Cumulants by differences of the long double function; orders 1 and 2.
TEST(Composition, MeanAndVarianceAreMinusAndPlusTheDerivatives) {
  for (const Composed& c : compositions()) {
    const Moments moments(c.radial);
    for (const double r : {0.05, 1.0, 40.0}) {
      const long double h = 2e-4L * r;
      const auto f = [&](int k) { return std::log(c.phi(r + k * h)); };
      const long double first = (8.0L * (f(1) - f(-1)) - (f(2) - f(-2))) / (12.0L * h);
      const long double second =
          (16.0L * (f(1) + f(-1)) - (f(2) + f(-2)) - 30.0L * f(0)) / (12.0L * h * h);
      EXPECT_NEAR(moments.mean(r), static_cast<double>(-first), 1e-9 * moments.mean(r))
          << c.name << " " << r;
      EXPECT_NEAR(moments.variance(r), static_cast<double>(second), 1e-6 * moments.variance(r))
          << c.name << " " << r;
    }
  }
}

TEST(Composition, CumulantsOfAProductAreSumsAndOfAScaledLawScale) {
  const RadialPtr g = gamma_radial(1.7, 3.2);
  const RadialPtr p = polya_gamma_radial(2.5);
  const Moments whole(product({g, p}));
  const Moments part[] = {Moments(g), Moments(p)};
  const Moments stretched(scaled(p, 2.3));
  const Moments moved(shifted(p, 0.8));
  for (int order = 1; order <= 8; ++order) {
    for (const double c2 : {0.0, 1e-8, 0.02, 1.0, 50.0}) {
      const double sum = part[0].cumulant(order, c2) + part[1].cumulant(order, c2);
      EXPECT_NEAR(whole.cumulant(order, c2), sum, (order <= 4 ? 1e-12 : 1e-9) * std::abs(sum))
          << order << " " << c2;
      const double scaled_up = std::pow(2.3, order) * part[1].cumulant(order, 2.3 * c2);
      EXPECT_NEAR(stretched.cumulant(order, c2), scaled_up,
                  (order <= 4 ? 1e-12 : 1e-9) * std::abs(scaled_up))
          << order << " " << c2;
      const double tilted = part[1].cumulant(order, c2 + 0.8);
      EXPECT_NEAR(moved.cumulant(order, c2), tilted, (order <= 4 ? 1e-11 : 1e-7) * std::abs(tilted))
          << order << " " << c2;
    }
  }
}

// |z| <= 7 with 20000 draws: each of 60 comparisons has a false-alarm rate below 1e-9.
TEST(Composition, StatisticalDrawsHaveTheTiltedTransform) {
  std::uint64_t index = 900;
  for (const Composed& c : compositions()) {
    const std::unique_ptr<OmegaSampler> sampler = make_sampler(c.radial);
    EXPECT_EQ(sampler->certificate().kind, Certificate::Kind::exact) << c.name;
    for (const double c2 : {0.0, 0.3, 9.0}) {
      std::vector<double> omega(20000);
      Stream stream({.seed = 20, .purpose = Purpose::test, .chain = 0, .index = index++});
      sampler->draw(std::vector<double>(omega.size(), c2), Rows(), stream, omega);
      for (const double t : {0.4, 3.0}) {
        const double expected = static_cast<double>(c.phi(c2 + t) / c.phi(c2));
        expect_mean(
            omega, [=](double w) { return std::exp(-t * w); }, expected,
            c.name + " c2=" + std::to_string(c2));
      }
    }
  }
}

TEST(Composition, ProofsAreKeptAndNothingElseIsProven) {
  for (const Composed& c : compositions()) {
    EXPECT_GE(c.radial->proof().size(), 2u) << c.name;
    EXPECT_EQ(judge(*c.radial).kind, Verdict::Kind::proven) << c.name;
  }
}

TEST(Composition, ParametersAreConcatenatedAndReplaced) {
  const RadialPtr whole =
      product({gamma_radial(1.7, 3.2),
               mixture({{0.3, inverse_gaussian_radial(0.6)}, {0.7, polya_gamma_radial(2.5)}})});
  const std::vector<double> expected{1.7, 3.2, 0.6, 2.5};
  EXPECT_EQ(std::vector<double>(whole->parameters().begin(), whole->parameters().end()), expected);
  const std::vector<double> values{2.0, 0.5, 1.5, 4.0};
  const RadialPtr changed = whole->with_parameters(values);
  const RadialPtr direct =
      product({gamma_radial(2.0, 0.5),
               mixture({{0.3, inverse_gaussian_radial(1.5)}, {0.7, polya_gamma_radial(4.0)}})});
  EXPECT_EQ(std::vector<double>(changed->parameters().begin(), changed->parameters().end()),
            values);
  for (const double r : {0.01, 1.0, 30.0}) EXPECT_EQ(changed->log_phi(r), direct->log_phi(r));
  EXPECT_EQ(changed->describe(), direct->describe());
}

// d log phi / d theta and d mean / d theta against differences, from below the series' cut to far
// above it.
TEST(Composition, SlopesInEveryParameterAgreeWithDifferences) {
  for (const Composed& c : compositions()) {
    const Moments moments(c.radial);
    const std::vector<double> theta(c.radial->parameters().begin(), c.radial->parameters().end());
    for (std::size_t k = 0; k < theta.size(); ++k) {
      const double step = 1e-3 * theta[k];
      std::vector<Moments> stencil;
      for (const int d : {-2, -1, 1, 2}) {
        std::vector<double> moved = theta;
        moved[k] += d * step;
        stencil.emplace_back(c.radial->with_parameters(moved));
      }
      const auto difference = [&](auto&& f) {
        return (8.0 * (f(stencil[2]) - f(stencil[1])) - (f(stencil[3]) - f(stencil[0]))) /
               (12.0 * step);
      };
      for (const double r : {1e-7, 1e-3, 0.2, 2.0, 60.0}) {
        double log_phi = 0.0;
        double mean = 0.0;
        moments.parameter_slopes(std::vector{r}, Rows(), k, std::span(&log_phi, 1),
                                 std::span(&mean, 1));
        const double expected = difference([&](const Moments& m) { return m.log_phi(r); });
        const double expected_mean = difference([&](const Moments& m) { return m.mean(r); });
        const std::string at =
            c.name + " parameter " + std::to_string(k) + " r=" + std::to_string(r);
        EXPECT_NEAR(log_phi, expected,
                    1e-7 * std::abs(expected) + 1e-10 * std::abs(moments.log_phi(r)))
            << at;
        EXPECT_NEAR(mean, expected_mean, 1e-7 * std::abs(expected_mean) + 1e-10 * moments.mean(r))
            << at;
      }
    }
  }
}

// The exponent of a stable part at a = 1/2, where phi has an expansion in sqrt(r) but its
// derivative in a, which holds a log r, has none.
TEST(Composition, TheSlopeInAStableExponentOfOneHalfIsRightNearZero) {
  for (const double s : {1.3, 1e-8}) {
    const Moments moments(product({stable_radial(0.5, s), polya_gamma_radial(2.5)}));
    for (const double r : {1e-12, 1e-6, 1e-3, 0.02, 0.5}) {
      double log_phi = 0.0;
      double mean = 0.0;
      moments.parameter_slopes(std::vector{r}, Rows(), 0, std::span(&log_phi, 1),
                               std::span(&mean, 1));
      const double x = s * r;
      const double expected = -std::sqrt(x) * std::log(x);
      EXPECT_NEAR(log_phi, expected, 1e-9 * std::abs(expected)) << s << " " << r;
      const double expected_mean = s / std::sqrt(x) * (1.0 + 0.5 * std::log(x));
      EXPECT_NEAR(mean, expected_mean, 1e-9 * std::abs(expected_mean)) << s << " " << r;
    }
  }
}

}  // namespace
}  // namespace phigp::test
