// Stochastic variational inference: minibatches without replacement, natural steps for q(v), Adam
// for the hyperparameters, an automatic stop. math.md (Z.10)-(Z.12)
#pragma once

#include "phigp/inference/sparse/sparse_fit.h"

namespace phigp {

// Two schedules that need no tuning: a quick one, and the paper's own.
enum class StochasticSchedule { quick, paper };

struct StochasticPlan {
  Eigen::Index batch = 1024;
  int steps = 400;     // at most
  double rate = 0.05;  // of Adam at the start; falls to 0 along a cosine if `anneal`
  bool anneal = true;
  // q's step: from first to last, evenly in the logarithm; or (t + 100)^-0.51 if `robbins_monro`.
  double first_step = 0.15;
  double last_step = 0.02;
  bool robbins_monro = false;
  int passes = 2;  // over all rows afterwards, at the learned hyperparameters
  // Rows that no step sees, for the learning curve and an early stop; without them the average
  // bound is the score.
  Eigen::Index held_out = 500;
  int check_every = 50;
  // Ends early, and keeps the best state it saw; else it runs its length and keeps the last.
  bool stops_early = false;
  int patience = 10;  // checks without a better score or a better average bound

  static StochasticPlan of(StochasticSchedule schedule, Eigen::Index rows);
};

// What the fit saw at its checks.
struct LearningCurve {
  std::vector<int> step;
  std::vector<double> seconds;
  std::vector<double> bound;             // per row, averaged since the last check
  std::vector<double> held_out_density;  // mean log p(y) of the rows held out; empty without them
};

struct StochasticFit {
  SparseFit fit;
  LearningCurve curve;
};

StochasticFit stochastic_fit(const RowSource& rows, const Points& Z, const Hyperparameters& start,
                             const StochasticPlan& plan, const Threads& threads,
                             const SparseFitOptions& options = {});

}  // namespace phigp
