#include "phigp/model/fitted_model.h"

#include <utility>

#include "phigp/inference/sparse/sparse_prediction.h"

namespace phigp {

FittedModel::FittedModel(DataEncoding encoding, LikelihoodSpec spec, Hyperparameters values,
                         TrainingSet data, Sites sites, FitReport report)
    : encoding_(std::move(encoding)),
      spec_(with_values_of(std::move(spec), *values.likelihood)),
      values_(std::move(values)),
      data_(std::move(data)),
      sites_(std::move(sites)),
      report_(std::move(report)),
      q_(dense_prior(values_, data_).condition(sites_)),
      predictor_(values_.likelihood),
      quantile_curves_(std::make_shared<const QuantileCurves>(predictor_)) {
  latent_ = std::make_shared<DensePredictor>(values_, data_.X, q_);
}

FittedModel::FittedModel(DataEncoding encoding, LikelihoodSpec spec, Hyperparameters values,
                         SparseState sparse, FitReport report)
    : encoding_(std::move(encoding)),
      spec_(with_values_of(std::move(spec), *values.likelihood)),
      values_(std::move(values)),
      report_(std::move(report)),
      sparse_(std::move(sparse)),
      latent_(std::make_shared<SparsePredictor>(values_, sparse_->Z, sparse_->q)),
      predictor_(values_.likelihood),
      quantile_curves_(std::make_shared<const QuantileCurves>(predictor_)) {}

}  // namespace phigp
