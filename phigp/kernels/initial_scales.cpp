#include "phigp/kernels/initial_scales.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace phigp {

namespace {

// Rows spread by the golden ratio: even, and out of step with any pattern in the order of the rows.
std::vector<Eigen::Index> spread_rows(Eigen::Index n, Eigen::Index count) {
  constexpr double kGolden = 0.6180339887498949;
  std::vector<Eigen::Index> rows;
  for (Eigen::Index i = 0; i < count; ++i) {
    const double place = std::fmod((static_cast<double>(i) + 0.5) * kGolden, 1.0);
    rows.push_back(count < n ? static_cast<Eigen::Index>(place * static_cast<double>(n)) : i);
  }
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

Eigen::Index rows_to_look_at(Eigen::Index n, Eigen::Index dimensions) {
  constexpr double kNumbers = 1e7;  // differences that are formed, at most: about 0.1 s
  constexpr Eigen::Index kMost = 500;
  constexpr Eigen::Index kLeast = 20;
  const double columns = static_cast<double>(std::max<Eigen::Index>(dimensions, 1));
  const auto affordable = static_cast<Eigen::Index>(std::sqrt(2.0 * kNumbers / columns));
  return std::min(n, std::clamp(affordable, kLeast, kMost));
}

// The median of the positive and finite ones; 0 when there are none.
double positive_median(std::vector<double>& distances) {
  std::erase_if(distances, [](double d) { return !(d > 0.0) || !std::isfinite(d); });
  if (distances.empty()) return 0.0;
  const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
  std::nth_element(distances.begin(), middle, distances.end());
  return *middle;
}

// A pair stands for as many as the product of its weights: what copies of the rows would give.
struct WeightedDistance {
  double distance;
  double weight;
};

double positive_median(std::vector<WeightedDistance>& pairs) {
  std::erase_if(pairs, [](const WeightedDistance& pair) {
    return !(pair.distance > 0.0 && pair.weight > 0.0) || !std::isfinite(pair.distance);
  });
  std::sort(pairs.begin(), pairs.end(),
            [](const auto& a, const auto& b) { return a.distance < b.distance; });
  double total = 0.0;
  for (const WeightedDistance& pair : pairs) total += pair.weight;
  double below = 0.0;
  for (const WeightedDistance& pair : pairs) {
    below += pair.weight;
    if (below > 0.5 * total) return pair.distance;
  }
  return 0.0;
}

template <class Distance>
double median_over_pairs(const std::vector<Eigen::Index>& rows, std::span<const double> weights,
                         Distance distance) {
  const auto over_pairs = [&](auto pairs, auto make) {
    pairs.reserve(rows.size() * rows.size() / 2);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) pairs.push_back(make(rows[i], rows[j]));
    }
    return positive_median(pairs);
  };
  // Equal weights say nothing, and selecting takes a fifth of the time of sorting.
  const bool equal =
      weights.empty() || (weights.front() > 0.0 && std::ranges::all_of(weights, [&](double weight) {
                            return weight == weights.front();
                          }));
  if (equal) return over_pairs(std::vector<double>{}, distance);
  return over_pairs(std::vector<WeightedDistance>{}, [&](Eigen::Index i, Eigen::Index j) {
    const double both = weights[static_cast<std::size_t>(i)] * weights[static_cast<std::size_t>(j)];
    return WeightedDistance{distance(i, j), both};
  });
}

}  // namespace

InitialLengthscales initial_lengthscales(const Points& X, std::span<const double> weights) {
  if (X.rows() == 0) return initial_lengthscales(X, Vector::Zero(X.cols()), weights);
  return initial_lengthscales(X, X.colwise().maxCoeff() - X.colwise().minCoeff(), weights);
}

InitialLengthscales initial_lengthscales(const Points& X, const Vector& range,
                                         std::span<const double> weights) {
  const std::vector<Eigen::Index> rows = spread_rows(X.rows(), rows_to_look_at(X.rows(), X.cols()));
  InitialLengthscales scales;
  double varying = 0.0;
  for (Eigen::Index k = 0; k < X.cols(); ++k) {
    double median = median_over_pairs(
        rows, weights, [&](Eigen::Index i, Eigen::Index j) { return std::abs(X(i, k) - X(j, k)); });
    if (!(median > 0.0) && range[k] > 0.0 && std::isfinite(range[k])) median = range[k];
    scales.per_dimension.push_back(median);
    if (median > 0.0) varying += 1.0;
  }
  for (double& scale : scales.per_dimension) scale = scale > 0.0 ? scale * std::sqrt(varying) : 1.0;
  const double median = median_over_pairs(rows, weights, [&](Eigen::Index i, Eigen::Index j) {
    return (X.row(i) - X.row(j)).stableNorm();
  });
  if (median > 0.0) scales.shared = median;
  return scales;
}

}  // namespace phigp
