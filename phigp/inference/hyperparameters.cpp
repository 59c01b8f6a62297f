#include "phigp/inference/hyperparameters.h"

#include <cmath>

namespace phigp {

namespace {

double sigmoid(double u) {
  return u >= 0.0 ? 1.0 / (1.0 + std::exp(-u)) : std::exp(u) / (1.0 + std::exp(u));
}

// A value on the closed end of its range has an infinite logit; this is as close as it starts.
constexpr double kEdge = 1e-3;

}  // namespace

double to_free(const ParameterRange& range, double value) {
  if (!std::isfinite(range.low)) return value;
  if (!std::isfinite(range.high)) return std::log(value - range.low);
  const double share = std::min((value - range.low) / (range.high - range.low), 1.0 - kEdge);
  return std::log(share / (1.0 - share));
}

double from_free(const ParameterRange& range, double free) {
  if (!std::isfinite(range.low)) return free;
  if (!std::isfinite(range.high)) return range.low + std::exp(free);
  return range.low + (range.high - range.low) * sigmoid(free);
}

double from_free_slope(const ParameterRange& range, double free) {
  if (!std::isfinite(range.low)) return 1.0;
  if (!std::isfinite(range.high)) return std::exp(free);
  return (range.high - range.low) * sigmoid(free) * sigmoid(-free);
}

Vector prior_mean(const Hyperparameters& at, const TrainingSet& data) {
  Vector mean = at.mean.at(data.X);
  if (data.offset.size() > 0) mean += data.offset;
  return mean;
}

FreeParameters::FreeParameters(const Hyperparameters& start, const LearnedParts& parts)
    : start_(start) {
  if (parts.kernel) {
    names_ = start.kernel->parameter_names();
    kernel_count_ = names_.size();
  }
  if (parts.mean) {
    mean_count_ = start.mean.coefficients().size();
    for (std::size_t k = 0; k < mean_count_; ++k)
      names_.push_back(k == 0 ? "mean.constant" : "mean.slope[" + std::to_string(k - 1) + "]");
  }
  if (parts.likelihood) {
    const std::vector<ParameterSpec>& specs = start.likelihood->parameter_specs();
    for (std::size_t k = 0; k < specs.size(); ++k) {
      if (!specs[k].learned) continue;
      likelihood_indices_.push_back(k);
      names_.push_back(specs[k].name);
    }
  }
}

Vector FreeParameters::pack(const Hyperparameters& values) const {
  Vector free(size());
  Eigen::Index at = 0;
  if (kernel_count_ > 0) {
    for (const double value : values.kernel->parameters()) free[at++] = std::log(value);
  }
  if (mean_count_ > 0) {
    for (const double value : values.mean.coefficients()) free[at++] = value;
  }
  for (const std::size_t k : likelihood_indices_) {
    free[at++] =
        to_free(values.likelihood->parameter_specs()[k].range, values.likelihood->parameters()[k]);
  }
  return free;
}

KernelPtr FreeParameters::kernel_at(const Vector& free) const {
  if (kernel_count_ == 0) return start_.kernel;
  std::vector<double> theta(free.data(), free.data() + kernel_count_);
  for (double& x : theta) x = std::exp(x);
  return start_.kernel->with_parameters(theta);
}

MeanFunction FreeParameters::mean_at(const Vector& free) const {
  if (mean_count_ == 0) return start_.mean;
  return start_.mean.with_coefficients({free.data() + kernel_count_, mean_count_});
}

LikelihoodPtr FreeParameters::likelihood_at(const Vector& free) const {
  if (likelihood_indices_.empty()) return start_.likelihood;
  const double* at = free.data() + kernel_count_ + mean_count_;
  std::vector<double> theta = start_.likelihood->parameters();
  for (const std::size_t k : likelihood_indices_)
    theta[k] = from_free(start_.likelihood->parameter_specs()[k].range, *at++);
  return start_.likelihood->with_parameters(theta);
}

Hyperparameters FreeParameters::unpack(const Vector& free) const {
  return {kernel_at(free), mean_at(free), likelihood_at(free)};
}

ParameterRange FreeParameters::range(Eigen::Index k) const {
  if (k < kernel_count()) return kPositive;
  const Eigen::Index of_likelihood = k - kernel_count() - mean_count();
  if (of_likelihood < 0) return kAnyReal;
  const std::size_t index = likelihood_indices_[static_cast<std::size_t>(of_likelihood)];
  return start_.likelihood->parameter_specs()[index].range;
}

Vector FreeParameters::values(const Vector& free) const {
  Vector natural(size());
  for (Eigen::Index k = 0; k < size(); ++k) natural[k] = from_free(range(k), free[k]);
  return natural;
}

Vector FreeParameters::chain(const Hyperparameters& at, const std::vector<double>& kernel,
                             const std::vector<double>& mean,
                             const std::vector<double>& likelihood) const {
  Vector slopes(size());
  Eigen::Index out = 0;
  for (std::size_t k = 0; k < kernel_count_; ++k) slopes[out++] = kernel[k];
  for (std::size_t k = 0; k < mean_count_; ++k) slopes[out++] = mean[k];
  for (std::size_t j = 0; j < likelihood_indices_.size(); ++j) {
    const std::size_t k = likelihood_indices_[j];
    const ParameterRange& range = at.likelihood->parameter_specs()[k].range;
    const double free = to_free(range, at.likelihood->parameters()[k]);
    slopes[out++] = likelihood[j] * from_free_slope(range, free);
  }
  return slopes;
}

}  // namespace phigp
