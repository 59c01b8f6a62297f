// The numerical tests of phi against functions of which the answer is known. math.md (P.1)
#include "phigp/augmentation/admissibility.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "phigp/augmentation/known_laws.h"
#include "phigp/base/random.h"
#include "tests/augmentation/admissibility_list.h"

namespace phigp::test {

namespace {

constexpr double kAcceptable = 1e-3;  // negative mass that may go unnoticed

std::vector<Candidate> all_functions() {
  std::vector<Candidate> all = admissible_functions();
  for (auto* list : {inadmissible_functions, later_functions})
    for (Candidate& candidate : list()) all.push_back(std::move(candidate));
  return all;
}

class AdmissibilityAtScale : public testing::TestWithParam<double> {};

// Every atom that theory knows is found, and none where there is none.
void expect_atoms(const Candidate& candidate, const std::vector<Atom>& found, double scale) {
  EXPECT_EQ(candidate.atoms.empty(), found.empty()) << candidate.formula;
  for (const Atom& expected : candidate.atoms) {
    const double place = scale * expected.location;
    const bool seen = std::any_of(found.begin(), found.end(), [&](const Atom& atom) {
      return std::abs(atom.location - place) <= 1e-6 * place &&
             std::abs(atom.mass - expected.mass) < 2e-3 * expected.mass;
    });
    EXPECT_TRUE(seen) << candidate.formula << ": mass " << expected.mass << " at " << place;
  }
}

TEST_P(AdmissibilityAtScale, TheListIsJudgedAsTheoryDoesAndAtomsAreFound) {
  int passed_good = 0, refuted_good = 0, passed_bad = 0, refuted_bad = 0;
  for (const Candidate& candidate : all_functions()) {
    const Verdict verdict = test_numerically(*candidate.at_scale(GetParam()));
    ASSERT_FALSE(verdict.reasons.empty());
    if (candidate.admissible()) {
      EXPECT_TRUE(verdict.admissible())
          << candidate.formula << ": " << candidate.reason << "\n  but " << verdict.text();
      expect_atoms(candidate, verdict.atoms, GetParam());
      ++(verdict.admissible() ? passed_good : refuted_good);
    } else {
      EXPECT_TRUE(!verdict.admissible() || candidate.negative_mass <= kAcceptable)
          << candidate.formula << " passes, but has negative mass " << candidate.negative_mass
          << ": " << candidate.reason;
      ++(verdict.admissible() ? passed_bad : refuted_bad);
    }
  }
  EXPECT_GE(passed_good, 100);
  EXPECT_GE(refuted_bad, 70);
  fmt::print("scale {}: admissible {} not refuted, {} refuted; inadmissible {} refuted, {} not\n",
             GetParam(), passed_good, refuted_good, refuted_bad, passed_bad);
}

INSTANTIATE_TEST_SUITE_P(Scales, AdmissibilityAtScale, testing::Values(1e-6, 1.0, 1e6));

// The number that follows `words` in `text`.
double number_after(const std::string& text, const std::string& words) {
  const std::size_t at = text.find(words);
  return at == std::string::npos ? NAN : std::stod(text.substr(at + words.size()));
}

TEST(Admissibility, NamedLawsAreProvenAndTheNumericalTestsAgree) {
  const std::vector<RadialPtr> known = {
      point_mass_radial(0.7),   gamma_radial(2.5, 0.4),  inverse_gaussian_radial(1.7),
      stable_radial(0.37, 2.2), polya_gamma_radial(3.3), tilted_inverse_gaussian_radial(1.9),
      matern32_radial(0.6),     matern52_radial(1.8),
  };
  for (const RadialPtr& radial : known) {
    const Verdict verdict = judge(*radial);
    EXPECT_EQ(verdict.kind, Verdict::Kind::proven) << radial->describe();
    EXPECT_EQ(verdict.reasons, radial->proof());
    EXPECT_EQ(verdict.text().rfind("proven: ", 0), 0u);
    const Verdict tested = test_numerically(*radial);
    EXPECT_EQ(tested.kind, Verdict::Kind::not_refuted) << radial->describe() << tested.text();
  }
  const Verdict point = judge(*point_mass_radial(0.7));
  ASSERT_EQ(point.atoms.size(), 1u);
  EXPECT_NEAR(point.atoms[0].location, 0.7, 1e-9);
  EXPECT_NEAR(point.atoms[0].mass, 1.0, 1e-6);
}

TEST(Admissibility, AFunctionWithoutProofIsNeverCalledProven) {
  const RadialPtr levy = lambda_radial("levy", [](const auto& r) { return -1.0 * sqrt(r); });
  EXPECT_EQ(judge(*levy).kind, Verdict::Kind::not_refuted);
}

TEST(Admissibility, TheReasonNamesTheOrderAndThePlaceWhereASignChanges) {
  // (exp(-r^2))'' = (4 r^2 - 2) exp(-r^2) vanishes at r = 1/sqrt(2).
  const auto gaussian = lambda_radial("exp(-r^2)", [](const auto& r) { return -1.0 * r * r; });
  EXPECT_EQ(test_numerically(*gaussian).text(),
            "refuted: derivative of order 2 changes sign near r = 0.7071");
  // ((1 + r/2) e^{-r})''' = (1/2 - r/2) e^{-r}: the second derivative r/2 e^{-r} has the right
  // sign.
  const auto slope =
      lambda_radial("(1+r/2)*exp(-r)", [](const auto& r) { return log1p(0.5 * r) - r; });
  const std::string text = test_numerically(*slope).text();
  EXPECT_EQ(number_after(text, "order "), 3.0) << text;
  EXPECT_NEAR(number_after(text, "near r = "), 1.0, 1e-3) << text;
}

TEST(Admissibility, APhiThatDoesNotStartAtOneIsRefutedWithTheDivisorThatRepairsIt) {
  const auto body = [](const auto& r) { return log(1.7) - sqrt(r); };
  const Verdict verdict = judge(*lambda_radial("1.7*exp(-sqrt(r))", body));
  EXPECT_EQ(verdict.text(), "refuted: phi(0) = 1.7, must be 1: divide phi by 1.7");
  EXPECT_NEAR(verdict.phi_at_zero, 1.7, 1e-9);
  const auto repaired = [body](const auto& r) { return body(r) - log(1.7); };
  EXPECT_TRUE(judge(*lambda_radial("repaired", repaired)).admissible());
}

TEST(Admissibility, AKinkIsLocated) {
  const auto kinked = lambda_radial("exp(-sqrt(r)-|2-r|/100+1/50)", [](const auto& r) {
    return 0.02 - sqrt(r) - 0.01 * abs(2.0 - r);
  });
  const std::string text = test_numerically(*kinked).text();
  EXPECT_NEAR(number_after(text, "not analytic near r = "), 2.0, 1e-3) << text;
}

TEST(Admissibility, NegativeMassIsLocatedAndBoundedFromBelow) {
  const auto signed_law = lambda_radial("1.05*exp(-sqrt(r))-0.05*exp(-r)", [](const auto& r) {
    return log_add(1.05, -1.0 * sqrt(r), -0.05, -1.0 * r);
  });
  const std::string text = test_numerically(*signed_law).text();
  EXPECT_NEAR(number_after(text, "omega = "), 1.0, 0.05) << text;
  EXPECT_GT(number_after(text, "at least "), 0.005) << text;
  EXPECT_LE(number_after(text, "at least "), 0.05) << text;
}

// The parts that cancel grow with the square root of r, and the modulus with what rounding leaves.
TEST(Admissibility, RoundingFarUpTheImaginaryAxisIsForgiven) {
  const auto parabola = lambda_radial("exp(-r), by squares", [](const auto& r) {
    const auto q = sqrt(r) + 1.0 / 3.0;
    return -4.5 * (q * q) + 3.0 * sqrt(r) + 0.5;
  });
  const Verdict verdict = test_numerically(*parabola);
  EXPECT_TRUE(verdict.admissible()) << verdict.text();
}

TEST(Admissibility, TheConstantOneIsTheAtomAtZero) {
  const auto constant = lambda_radial("1", [](const auto& r) { return 0.0 * r; });
  const Verdict verdict = judge(*constant);
  EXPECT_TRUE(verdict.admissible()) << verdict.text();
  ASSERT_EQ(verdict.atoms.size(), 1u);
  EXPECT_EQ(verdict.atoms[0].location, 0.0);
  EXPECT_EQ(verdict.atoms[0].mass, 1.0);
}

TEST(Admissibility, ValuesThatAreNotNumbersAreRefutedWithThePlace) {
  const auto ends = lambda_radial("log(1-r/7)", [](const auto& r) { return log(1.0 - r / 7.0); });
  const std::string text = judge(*ends).text();
  EXPECT_NEAR(number_after(text, "at r = "), 7.0, 1e-2) << text;
  const auto never = lambda_radial("log(-1-r)", [](const auto& r) { return log(-1.0 - r); });
  EXPECT_FALSE(judge(*never).admissible());
}

// A coin thrown `trials` times: a law for whole numbers of throws only.
struct CoinPhi {
  static constexpr const char* kLaw = "binomial";
  static constexpr const char* kProof = "none";
  static auto log_phi(const auto& r, const auto*) { return log(0.5 + 0.5 * exp(-1.0 * r)); }
  static auto power(const Row& row, const auto*) { return row.trials; }
  static std::string describe(const double*) { return "coin"; }
};

TEST(Admissibility, TheRowDecidesWhereItEntersAsAnExponent) {
  const KnownRadial<CoinPhi> coin({});
  EXPECT_TRUE(test_numerically(coin, Row{0.0, 2.0}).admissible());
  EXPECT_FALSE(test_numerically(coin, Row{0.0, 0.5}).admissible());
}

// Sums of gamma densities with one negative weight: their negative mass is an integral that needs
// no transform. 100 of them, drawn once and for all.
struct SignedMixture {
  std::vector<double> weight, shape, rate, log_gamma;

