// What a model is made of besides its data, and the vector of free numbers that learning moves:
// positive parameters by their logarithm, bounded ones by their logit, coefficients of the mean as
// they are. math.md (H.2)
#pragma once

#include <string>
#include <vector>

#include "phigp/base/training_set.h"
#include "phigp/inference/mean_function.h"
#include "phigp/kernels/kernel.h"
#include "phigp/likelihoods/likelihood.h"

namespace phigp {

struct Hyperparameters {
  KernelPtr kernel;
  MeanFunction mean;
  LikelihoodPtr likelihood;
};

// The mean of f before any target is seen, known offsets included.
Vector prior_mean(const Hyperparameters& at, const TrainingSet& data);

struct LearnedParts {
  bool kernel = true;
  bool mean = true;
  bool likelihood = true;
};

class FreeParameters {
 public:
  FreeParameters(const Hyperparameters& start, const LearnedParts& parts);

  Eigen::Index size() const { return static_cast<Eigen::Index>(names_.size()); }
  // "rbf.lengthscale[2]", "mean.constant", "mean.slope[2]", "sigma": kernel, mean, likelihood.
  const std::vector<std::string>& names() const { return names_; }
  ParameterRange range(Eigen::Index k) const;

  Vector pack(const Hyperparameters& values) const;
  Hyperparameters unpack(const Vector& free) const;
  // Its parts, for callers that move one of them only.
  KernelPtr kernel_at(const Vector& free) const;
  MeanFunction mean_at(const Vector& free) const;
  LikelihoodPtr likelihood_at(const Vector& free) const;
  Vector values(const Vector& free) const;  // of the parameters themselves, in the order of names
  // From derivatives in log kernel parameters, mean coefficients and likelihood parameters (empty
  // where not learned) to those in the free numbers.
  Vector chain(const Hyperparameters& at, const std::vector<double>& kernel,
               const std::vector<double>& mean, const std::vector<double>& likelihood) const;
  // Free numbers come in this order: those of the kernel, of the mean, of the likelihood.
  Eigen::Index kernel_count() const { return static_cast<Eigen::Index>(kernel_count_); }
  Eigen::Index mean_count() const { return static_cast<Eigen::Index>(mean_count_); }
  bool learns_kernel() const { return kernel_count_ > 0; }
  bool learns_mean() const { return mean_count_ > 0; }
  const std::vector<std::size_t>& likelihood_indices() const { return likelihood_indices_; }

 private:
  Hyperparameters start_;
  std::size_t kernel_count_ = 0;
  std::size_t mean_count_ = 0;
  std::vector<std::size_t> likelihood_indices_;  // those that are learned
  std::vector<std::string> names_;
};

// A parameter in its range as a free number, back, and the derivative of the way back.
double to_free(const ParameterRange& range, double value);
double from_free(const ParameterRange& range, double free);
double from_free_slope(const ParameterRange& range, double free);

}  // namespace phigp
