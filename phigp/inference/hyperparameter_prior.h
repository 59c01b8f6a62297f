// Priors of the parameters that are learned or sampled. Learning maximises bound + log density of
// the parameters themselves; sampling needs the density of the free numbers that it moves, which
// has the derivative of one in the other as a further factor. math.md (H.6)
#pragma once

#include <optional>

#include "phigp/inference/hyperparameters.h"
#include "phigp/inference/prior_law.h"

namespace phigp {

class HyperparameterPrior {
 public:
  // Of the parameters that statements name, the last one counting; the others are left flat.
  // Throws InvalidInput for a pattern that fits no parameter, with the nearest name.
  HyperparameterPrior(const FreeParameters& free, const std::vector<PriorStatement>& statements);
  // The same with the default for all others: a weak proper law around `initial`. (H.7)
  static HyperparameterPrior proper(const FreeParameters& free, const Hyperparameters& initial,
                                    const std::vector<PriorStatement>& statements);

  // Of free number k, the Jacobian included: for sampling. 0 where the prior is flat.
  double log_density(Eigen::Index k, double free) const;
  // Of the parameters themselves, summed over all: for learning. Adds its derivatives in the free
  // numbers to `gradient` unless that is null.
  double log_density_of_values(const Vector& free, Vector* gradient) const;
  // Throws InvalidInput, naming it, for a parameter outside the support of its prior.
  void check(const Vector& free) const;

  std::string text(Eigen::Index k) const;  // "lognormal(0, 1.5)", or "flat"

 private:
  struct One {
    std::string name;
    ParameterRange range;
    std::optional<PriorLaw> law;
  };
  std::vector<One> all_;
};

}  // namespace phigp
