#include "phigp/inference/sparse/feature_relevance.h"

#include <algorithm>
#include <cmath>

#include "phigp/inference/low_rank_prior.h"

namespace phigp {

namespace {

// Rows that the process is looked at from: fewer where there are many features.
constexpr Eigen::Index kMostLookouts = 32;
constexpr Eigen::Index kFewestLookouts = 2;
constexpr Eigen::Index kLooks = 1728;     // lookouts times features
constexpr Eigen::Index kShifts = 40;      // along each feature, up to its range
constexpr double kShortestShift = 1e-4;   // shift, of the range
constexpr double kRounding = 1e-12;       // of the variance
constexpr double kLeastRelevance = 1e-3;  // relevance, of the largest

// Half the mean square difference of f between rows and the same rows with one feature shifted.
Vector variogram(const Kernel& kernel, const Points& X, Eigen::Index feature,
                 const Vector& shifts) {
  Vector sum = Vector::Zero(shifts.size());
  Matrix k;
  for (Eigen::Index i = 0; i < X.rows(); ++i) {
    const Points from = X.row(i);
    Points to = from.replicate(shifts.size(), 1);
    to.col(feature) += shifts;
    kernel.cross(to, from, k);
    const double here = smooth_diagonal(kernel, from)[0];
    sum.array() += 0.5 * (here + smooth_diagonal(kernel, to).array()) - k.col(0).array();
  }
  return sum / static_cast<double>(X.rows());
}

// The shift at which a feature's variogram first reaches `level`; beyond its range as its square.
double reach(const Eigen::Ref<const Vector>& shift, const Eigen::Ref<const Vector>& found,
             double level) {
  const Eigen::Index last = found.size() - 1;
  Eigen::Index s = 0;
  while (s <= last && found[s] < level) ++s;
  if (s == 0) return shift[0];
  if (s > last) return shift[last] * std::sqrt(level / std::max(found[last], 0.0));
  if (!(found[s - 1] > 0.0)) return shift[s];
  const double part = std::log(level / found[s - 1]) / std::log(found[s] / found[s - 1]);
  return shift[s - 1] * std::pow(shift[s] / shift[s - 1], part);
}

}  // namespace

Eigen::RowVectorXd feature_relevance(const Kernel& kernel, const Points& X) {
  const Eigen::RowVectorXd range = X.colwise().maxCoeff() - X.colwise().minCoeff();
  const Vector steps =
      Vector::LinSpaced(kShifts, std::log(kShortestShift), 0.0).array().exp().matrix();
  const Matrix shifts = steps * range;
  const Eigen::Index looks = kLooks / std::max<Eigen::Index>(X.cols(), 1);
  const Points from =
      X.topRows(std::min(std::clamp(looks, kFewestLookouts, kMostLookouts), X.rows()));
  Matrix found = Matrix::Zero(kShifts, X.cols());
  for (Eigen::Index c = 0; c < X.cols(); ++c)
    found.col(c) = variogram(kernel, from, c, shifts.col(c));
  Eigen::RowVectorXd relevance = Eigen::RowVectorXd::Zero(X.cols());
  const double level = (1.0 - std::exp(-0.5)) * found.maxCoeff();
  if (level > kRounding * smooth_diagonal(kernel, from).mean()) {
    for (Eigen::Index c = 0; c < X.cols(); ++c)
      if (range[c] > 0.0) relevance[c] = 1.0 / reach(shifts.col(c), found.col(c), level);
  }
  const double most = relevance.size() > 0 ? relevance.maxCoeff() : 0.0;
  if (!(most > 0.0)) return Eigen::RowVectorXd::Ones(X.cols());  // it moves with none of them
  return relevance.cwiseMax(kLeastRelevance * most);
}

}  // namespace phigp
