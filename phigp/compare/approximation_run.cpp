#include "phigp/compare/approximation_run.h"

#include <cmath>

#include "phigp/base/error.h"
#include "phigp/base/span_of.h"
#include "phigp/base/thread_clock.h"
#include "phigp/baselines/annealed_evidence.h"
#include "phigp/baselines/approximation.h"
#include "phigp/inference/refinement.h"
#include "phigp/likelihoods/marginal_quadrature.h"

namespace phigp {

namespace {

constexpr int kAdamSteps = 1000;

// Each row's E log phi(h^2) - log phi(c^2), summed: what the augmented bound gives away. (L.5)
double augmentation_gap(const LatentProblem& problem) {
  MarginalQuadrature quadrature(problem.likelihood);
  double sum = 0.0;
  for (std::size_t i = 0; i < problem.observed.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    const Terms<double>& terms = problem.observed.terms[i];
    const Row& row = problem.observed.rows[i];
    const double m = problem.q.m[at];
    const double v = problem.q.v[at];
    const double expected = quadrature.over({m - terms.centre, std::sqrt(v)}, terms, row).value;
    sum += problem.observed.weight(i) *
           (expected - problem.likelihood.moments().log_phi(terms.h2(m, v), row));
  }
  return sum;
}

Approximation from(const RefinementResult& result) {
  return {result.q.m, result.q.v, result.elbo, result.iterations, result.stop};
}

Approximation answer_of(const std::string& name, const LatentProblem& problem,
                        const TimedAscent& ascent) {
  const DensePrior& prior = problem.prior;
  const Likelihood& likelihood = problem.likelihood;
  const Observations& observed = problem.observed;
  if (name == "vi-refined") return from(refine(prior, likelihood, observed, ascent.result.sites));
  if (name == "vi-original")
    return from(refine(prior, likelihood, observed, empty_sites(observed)));
  if (name == "laplace-approximation") return laplace_approximation(prior, likelihood, observed);
  if (name == "ep") return expectation_propagation(prior, likelihood, observed);
  if (name == "vi-adam") {
    ApproximationOptions options;
    options.max_iterations = kAdamSteps;
    return adam_inference(prior, likelihood, observed, options);
  }
  const AscentResult& vi = ascent.result;
  return {vi.q.m, vi.q.v, vi.elbo, vi.iterations, vi.stop};
}

}  // namespace

ComparedApproximation run_approximation(const ComparedMethod& method,
                                        const ComparedPosterior& posterior,
                                        const TimedAscent& ascent, const CompareSettings& settings,
                                        const RowMoments* reference) {
  ComparedApproximation out;
  out.method = method;
  const LatentProblem& problem = posterior.problem;
  const double begin = thread_seconds();
  Approximation answer;
  try {
    if (method.name == "annealing") {
      // On one thread, so that its time is what it costs.
      const AnnealedEvidence found = annealed_evidence(
          problem, {settings.particles, settings.temperatures, settings.seed}, Threads(1));
      out.seconds = thread_seconds() - begin;
      out.log_evidence = found.log_evidence;
      out.standard_error = found.standard_error;
      out.effective_particles = found.effective_particles;
      out.iterations = settings.temperatures;
      return out;
    }
    answer = answer_of(method.name, problem, ascent);
  } catch (const Error& error) {
    out.refused = error.what();
    return out;
  }
  out.seconds = thread_seconds() - begin;
  if (method.name == "vi" || method.name == "vi-refined") out.seconds += ascent.seconds;
  if (method.name == "vi") {
    out.original_bound = original_bound(problem.likelihood, problem.observed, problem.q);
    out.gap = augmentation_gap(problem);
  }
  out.log_evidence = answer.log_evidence;
  out.iterations = answer.iterations;
  out.stop = to_text(answer.stop);
  if (reference != nullptr) {
    out.mean_error =
        (answer.m - reference->mean).cwiseQuotient(reference->sd).cwiseAbs().maxCoeff();
    out.sd_ratio = spread_of(answer.v.cwiseSqrt().cwiseQuotient(reference->sd));
  }
  return out;
}

}  // namespace phigp
