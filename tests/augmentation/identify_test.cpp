// Identification of nameless functions: every named law is found with its parameters, at any
// scale, and draws from the right law; neighbours of named laws are not mistaken for them.
#include "phigp/augmentation/identify.h"

#include <gtest/gtest.h>

#include <cmath>

#include "phigp/augmentation/known_laws.h"
#include "tests/support/lambda_radial.h"
#include "tests/support/statistical.h"

namespace phigp::test {
namespace {

struct Named {
  std::string law;
  RadialPtr radial;
  std::function<double(double)> log_phi;
};

std::vector<Named> named(double scale) {
  std::vector<Named> all;
  const auto add = [&](std::string law, auto body) {
    all.push_back(
        {law, lambda_radial(law, body, scale), [=](double r) { return body(scale * r); }});
  };
  add("point mass", [](auto r) { return -0.8 * r; });
  add("gamma", [](auto r) { return -1.7 * log1p(r / 3.2); });
  add("inverse Gaussian", [](auto r) { return -1.3 * sqrt(r); });
  add("inverse Gaussian", [](auto r) { return -2.1 * (sqrt(1.0 + r / 2.1) - 1.0); });
  add("exponentially tilted stable", [](auto r) { return -1.0 * pow(r * 1.6, 0.35); });
  add("exponentially tilted stable", [](auto r) { return -1.0 * pow(r * 1.6, 0.8); });
  add("Polya-Gamma", [](auto r) { return -2.7 * log_cosh(0.5 * sqrt(r)); });
  add("Polya-Gamma", [](auto r) { return -0.4 * log_cosh(1.9 * sqrt(r)); });
  add("generalised inverse Gaussian (order -3/2)", [](auto r) {
    const auto x = 1.1 * sqrt(r);
    return log1p(x) - x;
  });
  add("generalised inverse Gaussian (order -5/2)", [](auto r) {
    const auto x = 0.7 * sqrt(r);
    return log1p(x + x * x * (1.0 / 3.0)) - x;
  });
  return all;
}

TEST(Identify, FindsEveryNamedLawAtEveryScale) {
  for (const double scale : {1e-8, 0.3, 1.0, 5e6}) {
    for (const Named& c : named(scale)) {
      const std::optional<IdentifiedLaw> found = identify(c.radial);
      ASSERT_TRUE(found) << c.law << " scale " << scale;
      EXPECT_EQ(found->law, c.law) << scale;
      for (const double r : {0.01, 1.0, 50.0}) {
        const double expected = c.log_phi(r / scale);
        EXPECT_NEAR(found->radial->log_phi(r / scale), expected, 1e-9 * std::abs(expected))
            << c.law << " " << scale;
      }
    }
  }
}

// |z| <= 7, 20000 draws, 60 comparisons: false-alarm rate below 1e-7 in all.
TEST(Identify, StatisticalDrawsOfAPowerHaveTheTransformToThatPower) {
  std::uint64_t index = 1500;
  for (const Named& c : named(0.3)) {
    const std::optional<IdentifiedLaw> found = identify(c.radial);
    ASSERT_TRUE(found);
    for (const double power : {1.0, 2.0, 0.6}) {
      if (power != std::floor(power) && !found->real_powers) continue;
      const double c2 = 2.0;
      const double t = 3.0;
      const std::vector<double> omega =
          sample(20000, index++, [&](Stream& stream) { return found->draw(c2, power, stream); });
      const double expected = std::exp(power * (c.log_phi(c2 + t) - c.log_phi(c2)));
      if (c.law == "point mass") {
        EXPECT_NEAR(omega[0], power * 0.8 * 0.3, 1e-9);
      } else {
        expect_mean(omega, [=](double w) { return std::exp(-t * w); }, expected, c.law);
      }
    }
  }
}

TEST(Identify, DoesNotMistakeANeighbourForANamedLaw) {
  const auto nameless = [](const char* text, auto body) {
    return identify(lambda_radial(text, body)).has_value();
  };
  EXPECT_FALSE(nameless("gamma and a little Levy",
                        [](auto r) { return -1.7 * log1p(r / 3.2) - 1e-5 * sqrt(r); }));
  EXPECT_FALSE(
      nameless("two gammas", [](auto r) { return -1.7 * log1p(r / 3.2) - 0.4 * log1p(r / 3.1); }));
  EXPECT_FALSE(nameless("Matern 7/2", [](auto r) {
    const auto x = sqrt(r);
    return log1p(x + x * x * 0.4 + x * x * x * (1.0 / 15.0)) - x;
  }));
  EXPECT_FALSE(nameless("x/sinh x", [](auto r) {
    const auto x = sqrt(r + 1e-12);
    return log(x / sinh(x));
  }));
  EXPECT_FALSE(nameless("slowly varying", [](auto r) { return -log1p(log1p(r)); }));
  EXPECT_FALSE(nameless("shifted point mass", [](auto r) { return -0.4 * r - sqrt(r); }));
  EXPECT_FALSE(nameless("shifted stable", [](auto r) { return 1.0 - pow(r + 1.0, 0.7); }));
}

}  // namespace
}  // namespace phigp::test
