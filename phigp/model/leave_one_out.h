// How well each training row would be predicted without it, from the draws of a sampler: the log
// density of every row at every draw is collected as draws come, and judged at the end. math.md
// (D.11), (D.13)
#pragma once

#include <optional>

#include "phigp/diagnostics/leave_one_out.h"
#include "phigp/model/draw_record.h"
#include "phigp/model/fitted_model.h"

namespace phigp {

class DrawnDensities {
 public:
  DrawnDensities(const FittedModel& model, int chains, int draws);

  // f at the training rows as the model sees it, offsets included, under the likelihood of that
  // draw. For different chains from different threads.
  void take(int chain, int draw, const Vector& f, const Likelihood& likelihood);

  // In the units of the table. A row of weight w is left out whole and counts w times; one of
  // weight 0 is missing. Nothing for fewer than 2 draws of a chain.
  std::optional<LeaveOneOut> leave_one_out(const UsedDraws& used) const;

 private:
  const FittedModel& model_;
  Eigen::Index draws_;  // of each chain
  double log_unit_;     // log of the unit of y in the table
  Matrix densities_;    // (chains x draws) x rows, as leave one out takes them
};

}  // namespace phigp
