// The certified table against laws that are known otherwise. Seeds are fixed; every statistical
// test states how likely a right sampler was to fail it at all. math.md (S.1)-(S.4)
#include "phigp/augmentation/table_sampler.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "phigp/augmentation/composition.h"
#include "phigp/augmentation/known_laws.h"
#include "phigp/augmentation/normal_score.h"
#include "phigp/base/error.h"
#include "tests/augmentation/table_laws.h"
#include "tests/support/lambda_radial.h"
#include "tests/support/sampler_contract.h"

namespace phigp::test {
namespace {

constexpr double kTolerance = 1e-6;
const std::vector<double> kTilts = {1e-6, 0.01, 0.3, 1.0, 30.0, 1e4, 1e8, 1e12};

// Functions that no exact law is known for.
std::vector<RadialPtr> unknown_laws() {
  return {
      lambda_radial(
          "1/(1+r+r^0.3)", [](const auto& r) { return -1.0 * log1p(r + pow(r, 0.3)); }, 1.6),
      lambda_radial(
          "1/(1+sqrt(r))", [](const auto& r) { return -1.0 * log1p(sqrt(r)); }, 0.7),
      lambda_radial("exp(-r^0.3-r^0.8)",
                    [](const auto& r) { return -1.0 * (pow(r, 0.3) + pow(r, 0.8)); }),
      // The support starts at 1.3.
      lambda_radial(
          "exp(-r-sqrt(r))", [](const auto& r) { return -1.0 * (r + sqrt(r)); }, 1.3),
  };
}

std::vector<double> draws(const OmegaSampler& sampler, double c2, std::size_t count,
                          std::uint64_t index) {
  std::vector<double> omega(count);
  Stream stream({.seed = 20, .purpose = Purpose::test, .chain = 0, .index = index});
  sampler.draw(std::vector<double>(count, c2), Rows(), stream, omega);
  return omega;
}

TEST(TableSampler, CertifiesEveryKnownLawToOneInAMillion) {
  for (std::size_t i = 0; i < table_laws().size(); ++i) {
    const Certificate certificate = table_of(i).certificate();
    EXPECT_EQ(certificate.kind, Certificate::Kind::table) << table_laws()[i].name;
    EXPECT_LE(certificate.cdf_error, kTolerance) << table_laws()[i].name;
    EXPECT_GT(certificate.cdf_error, 0.0) << table_laws()[i].name;
  }
}

// P(omega <= omega(z)) = Phi(z) at places that the certificate was not measured at, with cdfs by
// closed forms and quadrature. A certificate that promises too little would be as useless as one
// that promises too much: the errors found reach a tenth of it.
TEST(TableSampler, CertificateBoundsTheErrorAgainstIndependentCdfsAndIsNotIdle) {
  for (std::size_t i = 0; i < table_laws().size(); ++i) {
    const TableLaw& law = table_laws()[i];
    const QuantileTable& table = table_of(i).table();
    Stream stream({.seed = 20, .purpose = Purpose::test, .chain = 1, .index = i});
    double worst = 0.0;
    for (int tilt = 0; tilt < law.tilts; ++tilt) {
      const double c2 = law.least_c2 * std::pow(law.most_c2 / law.least_c2, stream.uniform());
      std::vector<double> z;
      Points x;
      for (double at = -5.5 + 0.3 * stream.uniform(); at < 5.5; at += 0.27) {
        z.push_back(at);
        x.push_back(table.omega(at, c2));
      }
      ASSERT_TRUE(std::is_sorted(x.begin(), x.end())) << law.name << " c2 = " << c2;
      const Points cdf = law.cdf(c2, x);
      for (std::size_t j = 0; j < x.size(); ++j)
        worst = std::max(worst, std::abs(cdf[j] - normal_cdf(z[j])));
    }
    EXPECT_LE(worst, table_of(i).certificate().cdf_error) << law.name;
    EXPECT_GE(worst, 0.1 * table_of(i).certificate().cdf_error) << law.name;
  }
}

// The last two have two scales and need steps finer than the first tried, in z and in t. The stable
// law near c2 = 700 is peaked and has a right tail that only a line left of the pole resolves.
TEST(TableSampler, CertifiesLawsWithoutAName) {
  std::vector<RadialPtr> radials = unknown_laws();
  radials.push_back(stable_radial(0.95, 0.5));
  radials.push_back(product({gamma_radial(1.3, 2.0), inverse_gaussian_radial(0.4)}));
  radials.push_back(mixture({{0.3, gamma_radial(2.0, 1.0)}, {0.7, gamma_radial(3.0, 5.0)}}));
  for (const RadialPtr& radial : radials) {
    const TableSampler sampler(radial);
    EXPECT_LE(sampler.certificate().cdf_error, kTolerance) << radial->describe();
    // Against the inversion at its full accuracy, where the table was not compared with it.
    const Inversion inversion(radial);
    Stream stream({.seed = 20, .purpose = Purpose::test, .chain = 2, .index = 0});
    for (int i = 0; i < 1000; ++i) {
      const double c2 = std::pow(
          10.0, i % 2 == 0 ? -8.0 + 20.0 * stream.uniform() : -2.0 + 4.0 * stream.uniform());
      const double z = 5.0 * (2.0 * stream.uniform() - 1.0);
      const double omega = sampler.table().omega(z, c2);
      const InvertedLaw law = inversion.at(omega, c2);
      EXPECT_LE(beyond_rounding(law.cdf - normal_cdf(z), law, omega),
                sampler.certificate().cdf_error)
          << radial->describe() << " c2 = " << c2 << " z = " << z;
    }
  }
}

// The measurement is ten thousand times sharper than a test of draws: a parameter that is off in
// the fifth digit, a scale in the sixth.
TEST(TableSampler, MeasurementSeesATableOfASlightlyWrongLaw) {
  const auto measured = [](const RadialPtr& tabulated, const RadialPtr& right) {
    const TableSampler sampler(tabulated);
    return measured_cdf_error(sampler.table(), Inversion(right));
  };
  const RadialPtr gamma = gamma_radial(2.3, 0.6);
  EXPECT_LE(measured(gamma, gamma), 1e-8);
  EXPECT_GE(measured(gamma_radial(2.3 * (1.0 + 1e-5), 0.6), gamma), 2e-6);
  EXPECT_GE(measured(gamma_radial(2.3, 0.6 * (1.0 + 1e-5)), gamma), 2e-6);
  const RadialPtr levy = inverse_gaussian_radial(1.7);
  EXPECT_LE(measured(levy, levy), kTolerance);
  EXPECT_GE(measured(inverse_gaussian_radial(1.7 * (1.0 + 1e-5)), levy), 2e-6);
}

// A table whose values sit one cell away from where they belong.
TEST(TableSampler, StatisticalShiftedCellsAndMissingFactorsAreCaught) {
  class Wrong final : public OmegaSampler {
   public:
    Wrong(const QuantileTable& table, double z_shift, double t_shift, double factor)
        : table_(table), z_shift_(z_shift), t_shift_(t_shift), factor_(factor) {}
    void draw(std::span<const double> c2, const Rows&, Stream& stream,
              std::span<double> omega) const override {
      const TableGrid& grid = table_.grid();
      for (std::size_t i = 0; i < c2.size(); ++i) {
        const double at = t_shift_ < 0.0 ? 0.0 : c2[i] * std::exp(t_shift_ * grid.t_step);
        omega[i] = factor_ * table_.omega(stream.normal() + z_shift_ * grid.z_step, at);
      }
    }
    Certificate certificate() const override { return {}; }

   private:
    const QuantileTable& table_;
    double z_shift_;
    double t_shift_;  // negative: no tilt at all
    double factor_;
  };
  // False-alarm rate of each call 1e-6; with the right table as a control.
  const std::vector<std::size_t> laws = {0, 1, 3, 5, 8, 9};
  SamplerContract contract;
  contract.c2 = {0.3, 30.0};
  for (const std::size_t i : laws) {
    const TableLaw& law = table_laws()[i];
    const QuantileTable& table = table_of(i).table();
    const auto caught = [&](double z_shift, double t_shift, double factor) {
      const Wrong wrong(table, z_shift, t_shift, factor);
      return !laplace_failures(wrong, *law.radial, contract).empty() ||
             !kolmogorov_failures(wrong, law.radial, contract).empty();
    };
    EXPECT_FALSE(caught(0.0, 0.0, 1.0)) << law.name;
    EXPECT_TRUE(caught(1.0, 0.0, 1.0)) << law.name << ": shifted in z";
    EXPECT_TRUE(caught(0.0, 1.0, 1.0)) << law.name << ": shifted in c2";
    EXPECT_TRUE(caught(0.0, -1.0, 1.0)) << law.name << ": not tilted";
    EXPECT_TRUE(caught(0.0, 0.0, 0.5)) << law.name << ": a factor 1/2 too many";
  }
}

// Eight c2, false-alarm rate 1e-6 for each of the two checks of each law.
TEST(TableSampler, StatisticalDrawsHaveTheTransformAndTheCdfOfPhi) {
  SamplerContract contract;
  contract.c2 = kTilts;
  for (std::size_t i = 0; i < table_laws().size(); ++i) {
    const TableLaw& law = table_laws()[i];
    EXPECT_EQ(laplace_failures(table_of(i), *law.radial, contract), std::vector<std::string>())
        << law.name;
    EXPECT_EQ(kolmogorov_failures(table_of(i), law.radial, contract), std::vector<std::string>())
        << law.name;
  }
  for (const RadialPtr& radial : unknown_laws()) {
    const TableSampler sampler(radial);
    EXPECT_EQ(laplace_failures(sampler, *radial, contract), std::vector<std::string>())
        << radial->describe();
    EXPECT_EQ(kolmogorov_failures(sampler, radial, contract), std::vector<std::string>())
        << radial->describe();
  }
}

// Two samples of n each from one law: P(statistic > x) <= 2 exp(-2 x^2) for n >= 458 (Wei and
// Dudley 2012). At most 1e-9 for each comparison.
void expect_draws_as_exact(std::size_t law, double c2, std::size_t count, std::uint64_t index) {
  const auto exact = make_sampler(table_laws()[law].radial);
  ASSERT_EQ(exact->certificate().kind, Certificate::Kind::exact);
  const double distance = two_sample_statistic(draws(table_of(law), c2, count, 2 * index),
                                               draws(*exact, c2, count, 2 * index + 1));
  EXPECT_LE(distance, kolmogorov_limit(1e-9)) << table_laws()[law].name << " c2 = " << c2;
}

TEST(TableSampler, StatisticalDrawsAgreeWithTheExactSampler) {
  std::uint64_t index = 100;
  for (std::size_t i = 0; i < table_laws().size(); ++i) {
    for (const double c2 : {0.0, 1e-6, 0.3, 30.0, 1e4, 1e8, 1e12, 1e16})
      expect_draws_as_exact(i, c2, 20000, index++);
  }
}

// Sees errors of the cdf above 0.005.
TEST(TableSampler, SlowStatisticalAMillionDrawsAgreeWithTheExactSampler) {
  std::uint64_t index = 1000;
  for (std::size_t i = 0; i < table_laws().size(); ++i) {
    for (int k = -12; k < 16; k += 2)
      expect_draws_as_exact(i, 1.7 * std::pow(10.0, k), 1000000, index++);
  }
}

TEST(TableSampler, TheSameStreamGivesTheSameDrawsHoweverTheyAreCutUp) {
  const TableSampler& sampler = table_of(0);
  std::vector<double> c2(1000);
  for (std::size_t i = 0; i < c2.size(); ++i)
    c2[i] = std::pow(10.0, 0.028 * static_cast<double>(i) - 14.0);
  const auto drawn = [&](std::uint64_t index, std::size_t piece) {
    Stream stream({.seed = 20, .purpose = Purpose::test, .chain = 0, .index = index});
    std::vector<double> omega(c2.size());
    for (std::size_t start = 0; start < c2.size(); start += piece) {
      const std::size_t count = std::min(piece, c2.size() - start);
      sampler.draw(std::span<const double>(c2).subspan(start, count), Rows(), stream,
                   std::span<double>(omega).subspan(start, count));
    }
    return omega;
  };
  EXPECT_EQ(drawn(1, 1000), drawn(1, 1000));
  EXPECT_EQ(drawn(1, 1000), drawn(1, 300));
  EXPECT_EQ(drawn(1, 1000), drawn(1, 1));
  EXPECT_NE(drawn(1, 1000), drawn(2, 1000));
}

// Below least_c2 tilting moves no probability worth counting; above 1e16 there is no table and each
// draw is inverted.
TEST(TableSampler, BothEndsOfTheTableGoOnAsTheLawDoes) {
  for (std::size_t i = 0; i < table_laws().size(); ++i) {
    const TableSampler& sampler = table_of(i);
    const double least = sampler.table().grid().least_c2;
    EXPECT_LE(-std::expm1(table_laws()[i].radial->log_phi(least)), 1e-9) << table_laws()[i].name;
    EXPECT_EQ(draws(sampler, 0.0, 100, 7), draws(sampler, least, 100, 7));
    const std::vector<double> inside = draws(sampler, 1e16, 100, 8);
    const std::vector<double> outside = draws(sampler, 1e16 * (1.0 + 1e-9), 100, 8);
    for (std::size_t j = 0; j < inside.size(); ++j)
      EXPECT_NEAR(outside[j] / inside[j], 1.0, 2e-6) << table_laws()[i].name;
  }
}

TEST(TableSampler, RefusesLawsThatNoTableHoldsWithTheReason) {
  const auto reason = [](const RadialPtr& radial) -> std::string {
    try {
      const TableSampler sampler(radial);
    } catch (const NumericalError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(reason(point_mass_radial(1.7)).find("more than a single point"), std::string::npos);
  const RadialPtr atom =
      lambda_radial("0.4 + 0.6/(1+r)", [](const auto& r) { return log(0.4 + 0.6 / (1.0 + r)); });
  EXPECT_NE(reason(atom).find("needs a law without atoms"), std::string::npos) << reason(atom);
  EXPECT_NE(reason(atom).find("0.4"), std::string::npos) << reason(atom);
  const RadialPtr slow =
      lambda_radial("1/(1+log(1+r))", [](const auto& r) { return -1.0 * log1p(log1p(r)); });
  EXPECT_NE(reason(slow).find("range of doubles"), std::string::npos) << reason(slow);
}

// The tolerance is the caller's.
TEST(TableSampler, ATighterToleranceGetsAFinerTable) {
  const RadialPtr radial = matern32_radial(1.4);
  const TableSampler coarse(radial, {.tolerance = 1e-6});
  const TableSampler fine(radial, {.tolerance = 2e-8});
  EXPECT_GT(coarse.certificate().cdf_error, 2e-8);
  EXPECT_LE(fine.certificate().cdf_error, 2e-8);
  EXPECT_GT(fine.table().bytes(), coarse.table().bytes());
  EXPECT_THROW(TableSampler(radial, {.tolerance = 1e-10}), NumericalError);
}

}  // namespace
}  // namespace phigp::test
