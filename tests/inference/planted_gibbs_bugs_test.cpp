// Bugs planted in a Gibbs sampler through its public interface. Each has to be caught by the checks
// that pass the right sampler, in no more sweeps than those are given in gibbs_law_test.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/inference/gibbs_checks.h"
#include "tests/support/altered.h"

namespace phigp::test {
namespace {

constexpr int kSweeps = 40000;

std::shared_ptr<const OmegaSampler> altered_omega(const LikelihoodPtr& likelihood, double c2_factor,
                                                  double omega_factor) {
  return std::make_shared<AlteredSampler>(make_sampler(likelihood->radial_ptr()), c2_factor,
                                          omega_factor);
}

// Takes a draw of the right engine apart: mean and noise, mixed by the caller.
template <class Mix>
class AlteredLatent final : public LatentSampler {
 public:
  explicit AlteredLatent(Mix mix) : right_(three_point_prior()), mix_(mix) {}
  void draw(const Sites& sites, double persistence, Stream& stream, Vector& f,
            Vector* conditional_mean) const override {
    Vector x = f;
    Vector m;
    right_.draw(sites, 0.0, stream, x, &m);
    f = mix_(m, f, x, persistence);
    if (conditional_mean != nullptr) *conditional_mean = m;
  }
  std::string description() const override { return "wrong on purpose"; }