  double density(double w) const {
    double sum = 0.0;
    for (std::size_t i = 0; i < weight.size(); ++i) {
      sum +=
          weight[i] / w * std::exp(shape[i] * std::log(rate[i] * w) - rate[i] * w - log_gamma[i]);
    }
    return sum;
  }
  double negative_mass() const {
    constexpr double kStep = 4e-3;
    double mass = 0.0;
    for (double u = -40.0; u < 8.0; u += kStep)
      mass += std::max(0.0, -density(std::exp(u))) * std::exp(u) * kStep;
    return mass;
  }
  RadialPtr radial() const {
    return lambda_radial("mixture", [m = *this](const auto& r) {
      auto sum = log1p(r / m.rate[0]) * -m.shape[0] + log(std::abs(m.weight[0]));
      for (std::size_t i = 1; i < m.weight.size(); ++i)
        sum = log_add(1.0, sum, m.weight[i], log1p(r / m.rate[i]) * -m.shape[i]);
      return sum;
    });
  }
};

SignedMixture draw_mixture(Stream& stream) {
  const auto between = [&](double a, double b) { return a * std::pow(b / a, stream.uniform()); };
  SignedMixture m;
  const double less = between(1e-3, 0.2);
  const double first = 0.2 + 0.6 * stream.uniform();
  m.weight = {(1.0 + less) * first, (1.0 + less) * (1.0 - first), -less};
  for (int i = 0; i < 3; ++i) {
    m.shape.push_back(i < 2 ? between(0.3, 20.0) : between(2.0, 2000.0));
    m.rate.push_back(m.shape.back() / between(0.1, 10.0));
    m.log_gamma.push_back(std::lgamma(m.shape.back()));
  }
  return m;
}

TEST(Admissibility, SignedMixturesAreJudgedByTheSignOfTheirDensity) {
  Stream stream(StreamAddress{.seed = 20});
  int positive = 0, negative = 0;
  for (int i = 0; i < 100; ++i) {
    const SignedMixture mixture = draw_mixture(stream);
    const double mass = mixture.negative_mass();
    const Verdict verdict = test_numerically(*mixture.radial());
    if (mass == 0.0) {
      ++positive;
      EXPECT_TRUE(verdict.admissible()) << verdict.text();
    } else if (mass > kAcceptable) {
      ++negative;
      EXPECT_FALSE(verdict.admissible()) << "negative mass " << mass;
    }
  }
  EXPECT_GE(positive, 5);
  EXPECT_GE(negative, 30);
}

}  // namespace

}  // namespace phigp::test
