#include "phigp/likelihoods/prediction.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "phigp/base/error.h"
#include "phigp/likelihoods/density.h"
#include "phigp/likelihoods/density_quadrature.h"
#include "phigp/linalg/roots.h"

namespace phigp {

namespace {

constexpr double kWidest = 12.0;  // standard deviations: 1e-32 of the mass lies beyond

void check(double m, double v) {
  require(std::isfinite(m), "prediction: m", m, "must be finite");
  require(std::isfinite(v) && v >= 0.0, "prediction: v", v, "must be finite and not negative");
}

// f = m + sd z; a variance below the resolution of m is none.
struct Marginal {
  double m;
  double sd;

  Marginal(double mean, double variance) : m(mean), sd(std::sqrt(variance)) {
    if (m + kWidest * sd == m || sd < 1e-150) sd = 0.0;
  }
  double score(double f) const { return (f - m) / sd; }
};

void append(std::vector<double>& points, const std::vector<double>& more) {
  points.insert(points.end(), more.begin(), more.end());
}

}  // namespace

Predictor::Predictor(const LikelihoodPtr& likelihood, bool closed_forms)
    : conditional_(likelihood, closed_forms), closed_forms_(closed_forms) {
  const Row row{likelihood->domain() == Domain::label ? 1.0 : 0.0, 1.0};
  width_ = std::sqrt(natural_scale(likelihood->radial(), row) / likelihood->terms(row).gamma);
}

// Points f at which E p(y|f) may have kinks or features.
std::vector<double> Predictor::centres(const Row& row) const {
  if (likelihood().domain() == Domain::label) {
    return {likelihood().terms(Row{1.0}).centre, likelihood().terms(Row{-1.0}).centre};
  }
  return {likelihood().terms(row).centre};
}

double Predictor::expectation(const std::function<double(double)>& g, double m, double v,
                              const Row& row, double tolerance) const {
  const Marginal f(m, v);
  if (f.sd == 0.0) return g(m);
  const double scale = 1.0 / std::sqrt(2.0 * std::numbers::pi);
  const ArrayFunction weighted = [&](std::span<const double> z, std::span<double> out) {
    for (std::size_t i = 0; i < z.size(); ++i) {
      const double weight = scale * std::exp(-0.5 * z[i] * z[i]);
      out[i] = weight == 0.0 ? 0.0 : weight * g(f.m + f.sd * z[i]);
    }
  };
  std::vector<double> points = geometric_breakpoints(0.0, 1.0, -kWidest, kWidest, 3.0);
  for (const double centre : centres(row)) {
    append(points, geometric_breakpoints(f.score(centre), width_ / f.sd, -kWidest, kWidest));
  }
  return integral(weighted, std::move(points), tolerance);
}

double Predictor::log_density(const Row& row, double m, double v) const {
  check(m, v);
  likelihood().check(std::span(&row, 1));
  const Marginal marginal(m, v);
  const bool pseudo = !likelihood().is_normalised();
  const ArrayFunction log_p = [&](std::span<const double> f, std::span<double> out) {
    phigp::log_density(likelihood(), Rows(row), f, out);
    if (!pseudo) return;
    std::vector<double> other(
        f.size());  // normalised over the two labels: -log(1 + e^{other - this})
    phigp::log_density(likelihood(), Rows(Row{-row.y}), f, other);
    for (std::size_t i = 0; i < f.size(); ++i) {
      const double odds = other[i] - out[i];
      out[i] = odds > 0.0 ? -odds - std::log1p(std::exp(-odds)) : -std::log1p(std::exp(odds));
    }
  };
  if (marginal.sd == 0.0) {
    double value = 0.0;
    log_p(std::span<const double>(&m, 1), std::span<double>(&value, 1));
    return value;
  }
  if (closed_forms_ && !pseudo) {
    if (const auto settled = settled_log_density(likelihood(), row, m, marginal.sd))
      return *settled;
  }
  const ArrayFunction log_joint = [&](std::span<const double> z, std::span<double> out) {
    std::vector<double> f(z.size());
    for (std::size_t i = 0; i < z.size(); ++i) f[i] = m + marginal.sd * z[i];
    log_p(f, out);
    for (std::size_t i = 0; i < z.size(); ++i) out[i] -= 0.5 * z[i] * z[i];
  };
  // The tilt g moves the Gaussian's mean to m + g v; phi pulls from there towards the centre: a
  // mode lies in between.
  const Terms<double> terms = likelihood().terms(row);
  const double pulled = terms.g * marginal.sd;  // in units of sd
  const double centre = marginal.score(terms.centre);
  const double low = std::min({0.0, pulled, centre}) - kWidest;
  const double high = std::max({0.0, pulled, centre}) + kWidest;
  std::vector<double> points = geometric_breakpoints(0.0, 1.0, low, high, 3.0);
  append(points, geometric_breakpoints(pulled, 1.0, low, high, 3.0));
  for (const double at : centres(row)) {
    append(points, geometric_breakpoints(marginal.score(at), width_ / marginal.sd, low, high));
  }
  if (!pseudo && pulled != centre) {
    const auto slope = [&](double z) {
      return marginal.sd * log_density_derivatives(likelihood(), row, m + marginal.sd * z).first -
             z;
    };
    const double mode =
        find_zero(slope, std::min(pulled, centre) - 1.0, std::max(pulled, centre) + 1.0, 1e-9);
    append(points, geometric_breakpoints(mode, 1e-3, low, high));
  }
  return log_integral(log_joint, std::move(points)).log_value -
         0.5 * std::log(2.0 * std::numbers::pi);
}

double Predictor::probability(double m, double v) const {
  check(m, v);
  const bool labels = likelihood().domain() == Domain::label;
  if (labels && closed_forms_ && likelihood().is_normalised()) {  // (Q.4), of the rarer label
    const double rarer = m > 0.0 ? -1.0 : 1.0;
    const double p = std::min(std::exp(log_density(Row{rarer}, m, v)), 1.0);
    return rarer > 0.0 ? p : 1.0 - p;
  }
  const auto plus = [&](double f) { return conditional_.probability(f); };
  return std::clamp(expectation(plus, m, v, Row{1.0}), 0.0, 1.0);
}

double Predictor::mean(double m, double v, double trials) const {
  check(m, v);
  if (likelihood().is_location_family()) return conditional_.mean(m, trials);
  if (likelihood().domain() == Domain::label) return 2.0 * probability(m, v) - 1.0;
  if (closed_forms_) {
    if (const auto closed = likelihood().closed_predictive_moments(m, v, trials))
      return closed->mean;
  }
  return expectation([&](double f) { return conditional_.mean(f, trials); }, m, v,
                     Row{0.0, trials});
}

double Predictor::variance(double m, double v, double trials) const {
  check(m, v);
  if (likelihood().is_location_family()) return v + conditional_.variance(m, trials);
  const double first = mean(m, v, trials);
  if (likelihood().domain() == Domain::label) return 1.0 - first * first;
  if (closed_forms_) {
    if (const auto closed = likelihood().closed_predictive_moments(m, v, trials))
      return closed->variance;
  }
  const auto spread = [&](double f) {
    const double distance = conditional_.mean(f, trials) - first;
    return conditional_.variance(f, trials) + distance * distance;
  };
  return expectation(spread, m, v, Row{0.0, trials});
}

double Predictor::cdf(const Row& row, double m, double v) const {
  check(m, v);
  require(!std::isnan(row.y), "prediction: y", row.y, "must be a number");
  return std::clamp(expectation([&](double f) { return conditional_.cdf(row, f); }, m, v, row), 0.0,
                    1.0);
}

double Predictor::cdf_of_many(const Row& row, double m, double v) const {
  if (!likelihood().is_location_family() || !(v > 0.0)) return cdf(row, m, v);
  check(m, v);
  require(!std::isnan(row.y), "prediction: y", row.y, "must be a number");
  const CdfTable& noise = conditional_.noise_cdf_table();
  const auto below = [&](double f) { return noise.at(row.y - f); };
  return std::clamp(expectation(below, m, v, row, 1e-9), 0.0, 1.0);
}

double Predictor::quantile(double p, double m, double v, double trials) const {
  check(m, v);
  require(p > 0.0 && p < 1.0, "quantile: probability", p,
          "must lie between 0 and 1, both excluded");
  const double sd = Marginal(m, v).sd;
  if (sd == 0.0) return conditional_.quantile(p, m, trials);
  if (likelihood().domain() == Domain::label) return p <= 1.0 - probability(m, v) ? -1.0 : 1.0;
  // Y grows with f, so at the p/2-quantile of y given f = m - 12 sd the probability below is at
  // most p/2 + 1e-32 < p.
  double low = conditional_.quantile(0.5 * p, m - kWidest * sd, trials);
  double high = conditional_.quantile(0.5 + 0.5 * p, m + kWidest * sd, trials);
  // The exact distribution function of the noise may itself be an integral: thousands of them per
  // quantile. Its table is as good as the resolution below.
  const bool location = likelihood().is_location_family();
  const auto excess = [&](double y) {
    if (!location) return cdf(Row{y, trials}, m, v) - p;
    const CdfTable& noise = conditional_.noise_cdf_table();
    return expectation([&](double f) { return noise.at(y - f); }, m, v, Row{y, trials}, 1e-11) - p;
  };
  if (likelihood().domain() == Domain::real)
    return find_zero(excess, low, high, 1e-10 * (sd + width_));
  --low;
  while (high - low >
         std::max(1.0, 4e-16 * high)) {  // beyond 2^53 counts are as fine as numbers are
    const double middle = std::floor(0.5 * (low + high));
    if (middle <= low || middle >= high) break;
    (excess(middle) < 0.0 ? low : high) = middle;
  }
  return high;
}

double Predictor::draw(double m, double v, double trials, Stream& stream) const {
  check(m, v);
  const double f = m + std::sqrt(v) * stream.normal();
  return conditional_.draw(f, trials, stream);
}

}  // namespace phigp
