// Errors say what, what value, which rule.
#include "phigp/base/error.h"

#include <gtest/gtest.h>

#include <limits>

#include "phigp/augmentation/composition.h"
#include "phigp/augmentation/known_laws.h"
#include "phigp/augmentation/moments.h"
#include "phigp/likelihoods/catalogue/catalogue.h"

namespace phigp::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string message_of(auto&& body) {
  try {
    body();
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "no error";
}

TEST(ToText, IsTheShortestThatReadsBack) {
  EXPECT_EQ(to_text(0.1), "0.1");
  EXPECT_EQ(to_text(1e-16), "1e-16");
  EXPECT_EQ(to_text(-3.0), "-3");
  EXPECT_EQ(to_text(1.0 / 3.0), "0.3333333333333333");
  EXPECT_EQ(to_text(kInfinity), "inf");
  EXPECT_EQ(to_text(-kInfinity), "-inf");
  EXPECT_EQ(to_text(kNan), "nan");
  EXPECT_EQ(to_text(std::numeric_limits<double>::denorm_min()), "5e-324");
  EXPECT_EQ(std::stod(to_text(1.7976931348623157e308)), 1.7976931348623157e308);
}

TEST(Errors, ReadAsOneSentenceAndKeepTheirParts) {
  const InvalidInput error("student-t: nu", "-1", "must be positive");
  EXPECT_STREQ(error.what(), "student-t: nu must be positive, got -1");
  EXPECT_EQ(error.name(), "student-t: nu");
  EXPECT_EQ(error.value(), "-1");
  EXPECT_EQ(error.rule(), "must be positive");
  EXPECT_STREQ(FileError("a.txt", "", "cannot be read").what(), "a.txt cannot be read");
  EXPECT_THROW(throw NumericalError("x", "", "y"), Error);
  EXPECT_NO_THROW(require(true, "a", 1.0, "b"));
  EXPECT_EQ(message_of([] { require(false, "a", 0.25, "must be b"); }), "a must be b, got 0.25");
  EXPECT_EQ(message_of([] { require(false, "a", "text", "must be b"); }), "a must be b, got text");
}

TEST(Parameters, OutOfRangeAreRefusedByNameValueAndRule) {
  const auto refused = [](const char* name, std::map<std::string, double> values) {
    return message_of([&] { make_likelihood(name, values); });
  };
  EXPECT_EQ(refused("student-t", {{"nu", -1.0}}),
            "student-t: nu must be positive and finite, got -1");
  EXPECT_EQ(refused("student-t", {{"sigma", 0.0}}),
            "student-t: sigma must be positive and finite, got 0");
  EXPECT_EQ(refused("laplace", {{"b", kNan}}), "laplace: b must be positive and finite, got nan");
  EXPECT_EQ(refused("gaussian", {{"sigma", kInfinity}}),
            "gaussian: sigma must be positive and finite, got inf");
  EXPECT_EQ(refused("asymmetric-laplace", {{"tau", 1.0}}),
            "asymmetric-laplace: tau must lie between 0 and 1, both excluded, got 1");
  EXPECT_EQ(refused("exponential-power", {{"q", 2.5}}),
            "exponential-power: q must be greater than 0 and at most 2, got 2.5");
  EXPECT_EQ(refused("exponential-power", {{"q", 2.0}}), "no error");
}

TEST(Parameters, OfTheWrongNumberAreRefused) {
  const LikelihoodPtr likelihood = make_likelihood("student-t");
  EXPECT_EQ(message_of([&] { likelihood->with_parameters(std::vector{1.0}); }),
            "student-t: number of parameters must be 2, got 1");
  EXPECT_EQ(message_of([&] { likelihood->parameter("sgma"); }).substr(0, 25),
            "student-t: parameter sgma");
  const std::vector<double> none;
  EXPECT_NE(message_of([&] { gamma_radial(2.0, 3.0)->with_parameters(std::vector{1.0}); }),
            "no error");
  EXPECT_NE(
      message_of([&] { gamma_radial(2.0, 3.0)->with_parameters(std::vector{1.0, 2.0, 3.0}); }),
      "no error");
  EXPECT_NE(message_of([&] { gamma_radial(2.0, 3.0)->with_parameters(std::vector{-1.0, 2.0}); }),
            "no error");
  EXPECT_NE(message_of([&] {
              product({gamma_radial(2.0, 3.0), inverse_gaussian_radial(1.0)})
                  ->with_parameters(std::vector{1.0, 2.0, 3.0, 4.0});
            }),
            "no error");
}

TEST(Names, ThatAreUnknownAreAnsweredWithTheNearest) {
  EXPECT_TRUE(message_of([] { make_likelihood("studentt"); })
                  .starts_with("likelihood studentt is not known; did you mean student-t? Known: "
                               "gaussian, laplace"));
  EXPECT_EQ(message_of([] { make_likelihood("student-t", {{"sgma", 1.0}}); }),
            "student-t: parameter sgma is not known; did you mean sigma? Known: nu, sigma");
  EXPECT_EQ(message_of([] { make_likelihood("logistic", {{"sigma", 1.0}}); }),
            "logistic: parameter sigma is not known; there are none here");
  EXPECT_TRUE(message_of([] {
                make_likelihood("zzzzzzzz");
              }).starts_with("likelihood zzzzzzzz is not known; known: "));
  EXPECT_NE(message_of([] { make_likelihood(""); }), "no error");
}

TEST(Moments, RefuseWhatIsNoPointOfTheHalfLine) {
  const Moments moments(inverse_gaussian_radial(1.3));
  EXPECT_EQ(message_of([&] { moments.mean(-1e-9); }),
            "c2 must be finite and not negative, got -1e-09");
  EXPECT_EQ(message_of([&] { moments.kl(kNan); }), "c2 must be finite and not negative, got nan");
  EXPECT_EQ(message_of([&] { moments.log_phi(kInfinity); }),
            "c2 must be finite and not negative, got inf");
  EXPECT_EQ(message_of([&] { moments.cumulant(0, 1.0); }),
            "cumulant: order must be from 1 to 8, got 0");
  EXPECT_EQ(message_of([&] { moments.cumulant(9, 1.0); }),
            "cumulant: order must be from 1 to 8, got 9");
  EXPECT_EQ(message_of([&] { moments.laplace(-1.0, 1.0); }),
            "laplace: t must not be negative, got -1");
  const std::vector<double> bad{1.0, kNan};
  std::vector<double> out(2);
  EXPECT_NE(message_of([&] { moments.log_phi_and_mean(bad, Rows(), out, out); }), "no error");
}

TEST(KnownLaws, RefuseParametersThatAreNotPositive) {
  EXPECT_EQ(message_of([] { gamma_radial(2.0, -1.0); }),
            "gamma: rate must be positive and finite, got -1");
  EXPECT_EQ(message_of([] { gamma_radial(kNan, 1.0); }),
            "gamma: shape must be positive and finite, got nan");
  EXPECT_EQ(message_of([] { inverse_gaussian_radial(0.0); }),
            "inverse Gaussian: s must be positive and finite, got 0");
  EXPECT_EQ(message_of([] { polya_gamma_radial(-2.0); }),
            "Polya-Gamma: b must be positive and finite, got -2");
  EXPECT_EQ(message_of([] { point_mass_radial(kInfinity); }),
            "point mass: a must be positive and finite, got inf");
  EXPECT_EQ(message_of([] { stable_radial(1.2, 1.0); }),
            "exponentially tilted stable: a must be at most 1, got 1.2");
  EXPECT_NE(message_of([] { matern32_radial(-1.0); }), "no error");
  EXPECT_NE(message_of([] { matern52_radial(-1.0); }), "no error");
  EXPECT_NE(message_of([] { tilted_inverse_gaussian_radial(-1.0); }), "no error");
}

TEST(Compositions, RefuseEmptyListsAndNumbersOutOfRange) {
  const RadialPtr part = gamma_radial(2.0, 3.0);
  EXPECT_EQ(message_of([] { product({}); }), "composition needs at least one phi, got no phi");
  EXPECT_EQ(message_of([] { mixture({}); }), "composition needs at least one phi, got no phi");
  EXPECT_EQ(message_of([&] { mixture({{-0.5, part}, {1.5, part}}); }),
            "mixture: weight must be positive and finite, got -0.5");
  EXPECT_EQ(message_of([&] { scaled(part, 0.0); }), "scaled: a must be positive and finite, got 0");
  EXPECT_EQ(message_of([&] { shifted(part, -1.0); }),
            "shifted: a must be positive and finite, got -1");
  EXPECT_EQ(message_of([&] { compound_poisson(part, kNan); }),
            "compound Poisson: rate must be positive and finite, got nan");
}

}  // namespace
}  // namespace phigp::test
