#include "phigp/likelihoods/formula/zero_series.h"

#include <cmath>
#include <limits>

namespace phigp {

namespace {

template <class P>
ZeroCoefficients<P> split(const Taylor<64, P>& series) {
  ZeroCoefficients<P> result;
  for (std::size_t j = 0; j < kZeroTerms; ++j) {
    result.even[j] = series[static_cast<int>(2 * j)];
    result.odd[j] = series[static_cast<int>(2 * j) + 1];
  }
  return result;
}

template <class T>
T square_of_variable() {
  T q2{};
  q2[2] = 1.0;
  return q2;
}

}  // namespace

ZeroSeries find_zero_series(const Formula& formula) {
  using Series = Taylor<64>;
  const auto q2 = square_of_variable<Series>();
  Series series;
  formula.evaluate_log(std::span<const Series>(&q2, 1), Rows(), std::span<Series>(&series, 1));
  ZeroSeries zero;
  zero.coefficients = split(series);
  double growth = 1.0;
  for (int j = 1; j < static_cast<int>(2 * kZeroTerms); ++j) {
    if (!std::isfinite(series[j])) return {};
    growth = std::max(growth, std::pow(std::abs(series[j]), 1.0 / j));
  }
  if (!std::isfinite(series[0])) return {};
  for (std::size_t j = 0; j < kZeroTerms; ++j) {
    const double noise = 1e-13 * std::pow(growth, 2.0 * static_cast<double>(j) + 1.0);
    zero.coefficients.has_odd =
        zero.coefficients.has_odd || std::abs(zero.coefficients.odd[j]) > noise;
  }
  // From where the last terms no longer matter down to 1e-12: is plain evaluation right, and if
  // not, from where on?
  const double edge = std::pow(1e-16, 1.0 / (2.0 * static_cast<double>(kZeroTerms))) / growth;
  bool wrong = false;
  double agrees = 0.0;
  for (double r = edge * edge; r > 0.5e-12; r *= 0.3) {
    const double difference = std::abs(formula.evaluate_log(r) - zero.coefficients(r));
    if (agrees == 0.0 && difference < 1e-12) agrees = r;
    wrong = wrong || !(difference < 1e-11);
  }
  zero.cut = wrong ? agrees : 0.0;
  return zero;
}

ZeroCoefficients<Dual> zero_coefficients(const Formula& formula, std::size_t k, bool has_odd) {
  using Series = Taylor<64, Dual>;
  const auto q2 = square_of_variable<Series>();
  Series series;
  formula.evaluate_log(std::span<const Series>(&q2, 1), Rows(), k, std::span<Series>(&series, 1));
  ZeroCoefficients<Dual> result = split(series);
  result.has_odd = has_odd;
  return result;
}

}  // namespace phigp
