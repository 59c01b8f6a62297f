// Sites beyond the catalogue contract: determinism, borders of the input, degenerate marginals.
#include "phigp/likelihoods/sites.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "phigp/base/error.h"
#include "phigp/likelihoods/catalogue/catalogue.h"
#include "tests/support/likelihood_contract.h"

namespace phigp::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::vector<Row> many_rows(Domain domain, std::size_t n) {
  const std::vector<Row> some = rows_of(domain);
  std::vector<Row> rows;
  for (std::size_t i = 0; i < n; ++i) rows.push_back(some[i % some.size()]);
  return rows;
}

std::string message_of(auto&& body) {
  try {
    body();
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "no error";
}

TEST(DrawnSites, DoNotDependOnTheNumberOfThreads) {
  for (const std::string& name : likelihood_names()) {
    const LikelihoodPtr likelihood = random_members(name, 1, 11)[0];
    const Observations observed(*likelihood, many_rows(likelihood->domain(), 1300));
    std::vector<double> f(observed.size());
    for (std::size_t i = 0; i < f.size(); ++i) f[i] = std::sin(static_cast<double>(i)) + 0.1;
    const std::unique_ptr<OmegaSampler> sampler = best_sampler(*likelihood);
    const StreamAddress address{.seed = 5, .purpose = Purpose::omega, .chain = 2, .index = 100};
    Sites one;
    Sites eight;
    Sites other;
    EXPECT_EQ(draw_sites(*sampler, observed, f, address, Threads(1), one), 3u) << name;
    EXPECT_EQ(draw_sites(*sampler, observed, f, address, Threads(8), eight), 3u) << name;
    EXPECT_EQ(one.precision, eight.precision) << name;
    EXPECT_EQ(one.tilt, eight.tilt) << name;
    EXPECT_EQ(one.c2, eight.c2) << name;
    StreamAddress next = address;
    next.index += 3;
    draw_sites(*sampler, observed, f, next, Threads(1), other);
    if (name != "gaussian") {
      EXPECT_NE(one.precision, other.precision) << name;
    }
  }
}

// The block after the first starts at address + 1, so sweeps that advance the index by what
// draw_sites returns never reuse a number.
TEST(DrawnSites, UseTheAddressesTheyReport) {
  const LikelihoodPtr likelihood = make_likelihood("laplace", {{"b", 1.7}});
  const Observations observed(*likelihood, std::vector<Row>(1024, Row{0.0, 1.0}));
  const std::vector<double> f(1024, 0.4);
  const std::unique_ptr<OmegaSampler> sampler = best_sampler(*likelihood);
  Sites first;
  Sites second;
  StreamAddress address{.seed = 9, .purpose = Purpose::omega, .chain = 0, .index = 0};
  ASSERT_EQ(draw_sites(*sampler, observed, f, address, Threads(1), first), 2u);
  address.index = 1;
  draw_sites(*sampler, observed, f, address, Threads(1), second);
  for (std::size_t i = 0; i < 512; ++i) {
    EXPECT_EQ(first.precision[512 + i], second.precision[i]);
    EXPECT_NE(first.precision[i], second.precision[i]);
  }
}

TEST(DrawnSites, AreTheMeanSitesOnAverageStatistical) {
  // |z| <= 7 over 20000 draws: false-alarm rate below 1e-9 for each of 14 comparisons.
  for (const std::string& name : likelihood_names()) {
    const LikelihoodPtr likelihood = random_members(name, 1, 12)[0];
    const Row row = rows_of(likelihood->domain())[1];
    const std::size_t n = 20000;
    const Observations observed(*likelihood, std::vector<Row>(n, row));
    const std::vector<double> f(n, 1.3);
    Sites drawn;
    draw_sites(*best_sampler(*likelihood), observed, f, {.seed = 3, .purpose = Purpose::omega},
               Threads(2), drawn);
    Sites mean;
    mean_sites(*likelihood, observed, f, std::vector<double>(n, 0.0), mean);
    double sum = 0.0;
    for (const double x : drawn.precision) sum += x - mean.precision[0];
    double squares = 0.0;
    for (const double x : drawn.precision) squares += std::pow(x - mean.precision[0] - sum / n, 2);
    EXPECT_LE(std::abs(sum / n), 7.0 * std::sqrt(squares / n / n) + 1e-12 * mean.precision[0])
        << name;
    EXPECT_EQ(drawn.c2, mean.c2) << name;
  }
}

TEST(MeanSites, GiveNoNanForDegenerateMarginals) {
  for (const std::string& name : likelihood_names()) {
    for (const LikelihoodPtr& likelihood : random_members(name, 2, 13)) {
      for (const Row& row : rows_of(likelihood->domain())) {
        const Observations observed(*likelihood, {row});
        const double centre = observed.terms[0].centre;
        for (const double m :
             {centre, centre + 1e-300, centre + 1e-160, centre - 1e-12, 1e8, -1e8}) {
          for (const double v : {0.0, 1e-300, 1e-12, 1e8}) {
            Sites sites;
            mean_sites(*likelihood, observed, std::vector{m}, std::vector{v}, sites);
            const std::string at = title_of(*likelihood) + " y=" + std::to_string(row.y) +
                                   " m-centre=" + to_text(m - centre) + " v=" + to_text(v);
            EXPECT_FALSE(std::isnan(sites.precision[0])) << at;
            EXPECT_GE(sites.precision[0], 0.0) << at;
            EXPECT_FALSE(std::isnan(sites.shift(0))) << at;
            double bound = 0.0;
            bound_terms(*likelihood, observed, std::vector{m}, std::vector{v},
                        std::span(&bound, 1));
            EXPECT_FALSE(std::isnan(bound)) << at;
          }
        }
      }
    }
  }
}

TEST(Slopes, GiveNoNanWhereOmegaHasNoMean) {
  for (const std::string& name : likelihood_names()) {
    const LikelihoodPtr likelihood = random_members(name, 1, 14)[0];
    for (std::size_t k = 0; k < likelihood->parameters().size(); ++k) {
      const Row row = rows_of(likelihood->domain())[0];
      const Observations observed(*likelihood, {row});
      const double centre = observed.terms[0].centre;
      for (const double v : {0.0, 1e-300, 1e-20}) {
        double bound = 0.0;
        bound_slopes(*likelihood, observed, std::vector{centre}, std::vector{v}, k,
                     std::span(&bound, 1));
        EXPECT_FALSE(std::isnan(bound))
            << title_of(*likelihood) << " parameter " << k << " v=" << v;
        const double c2 = observed.terms[0].h2(centre, v);
        double log_phi = 0.0;
        double mean = 0.0;
        likelihood->moments().parameter_slopes(std::vector{c2}, Rows(row), k,
                                               std::span(&log_phi, 1), std::span(&mean, 1));
        EXPECT_FALSE(std::isnan(log_phi))
            << title_of(*likelihood) << " parameter " << k << " c2=" << c2;
        EXPECT_FALSE(std::isnan(mean))
            << title_of(*likelihood) << " parameter " << k << " c2=" << c2;
      }
    }
  }
}

TEST(Observations, RefuseATargetOutsideItsDomainNamingTheRow) {
  const auto refused = [](const char* name, std::vector<Row> rows) {
    return message_of([&] { Observations(*make_likelihood(name), std::move(rows)); });
  };
  EXPECT_EQ(refused("logistic", {{1.0}, {-1.0}, {0.0}}),
            "logistic: y in row 3 must be -1 or +1, got 0");
  EXPECT_EQ(refused("gaussian", {{kNan}}), "gaussian: y in row 1 must be a real number, got nan");
  EXPECT_EQ(refused("laplace", {{0.0}, {-kInfinity}}),
            "laplace: y in row 2 must be a real number, got -inf");
  EXPECT_EQ(refused("negative-binomial", {{2.0}, {2.5}}),
            "negative-binomial: y in row 2 must be a whole number, 0 or greater, got 2.5");
  EXPECT_EQ(refused("negative-binomial", {{-1.0}}),
            "negative-binomial: y in row 1 must be a whole number, 0 or greater, got -1");
  EXPECT_EQ(refused("binomial", {{3.0, 7.0}, {8.0, 7.0}}),
            "binomial: y in row 2 must be a whole number from 0 to the row's trials, got 8");
  EXPECT_EQ(refused("binomial", {{0.0, 0.0}}),
            "binomial: trials in row 1 must be a whole number, 1 or greater, got 0");
  EXPECT_EQ(refused("binomial", {{0.0, 2.5}}),
            "binomial: trials in row 1 must be a whole number, 1 or greater, got 2.5");
  EXPECT_EQ(refused("binomial", {{0.0, 2.0}}), "no error");
}

TEST(Sites, RefuseArraysOfTheWrongSizeAndNumbersThatAreNone) {
  const LikelihoodPtr likelihood = make_likelihood("laplace");
  const Observations observed(*likelihood, {{0.0}, {1.0}});
  Sites sites;
  const auto refused = [&](std::vector<double> m, std::vector<double> v) {
    return message_of([&] { mean_sites(*likelihood, observed, m, v, sites); });
  };
  EXPECT_EQ(refused({0.0}, {1.0, 1.0}), "m must have one value per row (2), got 1 values");
  EXPECT_EQ(refused({0.0, 0.0}, {1.0, 1.0, 1.0}),
            "v must have one value per row (2), got 3 values");
  EXPECT_EQ(refused({0.0, kNan}, {1.0, 1.0}), "m must be finite, got nan");
  EXPECT_EQ(refused({0.0, 0.0}, {1.0, -1e-9}), "v must be finite and not negative, got -1e-09");
  EXPECT_EQ(refused({0.0, 0.0}, {1.0, kInfinity}), "v must be finite and not negative, got inf");
  const std::unique_ptr<OmegaSampler> sampler = best_sampler(*likelihood);
  const auto drawn = [&](std::vector<double> f) {
    return message_of([&] { draw_sites(*sampler, observed, f, {}, Threads(1), sites); });
  };
  EXPECT_EQ(drawn({0.0}), "f must have one value per row (2), got 1 values");
  EXPECT_EQ(drawn({0.0, kNan}), "f must be finite, got nan");
  EXPECT_EQ(drawn({kInfinity, 0.0}), "f must be finite, got inf");
  std::vector<double> storage(
      8);  // room behind the span, so that a missing check is not worse than that
  const std::span<double> out = std::span(storage).first(1);
  EXPECT_EQ(message_of([&] {
              bound_terms(*likelihood, observed, std::vector{0.0, 0.0}, std::vector{1.0, 1.0}, out);
            }),
            "out must have one value per row (2), got 1 values");
  EXPECT_EQ(message_of([&] {
              bound_slopes(*likelihood, observed, std::vector{0.0, 0.0}, std::vector{1.0, 1.0}, 0,
                           out);
            }),
            "out must have one value per row (2), got 1 values");
}

}  // namespace
}  // namespace phigp::test
