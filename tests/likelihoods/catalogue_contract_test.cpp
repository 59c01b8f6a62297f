// The contract of every catalogue entry, found by enumeration: a new entry is tested by existing,
// and fails until it brings reference densities (tests/reference) and closed forms (tests/support).
#include <gtest/gtest.h>

#include <set>

#include "phigp/augmentation/admissibility.h"
#include "phigp/likelihoods/catalogue/catalogue.h"
#include "tests/support/likelihood_contract.h"

namespace phigp::test {
namespace {

class Catalogue : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Every, Catalogue, testing::ValuesIn(likelihood_names()),
                         [](const auto& info) {
                           std::string name = info.param;
                           for (char& letter : name) letter = letter == '-' ? '_' : letter;
                           return name;
                         });

TEST_P(Catalogue, LogDensityIsTheTextbookDensity) { expect_none(check_density(GetParam())); }

TEST_P(Catalogue, DerivativesInFAreThoseOfTheTextbookDensity) {
  expect_none(check_derivatives(GetParam()));
}

TEST_P(Catalogue, MixingOverThePriorOfOmegaGivesTheTextbookDensity) {
  expect_none(check_augmentation(GetParam()));
}

TEST_P(Catalogue, StatisticalDrawsOfOmegaHaveTheTiltedTransformOfTheTextbookDensity) {
  expect_none(check_draws(GetParam()));
}

TEST_P(Catalogue, TheDensityIntegratesToOneOverY) {
  for (const LikelihoodPtr& member : random_members(GetParam(), 2, 1)) {
    EXPECT_EQ(member->is_normalised(), GetParam() != "bayesian-svm");
    if (GetParam() == "bayesian-svm") continue;  // a pseudo-likelihood, declared so by name
    expect_none(check_total(*member));
  }
}

TEST_P(Catalogue, MeanSitesAndBoundTermsFollowTheClosedForms) {
  for (const LikelihoodPtr& member : random_members(GetParam(), 6, 2)) {
    expect_none(check_sites(*member));
  }
}

TEST_P(Catalogue, SlopesInParametersAgreeWithDifferencesAndWithEachOther) {
  for (const LikelihoodPtr& member : random_members(GetParam(), 6, 3)) {
    expect_none(check_slopes(*member));
  }
}

TEST_P(Catalogue, PhiIsProvenAndItsSamplerIsExact) {
  const LikelihoodPtr member = make_likelihood(GetParam());
  EXPECT_FALSE(member->radial().proof().empty());
  EXPECT_EQ(best_sampler(*member)->certificate().kind, Certificate::Kind::exact);
  EXPECT_EQ(member->name(), GetParam());
  EXPECT_FALSE(member->formula().empty());
}

TEST_P(Catalogue, ParametersHaveNamesMeaningsAndAdmissibleInitialValues) {
  const LikelihoodPtr member = make_likelihood(GetParam());
  std::set<std::string> names;
  for (std::size_t k = 0; k < member->parameter_specs().size(); ++k) {
    const ParameterSpec& spec = member->parameter_specs()[k];
    EXPECT_TRUE(names.insert(spec.name).second) << spec.name;
    EXPECT_FALSE(spec.meaning.empty()) << spec.name;
    EXPECT_TRUE(spec.range.contains(spec.initial)) << spec.name;
    EXPECT_EQ(member->parameter(spec.name), spec.initial);
    EXPECT_EQ(member->parameters()[k], spec.initial);
  }
}

}  // namespace
}  // namespace phigp::test
