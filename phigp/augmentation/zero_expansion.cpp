#include "phigp/augmentation/zero_expansion.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "phigp/base/limits.h"

namespace phigp {

namespace {

// Dividing out leading zeros costs the last coefficients of a truncated series; these many are
// safe.
constexpr int kTrusted = 48;
constexpr double kNegligible = 1e-290;  // a power of t below which no further one counts

double falling_factorial(double x, int k) {
  double product = 1.0;
  for (int i = 0; i < k; ++i) product *= x - i;
  return product;
}

// t^(-2k) sum_j b_j weight(j) t^j, exact at t = 0: infinite when a power of t below 2k survives,
// the lowest one deciding.
template <class T>
T weighted_sum(const std::vector<T>& b, int k, double t, auto&& weight) {
  const int last = static_cast<int>(b.size()) - 1;
  T sum{};
  double power = 0.0;  // t^(j - 2k), from the first term that counts
  for (int j = 1; j <= (t == 0.0 ? std::min(2 * k, last) : last); ++j) {
    const T& coefficient = b[static_cast<std::size_t>(j)];
    power *= t;
    if (value(coefficient) == 0.0) continue;
    const T term = coefficient * weight(j);
    if (value(term) == 0.0) continue;
    if (t == 0.0 && j < 2 * k) return T(std::copysign(kInfinity, value(term)));
    if (power == 0.0) {
      if (value(sum) != 0.0) break;  // the rest is nothing beside it
      power = std::pow(t, j - 2 * k);
    }
    sum += term * power;
    if (power < kNegligible) break;
  }
  return sum;
}

// Odd coefficients that are zero in exact arithmetic come out as rounding noise, and would turn
// finite cumulants at r = 0 into infinite ones.
template <class T>
void drop_noise(std::vector<T>& b, double growth) {
  const double eps = std::numeric_limits<double>::epsilon();
  for (std::size_t j = 1; j < b.size(); j += 2) {
    if (std::abs(value(b[j])) < 256.0 * eps * std::pow(growth, static_cast<double>(j))) b[j] = T{};
  }
  while (b.size() > 3 && value(b.back()) == 0.0) b.pop_back();
}

double growth_of(const std::vector<double>& b) {  // 1 / radius of convergence, at least 1
  double growth = 1.0;
  for (std::size_t j = b.size() / 2; j < b.size(); ++j) {
    if (b[j] != 0.0)
      growth = std::max(growth, std::pow(std::abs(b[j]), 1.0 / static_cast<double>(j)));
  }
  return growth;
}

bool close(double a, double b, double tolerance) {
  return a == b || std::abs(a - b) <= tolerance * std::max(std::abs(a), std::abs(b));
}

MeanJet plain_jet(const Radial& radial, double r, const Row& row) {
  const MeanJet at = MeanJet::variable(r, r);
  MeanJet out;
  radial.log_phi(std::span<const MeanJet>(&at, 1), Rows(row), std::span<MeanJet>(&out, 1));
  return out;
}

bool plain_agrees(const Radial& radial, const Row& row, const ZeroExpansion<double>& zero, double r,
                  double tolerance) {
  const MeanJet jet = plain_jet(radial, r, row);
  return close(jet[0], zero.log_phi(r), tolerance) && close(-jet[1] / r, zero.mean(r), tolerance);
}

}  // namespace

double natural_scale(const Radial& radial, const Row& row) {
  const auto fallen = [&](double r) { return !(radial.log_phi(r, row) > -1.0); };
  double low = -200.0;
  double high = 200.0;
  if (!fallen(std::pow(
          10.0, high))) {  // phi stays above 1/e (an atom at 0): where half of its fall is done
    const double floor = radial.log_phi(std::pow(10.0, high), row);
    while (high - low > 1e-3) {
      const double middle = 0.5 * (low + high);
      (radial.log_phi(std::pow(10.0, middle), row) > 0.5 * floor ? low : high) = middle;
    }
    return std::pow(10.0, low);
  }
  while (high - low > 1e-3) {
    const double middle = 0.5 * (low + high);
    (fallen(std::pow(10.0, middle)) ? high : low) = middle;
  }
  return std::pow(10.0, low);
}

template <class T>
T ZeroExpansion<T>::log_phi(double r) const {
  return weighted_sum(b, 0, std::sqrt(r / scale), [](int) { return 1.0; });
}

template <class T>
T ZeroExpansion<T>::mean(double r) const {
  return weighted_sum(b, 1, std::sqrt(r / scale), [](int j) { return 0.5 * j; }) * (-1.0 / scale);
}

template <class T>
double ZeroExpansion<T>::cumulant(int order, double r) const {
  const double t = std::sqrt(r / scale);
  const double sum =
      value(weighted_sum(b, order, t, [&](int j) { return falling_factorial(0.5 * j, order); }));
  return (order % 2 == 0 ? sum : -sum) / std::pow(scale, order);
}

template <class T>
double ZeroExpansion<T>::kl(double r) const {
  return value(weighted_sum(b, 0, std::sqrt(r / scale), [](int j) { return 0.5 * j - 1.0; }));
}

template <class T>
ZeroExpansion<T> ZeroExpansion<T>::times(double factor) const {
  ZeroExpansion scaled = *this;
  for (T& coefficient : scaled.b) coefficient = coefficient * factor;
  return scaled;
}

template struct ZeroExpansion<double>;
template struct ZeroExpansion<Dual>;

ZeroExpansion<double> expand_at_zero(const Radial& radial, const Row& row) {
  ZeroExpansion<double> zero;
  zero.scale = natural_scale(radial, row);
  SeriesJet r;
  r[2] = zero.scale;
  const SeriesJet series = radial.log_phi(r, row);
  zero.b.assign(series.c.begin(), series.c.begin() + kTrusted + 1);
  if (!std::all_of(zero.b.begin(), zero.b.end(), [](double x) { return std::isfinite(x); }))
    return {};
  zero.b[0] = 0.0;
  const double growth = growth_of(zero.b);
  drop_noise(zero.b, growth);
  // A term of relative size g^j t^j at j = kTrusted, amplified by the derivatives to order 8, has
  // to be below rounding.
  const double t_cut = std::pow(10.0, -17.0 / (kTrusted - 2 * kCumulantOrder)) / growth;
  zero.cut = t_cut * t_cut * zero.scale;
  // The expansion has to be that of this function: a piecewise formula may have another one on its
  // first piece.
  while (zero.cut > 1e-6 * zero.scale && !plain_agrees(radial, row, zero, zero.cut, 1e-9))
    zero.cut *= 0.1;
  if (!plain_agrees(radial, row, zero, zero.cut, 1e-6)) return {};
  zero.mean_cut = zero.cut;
  while (zero.mean_cut > 1e-280 && plain_agrees(radial, row, zero, zero.mean_cut * 0.1, 4e-15))
    zero.mean_cut *= 0.1;
  return zero;
}

ZeroExpansion<Dual> expand_at_zero(const Radial& radial, const Row& row, std::size_t parameter,
                                   const ZeroExpansion<double>& plain) {
  ZeroExpansion<Dual> zero;
  if (!plain.exists()) return zero;
  zero.scale = plain.scale;
  zero.cut = plain.cut;
  SeriesJetInParameter r;
  r[2] = Dual(zero.scale);
  SeriesJetInParameter series;
  radial.log_phi(std::span<const SeriesJetInParameter>(&r, 1), Rows(row), parameter,
                 std::span<SeriesJetInParameter>(&series, 1));
  for (std::size_t j = 0; j < plain.b.size(); ++j) {
    zero.b.push_back(plain.b[j] == 0.0 ? Dual{} : series.c[j]);
    if (!std::isfinite(zero.b[j][1])) return {};
  }
  return zero;
}

}  // namespace phigp
