// A likelihood of the super-Gaussian family (math.md (L.1)): named parameters with values, a domain
// for y, the terms of an observation, and phi. Everything else (densities, sites, bounds,
// predictions, draws) is derived from these, once, for every likelihood: density.h, sites.h,
// prediction.h. Objects are immutable; with_parameters makes a changed copy.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "phigp/augmentation/moments.h"
#include "phigp/augmentation/radial.h"
#include "phigp/base/random.h"
#include "phigp/base/row.h"
#include "phigp/likelihoods/parameter.h"
#include "phigp/likelihoods/terms.h"

namespace phigp {

class Likelihood;
using LikelihoodPtr = std::shared_ptr<const Likelihood>;

struct PredictiveMoments {
  double mean = 0.0;
  double variance = 0.0;
};

class Likelihood {
 public:
  virtual ~Likelihood() = default;

  virtual std::string name() const = 0;
  virtual std::string formula() const = 0;  // the density in mathematical text
  virtual Domain domain() const = 0;
  virtual const std::vector<ParameterSpec>& parameter_specs() const = 0;
  virtual LikelihoodPtr with_parameters(std::span<const double> values) const = 0;

  virtual Terms<double> terms(const Row& row) const = 0;
  // The same with the derivative in parameter k.
  virtual Terms<Dual> terms(const Row& row, std::size_t k) const = 0;

  // Whether phi changes with parameter k. Those it changes with come first and are numbered as in
  // radial().
  virtual bool phi_depends_on(std::size_t /*k*/) const { return true; }

  // p(y|f) = p0(y - f) for one density p0: predictions are then those of f, blurred.
  virtual bool is_location_family() const = 0;
  // Sums to one over y. Not so for the Bayesian SVM, whose predictions are normalised over the two
  // labels.
  virtual bool is_normalised() const { return true; }

  // Closed forms where they exist; nullopt sends the caller to quadrature (conditional.h). `noise`
  // is y - f.
  virtual std::optional<double> closed_noise_mean() const { return std::nullopt; }
  virtual std::optional<double> closed_noise_variance() const {
    return std::nullopt;
  }  // may be infinite
  virtual std::optional<double> closed_noise_cdf(double /*noise*/) const { return std::nullopt; }
  virtual std::optional<double> closed_mean(double /*f*/, double /*trials*/) const {
    return std::nullopt;
  }
  virtual std::optional<double> closed_variance(double /*f*/, double /*trials*/) const {
    return std::nullopt;
  }
  virtual std::optional<double> closed_cdf(const Row& /*y and trials*/, double /*f*/) const {
    return std::nullopt;
  }

  // Mean and variance of y for f ~ N(m, v).
  virtual std::optional<PredictiveMoments> closed_predictive_moments(double /*m*/, double /*v*/,
                                                                     double /*trials*/) const {
    return std::nullopt;
  }

  const std::vector<double>& parameters() const { return theta_; }
  double parameter(const std::string& name) const;
  const Radial& radial() const { return moments_.radial(); }
  const RadialPtr& radial_ptr() const { return radial_; }
  const Moments& moments() const { return moments_; }

  // Throws InvalidInput naming the first row whose y (or trials) lies outside the domain. Rows
  // count from 1.
  void check(std::span<const Row> rows) const;

 protected:
  Likelihood(std::vector<double> theta, RadialPtr radial);

 private:
  std::vector<double> theta_;
  RadialPtr radial_;
  Moments moments_;
};

// Throws InvalidInput("student-t: nu must be positive, got -1") unless every value lies in its
// range.
void check_parameters(const std::string& likelihood, std::span<const ParameterSpec> specs,
                      std::span<const double> values);

}  // namespace phigp
