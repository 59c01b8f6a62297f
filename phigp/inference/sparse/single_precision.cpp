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

struct Checked {
  std::vector<double> terms;
  Vector d;
  Vector k;
};

Checked computed_in(Precision precision, const Hyperparameters& at, const Points& Z,
                    const SparsePosterior& q, const TrainingSet& rows) {
  const InducingBasis basis(at.kernel, Z, precision);
  Matrix A;
  Checked result;
  Vector m;
  Vector v;
  basis.project(rows.X, A, result.d, result.k);
  q.marginals(A, result.d, prior_mean(at, rows), m, v, precision);
  // The rows' weights do not matter: every row is asked as one.
  const Observations observed(*at.likelihood, rows.rows, {});
  result.terms.resize(observed.size());
  bound_terms(*at.likelihood, observed, span_of(m), span_of(v), result.terms);
  return result;
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
  const Checked exact = computed_in(Precision::full, at, Z, posterior, some);
  const Checked rounded = computed_in(Precision::single, at, Z, posterior, some);
  double of_terms = 0.0;
  double of_d = 0.0;
  for (std::size_t i = 0; i < exact.terms.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    of_terms += std::abs(rounded.terms[i] - exact.terms[i]) / (1.0 + std::abs(exact.terms[i]));
    if (exact.k[k] > 0.0) of_d += std::abs(rounded.d[k] - exact.d[k]) / exact.k[k];
  }
  const double error =
      std::max(of_terms, of_d) / static_cast<double>(std::max<std::size_t>(chosen.size(), 1));
  return std::isfinite(of_terms + of_d) ? error : kInfinity;
}

}  // namespace phigp
