#include "phigp/augmentation/derivative_signs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "phigp/base/limits.h"

namespace phigp {

namespace {

// How far b_k falls below zero, beyond what rounding explains; positive means wrong sign.
double violation(const ExpansionAt& at, int k) {
  if (at.orders < k) return -std::numeric_limits<double>::infinity();
  const auto i = static_cast<std::size_t>(k);
  return -at.b[i] - at.rounding[i] - kForgiven;
}

// Where b_k crosses zero between a point with the wrong and one with the right sign.
double crossing(const Radial& radial, const Row& row, double wrong, double right, int k) {
  for (int i = 0; i < 20; ++i) {
    const double mid = std::sqrt(wrong * right);
    const ExpansionAt at = expand_at(radial, row, mid);
    (at.orders >= k && at.b[static_cast<std::size_t>(k)] < 0.0 ? wrong : right) = mid;
  }
  return wrong;
}

std::string describe_wrong_sign(const Radial& radial, const Row& row,
                                const std::vector<ExpansionAt>& all, std::size_t i, int k) {
  const auto right_sign = [&](std::size_t j) {
    return all[j].orders >= k && all[j].b[static_cast<std::size_t>(k)] > kForgiven;
  };
  for (std::size_t away = 1; away < all.size(); ++away) {
    for (const bool up : {false, true}) {
      if (up ? i + away >= all.size() : away > i) continue;
      const std::size_t j = up ? i + away : i - away;
      if (!right_sign(j)) continue;
      return fmt::format("derivative of order {} changes sign near r = {}", k,
                         short_text(crossing(radial, row, all[i].r, all[j].r, k)));
    }
  }
  return fmt::format("derivative of order {} has the wrong sign near r = {}", k,
                     short_text(all[i].r));
}

}  // namespace

ExpansionAt expand_at(const Radial& radial, const Row& row, double r) {
  const SeriesJet l = radial.log_phi(SeriesJet::variable(r, -r), row);
  ExpansionAt at;
  at.r = r;
  at.log_phi = l[0];
  at.mean = l[1];
  at.variance = 2.0 * l[2];
  const auto size = static_cast<std::size_t>(kSeriesOrder) + 1;
  at.b.assign(size, 0.0);
  at.rounding.assign(size, 0.0);
  // exp of the series, and the same with every term made positive: what rounding can add up to.
  std::vector<double> magnitude(size, 0.0);
  at.b[0] = magnitude[0] = 1.0;
  for (int k = 1; k <= kSeriesOrder; ++k) {
    double sum = 0.0, sizes = 0.0;
    for (int j = 1; j <= k; ++j) {
      const auto rest = static_cast<std::size_t>(k - j);
      sum += j * l[j] * at.b[rest];
      sizes += j * std::abs(l[j]) * magnitude[rest];
    }
    const auto i = static_cast<std::size_t>(k);
    at.b[i] = sum / k;
    magnitude[i] = sizes / k;
    at.rounding[i] = 100.0 * kEpsilon * magnitude[i];
    if (!std::isfinite(at.b[i]) || !std::isfinite(magnitude[i])) break;
    at.orders = k;
  }
  return at;
}

bool confirmed_around(const Radial& radial, const Row& row, double r,
                      const std::function<double(const ExpansionAt&)>& excess) {
  // Rounding errors are often a sawtooth in r; steps that no small whole numbers relate do not fall
  // on the same place of every tooth. They add up to zero, which keeps the linear fit simple.
  constexpr std::array<double, 7> kSteps = {-2.9817, -2.1123, -0.9371, 0.1733,
                                            0.8819,  1.8498,  3.1261};
  constexpr double kHair = 1e-4;
  std::array<double, kSteps.size()> v{};
  double sum = 0.0, slope = 0.0, weight = 0.0;
  for (std::size_t j = 0; j < v.size(); ++j) {
    v[j] = excess(expand_at(radial, row, r * (1.0 + kHair * kSteps[j])));
    if (!std::isfinite(v[j])) return false;
    sum += v[j];
    slope += v[j] * kSteps[j];
    weight += kSteps[j] * kSteps[j];
  }
  const double mean = sum / static_cast<double>(v.size());
  double scatter = 0.0;
  for (std::size_t j = 0; j < v.size(); ++j)
    scatter = std::max(scatter, std::abs(v[j] - mean - slope / weight * kSteps[j]));
  return mean > 10.0 * scatter;
}

std::vector<ExpansionAt> expand_over(const Radial& radial, const Row& row, const RadialScan& scan) {
  std::vector<double> points = scan.points(1.45, 90);
  // A little below and, as long as phi has not become minute, above: kinks may be hidden there.
  for (int j = 1; j <= 8; ++j) points.push_back(scan.low * std::pow(1.6, -j));
  double r = scan.high * 1.45;
  for (int j = 0; j < 16 && r < scan.trusted_high && radial.log_phi(r, row) > -100.0;
       ++j, r *= 1.45)
    points.push_back(r);
  // Large c^2 too, sparsely: the tilted law there is the left end of the support.
  for (int j = 0; j < 16 && r < scan.trusted_high; ++j, r *= 10.0) points.push_back(r);
  std::sort(points.begin(), points.end());
  std::vector<ExpansionAt> all;
  for (const double at : points) all.push_back(expand_at(radial, row, at));
  return all;
}

std::optional<std::string> wrong_derivative_sign(const Radial& radial, const Row& row,
                                                 const RadialScan& scan,
                                                 const std::vector<ExpansionAt>& all) {
  std::size_t missing = 0;
  for (const ExpansionAt& at : all) missing += at.orders < 2 ? 1 : 0;
  if (3 * missing > all.size()) return "the derivatives of phi are not finite";

  for (int k = 1; k <= kSeriesOrder; ++k) {
    std::vector<std::size_t> wrong;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (violation(all[i], k) > 0.0) wrong.push_back(i);
    std::sort(wrong.begin(), wrong.end(), [&](std::size_t i, std::size_t j) {
      return violation(all[i], k) > violation(all[j], k);
    });
    if (wrong.size() > 4) wrong.resize(4);
    const auto excess = [k](const ExpansionAt& at) { return violation(at, k); };
    for (const std::size_t i : wrong)
      if (confirmed_around(radial, row, all[i].r, excess))
        return describe_wrong_sign(radial, row, all, i, k);
  }
  // The whole mixed Poisson law has mass phi(0)/phi(r).
  const auto excess = [&](const ExpansionAt& at) {
    double sum = 0.0, rounding = 0.0;
    for (int k = 0; k <= at.orders; ++k) {
      sum += at.b[static_cast<std::size_t>(k)];
      rounding += at.rounding[static_cast<std::size_t>(k)];
    }
    const double whole = scan.at_zero * std::exp(-at.log_phi);
    return (sum - 10.0 * rounding) / whole - 1.0 - 1e-6;
  };
  for (const ExpansionAt& at : all) {
    const double more = excess(at);
    if (more > 0.0 && confirmed_around(radial, row, at.r, excess))
      return fmt::format("the derivatives at r = {} add up to {} > phi(0)", short_text(at.r),
                         short_text(1.0 + more));
  }
  return std::nullopt;
}

}  // namespace phigp
