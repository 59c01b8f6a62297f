#include "python/bindings/latent_prior.h"

#include "phigp/base/error.h"
#include "phigp/base/threads.h"
#include "phigp/inference/latent_engine.h"
#include "phigp/inference/low_rank_sampler.h"
#include "phigp/inference/sparse/site_sums.h"
#include "phigp/inference/sparse/sparse_gibbs.h"
#include "phigp/inference/sparse/sparse_prediction.h"
#include "phigp/kernels/parse_kernel.h"

namespace phigp {

namespace {

void check_count(const Sites& sites, Eigen::Index rows) {
  require(sites.size() == static_cast<std::size_t>(rows), "sites", std::to_string(sites.size()),
          "must be one per input: " + std::to_string(rows));
}

class DenseLatentPrior final : public LatentPrior {
 public:
  DenseLatentPrior(const std::string& kernel, Points X, Vector mean)
      : LatentPrior(kernel, std::move(X), std::move(mean)), prior_(dense_prior(at_, data_)) {}

  LatentPosterior condition(const Sites& sites) const override {
    check_count(sites, data_.size());
    const DensePosterior q = prior_.condition(sites);
    return {q.m, q.v, q.kl, q.log_evidence, std::make_shared<DensePredictor>(at_, data_.X, q)};
  }
  std::unique_ptr<LatentSampler> sampler(const Sites& around) const override {
    check_count(around, data_.size());
    return make_latent_sampler(at_, data_, prior_, around, prior_.condition(around));
  }
  Vector variance() const override { return prior_.covariance().diagonal(); }
  Matrix covariance() const override { return prior_.covariance(); }

 private:
  DensePrior prior_;
};

// math.md (Z.1)-(Z.4), all rows at once.
class SparseLatentPrior final : public LatentPrior {
 public:
  SparseLatentPrior(const std::string& kernel, Points X, Points Z, Vector mean)
      : LatentPrior(kernel, std::move(X), std::move(mean)), basis_(at_.kernel, std::move(Z)) {
    basis_.project(data_.X, A_, d_, k_);
  }

  LatentPosterior condition(const Sites& sites) const override {
    check_count(sites, data_.size());
    SiteSums sums(basis_.size());
    SiteSums::Memory memory;
    sums.add(A_, d_, k_, mean(), sites, memory);
    const SparsePosterior q(sums.natural());
    LatentPosterior out;
    Matrix solved = A_;
    q.marginals(solved, d_, mean(), out.mean, out.variance);
    out.kl = q.kl();
    out.log_evidence = sums.constant + 0.5 * (q.fitted() - q.log_determinant());
    out.predictor = std::make_shared<SparsePredictor>(at_, basis_.inputs(), q.natural());
    return out;
  }
  std::unique_ptr<LatentSampler> sampler(const Sites& around) const override {
    check_count(around, data_.size());
    return std::make_unique<LowRankSampler>(inducing_prior(basis_, at_, data_, Threads(1)));
  }
  Vector variance() const override { return k_; }
  Matrix covariance() const override {
    Matrix K = A_.transpose() * A_;
    K.diagonal() += d_;
    return K;
  }

 private:
  InducingBasis basis_;
  Matrix A_;
  Vector d_;
  Vector k_;
};

}  // namespace

LatentPrior::LatentPrior(const std::string& text, Points X, Vector mean) {
  require(X.rows() > 0, "X", "no rows", "must have at least one");
  require(X.allFinite(), "X", "a value that is not finite", "must be finite");
  require(mean.size() == X.rows() && mean.allFinite(), "mean", std::to_string(mean.size()),
          "must be one finite number per row of X: " + std::to_string(X.rows()));
  at_.kernel = parse_kernel(text, X.cols());
  at_.mean = MeanFunction(MeanFunction::Kind::zero, X.cols());
  data_.X = std::move(X);
  data_.rows.resize(static_cast<std::size_t>(data_.X.rows()));
  data_.offset = std::move(mean);
}

std::shared_ptr<LatentPrior> dense_latent_prior(const std::string& kernel, Points X, Vector mean) {
  return std::make_shared<DenseLatentPrior>(kernel, std::move(X), std::move(mean));
}

std::shared_ptr<LatentPrior> sparse_latent_prior(const std::string& kernel, Points X, Points Z,
                                                 Vector mean) {
  require(Z.cols() == X.cols(), "inducing inputs", std::to_string(Z.cols()) + " columns",
          "must have as many columns as X: " + std::to_string(X.cols()));
  require(Z.allFinite(), "inducing inputs", "a value that is not finite", "must be finite");
  return std::make_shared<SparseLatentPrior>(kernel, std::move(X), std::move(Z), std::move(mean));
}

}  // namespace phigp
