#include "phigp/inference/prediction.h"

#include <algorithm>
#include <utility>

#include "phigp/base/error.h"
#include "phigp/linalg/blas.h"

namespace phigp {

namespace {

constexpr Eigen::Index kChunk = 512;  // rows at a time: memory does not grow with their number

}  // namespace

DensePredictor::DensePredictor(const Hyperparameters& values, Points X, const DensePosterior& q)
    : values_(values),
      X_(std::move(X)),
      alpha_(q.alpha),
      t_(q.t),
      inverse_factor_(q.inverse_factor),
      lift_(q.lift) {}

void DensePredictor::marginals(const Points& X, Vector& mean, Vector& variance) const {
  require(X.cols() == X_.cols(), "inputs", static_cast<double>(X.cols()),
          "must have as many columns as the model (" + std::to_string(X_.cols()) + ")");
  mean = values_.mean.at(X);
  values_.kernel->diagonal(X, variance);
  Matrix K;
  for (Eigen::Index start = 0; start < X.rows(); start += kChunk) {
    const Eigen::Index count = std::min(kChunk, X.rows() - start);
    values_.kernel->cross(X_, X.middleRows(start, count), K);
    mean.segment(start, count) += K.transpose() * alpha_;
    if (lift_.cols() > 0)
      variance.segment(start, count) += (lift_.transpose() * K).colwise().squaredNorm().transpose();
    K.array().colwise() *= t_.array();
    multiply_lower(inverse_factor_, K);
    variance.segment(start, count) -= K.colwise().squaredNorm().transpose();
  }
  variance = variance.cwiseMax(0.0);
}

void DensePredictor::joint(const Points& X, Vector& mean, Matrix& covariance) const {
  require(X.cols() == X_.cols(), "inputs", static_cast<double>(X.cols()),
          "must have as many columns as the model (" + std::to_string(X_.cols()) + ")");
  mean = values_.mean.at(X);
  values_.kernel->gram(X, covariance);
  Matrix K;
  values_.kernel->cross(X_, X, K);
  mean += K.transpose() * alpha_;
  add_gram_of_columns(Matrix(lift_.transpose() * K), covariance);
  K.array().colwise() *= t_.array();
  multiply_lower(inverse_factor_, K);
  subtract_gram_of_columns(K, covariance);
  mirror_lower(covariance);
}

}  // namespace phigp