 private:
  DirectSampler right_;
  Mix mix_;
};

template <class Mix>
std::shared_ptr<const LatentSampler> altered_latent(Mix mix) {
  return std::make_shared<AlteredLatent<Mix>>(mix);
}

struct Caught {
  bool by_posterior;
  bool by_geweke;
};

Caught caught(const GibbsParts& parts, const PosteriorReference& reference, int sweeps = kSweeps) {
  return {!posterior_failures(parts, reference, sweeps).empty(),
          !geweke_failures(parts, reference.likelihood, sweeps).empty()};
}

TEST(PlantedGibbsBugs, WrappersThatChangeNothingPassStatistical) {
  const PosteriorReference reference = posterior_reference("logistic");
  const auto same = [](auto terms) { return terms; };
  GibbsParts parts = right_parts(reference.likelihood);
  parts.likelihood = std::make_shared<Altered<decltype(same)>>(reference.likelihood, same);
  parts.omega = altered_omega(reference.likelihood, 1.0, 1.0);
  parts.latent = altered_latent([](const Vector& m, const Vector& f, const Vector& x, double k) {
    return Vector(m + k * (f - m) + std::sqrt(1.0 - k * k) * (x - m));
  });
  const Caught nothing = caught(parts, reference);
  EXPECT_FALSE(nothing.by_posterior);
  EXPECT_FALSE(nothing.by_geweke);
}

TEST(PlantedGibbsBugs, UntiltedOmegaIsCaughtStatistical) {
  for (const char* name : {"laplace", "student-t", "matern32", "binomial"}) {
    const PosteriorReference reference = posterior_reference(name);
    GibbsParts parts = right_parts(reference.likelihood);
    parts.omega = altered_omega(reference.likelihood, 1e-9, 1.0);
    const Caught bug = caught(parts, reference);
    EXPECT_TRUE(bug.by_posterior) << name;
    EXPECT_TRUE(bug.by_geweke) << name;
  }
}

TEST(PlantedGibbsBugs, PolyaGammaWithoutTheHalfIsCaughtStatistical) {
  for (const char* name : {"logistic", "logistic-noise", "negative-binomial"}) {
    const PosteriorReference reference = posterior_reference(name);
    GibbsParts parts = right_parts(reference.likelihood);
    parts.omega = altered_omega(reference.likelihood, 1.0, 2.0);
    const Caught bug = caught(parts, reference);
    EXPECT_TRUE(bug.by_posterior) << name;
    EXPECT_TRUE(bug.by_geweke) << name;
  }
}

TEST(PlantedGibbsBugs, WrongSignOfTheTiltIsCaughtStatistical) {
  const auto wrong = [](auto terms) {
    terms.g = -1.0 * terms.g;
    return terms;
  };
  for (const char* name : {"logistic", "asymmetric-laplace", "binomial"}) {
    const PosteriorReference reference = posterior_reference(name);
    GibbsParts parts = right_parts(reference.likelihood);
    parts.likelihood = std::make_shared<Altered<decltype(wrong)>>(reference.likelihood, wrong);
    const Caught bug = caught(parts, reference);
    EXPECT_TRUE(bug.by_posterior) << name;
    EXPECT_TRUE(bug.by_geweke) << name;
  }
}

// The least of them, and the one that averages of E[f|omega] are there to see.
TEST(PlantedGibbsBugs, PrecisionOffByOnePercentIsCaughtStatistical) {
  for (const char* name : {"student-t", "laplace", "matern32"}) {
    const PosteriorReference reference = posterior_reference(name);
    GibbsParts parts = right_parts(reference.likelihood);
    parts.omega = altered_omega(reference.likelihood, 1.0, 1.01);
    const Failures found = posterior_failures(parts, reference, 10 * kSweeps);
    EXPECT_FALSE(found.empty()) << name;
  }
}

TEST(PlantedGibbsBugs, PrecisionOffByOnePercentIsCaughtInTwoMillionSweepsStatisticalSlow) {
  for (const char* name : {"student-t", "laplace"}) {
    const PosteriorReference reference = posterior_reference(name);
    GibbsParts parts = right_parts(reference.likelihood);
    parts.omega = altered_omega(reference.likelihood, 1.0, 1.01);
    EXPECT_FALSE(geweke_failures(parts, reference.likelihood, 50 * kSweeps).empty()) << name;
  }
  const PosteriorReference logistic = posterior_reference("logistic");
  GibbsParts parts = right_parts(logistic.likelihood);
  parts.omega = altered_omega(logistic.likelihood, 1.0, 1.01);
  EXPECT_FALSE(posterior_failures(parts, logistic, 50 * kSweeps).empty());
}

TEST(PlantedGibbsBugs, LatentValuesWithoutNoiseAreCaughtStatistical) {
  for (const char* name : {"logistic", "student-t", "gaussian"}) {
    const PosteriorReference reference = posterior_reference(name);
    GibbsParts parts = right_parts(reference.likelihood);
    parts.latent =
        altered_latent([](const Vector& m, const Vector&, const Vector&, double) { return m; });
    const Caught bug = caught(parts, reference);
    EXPECT_TRUE(bug.by_posterior) << name;
    EXPECT_TRUE(bug.by_geweke) << name;
  }
}

TEST(PlantedGibbsBugs, OverRelaxationWithTheWrongMixingIsCaughtStatistical) {
  for (const char* name : {"logistic", "laplace"}) {
    const PosteriorReference reference = posterior_reference(name);
    GibbsParts parts = right_parts(reference.likelihood);
    parts.latent = altered_latent([](const Vector& m, const Vector& f, const Vector& x, double k) {
      return Vector(m + k * (f - m) + (1.0 - std::abs(k)) * (x - m));
    });
    const Caught bug = caught(parts, reference);
    EXPECT_TRUE(bug.by_posterior) << name;
    EXPECT_TRUE(bug.by_geweke) << name;
  }
}

// SBC sees what is gross.
TEST(PlantedGibbsBugs, RanksOfTheTruthSeeAMissingHalfStatisticalSlow) {
  const PosteriorReference reference = posterior_reference("logistic-noise");
  GibbsParts parts = right_parts(reference.likelihood);
  parts.omega = altered_omega(reference.likelihood, 1.0, 2.0);
  const std::vector<double> chi2 = sbc_statistics(parts, reference.likelihood);
  EXPECT_GT(*std::max_element(chi2.begin(), chi2.end()), 44.0);
}

}  // namespace
}  // namespace phigp::test
