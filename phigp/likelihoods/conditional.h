// The law of y given f, for any likelihood: moments, distribution function, quantiles, draws.
// Closed forms where the likelihood has them, quadrature or summation of its density otherwise.
// math.md (L.9)
#pragma once

#include <memory>

#include "phigp/base/random.h"
#include "phigp/likelihoods/cdf_table.h"
#include "phigp/likelihoods/likelihood.h"
#include "phigp/likelihoods/real_law.h"

namespace phigp {

class ConditionalLaw {
 public:
  // `closed_forms` false: ignore the likelihood's closed forms (they are tested against this).
  explicit ConditionalLaw(LikelihoodPtr likelihood, bool closed_forms = true);

  const Likelihood& likelihood() const { return *likelihood_; }

  double mean(double f, double trials = 1.0) const;
  double variance(double f, double trials = 1.0) const;
  double cdf(const Row& row, double f) const;                      // P(Y <= row.y)
  double quantile(double p, double f, double trials = 1.0) const;  // least y with cdf >= p
  double probability(double f) const;                              // of the label +1
  double draw(double f, double trials, Stream& stream) const;

  // Only for location families: the law of y - f, and its distribution function as a table.
  const RealLaw& noise() const { return *noise_; }
  const CdfTable& noise_cdf_table() const { return *noise_table_; }

 private:
  RealLaw real_law(double f, double trials) const;
  double discrete_sum(double f, double trials, int moment) const;

  LikelihoodPtr likelihood_;
  bool closed_forms_;
  std::shared_ptr<const RealLaw> noise_;
  std::shared_ptr<const CdfTable> noise_table_;
};

}  // namespace phigp
