// Which sampler a phi gets, what its certificate says, and what it refuses. math.md (A.4), (S.5)
#include "phigp/augmentation/sampler.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "phigp/augmentation/composition.h"
#include "phigp/augmentation/known_laws.h"
#include "phigp/base/error.h"
#include "tests/support/lambda_radial.h"
#include "tests/support/sampler_contract.h"
#include "tests/support/statistical.h"

namespace phigp::test {
namespace {

using Kind = Certificate::Kind;

RadialPtr without_structure() {
  return lambda_radial("1/(1+sqrt(r))", [](const auto& r) { return -1.0 * log1p(sqrt(r)); }, 0.7);
}

RadialPtr slowly_varying() {
  return lambda_radial("1/(1+log(1+r))", [](const auto& r) { return -1.0 * log1p(log1p(r)); });
}

// exp(-s sqrt(r)), s = 1 + y/10 of the row, without saying so.
RadialPtr unknown_in_the_row() {
  return lambda_radial("exp(-(1+y/10) sqrt(r))", [](const auto& r, const Row& row) {
    return -1.0 * (sqrt(r) * (1.0 + 0.1 * row.y));
  });
}

TEST(MakeSampler, KnownLawsAreDrawnExactlyAndByName) {
  const std::vector<std::pair<RadialPtr, std::string>> laws = {
      {point_mass_radial(0.3), "point mass"},
      {gamma_radial(2.3, 0.6), "gamma"},
      {inverse_gaussian_radial(1.7), "inverse Gaussian"},
      {tilted_inverse_gaussian_radial(2.5), "inverse Gaussian"},
      {stable_radial(0.7, 0.5), "exponentially tilted stable"},
      {polya_gamma_radial(2.6), "Polya-Gamma"},
      {matern32_radial(1.4), "generalised inverse Gaussian (order -3/2)"},
      {matern52_radial(0.6), "generalised inverse Gaussian (order -5/2)"},
  };
  for (const auto& [radial, name] : laws) {
    const Certificate certificate = make_sampler(radial)->certificate();
    EXPECT_EQ(certificate.kind, Kind::exact) << name;
    EXPECT_EQ(certificate.cdf_error, 0.0) << name;
    EXPECT_EQ(certificate.text(), "exact: " + name);
  }
}

TEST(MakeSampler, CompositionsAreDrawnByTheirStructure) {
  const RadialPtr gamma = gamma_radial(2.3, 0.6);
  const RadialPtr levy = inverse_gaussian_radial(1.7);
  const auto method = [](const RadialPtr& radial) {
    const Certificate certificate = make_sampler(radial)->certificate();
    EXPECT_EQ(certificate.kind, Kind::exact) << radial->describe();
    return certificate.method;
  };
  EXPECT_EQ(method(mixture({{0.3, gamma}, {0.7, levy}})), "mixture of 2: gamma; inverse Gaussian");
  EXPECT_EQ(method(product({gamma, levy})), "sum of 2: gamma; inverse Gaussian");
  EXPECT_EQ(method(scaled(levy, 2.0)), "scaled inverse Gaussian");
  EXPECT_EQ(method(shifted(levy, 2.0)), "tilted inverse Gaussian");
  EXPECT_EQ(method(compound_poisson(gamma, 1.5)), "Poisson number of: gamma");
}

TEST(MakeSampler, ACompositionIsNoBetterThanItsWorstPart) {
  const RadialPtr gamma = gamma_radial(2.3, 0.6);
  const double part = make_sampler(without_structure())->certificate().cdf_error;
  ASSERT_GT(part, 0.0);
  const Certificate mixed =
      make_sampler(mixture({{0.3, gamma}, {0.7, without_structure()}}))->certificate();
  EXPECT_EQ(mixed.kind, Kind::table);
  EXPECT_EQ(mixed.cdf_error, part);
  EXPECT_EQ(mixed.method.find("mixture of 2: gamma; table of "), 0u) << mixed.method;
  const Certificate sum =
      make_sampler(product({without_structure(), gamma, without_structure()}))->certificate();
  EXPECT_EQ(sum.kind, Kind::table);
  EXPECT_NEAR(sum.cdf_error, 2.0 * part, 1e-3 * part);
}

TEST(MakeSampler, WithoutExactLawsEverythingIsTabulated) {
  const SamplerOptions generic{.allow_exact = false};
  const RadialPtr composed =
      product({gamma_radial(1.3, 2.0), scaled(inverse_gaussian_radial(0.6), 1.8)});
  for (const RadialPtr& radial : {matern32_radial(1.4), composed}) {
    const Certificate certificate = make_sampler(radial, generic)->certificate();
    EXPECT_EQ(certificate.kind, Kind::table) << radial->describe();
    EXPECT_LE(certificate.cdf_error, 1e-6) << radial->describe();
    EXPECT_NE(certificate.text().find("largest cdf error"), std::string::npos);
  }
}

// log omega spreads over hundreds of decades: no table, but every draw can still be inverted.
TEST(MakeSampler, StatisticalALogarithmicPhiIsInvertedDrawByDraw) {
  const RadialPtr radial = slowly_varying();
  const auto sampler = make_sampler(radial);
  EXPECT_EQ(sampler->certificate().kind, Kind::inversion);
  EXPECT_EQ(sampler->certificate().method, "numerical inversion draw by draw");
  EXPECT_LE(sampler->certificate().cdf_error, 1e-6);
  SamplerContract contract;  // false-alarm rate 1e-6 for each of the two
  contract.draws = 2000;
  EXPECT_EQ(laplace_failures(*sampler, *radial, contract), std::vector<std::string>());
  EXPECT_EQ(kolmogorov_failures(*sampler, radial, contract), std::vector<std::string>());
}

// An atom at 0 stands in the way of a table; inverting a cdf that jumps is no difficulty. |z| <= 7.
TEST(MakeSampler, StatisticalAnAtomAtZeroHasItsTiltedProbability) {
  const RadialPtr radial =
      lambda_radial("0.4 + 0.6/(1+r)", [](const auto& r) { return log(0.4 + 0.6 / (1.0 + r)); });
  const auto sampler = make_sampler(radial);
  EXPECT_EQ(sampler->certificate().kind, Kind::inversion);
  for (const double c2 : {0.0, 1.7}) {
    std::vector<double> omega(4000);
    Stream stream({.seed = 20, .purpose = Purpose::test, .chain = 5, .index = 0});
    sampler->draw(std::vector<double>(omega.size(), c2), Rows(), stream, omega);
    const double mass = 0.4 / (0.4 + 0.6 / (1.0 + c2));
    expect_probability(omega, [](double x) { return x == 0.0; }, mass, "atom");
    std::vector<double> rest;
    for (const double x : omega)
      if (x > 0.0) rest.push_back(x);
    expect_cdf(rest, pointwise([=](double x) { return -std::expm1(-(1.0 + c2) * x); }), "rest");
  }
}

TEST(MakeSampler, AtomsInsideTheSupportAreRefusedWithTheReason) {
  const RadialPtr radial = lambda_radial(
      "(exp(-r)+exp(-3r))/2", [](const auto& r) { return log(0.5 + 0.5 * exp(-2.0 * r)) - r; });
  try {
    make_sampler(radial);
    FAIL();
  } catch (const NumericalError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find(radial->describe()), std::string::npos) << text;
    EXPECT_NE(text.find("cannot be certified"), std::string::npos) << text;
    EXPECT_NE(text.find("atom"), std::string::npos) << text;
  }
}

TEST(MakeSampler, TheSameStreamGivesTheSameDraws) {
  const std::vector<double> c2 = {0.0, 1e-9, 0.2, 3.0, 1e5, 1e16};
  const RadialPtr gamma = gamma_radial(2.3, 0.6);
  for (const RadialPtr& radial :
       {gamma, mixture({{0.3, gamma}, {0.7, without_structure()}}), slowly_varying(),
        product({gamma, without_structure()}), unknown_in_the_row()}) {
    const auto sampler = make_sampler(radial);
    const auto drawn = [&](std::uint64_t index) {
      std::vector<double> omega(c2.size());
      Stream stream({.seed = 20, .purpose = Purpose::test, .chain = 6, .index = index});
      sampler->draw(c2, Rows(), stream, omega);
      return omega;
    };
    EXPECT_EQ(drawn(1), drawn(1)) << radial->describe();
    EXPECT_NE(drawn(1), drawn(2)) << radial->describe();
    for (const double omega : drawn(1))
      EXPECT_TRUE(omega > 0.0 && std::isfinite(omega)) << radial->describe() << " " << omega;
  }
}

TEST(MakeSampler, EverySamplerRefusesABadTilt) {
  const RadialPtr gamma = gamma_radial(2.3, 0.6);
  Stream stream({.seed = 20, .purpose = Purpose::test, .chain = 6, .index = 0});
  for (const RadialPtr& radial :
       {gamma, inverse_gaussian_radial(1.7), point_mass_radial(1.2), polya_gamma_radial(2.6),
        mixture({{0.3, gamma}, {0.7, matern32_radial(2.0)}}), product({gamma, gamma}),
        shifted(gamma, 2.0), compound_poisson(gamma, 2.0), without_structure(), slowly_varying(),
        unknown_in_the_row()}) {
    const auto sampler = make_sampler(radial);
    std::vector<double> omega(3);
    for (const double bad : {-1.0, -1e-300, std::numeric_limits<double>::infinity(),
                             std::numeric_limits<double>::quiet_NaN()}) {
      try {
        sampler->draw(std::vector{0.5, bad, 1.0}, Rows(), stream, omega);
        ADD_FAILURE() << radial->describe() << " took " << bad;
      } catch (const InvalidInput& error) {
        EXPECT_EQ(std::string(error.what()),
                  "c2 must be finite and not negative, got " + to_text(bad))
            << radial->describe();
      }
    }
    EXPECT_THROW(sampler->draw(std::vector{0.5, 1.0}, Rows(), stream, omega), InvalidInput)
        << radial->describe();
  }
}

// E exp(-t omega) = (phi(c2 + t) / phi(c2))^w, by 40000 draws at 3 t for each of 10 laws and 4
// weights, |z| < 5: false alarm below 1e-4.
TEST(MakeSampler, StatisticalWeightsArePowersOfTheTransform) {
  const RadialPtr gamma = gamma_radial(2.3, 0.6);
  const RadialPtr stable = stable_radial(0.7, 0.5);
  const std::vector<RadialPtr> any{gamma,
                                   inverse_gaussian_radial(1.7),
                                   tilted_inverse_gaussian_radial(2.5),
                                   polya_gamma_radial(2.6),
                                   stable,
                                   point_mass_radial(1.2),
                                   product({gamma, stable}),
                                   scaled(shifted(gamma, 2.0), 0.7)};
  std::vector<RadialPtr> all = any;
  all.push_back(matern32_radial(2.0));
  all.push_back(mixture({{0.3, gamma}, {0.7, stable}}));
  const std::size_t count = 40000;
  const double c2 = 0.8;
  for (const RadialPtr& radial : all) {
    const auto sampler = make_sampler(radial);
    EXPECT_EQ(sampler->takes_any_weight(), std::find(any.begin(), any.end(), radial) != any.end())
        << radial->describe();
    for (const double weight : {0.0, 0.4, 2.0, 2.7}) {
      if (weight != std::floor(weight) && !sampler->takes_any_weight()) continue;
      std::vector<double> omega(count);
      Stream stream({.seed = 21, .purpose = Purpose::test, .chain = 7, .index = 0});
      sampler->draw_weighted(std::vector(count, c2), Rows(), std::vector(count, weight), stream,
                             omega);
      for (const double t : {0.3, 1.5, 6.0}) {
        const double power = weight * (radial->log_phi(c2 + t) - radial->log_phi(c2));
        const double square = weight * (radial->log_phi(c2 + 2.0 * t) - radial->log_phi(c2));
        double sum = 0.0;
        for (const double x : omega) sum += std::exp(-t * x);
        const double variance = std::max(0.0, std::exp(square) - std::exp(2.0 * power));
        EXPECT_NEAR(sum / count, std::exp(power), 5.0 * std::sqrt(variance / count) + 1e-12)
            << radial->describe() << " weight " << weight << " t " << t;
      }
    }
    if (sampler->takes_any_weight()) continue;
    std::vector<double> one(1);
    Stream stream({.seed = 21});
    EXPECT_THROW(sampler->draw_weighted(std::vector{c2}, Rows(), std::vector{0.5}, stream, one),
                 InvalidInput);
  }
}

// Wrong samplers, as somebody might write them: one for a phi that the library knows is compared
// with what phi says. False-alarm rate 1e-6 for each call, with the right one as a control.
TEST(MakeSampler, StatisticalPlantedBugsAreCaught) {
  class Wrong final : public OmegaSampler {
   public:
    Wrong(const RadialPtr& radial, double factor, double tilt)
        : right_(make_sampler(radial)), factor_(factor), tilt_(tilt) {}
    void draw(std::span<const double> c2, const Rows& rows, Stream& stream,
              std::span<double> omega) const override {
      std::vector<double> tilted(c2.begin(), c2.end());
      for (double& x : tilted) x *= tilt_;
      right_->draw(tilted, rows, stream, omega);
      for (double& x : omega) x *= factor_;
    }
    Certificate certificate() const override { return right_->certificate(); }

   private:
    std::unique_ptr<OmegaSampler> right_;
    double factor_;
    double tilt_;
  };
  for (const RadialPtr& radial :
       {gamma_radial(2.3, 0.6), inverse_gaussian_radial(1.7), polya_gamma_radial(1.0),
        matern52_radial(0.6), stable_radial(0.7, 0.5), tilted_inverse_gaussian_radial(2.5)}) {
    const auto caught = [&](double factor, double tilt) {
      const Wrong wrong(radial, factor, tilt);
      SamplerContract contract;
      contract.c2 = {0.3, 9.0, 100.0};
      return std::pair(!laplace_failures(wrong, *radial, contract).empty(),
                       !kolmogorov_failures(wrong, radial, contract).empty());
    };
    const std::pair none(false, false);
    const std::pair both(true, true);
    EXPECT_EQ(caught(1.0, 1.0), none) << radial->describe();
    EXPECT_EQ(caught(1.0, 0.0), both) << radial->describe() << ": not tilted";
    EXPECT_EQ(caught(2.0, 1.0), both) << radial->describe() << ": without its 1/2";
    EXPECT_EQ(caught(1.0, 0.5), both) << radial->describe() << ": tilted by half of c2";
  }
}

}  // namespace
}  // namespace phigp::test
