// Observations together with the likelihood that they refer to, kept alive.
#pragma once

#include "phigp/inference/dense_prior.h"
#include "phigp/likelihoods/sites.h"

namespace phigp {

struct ObservedLikelihood {
  ObservedLikelihood(LikelihoodPtr of, std::vector<Row> rows, std::vector<double> weights)
      : likelihood(std::move(of)), data(*likelihood, std::move(rows), std::move(weights)) {}

  LikelihoodPtr likelihood;
  Observations data;
};

// omega behind the precision of a site: lambda = 2 gamma omega.
inline Vector omega_of(const Sites& sites, const Observations& observed) {
  Vector omega(static_cast<Eigen::Index>(sites.size()));
  for (std::size_t i = 0; i < sites.size(); ++i)
    omega[static_cast<Eigen::Index>(i)] = 0.5 * sites.precision[i] / observed.terms[i].gamma;
  return omega;
}

}  // namespace phigp
