// Fitting through inducing inputs, for tables of any length.
#pragma once

#include "phigp/base/row_source.h"
#include "phigp/model/fitted_model.h"

namespace phigp {

FittedModel fit_sparse(const RowSource& rows, const FitSettings& settings,
                       const DataEncoding& encoding, const LikelihoodSpec& spec,
                       const Hyperparameters& start, const Watcher& watch);

}  // namespace phigp
