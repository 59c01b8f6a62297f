// One chain over everything: f, omega, and the parameters of kernel, mean and likelihood. Each
// parameter is moved with something integrated out: those of the likelihood without omega, which is
// then drawn at once; those of kernel and mean without f, which is then drawn at once. math.md (S.9)
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

class FullChain {
 public:
  struct Start {
    Vector free;  // numbers
    Vector f;
  };
  // `kernel_moves`: how many of the kernel's parameters, chosen at random, a sweep moves. Each costs
  // four to five factorisations; those of mean and likelihood are cheap and all moved.
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
  void move_likelihood(bool tune, Stream& stream);
  void move_kernel_and_mean(bool tune, Stream& stream);
  // A slice move of free number k under `log_density` plus its prior; returns the log density.
  double move(Eigen::Index k, double log_density_here, const LogDensityOfOne& log_density,
              bool tune, Stream& stream, const std::function<void()>& when_left);
  Stream next_stream();

  const FullModel& model_;
  int kernel_moves_;
  MovingOmega omega_;
  StreamAddress omega_at_;
  StreamAddress latent_at_;
  Vector free_;
  Vector f_;
  Hyperparameters values_;
  Vector widths_;
  Sites sites_;
  SiteEvidence evidence_;
  long evaluations_ = 0;
  long refused_ = 0;
};

}  // namespace phigp
