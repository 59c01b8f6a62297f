// From a table and settings to a fitted model: the single path of command line and Python.
#pragma once

#include "phigp/kernels/initial_scales.h"
#include "phigp/model/fitted_model.h"

namespace phigp {

inline constexpr std::size_t kMostDenseRows = 20000;  // of a dense model: memory grows as n^2
// Up to here `auto` takes the dense engine: it learns in less than a minute, needs no
// approximation, and its bound is higher.
inline constexpr std::size_t kDenseByDefault = 2000;

// The likelihood that is stated or, where none is, the one that suits the target.
LikelihoodSpec chosen_likelihood(const Table& table, const FitSettings& settings);

// Throws InvalidInput, naming the thing, its value and the rule, for whatever does not fit
// together.
FittedModel fit(const Table& table, const FitSettings& settings, const Watcher& watch = {});

// The same with columns encoded in a way that was settled before.
FittedModel fit_encoded(const Table& table, const FitSettings& settings,
                        const DataEncoding& encoding, const Watcher& watch = {});
// Where learning starts: what the settings state, and scales of the inputs for what they leave
// open. The default priors of sampling are centred there.
Hyperparameters initial_hyperparameters(const FitSettings& settings, const FittedModel& model);
Hyperparameters initial_hyperparameters(const FitSettings& settings, const DataEncoding& encoding,
                                        const InitialLengthscales& lengthscales,
                                        const LikelihoodPtr& likelihood);

}  // namespace phigp
