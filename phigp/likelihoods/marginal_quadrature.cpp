#include "phigp/likelihoods/marginal_quadrature.h"

#include <algorithm>
#include <cmath>

#include "phigp/augmentation/normal_score.h"

namespace phigp {

namespace {

constexpr double kReach = 9.1;    // standard deviations: 1e-19 of the mass lies beyond
constexpr double kFar = 8.0;      // a centre this many away does not show, not even its kink
constexpr double kLowest = -5.5;  // x of the innermost node: 1e-106 standard deviations
// What halving the step may change: the error left is the square of it.
constexpr double kSettled = 1e-8;
constexpr double kRounding = 1e-15;
constexpr int kMostHalvings = 7;
constexpr double kMostRadius = 1e280;  // of the argument of phi

bool settled(double now, double before, double size) {
  return std::abs(now - before) <= kSettled * size;
}

void halve(MarginalIntegrals& sum) {
  for (double* x : {&sum.value, &sum.slope, &sum.precision}) *x *= 0.5;
}

}  // namespace

void MarginalQuadrature::Nodes::clear() {
  for (auto* part : {&u, &value, &slope, &precision}) part->clear();
}

void MarginalQuadrature::Nodes::add(double at, double in_value, double in_slope,
                                    double in_precision) {
  u.push_back(at);
  value.push_back(in_value);
  slope.push_back(in_slope);
  precision.push_back(in_precision);
}

// The centre lies outside: u = d + sd x, and all is smooth. (O.2)
struct MarginalQuadrature::FarGrid {
  static constexpr double kFirstStep = 0.7;
  static double low() { return -kReach; }
  static double high(const CentredMarginal&) { return kReach; }
  static void add(const CentredMarginal& f, double x, double step, Nodes& nodes) {
    const double weight = step * normal_density(x);
    nodes.add(f.d + f.sd * x, weight, weight, weight * x / f.sd);
  }
};

// The centre may be a kink: |u| = sd exp(x - e^-x) approaches it double exponentially, and log phi
// is even in u, so that both sides share their nodes. (O.3)
struct MarginalQuadrature::NearGrid {
  static constexpr double kFirstStep = 0.25;
  static double low() { return kLowest; }
  static double high(const CentredMarginal& f) {
    return std::log(std::abs(f.d) / f.sd + kReach) + 0.15;
  }
  static void add(const CentredMarginal& f, double x, double step, Nodes& nodes) {
    const double inward = std::exp(-x);
    const double t = std::exp(x - inward);
    const double right = t - f.d / f.sd;
    const double left = -t - f.d / f.sd;
    const double weight = step * t * (1.0 + inward);
    const double p_right = weight * normal_density(right);
    const double p_left = weight * normal_density(left);
    nodes.add(t * f.sd, p_right + p_left, p_right - p_left,
              (right * p_right - left * p_left) / f.sd);
  }
};

MarginalIntegrals MarginalQuadrature::over(const CentredMarginal& f, const Terms<double>& terms,
                                           const Row& row) {
  return std::abs(f.d) > kFar * f.sd ? settle<FarGrid>(f, terms, row)
                                     : settle<NearGrid>(f, terms, row);
}

template <class Grid>
MarginalIntegrals MarginalQuadrature::settle(const CentredMarginal& f, const Terms<double>& terms,
                                             const Row& row) {
  MarginalIntegrals sum;
  MarginalIntegrals size;  // of the terms, whatever their sign
  double step = Grid::kFirstStep;
  const double high = Grid::high(f);
  for (int halving = 0; halving <= kMostHalvings; ++halving) {
    const bool first = halving == 0;
    if (!first) step *= 0.5;
    nodes_.clear();
    for (double x = Grid::low() + (first ? 0.0 : step); x <= high; x += first ? step : 2.0 * step)
      Grid::add(f, x, step, nodes_);
    const MarginalIntegrals before = sum;
    halve(sum);
    halve(size);
    add_up(terms, row, sum, size);
    if (!first && settled(sum.value, before.value, size.value) &&
        settled(sum.slope, before.slope, size.slope) &&
        settled(sum.precision, before.precision, size.precision))
      break;
  }
  // A sign that is rounding is none: a negative precision costs the Gaussian side extra work.
  if (std::abs(sum.precision) <= kRounding * size.precision) sum.precision = 0.0;
  return sum;
}

void MarginalQuadrature::add_up(const Terms<double>& terms, const Row& row, MarginalIntegrals& sum,
                                MarginalIntegrals& size) {
  const std::size_t count = nodes_.u.size();
  for (auto* part : {&r_, &log_phi_, &omega_}) part->resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double u = nodes_.u[i];
    r_[i] = std::min(terms.gamma * u * u + terms.offset, kMostRadius);
  }
  moments_.log_phi_and_mean(r_, Rows(row), log_phi_, omega_);
  for (std::size_t i = 0; i < count; ++i) {
    if (r_[i] == 0.0) continue;  // where omega may have no mean, u counts for nothing
    const double pull = nodes_.u[i] * omega_[i];
    sum.value += nodes_.value[i] * log_phi_[i];
    sum.slope += nodes_.slope[i] * pull;
    sum.precision += nodes_.precision[i] * pull;
    size.value += std::abs(nodes_.value[i] * log_phi_[i]);
    size.slope += std::abs(nodes_.slope[i] * pull);
    size.precision += std::abs(nodes_.precision[i] * pull);
  }
}

}  // namespace phigp
