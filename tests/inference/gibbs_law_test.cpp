// Gibbs sampling has the posterior as its law, for every likelihood of the catalogue; and wrong
// samplers are caught. Seeds are fixed; gibbs_checks.h states the false-alarm rates.
#include <gtest/gtest.h>

#include <algorithm>

#include "phigp/inference/preconditioned_sampler.h"
#include "phigp/likelihoods/catalogue/catalogue.h"
#include "phigp/likelihoods/custom.h"
#include "tests/inference/gibbs_checks.h"

namespace phigp::test {
namespace {

// Densities in y, which the joint tests need.
std::vector<std::string> normalised_names() {
  std::vector<std::string> names = reference_names();
  std::erase(names, "bayesian-svm");
  return names;
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

TEST(GibbsLaw, IsTestedForEveryLikelihood) {
  std::vector<std::string> names = reference_names();
  std::vector<std::string> catalogue = likelihood_names();
  std::sort(names.begin(), names.end());
  std::sort(catalogue.begin(), catalogue.end());
  EXPECT_EQ(names, catalogue);
}

class Posterior : public testing::TestWithParam<std::string> {};

TEST_P(Posterior, HasTheMeansAndCovariancesOfQuadratureStatistical) {
  const PosteriorReference reference = posterior_reference(GetParam());
  const GibbsParts parts = right_parts(reference.likelihood);
  EXPECT_EQ(text(posterior_failures(parts, reference, 40000)), "");
}

TEST_P(Posterior, HasTheMeansAndCovariancesOfQuadratureInAMillionSweepsStatisticalSlow) {
  const PosteriorReference reference = posterior_reference(GetParam());
  GibbsParts parts = right_parts(reference.likelihood);
  EXPECT_EQ(text(posterior_failures(parts, reference, 1000000)), "");
  // The default engine, from sites that are not the ones of coordinate ascent.
  const DensePrior& prior = three_point_prior();
  const Observations observed(*reference.likelihood, reference.rows);
  Sites around;
  const Vector v = prior.covariance().diagonal();
  mean_sites(*reference.likelihood, observed, {prior.mean().data(), 3}, {v.data(), 3}, around);
  parts.latent = std::make_shared<PreconditionedSampler>(prior, around, prior.condition(around));
  EXPECT_EQ(text(posterior_failures(parts, reference, 1000000)), "");
}

INSTANTIATE_TEST_SUITE_P(Every, Posterior, testing::ValuesIn(reference_names()), test_name);

class Joint : public testing::TestWithParam<std::string> {};

TEST_P(Joint, KeepsThePriorWhenDataAreDrawnAnewEverySweepStatistical) {
  const LikelihoodPtr likelihood = posterior_reference(GetParam()).likelihood;
  EXPECT_EQ(text(geweke_failures(right_parts(likelihood), likelihood, 40000)), "");
}

TEST_P(Joint, KeepsThePriorOverTwoMillionSweepsStatisticalSlow) {
  const LikelihoodPtr likelihood = posterior_reference(GetParam()).likelihood;
  EXPECT_EQ(text(geweke_failures(right_parts(likelihood), likelihood, 2000000)), "");
}

TEST_P(Joint, RanksOfTheTruthAreUniformStatisticalSlow) {
  const LikelihoodPtr likelihood = posterior_reference(GetParam()).likelihood;
  for (const double chi2 : sbc_statistics(right_parts(likelihood), likelihood))
    EXPECT_LT(chi2, 44.0);
}

INSTANTIATE_TEST_SUITE_P(Every, Joint, testing::ValuesIn(normalised_names()), test_name);

// A phi that was typed in: omega comes from a table.
TEST(GibbsLaw, OfAFormulaKeepsThePriorStatistical) {
  const LikelihoodPtr likelihood = likelihood_from_phi({.phi = "1/(1+r^0.9)^2"}, {{"scale", 0.6}});
  const GibbsParts parts = right_parts(likelihood);
  EXPECT_EQ(parts.omega->certificate().kind, Certificate::Kind::table);
  EXPECT_EQ(text(geweke_failures(parts, likelihood, 40000)), "");
}

// Other mixtures of old and new f have the same law; 0 forgets the old one.
TEST(GibbsLaw, DoesNotDependOnThePersistenceStatistical) {
  const PosteriorReference reference = posterior_reference("laplace");
  const GibbsParts parts = right_parts(reference.likelihood);
  for (const double persistence : {0.0, 0.6, -0.8})
    EXPECT_EQ(text(posterior_failures(parts, reference, 40000, persistence)), "") << persistence;
}

}  // namespace
}  // namespace phigp::test
