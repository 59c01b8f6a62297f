#include "phigp/inference/sparse/single_precision.h"

#include <algorithm>
#include <cmath>

#include "phigp/base/limits.h"
#include "phigp/base/span_of.h"
#include "phigp/inference/sparse/inducing_basis.h"
#include "phigp/likelihoods/sites.h"

namespace phigp {

namespace {

constexpr Eigen::Index kCheckedRows = 512;

std::vector<double> terms_in(Precision precision, const Hyperparameters& at, const Points& Z,
                             const SparsePosterior& q, const TrainingSet& rows) {
  const InducingBasis basis(at.kernel, Z, precision);
  Matrix A;
  Vector d;
  Vector m;
  Vector v;
  basis.project(rows.X, A, d);
  q.marginals(A, d, prior_mean(at, rows), m, v, precision);
  // The rows' weights do not matter: every row is asked as one.
  const Observations observed(*at.likelihood, rows.rows, {});
  std::vector<double> terms(observed.size());
  bound_terms(*at.likelihood, observed, span_of(m), span_of(v), terms);
  return terms;
}

}  // namespace

double single_precision_error(const Hyperparameters& at, const Points& Z,
                              const NaturalParameters& q, const RowSource& rows) {
  std::vector<Eigen::Index> chosen(static_cast<std::size_t>(std::min(kCheckedRows, rows.size())));
  const double apart = static_cast<double>(rows.size()) / static_cast<double>(chosen.size());
  for (std::size_t i = 0; i < chosen.size(); ++i)
    chosen[i] = static_cast<Eigen::Index>(apart * static_cast<double>(i));
  TrainingSet some;
  rows.gather(chosen, some);
  const SparsePosterior posterior(q);
  const std::vector<double> exact = terms_in(Precision::full, at, Z, posterior, some);
  const std::vector<double> rounded = terms_in(Precision::single, at, Z, posterior, some);
  double error = 0.0;
  for (std::size_t i = 0; i < exact.size(); ++i)
    error += std::abs(rounded[i] - exact[i]) / (1.0 + std::abs(exact[i]));
  error /= static_cast<double>(std::max<std::size_t>(exact.size(), 1));
  return std::isfinite(error) ? error : kInfinity;
}

}  // namespace phigp
