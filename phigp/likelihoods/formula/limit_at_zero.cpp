#include "phigp/likelihoods/formula/limit_at_zero.h"

#include <array>
#include <cmath>
#include <limits>

namespace phigp {

namespace {

constexpr std::array<double, 9> kApproach{1e-12, 1e-16,  1e-20,  1e-30, 1e-40,
                                          1e-70, 1e-100, 1e-200, 1e-300};

template <class T>
T on_square_of_series(const Formula& formula, const Row& row, auto&&... parameter) {
  T q2{};
  q2[2] = 1.0;
  T out;
  formula.evaluate_log(std::span<const T>(&q2, 1), Rows(row), parameter..., std::span<T>(&out, 1));
  return out;
}

bool settled(double a, double b) { return std::abs(a - b) <= 1e-9 * (1.0 + std::abs(a)); }

}  // namespace

double log_limit_at_zero(const Formula& formula, const Row& row) {
  // Exact where the formula has an expansion in sqrt(r).
  const double exact = on_square_of_series<Taylor<8>>(formula, row)[0];
  if (std::isfinite(exact)) return exact;
  // Otherwise walk towards 0 until two steps agree; cancellation may spoil the last ones.
  std::array<double, kApproach.size()> values{};
  for (std::size_t i = 0; i < kApproach.size(); ++i)
    values[i] = formula.evaluate_log(kApproach[i], row);
  for (std::size_t i = kApproach.size(); i-- > 1;) {
    if (std::isfinite(values[i]) && settled(values[i], values[i - 1])) return values[i];
  }
  // A small power of r settles too slowly for doubles; on steps of 1e-100 it is a geometric
  // sequence (Aitken).
  const double x0 = values[6];
  const double x1 = values[7];
  const double x2 = values[8];
  const double ratio = (x2 - x1) / (x1 - x0);
  if (ratio > 0.0 && ratio < 0.9) return x2 + (x2 - x1) * ratio / (1.0 - ratio);
  if (std::abs(x2) > std::abs(x1) && std::abs(x2) > 50.0) {
    return std::copysign(std::numeric_limits<double>::infinity(), x2);
  }
  return std::numeric_limits<double>::quiet_NaN();
}

Dual log_limit_at_zero(const Formula& formula, const Row& row, std::size_t k) {
  Dual before;
  for (std::size_t i = kApproach.size(); i-- > 0;) {
    const Dual r(kApproach[i]);
    Dual at;
    formula.evaluate_log(std::span<const Dual>(&r, 1), Rows(row), k, std::span<Dual>(&at, 1));
    const bool fine = std::isfinite(at[0]) && std::isfinite(at[1]);
    if (i + 1 < kApproach.size() && fine && settled(at[0], before[0]) && settled(at[1], before[1]))
      return before;
    before = fine ? at : Dual(std::numeric_limits<double>::quiet_NaN());
  }
  return on_square_of_series<Taylor<64, Dual>>(formula, row, k)[0];
}

}  // namespace phigp
