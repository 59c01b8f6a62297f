#include <algorithm>
#include <cmath>

#include "phigp/likelihoods/custom.h"
#include "phigp/likelihoods/density.h"
#include "phigp/likelihoods/real_law.h"

namespace phigp {

namespace {

constexpr double kMostSummed = 2e4;

double total_over_labels(const Likelihood& likelihood, double f) {
  return std::exp(log_density(likelihood, Row{1.0}, f)) +
         std::exp(log_density(likelihood, Row{-1.0}, f));
}

// Sums until the terms, past their largest, no longer matter.
double total_over_counts(const Likelihood& likelihood, double f, double trials) {
  const double last = likelihood.domain() == Domain::successes ? trials : kMostSummed;
  double sum = 0.0;
  double largest = 0.0;
  for (double y = 0.0; y <= last; ++y) {
    const double term = std::exp(log_density(likelihood, Row{y, trials}, f));
    if (!std::isfinite(term)) return term;
    sum += term;
    largest = std::max(largest, term);
    if (term < 1e-18 * largest) break;
  }
  return sum;
}

double total_over_reals(const Likelihood& likelihood, double f) {
  const Row at{f, 1.0};
  const double width =
      std::sqrt(natural_scale(likelihood.radial(), at) / likelihood.terms(at).gamma);
  const ArrayFunction log_p = [&](std::span<const double> y, std::span<double> out) {
    std::vector<Row> rows;
    for (const double value : y) rows.push_back({value, 1.0});
    log_density(likelihood, Rows(rows), std::vector<double>(y.size(), f), out);
  };
  return std::exp(RealLaw(log_p, f, width).log_total());
}

}  // namespace

double Normalisation::largest_error() const {
  double worst = 0.0;
  for (const double value : total)
    worst = std::max(worst, std::isfinite(value) ? std::abs(value - 1.0) : INFINITY);
  return worst;
}

Normalisation check_normalisation(const Likelihood& likelihood) {
  Normalisation report;
  report.f = {-3.1, -0.7, 0.0, 0.4, 2.3};
  for (const double f : report.f) {
    switch (likelihood.domain()) {
      case Domain::label:
        report.total.push_back(total_over_labels(likelihood, f));
        break;
      case Domain::real:
        report.total.push_back(total_over_reals(likelihood, f));
        break;
      case Domain::count:
        report.total.push_back(total_over_counts(likelihood, f, 1.0));
        break;
      case Domain::successes:
        report.total.push_back(total_over_counts(likelihood, f, 7.0));
        break;
    }
  }
  return report;
}

}  // namespace phigp
