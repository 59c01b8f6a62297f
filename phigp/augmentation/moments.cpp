#include "phigp/augmentation/moments.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "phigp/base/error.h"

namespace phigp {

namespace {

constexpr std::size_t kTiltsAtOnce = 256;

void check_c2(double c2) {
  require(std::isfinite(c2) && c2 >= 0.0, "c2", c2, "must be finite and not negative");
}

// Where no expansion exists, the limit of a cumulant at r = 0 is read off its growth: if it
// converges its logarithmic slope dies away with r, if it diverges like a power the slope stays, if
// like a logarithm it falls slowly.
double limit_at_zero(const Moments& moments, int order, const Row& row) {
  const double scale = natural_scale(moments.radial(), row);
  const auto growth = [&](double r) {
    return std::log(std::abs(moments.cumulant(order, 0.1 * r * scale, row) /
                             moments.cumulant(order, r * scale, row)));
  };
  const double far = growth(1e-3);
  const double near = growth(1e-6);
  const double value = moments.cumulant(order, 1e-7 * scale, row);
  const bool diverges = near > 1e-7 && near > 0.5 * far;
  return diverges ? std::copysign(std::numeric_limits<double>::infinity(), value) : value;
}

}  // namespace

Moments::Moments(RadialPtr radial) : radial_(std::move(radial)) {
  zero_ = expand_at_zero(*radial_, Row{});
}

// Empty where c2 lies beyond the expansion's reach; for a general phi judged by that of Row{},
// since each row's own costs as much as a hundred evaluations.
ZeroExpansion<double> Moments::expansion(double c2, const Row& row) const {
  switch (radial_->row_dependence()) {
    case Radial::RowDependence::none:
      return zero_;
    case Radial::RowDependence::power:
      return zero_.times(radial_->power(row) / radial_->power(Row{}));
    case Radial::RowDependence::general:
      break;
  }
  return c2 > zero_.cut && c2 > 0.0 ? ZeroExpansion<double>{} : expand_at_zero(*radial_, row);
}

double Moments::log_phi(double c2, const Row& row) const {
  check_c2(c2);
  if (c2 == 0.0) return 0.0;
  const ZeroExpansion<double> zero = expansion(c2, row);
  return c2 <= zero.mean_cut ? zero.log_phi(c2) : radial_->log_phi(c2, row);
}

double Moments::cumulant(int order, double c2, const Row& row) const {
  require(order >= 1 && order <= kCumulantOrder, "cumulant: order", order, "must be from 1 to 8");
  check_c2(c2);
  const ZeroExpansion<double> zero = expansion(c2, row);
  if (zero.exists() && c2 <= zero.cut) return zero.cumulant(order, c2);
  if (c2 == 0.0) return limit_at_zero(*this, order, row);
  const CumulantJet jet = radial_->log_phi(CumulantJet::variable(c2, c2), row);
  double cumulant = jet[order];
  for (int k = 1; k <= order; ++k) cumulant *= -static_cast<double>(k) / c2;
  return cumulant + 0.0;  // no -0
}

double Moments::kl(double c2, const Row& row) const {
  check_c2(c2);
  if (c2 == 0.0) return 0.0;
  const ZeroExpansion<double> zero = expansion(c2, row);
  if (zero.exists() && c2 <= zero.cut) return zero.kl(c2);
  return std::max(0.0, -c2 * mean(c2, row) - radial_->log_phi(c2, row));
}

double Moments::laplace(double t, double c2, const Row& row) const {
  require(t >= 0.0, "laplace: t", t, "must not be negative");
  return std::exp(log_phi(c2 + t, row) - log_phi(c2, row));
}

void Moments::log_phi_and_mean(std::span<const double> c2, const Rows& rows,
                               std::span<double> log_phi, std::span<double> mean) const {
  std::array<MeanJet, kTiltsAtOnce> at;
  std::array<MeanJet, kTiltsAtOnce> jets;
  const bool per_row = radial_->row_dependence() != Radial::RowDependence::none;
  for (std::size_t start = 0; start < c2.size(); start += kTiltsAtOnce) {
    const std::size_t count = std::min(kTiltsAtOnce, c2.size() - start);
    for (std::size_t i = 0; i < count; ++i) {
      check_c2(c2[start + i]);
      at[i] = MeanJet::variable(c2[start + i]);
    }
    radial_->log_phi(std::span<const MeanJet>(at.data(), count), rows.subrows(start, count),
                     std::span<MeanJet>(jets.data(), count));
    for (std::size_t i = 0; i < count; ++i) {
      const double r = c2[start + i];
      log_phi[start + i] = jets[i][0];
      mean[start + i] = -jets[i][1];
      if (r > zero_.mean_cut && r > 0.0) continue;
      const ZeroExpansion<double> scaled =
          per_row ? expansion(r, rows[start + i]) : ZeroExpansion<double>{};
      const ZeroExpansion<double>& zero = per_row ? scaled : zero_;
      if (zero.exists() && r <= zero.mean_cut) {
        log_phi[start + i] = zero.log_phi(r);
        mean[start + i] = zero.mean(r);
      } else if (r == 0.0) {
        log_phi[start + i] = 0.0;
        mean[start + i] = cumulant(1, 0.0, rows[start + i]);
      }
    }
  }
}

void Moments::parameter_slopes(std::span<const double> c2, const Rows& rows, std::size_t k,
                               std::span<double> log_phi_slope,
                               std::span<double> mean_slope) const {
  std::array<MeanJetInParameter, kTiltsAtOnce> at;
  std::array<MeanJetInParameter, kTiltsAtOnce> jets;
  const ZeroExpansion<Dual> zero = expand_at_zero(*radial_, Row{}, k, zero_);
  const double power = radial_->power(Row{});
  const double power_slope = radial_->power_slope(Row{}, k);
  const bool general = radial_->row_dependence() == Radial::RowDependence::general;
  for (std::size_t start = 0; start < c2.size(); start += kTiltsAtOnce) {
    const std::size_t count = std::min(kTiltsAtOnce, c2.size() - start);
    for (std::size_t i = 0; i < count; ++i)
      at[i] = MeanJetInParameter::variable(Dual(c2[start + i]));
    radial_->log_phi(std::span<const MeanJetInParameter>(at.data(), count),
                     rows.subrows(start, count), k,
                     std::span<MeanJetInParameter>(jets.data(), count));
    for (std::size_t i = 0; i < count; ++i) {
      const double r = c2[start + i];
      Dual log_phi = jets[i][0];
      Dual mean = -jets[i][1];
      if (zero.exists() && !general && (r <= zero_.mean_cut || r == 0.0)) {
        // The reference row's series is power * base; undo its power, apply this row's.
        const Row& row = rows[start + i];
        Dual factor(radial_->power(row));
        factor[1] = radial_->power_slope(row, k);
        Dual reference(power);
        reference[1] = power_slope;
        log_phi = zero.log_phi(r) * (factor / reference);
        mean = zero.mean(r) * (factor / reference);
      }
      log_phi_slope[start + i] = r == 0.0 ? 0.0 : log_phi[1];
      mean_slope[start + i] = std::isfinite(mean[0]) ? mean[1] : 0.0;
    }
  }
}

}  // namespace phigp
