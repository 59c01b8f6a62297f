#include "phigp/likelihoods/sites.h"

#include <fmt/format.h>
#include <algorithm>

#include "phigp/base/error.h"

namespace phigp {

namespace {

// Where omega has no mean (Laplace at c = 0) a site is this sharp: sharp enough for any prior, and
// finite.
constexpr double kMostPrecision = 1e290;
constexpr std::size_t kBlock = 512;  // part of reproducibility: do not change

void check_sizes(std::size_t rows, std::size_t other, const char* name) {
  require(rows == other, name, fmt::format("{} values", other),
          fmt::format("must have one value per row ({})", rows));
}

// From omega (in sites.precision) to the pair. Shared by mean and draw: this is where they are the
// same.
void finish(const Terms<double>& terms, double omega, double& precision, double& shift) {
  precision = std::min(2.0 * terms.gamma * omega, kMostPrecision);
  shift = terms.g + precision * terms.centre;
}

void expected_c2(const Observations& observed, std::span<const double> m, std::span<const double> v,
                 std::vector<double>& c2) {
  check_sizes(observed.size(), m.size(), "m");
  check_sizes(observed.size(), v.size(), "v");
  c2.resize(observed.size());
  for (std::size_t i = 0; i < observed.size(); ++i) {
    require(m[i] - m[i] == 0.0, "m", m[i], "must be finite");
    require(v[i] >= 0.0 && v[i] - v[i] == 0.0, "v", v[i], "must be finite and not negative");
    c2[i] = observed.terms[i].h2(m[i], v[i]);
  }
}

// d log phi / d theta_k and d omega_mean / d theta_k at fixed c^2; zero where phi does not know the
// parameter.
void phi_slopes(const Likelihood& likelihood, std::span<const double> c2, const Rows& rows,
                std::size_t k, std::span<double> log_phi_slope, std::span<double> mean_slope) {
  if (likelihood.phi_depends_on(k)) {
    likelihood.moments().parameter_slopes(c2, rows, k, log_phi_slope, mean_slope);
    return;
  }
  std::fill(log_phi_slope.begin(), log_phi_slope.end(), 0.0);
  std::fill(mean_slope.begin(), mean_slope.end(), 0.0);
}

}  // namespace

Observations::Observations(const Likelihood& likelihood, std::vector<Row> all)
    : rows(std::move(all)) {
  likelihood.check(rows);
  terms.reserve(rows.size());
  for (const Row& row : rows) terms.push_back(likelihood.terms(row));
}

void mean_sites(const Likelihood& likelihood, const Observations& observed,
                std::span<const double> m, std::span<const double> v, Sites& sites) {
  expected_c2(observed, m, v, sites.c2);
  sites.precision.resize(observed.size());
  sites.shift.resize(observed.size());
  likelihood.moments().log_phi_and_mean(sites.c2, Rows(observed.rows), sites.shift,
                                        sites.precision);
  for (std::size_t i = 0; i < observed.size(); ++i) {
    finish(observed.terms[i], sites.precision[i], sites.precision[i], sites.shift[i]);
  }
}

std::size_t draw_sites(const OmegaSampler& sampler, const Observations& observed,
                       std::span<const double> f, const StreamAddress& address,
                       const Threads& threads, Sites& sites) {
  check_sizes(observed.size(), f.size(), "f");
  for (const double value : f) require(value - value == 0.0, "f", value, "must be finite");
  sites.c2.resize(observed.size());
  sites.precision.resize(observed.size());
  sites.shift.resize(observed.size());
  const std::vector<Terms<double>>& terms = observed.terms;
  const std::size_t blocks = (observed.size() + kBlock - 1) / kBlock;
  threads.for_each_block(blocks, [&](std::size_t block) {
    const std::size_t start = block * kBlock;
    const std::size_t count = std::min(kBlock, observed.size() - start);
    const std::span<const Row> part = std::span(observed.rows).subspan(start, count);
    StreamAddress own = address;
    own.index += block;
    Stream stream(own);
    for (std::size_t i = 0; i < count; ++i)
      sites.c2[start + i] = terms[start + i].h2(f[start + i], 0.0);
    const std::span<double> omega = std::span(sites.precision).subspan(start, count);
    sampler.draw(std::span<const double>(sites.c2).subspan(start, count), Rows(part), stream,
                 omega);
    for (std::size_t i = 0; i < count; ++i)
      finish(terms[start + i], omega[i], omega[i], sites.shift[start + i]);
  });
  return blocks;
}

void bound_terms(const Likelihood& likelihood, const Observations& observed,
                 std::span<const double> m, std::span<const double> v, std::span<double> out) {
  std::vector<double> c2;
  expected_c2(observed, m, v, c2);
  check_sizes(observed.size(), out.size(), "out");
  std::vector<double> mean(observed.size());
  likelihood.moments().log_phi_and_mean(c2, Rows(observed.rows), out, mean);
  for (std::size_t i = 0; i < observed.size(); ++i) {
    const Terms<double>& terms = observed.terms[i];
    out[i] += terms.log_peak + terms.g * (m[i] - terms.centre);
  }
}

void bound_slopes(const Likelihood& likelihood, const Observations& observed,
                  std::span<const double> m, std::span<const double> v, std::size_t k,
                  std::span<double> out) {
  std::vector<double> c2;
  expected_c2(observed, m, v, c2);
  check_sizes(observed.size(), out.size(), "out");
  std::vector<double> value(observed.size());
  std::vector<double> mean(observed.size());
  std::vector<double> mean_slope(observed.size());
  likelihood.moments().log_phi_and_mean(c2, Rows(observed.rows), value, mean);
  phi_slopes(likelihood, c2, Rows(observed.rows), k, out, mean_slope);
  for (std::size_t i = 0; i < observed.size(); ++i) {
    const Terms<Dual> dual = likelihood.terms(observed.rows[i], k);
    const double h2_slope = dual.h2(m[i], v[i])[1];
    out[i] += (dual.log_peak + dual.g * (m[i] - dual.centre))[1] -
              (h2_slope == 0.0 ? 0.0 : mean[i] * h2_slope);
  }
}

void site_slopes(const Likelihood& likelihood, const Observations& observed,
                 std::span<const double> c2, std::size_t k, SiteSlopes& slopes) {
  check_sizes(observed.size(), c2.size(), "c2");
  const std::size_t n = observed.size();
  std::vector<double> value(n);
  std::vector<double> mean(n);
  std::vector<double> log_phi_slope(n);
  std::vector<double> mean_slope(n);
  likelihood.moments().log_phi_and_mean(c2, Rows(observed.rows), value, mean);
  phi_slopes(likelihood, c2, Rows(observed.rows), k, log_phi_slope, mean_slope);
  slopes.constant.resize(n);
  slopes.precision.resize(n);
  slopes.shift.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    const Terms<Dual> terms = likelihood.terms(observed.rows[i], k);
    Dual omega(std::min(mean[i], kMostPrecision));
    omega[1] = mean_slope[i];
    const Dual precision = 2.0 * (terms.gamma * omega);
    slopes.precision[i] = precision[1];
    slopes.shift[i] = (terms.g + precision * terms.centre)[1];
    slopes.constant[i] = (terms.log_c() + (c2[i] - terms.alpha()) * omega)[1] + log_phi_slope[i];
  }
}

}  // namespace phigp
