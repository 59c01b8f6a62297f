// From a table and settings to a fitted model: the single path of command line and Python.
#pragma once

#include "phigp/model/fitted_model.h"

namespace phigp {

inline constexpr std::size_t kMostDenseRows = 20000;  // of a dense model: memory grows as n^2

// Throws InvalidInput, naming the thing, its value and the rule, for whatever does not fit
// together.
FittedModel fit(const Table& table, const FitSettings& settings, const Watcher& watch = {});

// Where learning starts: what the settings state, and scales of the inputs for what they leave
// open. The default priors of sampling are centred there.
Hyperparameters initial_hyperparameters(const FitSettings& settings, const FittedModel& model);

}  // namespace phigp
