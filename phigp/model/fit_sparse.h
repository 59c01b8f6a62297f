// Fitting through inducing inputs, for tables of any length.
#pragma once

#include "phigp/model/fitted_model.h"

namespace phigp {

// Up to here a sparse model keeps its rows, for sampling; predictions need none of them.
inline constexpr Eigen::Index kMostKeptRows = 200000;

// Reads the table block by block, several times.
FittedModel fit_sparse(const Table& table, const FitSettings& settings,
                       const DataEncoding& encoding, const LikelihoodSpec& spec,
                       const Watcher& watch);

}  // namespace phigp
