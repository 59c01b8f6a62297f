#include "phigp/diagnostics/rank_scores.h"

#include <algorithm>
#include <boost/math/special_functions/erf.hpp>
#include <cmath>
#include <numbers>
#include <numeric>
#include <vector>

#include "phigp/base/error.h"

namespace phigp {

double sorted_quantile(std::span<const double> sorted, double level) {
  require(!sorted.empty(), "quantile: values", "0", "must be at least one");
  require(level >= 0.0 && level <= 1.0, "quantile: level", level, "must lie in [0, 1]");
  const std::size_t n = sorted.size();
  if (n == 1) return sorted[0];
  // The place counts from 1. Written so that rounding picks the same neighbours as ArviZ.
  const double place = static_cast<double>(n) * level + (1.0 - level);
  const double below = std::floor(std::clamp(place, 1.0, static_cast<double>(n) - 1.0));
  const double part = std::clamp(place - below, 0.0, 1.0);
  const double left = sorted[static_cast<std::size_t>(below) - 1];
  const double right = sorted[static_cast<std::size_t>(below)];
  if (left == right) return left;  // ties: the sum below may round to less than either
  return (1.0 - part) * left + part * right;
}

namespace detail {
namespace {

double normal_quantile(double p) { return -std::numbers::sqrt2 * boost::math::erfc_inv(2.0 * p); }

}  // namespace

Matrix split(const Matrix& draws) {
  const Eigen::Index half = draws.rows() / 2;
  Matrix halves(half, 2 * draws.cols());
  halves << draws.topRows(half), draws.bottomRows(half);
  return halves;
}

Matrix rank_normalise(const Matrix& draws) {
  const auto size = static_cast<std::size_t>(draws.size());
  const double* x = draws.data();
  std::vector<std::size_t> order(size);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [x](std::size_t a, std::size_t b) { return x[a] < x[b]; });
  Matrix scores(draws.rows(), draws.cols());
  for (std::size_t first = 0, last = 0; first < size; first = last) {
    while (last < size && x[order[last]] == x[order[first]]) ++last;
    const double rank = 0.5 * static_cast<double>(first + 1 + last);  // mean of first+1 ... last
    const double score =
        normal_quantile((rank - 0.375) / (static_cast<double>(size) + 0.25));  // (D.3)
    for (std::size_t i = first; i < last; ++i) scores.data()[order[i]] = score;
  }
  return scores;
}

Matrix fold(const Matrix& draws) {
  const Vector all = sorted(draws);
  const auto n = static_cast<std::size_t>(all.size());
  const double low = all[static_cast<Eigen::Index>((n - 1) / 2)];
  const double high = all[static_cast<Eigen::Index>(n / 2)];
  const double median = low == high ? low : 0.5 * (low + high);
  return (draws.array() - median).abs().matrix();
}

Vector sorted(const Matrix& draws) {
  Vector all = Eigen::Map<const Vector>(draws.data(), draws.size());
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace detail
}  // namespace phigp
