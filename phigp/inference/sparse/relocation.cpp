#include "phigp/inference/sparse/relocation.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "phigp/inference/sparse/input_losses.h"

namespace phigp {

namespace {

// As many as there are inputs, and no more than these: each costs as much as one of the inputs.
constexpr Eigen::Index kMostCandidates = 200;
// Of (sum of weights + |bound|), as that of steps (Z.8): for less, what is known about the
// curvature is not given up.
constexpr double kLeastRelocationGain = 1e-5;

bool stands_in(const Points& Z, Eigen::Index count, const Points& X, Eigen::Index row) {
  for (Eigen::Index j = 0; j < count; ++j)
    if (Z.row(j) == X.row(row)) return true;
  return false;
}

// Z and, behind it, different rows drawn with probabilities in proportion to lambda d, what the
// bound pays for all that the inputs leave open about a row.
Points with_candidates(const Points& Z, const TrainingSet& data, const SparseBound::Point& point,
                       Stream& stream) {
  std::vector<double> sums;
  double total = 0.0;
  for (std::size_t block = 0; block < point.d.size(); ++block)
    for (const double paid : point.lambda[block].cwiseProduct(point.d[block]))
      sums.push_back(total += paid);
  const Eigen::Index most = std::min(Z.rows(), kMostCandidates);
  Points all(Z.rows() + most, Z.cols());
  all.topRows(Z.rows()) = Z;
  Eigen::Index count = Z.rows();
  for (Eigen::Index k = 0; k < most && total > 0.0; ++k) {
    const auto found = std::upper_bound(sums.begin(), sums.end(), stream.uniform() * total);
    const Eigen::Index row = std::min<Eigen::Index>(found - sums.begin(), data.X.rows() - 1);
    if (!stands_in(all, count, data.X, row)) all.row(count++) = data.X.row(row);
  }
  all.conservativeResize(count, Eigen::NoChange);
  return all;
}

}  // namespace

std::optional<Relocation> relocate(const SparseBound& bound, const TrainingSet& data,
                                   const Hyperparameters& at, const Points& Z,
                                   std::span<const double> c2, Stream& stream) {
  SparseBound::Point before = bound.at(at, Z, c2);
  const double height = before.value;
  const Points all = with_candidates(Z, data, before, stream);
  bound.give_back(std::move(before));
  InputLosses losses(bound.at(at, all, c2));
  for (Eigen::Index left = all.rows(); left > Z.rows(); --left) {
    const Eigen::Index least = losses.least();
    if (least < 0) return std::nullopt;
    losses.drop(least);
  }
  Relocation result{Z, {}, {}, 0.0};
  Eigen::Index candidate = Z.rows();
  for (Eigen::Index j = 0; j < Z.rows(); ++j) {
    if (losses.has(j)) continue;
    while (!losses.has(candidate)) ++candidate;
    result.Z.row(j) = all.row(candidate++);
    result.moved.push_back(j);
  }
  if (result.moved.empty()) return std::nullopt;
  const SparseBound::Point after = bound.at(at, result.Z, c2);
  result.gain = after.value - height;
  const double least_gain = kLeastRelocationGain * (total_weight(data) + std::abs(height));
  if (!(result.gain > least_gain)) return std::nullopt;
  result.q = after.q.natural();
  return result;
}

}  // namespace phigp
