// How well each training row would be predicted without it, from the draws of a sampler: the log
// density of every row at every draw is collected as draws come, and judged at the end. math.md
// (D.11), (D.13)
#pragma once

#include <optional>

#include "phigp/diagnostics/leave_one_out.h"
#include "phigp/model/fitted_model.h"

namespace phigp {

class DrawnDensities {
 public:
  DrawnDensities(const FittedModel& model, int chains, int draws);

  // f at the training rows as the model sees it, offsets included, under the model's likelihood or
  // one with other parameter values. For different chains from different threads.
  void take(int chain, int draw, const Vector& f);
  void take(int chain, int draw, const Vector& f, const Likelihood& likelihood);

  // Of the first `draws` of each chain, in the units of the table. A row of weight w is left out
  // whole and counts w times; one of weight 0 is missing. Nothing for fewer than 2 draws of a
  // chain.
  std::optional<LeaveOneOut> leave_one_out(int draws) const;

 private:
  const FittedModel& model_;
  std::vector<Matrix> chains_;  // draws x rows
};

}  // namespace phigp
