// The law of a new y when its latent value is uncertain, f ~ N(m, v): p(y) = E p(y|f). The same
// functions for every likelihood. Integrals over f are adaptive, split where the likelihood and the
// Gaussian live. math.md (L.9)
#pragma once

#include <vector>

#include "phigp/likelihoods/conditional.h"

namespace phigp {

class Predictor {
 public:
  // `closed_forms` false: neither the likelihood's closed forms nor the quick rule for log p(y)
  // (Q.4); both are tested against this.
  explicit Predictor(const LikelihoodPtr& likelihood, bool closed_forms = true);

  const Likelihood& likelihood() const { return conditional_.likelihood(); }
  const ConditionalLaw& conditional() const { return conditional_; }
  double width() const { return width_; }  // of p(y|f) in f

  // log p(y). For a pseudo-likelihood of labels, normalised over the two labels.
  double log_density(const Row& row, double m, double v) const;
  double mean(double m, double v, double trials = 1.0) const;
  double variance(double m, double v, double trials = 1.0) const;
  double probability(double m, double v) const;  // of the label +1
  double cdf(const Row& row, double m, double v) const;
  double cdf_of_many(const Row& row, double m, double v) const;  // within 1e-8, and quicker
  double quantile(double p, double m, double v, double trials = 1.0) const;
  double draw(double m, double v, double trials, Stream& stream) const;

 private:
  double expectation(const std::function<double(double f)>& g, double m, double v, const Row& row,
                     double tolerance = 1e-12) const;
  std::vector<double> centres(const Row& row) const;

  ConditionalLaw conditional_;
  bool closed_forms_;
  double width_;
};

}  // namespace phigp
