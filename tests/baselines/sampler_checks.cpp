#include "tests/baselines/sampler_checks.h"

namespace phigp::test {

int thin_of(const BaselineMethod& method) {
  switch (method.kind) {
    case BaselineMethod::Kind::random_walk:
    case BaselineMethod::Kind::prior_proposal:
      return 10;
    case BaselineMethod::Kind::hmc:
    case BaselineMethod::Kind::elliptical_slice:
      return 3;
    case BaselineMethod::Kind::nuts:
      return 1;
  }
  return 1;
}

Failures walker_failures(Walker& walker, const PosteriorReference& reference, int warm_up,
                         int draws, int thin) {
  Stream stream({.seed = 41, .purpose = Purpose::test, .chain = 0, .index = 0});
  for (int k = 0; k < warm_up; ++k) walker.step(true, stream);
  BatchMeans found(kMoments, draws);
  for (int draw = 0; draw < draws; ++draw) {
    for (int k = 0; k < thin; ++k) walker.step(false, stream);
    found.add(moments(walker.latent(), reference.mean));
  }
  return failures(found, expected_moments(reference.covariance));
}

ThreePoints::ThreePoints(const PosteriorReference& reference)
    : likelihood(reference.likelihood),
      observed(*likelihood, reference.rows),
      ascent(coordinate_ascent(three_point_prior(), *likelihood, observed)) {}

LatentProblem ThreePoints::problem() const {
  return {three_point_prior(), *likelihood, observed, ascent.sites, ascent.q};
}

}  // namespace phigp::test
