// Bugs planted from outside, through the public interface, each of a kind that was once made in
// earnest (numerics of the project; the Student-t of another package had scale 1/sigma). The
// contract that passes the right likelihood has to fail the wrong one. What a bug leaves
// self-consistent is noted: those are the ones that only a tie to the textbook density can see.
#include <gtest/gtest.h>

#include <cmath>

#include "phigp/likelihoods/catalogue/catalogue.h"
#include "tests/support/altered.h"
#include "tests/support/likelihood_contract.h"

namespace phigp::test {
namespace {

template <class Change>
LikelihoodMaker altered(Change change) {
  return [change](const std::string& name, const Parameters& parameters) -> LikelihoodPtr {
    return std::make_shared<Altered<Change>>(make_likelihood(name, parameters), change);
  };
}

SamplerMaker altered_sampler(double c2_factor, double omega_factor) {
  return [=](const Likelihood& likelihood) -> std::unique_ptr<OmegaSampler> {
    return std::make_unique<AlteredSampler>(best_sampler(likelihood), c2_factor, omega_factor);
  };
}

bool has_tilt(const std::string& name) {
  const LikelihoodPtr member = random_members(name, 1, 8)[0];
  for (const Row& row : rows_of(member->domain())) {
    if (member->terms(row).g != 0.0) return true;
  }
  return false;
}

TEST(PlantedBugs, AWrapperThatChangesNothingPassesEveryContract) {
  const LikelihoodMaker same = altered([](auto terms) { return terms; });
  for (const std::string name : {"laplace", "student-t", "logistic"}) {
    EXPECT_TRUE(check_total(*same(name, {})).empty());
    EXPECT_TRUE(check_density(name, same).empty());
    EXPECT_TRUE(check_augmentation(name, same).empty());
    EXPECT_TRUE(check_draws(name, same, altered_sampler(1.0, 1.0)).empty());
    EXPECT_TRUE(check_sites(*random_members(name, 1, 5)[0], same).empty());
  }
}

TEST(PlantedBugs, AWrongConstantIsCaughtInEveryLikelihood) {
  const LikelihoodMaker wrong = altered([](auto terms) {
    terms.log_peak = terms.log_peak + 1e-6;
    return terms;
  });
  for (const std::string& name : likelihood_names()) {
    EXPECT_FALSE(check_density(name, wrong).empty()) << name;
  }
  for (const std::string name : {"laplace", "matern32", "logistic", "negative-binomial"}) {
    EXPECT_FALSE(check_augmentation(name, wrong).empty()) << name;
    EXPECT_FALSE(check_total(*wrong(name, {})).empty()) << name;
  }
}

TEST(PlantedBugs, AWrongSignOfTheTiltIsCaughtWhereThereIsOne) {
  const LikelihoodMaker wrong = altered([](auto terms) {
    terms.g = -1.0 * terms.g;
    return terms;
  });
  int tilted = 0;
  for (const std::string& name : likelihood_names()) {
    if (!has_tilt(name)) continue;
    ++tilted;
    EXPECT_FALSE(check_density(name, wrong).empty()) << name;
    EXPECT_FALSE(check_augmentation(name, wrong).empty()) << name;
    Failures sites;
    for (const LikelihoodPtr& member : random_members(name, 3, 6)) {
      for (const std::string& failure : check_sites(*member, wrong)) sites.push_back(failure);
    }
    EXPECT_FALSE(sites.empty()) << name;
  }
  EXPECT_EQ(tilted, 5);
}

// Self-consistent: augmentation, sites and density agree with each other, at the wrong scale.
TEST(PlantedBugs, AScaleOfOneOverSigmaIsCaughtAtParametersOtherThanOne) {
  for (const auto& [name, scale] :
       std::vector<std::pair<std::string, std::string>>{{"student-t", "sigma"},
                                                        {"gaussian", "sigma"},
                                                        {"laplace", "b"},
                                                        {"logistic-noise", "s"}}) {
    const LikelihoodMaker wrong = [scale = scale](const std::string& which, Parameters parameters) {
      parameters[scale] = 1.0 / parameters.at(scale);
      return make_likelihood(which, parameters);
    };
    EXPECT_FALSE(check_density(name, wrong).empty()) << name;
    EXPECT_FALSE(check_augmentation(name, wrong).empty()) << name;
    EXPECT_FALSE(check_draws(name, wrong).empty()) << name;
    EXPECT_FALSE(check_sites(*random_members(name, 1, 7)[0], wrong).empty()) << name;
    EXPECT_TRUE(check_total(*wrong(name, {{scale, 2.5}})).empty()) << name << ": self-consistent";
  }
}

TEST(PlantedBugs, StatisticalAnUntiltedDrawIsCaughtInEveryLikelihood) {
  for (const std::string& name : likelihood_names()) {
    if (name == "gaussian") continue;  // a point mass has only one law, tilted or not
    EXPECT_FALSE(check_draws(name, from_catalogue, altered_sampler(1e-9, 1.0)).empty()) << name;
  }
}

TEST(PlantedBugs, StatisticalAPolyaGammaDrawWithoutTheHalfIsCaught) {
  for (const std::string name : {"logistic", "binomial", "negative-binomial", "logistic-noise"}) {
    EXPECT_FALSE(check_draws(name, from_catalogue, altered_sampler(1.0, 2.0)).empty()) << name;
  }
}

TEST(PlantedBugs, StatisticalDrawsFivePercentTooLargeAreCaughtInEveryLikelihood) {
  for (const std::string& name : likelihood_names()) {
    EXPECT_FALSE(check_draws(name, from_catalogue, altered_sampler(1.0, 1.05)).empty()) << name;
  }
}

TEST(PlantedBugs, StatisticalTheTiltTakenAtCInsteadOfCSquaredIsCaught) {
  class RootSampler final : public OmegaSampler {
   public:
    explicit RootSampler(std::unique_ptr<OmegaSampler> right) : right_(std::move(right)) {}
    void draw(std::span<const double> c2, const Rows& rows, Stream& stream,
              std::span<double> omega) const override {
      std::vector<double> c(c2.begin(), c2.end());
      for (double& x : c) x = std::sqrt(x);
      right_->draw(c, rows, stream, omega);
    }
    Certificate certificate() const override { return right_->certificate(); }

   private:
    std::unique_ptr<OmegaSampler> right_;
  };
  const SamplerMaker wrong = [](const Likelihood& likelihood) -> std::unique_ptr<OmegaSampler> {
    return std::make_unique<RootSampler>(best_sampler(likelihood));
  };
  for (const std::string name : {"laplace", "student-t", "logistic", "matern32"}) {
    EXPECT_FALSE(check_draws(name, from_catalogue, wrong).empty()) << name;
  }
}

// A slope that forgets one place where the parameter enters.
TEST(PlantedBugs, ASlopeThatForgetsTheConstantIsCaught) {
  class ForgetfulStudent final : public Likelihood {
   public:
    explicit ForgetfulStudent(const LikelihoodPtr& right)
        : Likelihood(right->parameters(), right->radial_ptr()), right_(right) {}
    std::string name() const override { return right_->name(); }
    std::string formula() const override { return right_->formula(); }
    Domain domain() const override { return right_->domain(); }
    const std::vector<ParameterSpec>& parameter_specs() const override {
      return right_->parameter_specs();
    }
    LikelihoodPtr with_parameters(std::span<const double> values) const override {
      return right_->with_parameters(values);
    }
    Terms<double> terms(const Row& row) const override { return right_->terms(row); }
    Terms<Dual> terms(const Row& row, std::size_t k) const override {
      Terms<Dual> terms = right_->terms(row, k);
      terms.log_peak[1] = 0.0;
      return terms;
    }
    bool is_location_family() const override { return true; }

   private:
    LikelihoodPtr right_;
  };
  const LikelihoodPtr right = make_likelihood("student-t", {{"nu", 3.3}, {"sigma", 1.6}});
  EXPECT_TRUE(check_slopes(*right).empty());
  EXPECT_FALSE(check_slopes(ForgetfulStudent(right)).empty());
}

}  // namespace
}  // namespace phigp::test
