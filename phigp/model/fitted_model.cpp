#include "phigp/model/fitted_model.h"

#include <utility>

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
      predictor_(values_.likelihood) {
  latent_.emplace(values_, data_.X, q_);
}

}  // namespace phigp
