#include "phigp/likelihoods/sites.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

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

// From omega (in sites.precision) to the site. Shared by mean and draw: this is where they are the
// same.
// `weight`: of a mean site; a drawn omega carries it already.
void finish(const Observations& observed, std::size_t i, double weight, Sites& sites) {
  const Terms<double>& terms = observed.terms[i];
  sites.precision[i] = std::min(2.0 * terms.gamma * weight * sites.precision[i], kMostPrecision);
  if (weight == 0.0) sites.precision[i] = 0.0;  // also where omega has no mean
  sites.centre[i] = terms.centre;
  sites.tilt[i] = terms.g * observed.weight(i);
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

// The terms of every row. Those of a location family differ in their centre alone, which is y and a
// constant: the rest, gamma functions among it, is worked out once.
template <class P, class TermsOf>
std::vector<Terms<P>> terms_of(const Likelihood& likelihood, std::span<const Row> rows,
                               const TermsOf& terms) {
  std::vector<Terms<P>> all;
  all.reserve(rows.size());
  if (!likelihood.is_location_family()) {
    for (const Row& row : rows) all.push_back(terms(row));
    return all;
  }
  const Terms<P> at_zero = terms(Row{0.0, 1.0});
  for (const Row& row : rows) {
    all.push_back(at_zero);
    all.back().centre += row.y;
  }
  return all;
}

}  // namespace

void Sites::resize(std::size_t n) {
  for (std::vector<double>* values : {&precision, &centre, &tilt, &c2}) values->resize(n);
}

double Observations::total_weight() const {
  if (weights.empty()) return static_cast<double>(rows.size());
  return std::accumulate(weights.begin(), weights.end(), 0.0);
}

Observations::Observations(const Likelihood& likelihood, std::vector<Row> all,
                           std::vector<double> each)
    : rows(std::move(all)), weights(std::move(each)) {
  likelihood.check(rows);
  if (!weights.empty()) check_sizes(rows.size(), weights.size(), "weights");
  for (std::size_t i = 0; i < weights.size(); ++i) {
    require(weights[i] >= 0.0 && weights[i] - weights[i] == 0.0,
            fmt::format("weight of row {}", i + 1), weights[i], "must be finite and not negative");
  }
  terms = terms_of<double>(likelihood, rows, [&](const Row& row) { return likelihood.terms(row); });
}

void mean_sites(const Likelihood& likelihood, const Observations& observed,
                std::span<const double> m, std::span<const double> v, Sites& sites) {
  expected_c2(observed, m, v, sites.c2);
  mean_sites_at(likelihood, observed, sites.c2, sites);
}

void mean_sites_at(const Likelihood& likelihood, const Observations& observed,
                   std::span<const double> c2, Sites& sites) {
  check_sizes(observed.size(), c2.size(), "c2");
  if (c2.data() != sites.c2.data()) sites.c2.assign(c2.begin(), c2.end());
  sites.resize(observed.size());
  std::vector<double> unused(observed.size());
  likelihood.moments().log_phi_and_mean(sites.c2, Rows(observed.rows), unused, sites.precision);
  for (std::size_t i = 0; i < observed.size(); ++i) finish(observed, i, observed.weight(i), sites);
}

namespace {

void check_weights(const Observations& observed, const OmegaSampler& sampler) {
  if (sampler.takes_any_weight()) return;
  for (std::size_t i = 0; i < observed.weights.size(); ++i) {
    require(observed.weights[i] == std::floor(observed.weights[i]),
            fmt::format("weight of row {}", i + 1), observed.weights[i],
            fmt::format("must be a whole number: other powers of the law of omega ({}) are not "
                        "known",
                        sampler.certificate().method));
  }
}

}  // namespace

std::size_t draw_sites(const OmegaSampler& sampler, const Observations& observed,
                       std::span<const double> f, const StreamAddress& address,
                       const Threads& threads, Sites& sites) {
  check_sizes(observed.size(), f.size(), "f");
  for (const double value : f) require(value - value == 0.0, "f", value, "must be finite");
  check_weights(observed, sampler);
  sites.resize(observed.size());
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
    const std::span<const double> c2 = std::span<const double>(sites.c2).subspan(start, count);
    if (observed.weights.empty()) {
      sampler.draw(c2, Rows(part), stream, omega);
    } else {
      sampler.draw_weighted(c2, Rows(part), std::span(observed.weights).subspan(start, count),
                            stream, omega);
    }
    for (std::size_t i = start; i < start + count; ++i) finish(observed, i, 1.0, sites);
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
    out[i] = observed.weight(i) * (out[i] + terms.log_peak + terms.g * (m[i] - terms.centre));
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
  const std::vector<Terms<Dual>> all = terms_of<Dual>(
      likelihood, observed.rows, [&](const Row& row) { return likelihood.terms(row, k); });
  for (std::size_t i = 0; i < observed.size(); ++i) {
    const Terms<Dual>& dual = all[i];
    const double h2_slope = dual.h2(m[i], v[i])[1];
    out[i] += (dual.log_peak + dual.g * (m[i] - dual.centre))[1] -
              (h2_slope == 0.0 ? 0.0 : mean[i] * h2_slope);
    out[i] *= observed.weight(i);
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
  slopes.tilt.resize(n);
  slopes.precision.resize(n);
  const std::vector<Terms<Dual>> all = terms_of<Dual>(
      likelihood, observed.rows, [&](const Row& row) { return likelihood.terms(row, k); });
  for (std::size_t i = 0; i < n; ++i) {
    const Terms<Dual>& terms = all[i];
    Dual omega(std::min(mean[i], kMostPrecision));
    omega[1] = mean_slope[i];
    const Dual precision = 2.0 * (terms.gamma * omega);
    const double centre_slope = terms.centre[1];
    slopes.precision[i] = precision[1];
    slopes.tilt[i] = terms.g[1] + (centre_slope == 0.0 ? 0.0 : precision[0] * centre_slope);
    slopes.constant[i] = (terms.log_peak + (c2[i] - terms.offset) * omega)[1] + log_phi_slope[i] -
                         terms.g[0] * centre_slope;
    for (std::vector<double>* part : {&slopes.constant, &slopes.tilt, &slopes.precision})
      (*part)[i] *= observed.weight(i);
  }
}

double site_constants(const Likelihood& likelihood, const Observations& observed,
                      std::span<const double> c2) {
  check_sizes(observed.size(), c2.size(), "c2");
  std::vector<double> log_phi(observed.size());
  std::vector<double> mean(observed.size());
  likelihood.moments().log_phi_and_mean(c2, Rows(observed.rows), log_phi, mean);
  double sum = 0.0;
  for (std::size_t i = 0; i < observed.size(); ++i) {
    const Terms<double>& terms = observed.terms[i];
    const double omega = std::min(mean[i], kMostPrecision / (2.0 * terms.gamma));
    sum += observed.weight(i) * (terms.log_peak + (c2[i] - terms.offset) * omega + log_phi[i]);
  }
  return sum;
}

}  // namespace phigp
