#include "phigp/augmentation/support.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace phigp {

namespace {

double mean_at(const Radial& radial, const Row& row, double r) {
  const MeanJet at = MeanJet::variable(r);
  MeanJet out;
  radial.log_phi(std::span<const MeanJet>(&at, 1), Rows(row), std::span<MeanJet>(&out, 1));
  return -out[1];
}

}  // namespace

// The mean of pi(. | r) falls to the start of the support as r grows; e^{r start} phi(r) falls to
// the mass of the atom there. Both limits are read off where they have been reached, and taken to
// be absent otherwise. math.md (I.6)
Support find_support(const Radial& radial, const Row& row) {
  Support support{0.0, -std::numeric_limits<double>::infinity()};
  double far = 1e250;
  while (far > 1e10 && !std::isfinite(mean_at(radial, row, far))) far *= 1e-20;
  const double limit = mean_at(radial, row, far);
  if (limit > 0.0 && std::abs(mean_at(radial, row, 1e-20 * far) - limit) <= 1e-12 * limit)
    support.start = limit;
  const double reach = support.start > 0.0 ? std::min(far, 1e4 / support.start) : far;
  const auto log_mass = [&](double r) { return radial.log_phi(r, row) + r * support.start; };
  const double nearer = support.start > 0.0 ? 1e-2 : 1e-100;
  const double change = log_mass(reach) - log_mass(nearer * reach);
  if (std::isfinite(change) && std::abs(change) < 1e-9) support.log_atom = log_mass(reach);
  return support;
}

double negligible_c2(const Radial& radial, const Row& row, double difference) {
  double low = std::log(1e-300);
  double high = std::log(1e300);
  while (high - low > 1e-3) {
    const double middle = 0.5 * (low + high);
    (-std::expm1(radial.log_phi(std::exp(middle), row)) <= difference ? low : high) = middle;
  }
  return std::exp(low);
}

}  // namespace phigp
