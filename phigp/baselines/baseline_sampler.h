// The baseline samplers by name, each with the coordinates it walks in, and a run of several chains
// of one of them. Everything is compared on f, whatever a sampler's own coordinates.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "phigp/baselines/walker.h"
#include "phigp/inference/gibbs.h"

namespace phigp {

// A posterior of f at fixed hyperparameters, and coordinate ascent's answer to it.
struct LatentProblem {
  const DensePrior& prior;
  const Likelihood& likelihood;
  const Observations& observed;
  const Sites& sites;  // precisions not negative
  const DensePosterior& q;
};

struct BaselineMethod {
  enum class Kind { random_walk, prior_proposal, hmc, nuts, elliptical_slice };
  enum class Space { prior, eigen, variational };
  std::string name;
  std::string meaning;
  Kind kind;
  Space space;
  double step_size = 0.0;  // of hmc
  int steps = 0;
};

// All of them, hmc with a step size and a number of steps that suit a standard normal law.
const std::vector<BaselineMethod>& baseline_methods();
// "nuts-eigen", or "hmc(0.05,10)" for one with these settings. Nothing for a name that is none of
// them; throws InvalidInput for settings that make no sense.
std::optional<BaselineMethod> find_baseline(std::string_view text);

struct BaselineReport {
  Stop stop = Stop::iteration_limit;
  std::vector<int> draws;             // kept, of each chain
  std::vector<WalkerReport> walkers;  // one per chain
};

class BaselineSampler {
 public:
  // The parts of `problem` are kept by reference. Works out the coordinates.
  BaselineSampler(BaselineMethod method, const LatentProblem& problem);

  // Chains start at draws of q whose distance from its mean is widened, so that R-hat has something
  // to see. `options.persistence` and `conditional_means` mean nothing here.
  BaselineReport run(const GibbsOptions& options, const Threads& threads, DrawSink& sink) const;

  // One chain that starts at this f.
  std::unique_ptr<Walker> walker(const Vector& f, int warm_up) const;

 private:
  BaselineMethod method_;
  LatentProblem problem_;
  Coordinates around_q_;
  std::optional<Coordinates> own_;  // where they are not around_q_
  const Coordinates& coordinates() const { return own_ ? *own_ : around_q_; }
};

}  // namespace phigp
