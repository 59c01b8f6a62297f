#include "phigp/likelihoods/expected_density.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "phigp/base/error.h"
#include "phigp/likelihoods/catalogue/catalogue.h"
#include "phigp/likelihoods/custom.h"
#include "tests/support/likelihood_contract.h"
#include "tests/support/likelihood_reference.h"

namespace phigp::test {
namespace {

struct One {
  double value;
  double slope;
  double precision;
};

One expected(const Likelihood& likelihood, const Row& row, double m, double v) {
  ExpectedDensity out;
  expected_log_density(likelihood, Observations(likelihood, {row}), std::span(&m, 1),
                       std::span(&v, 1), out);
  return {out.value[0], out.slope[0], out.precision[0]};
}

class Expected : public testing::TestWithParam<std::string> {};

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  for (char& letter : name) letter = letter == '-' ? '_' : letter;
  return name;
}

// The textbook densities, integrated by mpmath to 40 digits and never differentiated. (O.1)
TEST_P(Expected, ValueSlopeAndPrecisionAreThoseOfTheTextbookDensity) {
  const auto references = likelihood_references("expected", GetParam());
  ASSERT_GE(references.size(), 8u);
  for (const LikelihoodReference& reference : references) {
    const LikelihoodPtr likelihood = make_likelihood(reference.name, reference.parameters);
    const One found = expected(*likelihood, reference.row, reference.m, reference.v);
    const double sd = std::sqrt(reference.v);
    const double distance = std::abs(reference.m - likelihood->terms(reference.row).centre);
    EXPECT_NEAR(found.value, reference.expected[0], 2e-13 * (1.0 + std::abs(reference.expected[0])))
        << reference.text();
    // What cancels is as large as the tilt, and as the slope a standard deviation away.
    const double slope = std::abs(likelihood->terms(reference.row).g) +
                         std::abs(reference.expected[1]) + sd * std::abs(reference.expected[2]);
    EXPECT_NEAR(found.slope, reference.expected[1], 1e-12 * slope) << reference.text();
    // Rounding in f grows with its distance from the centre; beyond 1e5 standard deviations it is
    // Taylor's series that errs.
    const double rounding = std::min(1e-15 * distance / sd, 1e-10);
    EXPECT_NEAR(found.precision, reference.expected[2],
                (1e-12 + rounding) * std::abs(reference.expected[2]) + 1e-15 * slope / sd)
        << reference.text();
  }
}

// log phi is convex: the augmented bound lies below, everywhere. (L.5)
TEST_P(Expected, IsNeverBelowTheTermOfTheAugmentedBound) {
  for (const LikelihoodPtr& likelihood : random_members(GetParam(), 3, 4)) {
    for (const Row& row : rows_of(likelihood->domain())) {
      for (const double d : {0.0, 1e-3, -0.4, 3.0, -70.0}) {
        for (const double v : {1e-8, 0.02, 1.7, 400.0}) {
          const double m = likelihood->terms(row).centre + d;
          double augmented = 0.0;
          bound_terms(*likelihood, Observations(*likelihood, {row}), std::span(&m, 1),
                      std::span(&v, 1), std::span(&augmented, 1));
          const double original = expected(*likelihood, row, m, v).value;
          EXPECT_GE(original, augmented - 1e-12 * (1.0 + std::abs(augmented)))
              << title_of(*likelihood) << " y " << row.y << " d " << d << " v " << v;
          if (GetParam() == "gaussian") {
            EXPECT_NEAR(original, augmented, 1e-12 * std::abs(augmented));
          }
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Every, Expected, testing::ValuesIn(likelihood_names()), test_name);

// -|u|/b: slope -erf(d/sqrt(2v))/b, precision (2/b) N(d; 0, v), wherever the kink lies and however
// wide q is.
TEST(ExpectedDensity, OfAKinkIsExactFromTheNarrowestToTheWidestMarginal) {
  const double b = 1.7;
  const LikelihoodPtr laplace = make_likelihood("laplace", {{"b", b}});
  for (const double sd : {1e-7, 1e-3, 0.3, 5.0, 1e5}) {
    for (const double z : {0.0, 1e-4, 0.5, -2.0, 5.0, -7.99, 8.01, 30.0}) {
      const One found = expected(*laplace, Row{0.0}, z * sd, sd * sd);
      const double normal = std::exp(-0.5 * z * z) / std::sqrt(2.0 * std::numbers::pi);
      const double slope = -std::erf(z / std::numbers::sqrt2) / b;
      const double absolute = sd * (2.0 * normal - z * b * slope);
      EXPECT_NEAR(found.value, -absolute / b - std::log(2.0 * b), 1e-13 * (2.0 + absolute))
          << sd << " " << z;
      EXPECT_NEAR(found.slope, slope, 1e-13) << sd << " " << z;
      EXPECT_NEAR(found.precision * sd, 2.0 / b * normal, 1e-13 + 1e-14 * std::abs(z))
          << sd << " " << z;
      EXPECT_GE(found.precision, 0.0) << sd << " " << z;
    }
  }
}

// log p is convex far from the centre of a heavy tail.
TEST(ExpectedDensity, HasNegativePrecisionInTheTailOfStudentNoise) {
  const LikelihoodPtr student = make_likelihood("student-t", {{"nu", 3.0}, {"sigma", 0.5}});
  EXPECT_LT(expected(*student, Row{0.0}, 4.0, 0.1).precision, 0.0);
  EXPECT_GT(expected(*student, Row{0.0}, 0.1, 0.1).precision, 0.0);
}

TEST(ExpectedDensity, OfAFormulaWithAKinkIsThatOfTheNamedLikelihood) {
  const LikelihoodPtr formula = likelihood_from_phi({"exp(-r^0.3)"}, {});
  const LikelihoodPtr named = make_likelihood("exponential-power", {{"q", 0.6}, {"s", 1.0}});
  for (const double m : {0.0, 0.2, -3.0, 40.0}) {
    const One a = expected(*formula, Row{0.0}, m, 0.7);
    const One b = expected(*named, Row{0.0}, m, 0.7);
    EXPECT_NEAR(a.value, b.value, 1e-11);
    EXPECT_NEAR(a.slope, b.slope, 1e-12);
    EXPECT_NEAR(a.precision, b.precision, 1e-12);
  }
}

TEST(ExpectedDensity, IsMultipliedByTheWeightAndZeroWithoutOne) {
  const LikelihoodPtr likelihood = make_likelihood("logistic");
  const Observations observed(*likelihood, {{1.0}, {1.0}, {1.0}}, {1.0, 2.5, 0.0});
  const std::vector<double> m(3, 0.4);
  const std::vector<double> v(3, 0.3);
  ExpectedDensity out;
  expected_log_density(*likelihood, observed, m, v, out);
  for (const std::vector<double>* part : {&out.value, &out.slope, &out.precision}) {
    EXPECT_DOUBLE_EQ((*part)[1], 2.5 * (*part)[0]);
    EXPECT_EQ((*part)[2], 0.0);
  }
}

// The expectation of the site's own logarithm has the same slopes in m and v.
TEST(ExpectedDensity, GivesSitesWithTheSameDerivatives) {
  const LikelihoodPtr likelihood = make_likelihood("student-t", {{"nu", 3.0}, {"sigma", 0.5}});
  const Observations observed(*likelihood, {{2.0}, {-1.0}});
  const std::vector<double> m{0.4, -0.9};
  ExpectedDensity out;
  expected_log_density(*likelihood, observed, m, std::vector<double>{0.3, 0.1}, out);
  Sites sites;
  matched_sites(observed, out, m, sites);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(sites.tilt[i] - sites.precision[i] * (m[i] - sites.centre[i]), out.slope[i], 1e-14);
    EXPECT_EQ(sites.precision[i], out.precision[i]);
  }
  EXPECT_LT(sites.precision[0], 0.0);
}

TEST(ExpectedDensity, RefusesMarginalsThatAreNone) {
  const LikelihoodPtr likelihood = make_likelihood("laplace");
  EXPECT_THROW(expected(*likelihood, Row{0.0}, std::nan(""), 1.0), InvalidInput);
  EXPECT_THROW(expected(*likelihood, Row{0.0}, 0.0, -1.0), InvalidInput);
  const One certain = expected(*likelihood, Row{0.0}, 2.0, 0.0);
  EXPECT_NEAR(certain.value, -2.0 - std::log(2.0), 1e-14);
  EXPECT_TRUE(std::isfinite(certain.precision));
}

}  // namespace
}  // namespace phigp::test
