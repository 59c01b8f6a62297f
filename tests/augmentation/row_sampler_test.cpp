// phi that depends on the observation in a way the library does not know: a table for each row, as
// long as they are few. math.md (S.6)
#include <gtest/gtest.h>

#include <cmath>

#include "phigp/augmentation/composition.h"
#include "phigp/augmentation/known_laws.h"
#include "phigp/augmentation/sampler.h"
#include "phigp/base/error.h"
#include "tests/support/lambda_radial.h"
#include "tests/support/sampler_contract.h"
#include "tests/support/statistical.h"

namespace phigp::test {
namespace {

using Kind = Certificate::Kind;

// exp(-s sqrt(r)), s = 1 + y/10 of the row, without saying so.
RadialPtr unknown_in_the_row() {
  return lambda_radial("exp(-(1+y/10) sqrt(r))", [](const auto& r, const Row& row) {
    return -1.0 * (sqrt(r) * (1.0 + 0.1 * row.y));
  });
}

std::vector<Row> rows_with_y(int count) {
  std::vector<Row> rows(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].y = static_cast<double>(i);
  return rows;
}

TEST(RowSampler, StatisticalEachRowGetsItsOwnTable) {
  const RadialPtr radial = unknown_in_the_row();
  const auto sampler = make_sampler(radial);
  SamplerContract contract;  // false-alarm rate 1e-6 for each call
  contract.c2 = {0.04, 1.0, 1e4};
  for (const double y : {0.0, 7.0}) {
    contract.row.y = y;
    EXPECT_EQ(laplace_failures(*sampler, *radial, contract), std::vector<std::string>()) << y;
    EXPECT_EQ(kolmogorov_failures(*sampler, radial, contract), std::vector<std::string>()) << y;
  }
  EXPECT_EQ(sampler->certificate().kind, Kind::table);
  EXPECT_NE(sampler->certificate().method.find("2 built, at most 64"), std::string::npos);
  // Each of many points has the row's law, not that of its neighbour: E exp(-omega) at c2 = 0.3.
  std::vector<Row> rows(40000);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].y = i % 3 == 0 ? 7.0 : 0.0;
  std::vector<double> omega(rows.size());
  Stream stream({.seed = 20, .purpose = Purpose::test, .chain = 5, .index = 1});
  sampler->draw(std::vector<double>(rows.size(), 0.3), Rows(rows), stream, omega);
  for (const double y : {0.0, 7.0}) {
    std::vector<double> own;
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (rows[i].y == y) own.push_back(omega[i]);
    const double expected = std::exp((1.0 + 0.1 * y) * (std::sqrt(0.3) - std::sqrt(1.3)));
    expect_mean(own, [](double x) { return std::exp(-x); }, expected, "row " + to_text(y));
  }
}

TEST(RowSampler, RowsBeyondTheTablesAreInvertedAndTheCertificateSaysSo) {
  const SamplerOptions options{.most_tables = 2};
  const auto drawn = [&](const OmegaSampler& sampler) {
    const std::vector<Row> rows = rows_with_y(5);
    std::vector<double> omega(rows.size());
    Stream stream({.seed = 20, .purpose = Purpose::test, .chain = 5, .index = 2});
    sampler.draw(std::vector<double>(rows.size(), 0.8), Rows(rows), stream, omega);
    return omega;
  };
  const auto few = make_sampler(unknown_in_the_row(), options);
  const std::vector<double> by_few = drawn(*few);
  EXPECT_EQ(few->certificate().kind, Kind::inversion);
  EXPECT_EQ(
      few->certificate().method,
      "one table per distinct row (2 built, at most 2), other rows by inversion draw by draw");
  // Both ways read the same normal variates: the same omega, as far as the tables go.
  const auto many = make_sampler(unknown_in_the_row());
  const std::vector<double> by_many = drawn(*many);
  EXPECT_EQ(many->certificate().kind, Kind::table);
  EXPECT_EQ(many->certificate().method, "one table per distinct row (5 built, at most 64)");
  for (std::size_t i = 0; i < by_few.size(); ++i) EXPECT_NEAR(by_few[i] / by_many[i], 1.0, 1e-4);
}

// With more distinct rows than tables only rows that recur get one, whatever the order of the
// draws; a composition passes the announcement on.
TEST(RowSampler, AnnouncedRowsDecideWhichTablesAreBuilt) {
  const SamplerOptions options{.most_tables = 3};
  std::vector<Row> rows = rows_with_y(5);
  rows.push_back(Row{.y = 4.0});
  const RadialPtr alone = unknown_in_the_row();
  for (const RadialPtr& radial : {alone, product({alone, gamma_radial(2.0, 3.0)}),
                                  mixture({{0.5, alone}, {0.5, gamma_radial(2.0, 3.0)}}),
                                  scaled(alone, 2.0), compound_poisson(alone, 1.5)}) {
    const auto sampler = make_sampler(radial, options);
    sampler->prepare(rows);
    EXPECT_NE(sampler->certificate().method.find("(1 built, at most 3), other rows by inversion"),
              std::string::npos)
        << sampler->certificate().method;
  }
}

TEST(RowSampler, SlowSixtyFourTablesAreKeptAndThenRowsAreInverted) {
  const auto sampler = make_sampler(unknown_in_the_row());
  const std::vector<Row> rows = rows_with_y(66);
  std::vector<double> omega(rows.size());
  Stream stream({.seed = 20, .purpose = Purpose::test, .chain = 5, .index = 3});
  sampler->draw(std::vector<double>(rows.size(), 0.8), Rows(rows), stream, omega);
  EXPECT_EQ(sampler->certificate().kind, Kind::inversion);
  EXPECT_NE(sampler->certificate().method.find("(64 built, at most 64), other rows by inversion"),
            std::string::npos);
}

}  // namespace
}  // namespace phigp::test
