// What every sampler of omega owes to its phi: E exp(-t omega) = phi(c^2 + t) / phi(c^2), and the
// cdf that inverting phi gives. The checks return what failed instead of asserting, so that planted
// bugs can be shown to fail.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "phigp/augmentation/radial.h"
#include "phigp/augmentation/sampler.h"

namespace phigp::test {

struct SamplerContract {
  std::vector<double> c2 = {1e-6, 0.04, 1.0, 30.0, 1e4};
  std::size_t draws = 20000;  // at each c2
  double false_alarm =
      1e-6;  // probability that a right sampler fails any of the checks of one call
  std::uint64_t seed = 20;
  Row row;
};

// z-tests of the mean of exp(-t omega) at the three t where it should be 0.9, 0.5 and 0.1, for
// every c2. The variance is known as well: phi(c^2 + 2t) / phi(c^2) - mean^2.
std::vector<std::string> laplace_failures(const OmegaSampler& sampler, const Radial& radial,
                                          const SamplerContract& contract = {});

// Kolmogorov-Smirnov distance from the inverted cdf, for every c2. For laws without atoms.
std::vector<std::string> kolmogorov_failures(const OmegaSampler& sampler, const RadialPtr& radial,
                                             const SamplerContract& contract = {});

// sqrt(n) D beyond which a sample of a right sampler falls with probability `alarm` at most.
double kolmogorov_limit(double alarm);
// sqrt(n m / (n + m)) times the largest distance between the empirical cdfs; both samples are
// sorted.
double two_sample_statistic(std::vector<double> a, std::vector<double> b);

}  // namespace phigp::test
