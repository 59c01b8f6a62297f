#include "phigp/diagnostics/rank_scores.h"

#include <algorithm>
#include <boost/math/special_functions/erf.hpp>
#include <cmath>
#include <numbers>
#include <utility>
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
  std::vector<std::pair<double, std::size_t>> order(size);  // values beside places sort faster
  for (std::size_t i = 0; i < size; ++i) order[i] = {draws.data()[i], i};
  std::sort(order.begin(), order.end());
  Matrix scores(draws.rows(), draws.cols());
  // Scores are odd about the middle rank: those of the upper half are looked up, by twice the rank.
  std::vector<double> lower(2 * size + 2, 0.0);
  for (std::size_t first = 0, last = 0; first < size; first = last) {
    while (last < size && order[last].first == order[first].first) ++last;
    const std::size_t twice = first + 1 + last;  // the mean of the ranks first + 1 ... last
    double score = -lower[2 * size + 2 - twice];
    if (score == 0.0) {
      const double rank = 0.5 * static_cast<double>(twice);
      score = normal_quantile((rank - 0.375) / (static_cast<double>(size) + 0.25));  // (D.3)
      lower[twice] = score;
    }
    for (std::size_t i = first; i < last; ++i) scores.data()[order[i].second] = score;
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
