// Where in its predicted law each target of a table falls, for the probability integral transform.
#pragma once

#include "phigp/model/evaluate.h"

namespace phigp {

// Fills in cdf_below and cdf of rows that have everything else. Not for labels.
void add_target_cdf(const FittedModel& model, const Table& table, int threads, HeldOut& rows);

}  // namespace phigp
