#include "phigp/inference/sparse/sparse_prediction.h"

#include <algorithm>
#include <utility>

#include "phigp/base/error.h"
#include "phigp/linalg/blas.h"

namespace phigp {

namespace {

constexpr Eigen::Index kRowsAtOnce = 512;  // rows at a time: memory does not grow with their number

void check_inputs(const Points& X, const Points& Z) {
  require(X.cols() == Z.cols(), "inputs", static_cast<double>(X.cols()),
          "must have as many columns as the model (" + std::to_string(Z.cols()) + ")");
}

}  // namespace

SparsePredictor::SparsePredictor(const Hyperparameters& values, Points Z, NaturalParameters q)
    : mean_(values.mean), basis_(values.kernel, std::move(Z)), q_(std::move(q)) {
  require(q_.size() == basis_.size(), "inducing values", static_cast<double>(q_.size()),
          "must be as many as inducing inputs (" + std::to_string(basis_.size()) + ")");
}

void SparsePredictor::marginals(const Points& X, Vector& mean, Vector& variance) const {
  check_inputs(X, basis_.inputs());
  mean.resize(X.rows());
  variance.resize(X.rows());
  Matrix A;
  Vector d;
  Vector m;
  Vector v;
  for (Eigen::Index start = 0; start < X.rows(); start += kRowsAtOnce) {
    const Points rows = X.middleRows(start, std::min(kRowsAtOnce, X.rows() - start));
    basis_.project(rows, A, d);
    q_.marginals(A, d, mean_.at(rows), m, v);
    mean.segment(start, rows.rows()) = m;
    variance.segment(start, rows.rows()) = v;
  }
}

void SparsePredictor::joint(const Points& X, Vector& mean, Matrix& covariance) const {
  check_inputs(X, basis_.inputs());
  Matrix A;
  Vector d;
  basis_.project(X, A, d);
  mean = mean_.at(X);
  mean.noalias() += A.transpose() * q_.mean();
  basis_.kernel().gram(X, covariance);
  subtract_gram_of_columns(A, covariance);
  solve_lower(q_.factor(), A);
  add_gram_of_columns(A, covariance);
  covariance.diagonal() = covariance.diagonal().cwiseMax(0.0);
  mirror_lower(covariance);
}

}  // namespace phigp
