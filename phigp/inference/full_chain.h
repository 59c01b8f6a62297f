// One chain over everything: f, omega, and the parameters of kernel, mean and likelihood. Each
// parameter is moved with something integrated out: those of the likelihood without omega, which is
// then drawn at once; those of kernel and mean without f, which is then drawn at once. Scale and
// mean of f are also moved with f itself, without omega: cheap, and fast where omega remembers how
// large f was. math.md (S.9), (S.10)
#pragma once

#include "phigp/inference/hyperparameter_prior.h"
#include "phigp/inference/moving_omega.h"
#include "phigp/inference/site_evidence.h"
#include "phigp/inference/slice_sampler.h"

namespace phigp {

// What chains share; kept by reference.
struct FullModel {
  const TrainingSet& data;
  const FreeParameters& free;
  const HyperparameterPrior& prior;
  std::shared_ptr<const OmegaSampler> omega;  // MovingOmega::shared_sampler
};

// The free numbers that multiply K by e^c when each of them grows by c: the variances of its terms.
std::vector<Eigen::Index> variance_numbers(const FreeParameters& free);

class FullChain {
 public:
  struct Start {
    Vector free;  // numbers
    Vector f;
  };
  // `kernel_moves`: how many of the kernel's parameters, chosen at random, a sweep moves. Each
  // costs two to three factorisations; those of mean and likelihood are cheap and all moved.
  FullChain(const FullModel& model, Start start, int kernel_moves, std::uint64_t seed,
            std::uint32_t chain);
  FullChain(const FullChain&) = delete;
  FullChain& operator=(const FullChain&) = delete;

  // `tune` lets the widths of slices follow the moves: before draws are kept, because a chain that
  // learns from its past has no equilibrium. Writes E[f | omega] unless null.
  void sweep(bool tune, Vector* conditional_mean);

  const Vector& f() const { return f_; }
  const Vector& free() const { return free_; }
  const Hyperparameters& values() const { return values_; }
  const Cholesky& factor_of_k() const { return evidence_.factor_of_k(); }  // after a sweep
  const OmegaSampler& omega() { return omega_.at(*values_.likelihood); }
  long evaluations() const { return evaluations_; }  // of the sites' evidence at some kernel
  // Places where a density could not be computed (a kernel matrix that no jitter mends): never
  // visited.
  long refused() const { return refused_; }

 private:
  // With omega integrated out, given f; each takes and returns log p(y | f).
  double move_scale(double log_likelihood, bool tune, Stream& stream);
  double move_level(double log_likelihood, bool tune, Stream& stream);
  double move_likelihood(double log_likelihood, bool tune, Stream& stream);
  // With f integrated out, given the sites.
  void move_kernel_and_mean(bool tune, Stream& stream);
  // By how much the kernel's free numbers change for a slice's unit: along the number's own axis,
  // or along a difference of two past states, which knows how numbers depend on each other.
  Vector past_step(Stream& stream) const;

  // A slice move of one number whose width is number `width`; densities that cannot be computed
  // count as 0.
  SliceMove slice(Eigen::Index width, double x, double at_x, const LogDensityOfOne& log_density,
                  bool tune, bool step_out, Stream& stream);
  Stream next_stream();

  const FullModel& model_;
  int kernel_moves_;
  MovingOmega omega_;
  StreamAddress omega_at_;
  StreamAddress latent_at_;
  Vector free_;
  Vector f_;
  Hyperparameters values_;
  std::vector<Eigen::Index> variances_;  // free numbers that scale K when they move together
  // Of slices: one per free number, one per coefficient of the mean for moves with f, one for moves
  // along past steps, one for the scale.
  Vector widths_;
  std::vector<Vector> past_;  // the kernel's free numbers, sweep by sweep, while widths are tuned
  Sites sites_;
  SiteEvidence evidence_;
  long evaluations_ = 0;
  long refused_ = 0;
};

}  // namespace phigp
