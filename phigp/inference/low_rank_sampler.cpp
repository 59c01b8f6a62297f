#include "phigp/inference/low_rank_sampler.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace phigp {

LowRankSampler::LowRankSampler(LowRankPrior prior) : prior_(std::move(prior)) {}

std::string LowRankSampler::description() const {
  return fmt::format("in the {} dimensions of the kernel matrix, of {}", prior_.rank(),
                     prior_.size());
}

void LowRankSampler::draw(const Sites& sites, double persistence, Stream& stream, Vector& f,
                          Vector* conditional_mean) const {
  const LowRankPosterior given(prior_, sites);
  Vector normals(given.normals());
  for (double& x : normals) x = stream.normal();
  const double fresh = std::sqrt(1.0 - persistence * persistence);
  f = given.mean() + persistence * (f - given.mean()) + fresh * given.deviation(normals);
  if (conditional_mean != nullptr) *conditional_mean = given.mean();
}

}  // namespace phigp
