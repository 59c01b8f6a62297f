#include "phigp/inference/sparse/faster_start.h"

#include "phigp/base/error.h"
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
  mean_sites(likelihood, Observations(likelihood, data.rows), span_of(m), span_of(v), sites);
  return explains_nothing(m - mean, sites.precision);
}

std::optional<Hyperparameters> faster_start(const TrainingSet& sample, const Points& Z,
                                            const Hyperparameters& start, int power,
                                            const Threads& threads,
                                            const SparseFitOptions& options) {
  try {
    SparseFit found = sparse_fit(RowsInMemory(sample), Z,
                                 shorter_start(start, options.parts, power), threads, options);
    if (found.stop == Stop::stopped || takes_all_for_noise(sample, found)) return std::nullopt;
    return std::move(found.values);
  } catch (const Error&) {  // no bound so far out, or outside the support of a prior
    return std::nullopt;
  }
}

}  // namespace phigp
