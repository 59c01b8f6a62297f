#include "phigp/likelihoods/conditional.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "phigp/base/error.h"
#include "phigp/likelihoods/density.h"

namespace phigp {

namespace {

constexpr double kMostCounts = 1e7;

// Width of p(y|f) in f, which for a location family is its width in y.
double width(const Likelihood& likelihood, const Row& row) {
  const Terms<double> terms = likelihood.terms(row);
  return std::sqrt(natural_scale(likelihood.radial(), row) / terms.gamma);
}

// log p(y | f) as a function of the noise y - f, for location families: f moves and y stays, so
// that what depends on the parameters alone is worked out once per array.
ArrayFunction density_of_noise(LikelihoodPtr likelihood) {
  return
      [likelihood = std::move(likelihood)](std::span<const double> noise, std::span<double> out) {
        std::vector<double> latent(noise.size());
        for (std::size_t i = 0; i < noise.size(); ++i) latent[i] = -noise[i];
        log_density(*likelihood, Rows(Row{0.0}), latent, out);
        for (double& value : out) {
          if (std::isnan(value)) value = -std::numeric_limits<double>::infinity();
        }
      };
}

// log p(y | f) as a function of y at one f.
ArrayFunction density_in_y(LikelihoodPtr likelihood, double f, double trials) {
  return [likelihood = std::move(likelihood), f, trials](std::span<const double> y,
                                                         std::span<double> out) {
    std::vector<Row> rows;
    rows.reserve(y.size());
    for (const double value : y) rows.push_back({value, trials});
    const std::vector<double> latent(y.size(), f);
    log_density(*likelihood, Rows(rows), latent, out);
    for (double& value : out) {
      if (std::isnan(value)) value = -std::numeric_limits<double>::infinity();
    }
  };
}

}  // namespace

ConditionalLaw::ConditionalLaw(LikelihoodPtr likelihood, bool closed_forms)
    : likelihood_(std::move(likelihood)), closed_forms_(closed_forms) {
  if (!likelihood_->is_location_family()) return;
  std::function<double(double)> closed;
  if (closed_forms_ && likelihood_->closed_noise_cdf(0.0)) {
    closed = [likelihood = likelihood_](double u) { return *likelihood->closed_noise_cdf(u); };
  }
  const double scale = width(*likelihood_, Row{});
  noise_ = std::make_shared<RealLaw>(density_of_noise(likelihood_), 0.0, scale, std::move(closed));
  noise_table_ = std::make_shared<CdfTable>(*noise_, 0.0, scale);
}

RealLaw ConditionalLaw::real_law(double f, double trials) const {
  return RealLaw(density_in_y(likelihood_, f, trials), f, width(*likelihood_, Row{f, trials}));
}

double ConditionalLaw::probability(double f) const {
  require(likelihood_->domain() == Domain::label, "probability", likelihood_->name(),
          "needs a likelihood of labels");
  const double plus = log_density(*likelihood_, Row{1.0}, f);
  const double minus = log_density(*likelihood_, Row{-1.0}, f);
  return 1.0 / (1.0 + std::exp(minus - plus));
}

// sum over y of y^moment p(y|f), until the terms past the mode no longer count.
double ConditionalLaw::discrete_sum(double f, double trials, int moment) const {
  const double last = likelihood_->domain() == Domain::successes ? trials : kMostCounts;
  double sum = 0.0;
  double largest = 0.0;
  for (double y = 0.0; y <= last; ++y) {
    const double term =
        std::pow(y, moment) * std::exp(log_density(*likelihood_, Row{y, trials}, f));
    sum += term;
    largest = std::max(largest, term);
    if (largest > 0.0 && term < 1e-18 * largest && y > 8.0) break;
  }
  return sum;
}

double ConditionalLaw::mean(double f, double trials) const {
  if (closed_forms_) {
    if (const auto closed = likelihood_->closed_mean(f, trials)) return *closed;
    if (const auto closed = likelihood_->closed_noise_mean()) return f + *closed;
  }
  switch (likelihood_->domain()) {
    case Domain::label:
      return 2.0 * probability(f) - 1.0;
    case Domain::real:
      return noise_ ? f + noise_->mean() : real_law(f, trials).mean();
    default:
      return discrete_sum(f, trials, 1);
  }
}

double ConditionalLaw::variance(double f, double trials) const {
  if (closed_forms_) {
    if (const auto closed = likelihood_->closed_variance(f, trials)) return *closed;
    if (const auto closed = likelihood_->closed_noise_variance()) return *closed;
  }
  if (likelihood_->domain() == Domain::real)
    return noise_ ? noise_->variance() : real_law(f, trials).variance();
  const double first = mean(f, trials);
  if (likelihood_->domain() == Domain::label) return 1.0 - first * first;
  return std::max(0.0, discrete_sum(f, trials, 2) - first * first);
}

double ConditionalLaw::cdf(const Row& row, double f) const {
  if (closed_forms_) {
    if (const auto closed = likelihood_->closed_cdf(row, f)) return *closed;
  }
  switch (likelihood_->domain()) {
    case Domain::label:
      return row.y < -1.0 ? 0.0 : (row.y < 1.0 ? 1.0 - probability(f) : 1.0);
    case Domain::real:
      return noise_ ? noise_->cdf(row.y - f) : real_law(f, row.trials).cdf(row.y);
    default:
      break;
  }
  double sum = 0.0;
  for (double y = 0.0; y <= row.y; ++y)
    sum += std::exp(log_density(*likelihood_, Row{y, row.trials}, f));
  return std::min(1.0, sum);
}

double ConditionalLaw::quantile(double p, double f, double trials) const {
  require(p > 0.0 && p < 1.0, "quantile: probability", p,
          "must lie between 0 and 1, both excluded");
  switch (likelihood_->domain()) {
    case Domain::label:
      return p <= 1.0 - probability(f) ? -1.0 : 1.0;
    case Domain::real:
      return noise_ ? f + noise_->quantile(p) : real_law(f, trials).quantile(p);
    default:
      break;
  }
  const double last = likelihood_->domain() == Domain::successes ? trials : 1e300;
  double high = 1.0;
  while (high < last && cdf(Row{high, trials}, f) < p) high *= 2.0;
  double low = -1.0;
  high = std::min(high, last);
  while (high - low > 1.0) {
    const double middle = std::floor(0.5 * (low + high));
    if (middle <= low || middle >= high) break;  // beyond 2^53 counts are as fine as numbers are
    (cdf(Row{middle, trials}, f) < p ? low : high) = middle;
  }
  return high;
}

// The inverse of the distribution function, except where counting is quicker.
double ConditionalLaw::draw(double f, double trials, Stream& stream) const {
  if (likelihood_->domain() == Domain::label) return stream.uniform() < probability(f) ? 1.0 : -1.0;
  return quantile(stream.uniform(), f, trials);
}

}  // namespace phigp
