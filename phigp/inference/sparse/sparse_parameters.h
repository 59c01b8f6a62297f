// All numbers that sparse learning moves, as one vector: the free hyperparameters and, where they
// are to move, the inducing inputs behind them, in the units of the encoded features. math.md
// (Z.14)
#pragma once

#include "phigp/inference/hyperparameter_prior.h"
#include "phigp/inference/parameter_limits.h"

namespace phigp {

class SparseParameters {
 public:
  SparseParameters(const Hyperparameters& start, const Points& Z, const LearnedParts& parts,
                   const std::vector<PriorStatement>& priors, bool moves_inputs);

  const FreeParameters& free() const { return free_; }
  bool moves_inputs() const { return moves_inputs_; }
  Eigen::Index size() const { return free_.size() + (moves_inputs_ ? Z_.size() : 0); }

  Vector start() const;
  Hyperparameters values(const Vector& x) const { return free_.unpack(x.head(free_.size())); }
  Points inputs(const Vector& x) const;
  // In which steps of all these numbers are alike: 1 for hyperparameters, for inducing inputs the
  // distance along which the process changes. X: inputs of rows.
  Vector units(const Points& X) const;
  // Inducing inputs have no prior: those of the hyperparameters. As in HyperparameterPrior.
  double log_prior(const Vector& x, Vector* gradient) const;
  void check_prior(const Vector& x) const { prior_.check(x.head(free_.size())); }
  // Inducing inputs have no limits.
  ParameterLimits limits(const TrainingSet& data) const;
  // Those of the hyperparameters that x has at a limit.
  std::vector<std::string> at_limit(const ParameterLimits& limits, const Vector& x) const;

 private:
  Hyperparameters start_;
  Points Z_;
  FreeParameters free_;
  HyperparameterPrior prior_;
  bool moves_inputs_;
};

// A gradient in the free hyperparameters with that in the inducing inputs behind it.
void append_inputs(const Points& of_inputs, Vector& gradient);

}  // namespace phigp
