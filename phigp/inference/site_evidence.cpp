#include "phigp/inference/site_evidence.h"

#include <utility>

#include "phigp/linalg/blas.h"

namespace phigp {

SiteEvidence::SiteEvidence(const TrainingSet& data, const Sites& sites)
    : data_(data), sites_(sites) {}

Vector SiteEvidence::mean_of(const MeanFunction& mean) const {
  Vector at = mean.at(data_.X);
  if (data_.offset.size() > 0) at += data_.offset;
  return at;
}

void SiteEvidence::use(const Kernel& kernel) {
  Matrix K;
  kernel.gram(data_.X, K);
  prior_.emplace(Vector::Zero(data_.size()), std::move(K));
  scale_ = prior_->scaled(sites_);
  prior_->scaled_factor(scale_, factor_of_a_);
  log_det_b_ = 2.0 * (factor_of_a_.diagonal().array().log() - scale_.d.array().log()).sum();
  k_tilt_ = Vector::Zero(data_.size());
  if (scale_.tilt.cwiseAbs().maxCoeff() > 0.0)
    multiply_symmetric(prior_->covariance(), scale_.tilt, k_tilt_);
}

double SiteEvidence::log_evidence(const MeanFunction& mean) const {
  const Vector from_centre = mean_of(mean) - scale_.centre;
  Vector t_x = scale_.t.array() * (from_centre + k_tilt_).array();
  solve_lower(factor_of_a_, t_x);
  return scale_.constant - 0.5 * log_det_b_ - 0.5 * t_x.squaredNorm() +
         scale_.tilt.dot(from_centre) + 0.5 * scale_.tilt.dot(k_tilt_);
}

void SiteEvidence::draw(const MeanFunction& mean, Stream& stream, Vector& f,
                        Vector* conditional_mean) {
  factor_ = cholesky(prior_->covariance(), "prior covariance");
  const Vector at = mean_of(mean);
  draw_latent({at, prior_->covariance(), factor_->L, scale_, factor_of_a_}, 0.0, stream, f,
              conditional_mean);
}

}  // namespace phigp
