#include "phigp/inference/sparse/all_noise.h"

#include "phigp/base/span_of.h"
#include "phigp/inference/restarts.h"
#include "phigp/likelihoods/sites.h"

namespace phigp {

bool takes_all_for_noise(const TrainingSet& data, const SparseFit& fit) {
  const InducingBasis basis(fit.values.kernel, fit.Z);
  Matrix A;
  Vector d;
  Vector m;
  Vector v;
  basis.project(data.X, A, d);
  const Vector mean = prior_mean(fit.values, data);
  SparsePosterior(fit.q).marginals(A, d, mean, m, v);
  const Likelihood& likelihood = *fit.values.likelihood;
  Sites sites;
  mean_sites(likelihood, Observations(likelihood, data.rows, data.weights), span_of(m), span_of(v),
             sites);
  return explains_nothing(m - mean, sites.precision);
}

}  // namespace phigp
