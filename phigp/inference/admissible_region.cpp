#include "phigp/inference/admissible_region.h"

#include <algorithm>
#include <utility>

#include "phigp/augmentation/admissibility.h"
#include "phigp/base/error.h"

namespace phigp {

AdmissibleRegion::AdmissibleRegion(const FreeParameters& free, LikelihoodPtr likelihood,
                                   const TrainingSet& data)
    : free_(free), likelihood_(std::move(likelihood)) {
  const std::size_t n = data.rows.size();
  rows_ = {data.rows.at(0), data.rows[n / 2], data.rows[n - 1]};
}

RadialPtr AdmissibleRegion::radial_at(const Vector& x) const {
  const Vector values = free_.values(x.head(free_.size()));
  std::vector<double> theta = likelihood_->parameters();
  Eigen::Index at = free_.kernel_count() + free_.mean_count();
  for (const std::size_t k : free_.likelihood_indices()) theta[k] = values[at++];
  // What users state has the parameters of phi first, and a likelihood around them that takes
  // longer to make: a constant by quadrature.
  const std::span<const double> own = likelihood_->radial().parameters();
  const std::vector<double>& stated = likelihood_->parameters();
  if (own.size() <= stated.size() && std::equal(own.begin(), own.end(), stated.begin()))
    return likelihood_->radial().with_parameters({theta.data(), own.size()});
  return likelihood_->with_parameters(theta)->radial_ptr();
}

bool AdmissibleRegion::contains(const Vector& x) const {
  if (free_.likelihood_indices().empty()) return true;
  try {
    const RadialPtr radial = radial_at(x);
    if (!radial->proof().empty()) return true;
    const bool any_row = radial->row_dependence() != Radial::RowDependence::general;
    return std::all_of(rows_.begin(), any_row ? rows_.begin() + 1 : rows_.end(),
                       [&](const Row& row) { return judge(*radial, row).admissible(); });
  } catch (const Error&) {
    return false;
  }
}

void AdmissibleRegion::narrow(const Vector& x, const Vector& outside,
                              ParameterLimits& limits) const {
  const Eigen::Index first = free_.kernel_count() + free_.mean_count();
  Vector way = Vector::Zero(x.size());
  const Eigen::Index count = free_.size() - first;
  way.segment(first, count) = (outside - x).segment(first, count);
  for (Eigen::Index k = first; k < free_.size(); ++k) {
    if (way[k] == 0.0) continue;
    Vector alone = Vector::Zero(x.size());
    alone[k] = way[k];
    if (contains(x + alone)) continue;
    way = std::move(alone);
    break;
  }
  constexpr int kHalvings = 12;
  double inside = 0.0;
  double beyond = 1.0;
  for (int halving = 0; halving < kHalvings; ++halving) {
    const double middle = 0.5 * (inside + beyond);
    (contains(x + middle * way) ? inside : beyond) = middle;
  }
  for (Eigen::Index k = first; k < free_.size(); ++k) {
    const double edge = x[k] + inside * way[k];
    if (way[k] > 0.0) limits.high[k] = std::min(limits.high[k], edge);
    if (way[k] < 0.0) limits.low[k] = std::max(limits.low[k], edge);
  }
}

}  // namespace phigp
