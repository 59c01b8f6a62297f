// Posteriors of three latent values under one prior, for every likelihood, by quadrature in high
// precision (tests/reference/make_posteriors.py), and the comparison of a sampler's draws with
// them.
#pragma once

#include <string>
#include <vector>

#include "phigp/inference/dense_prior.h"
#include "tests/support/batch_means.h"

namespace phigp::test {

using Failures = std::vector<std::string>;

// One line of tests/reference/posteriors.txt: three observations under one prior.
struct PosteriorReference {
  LikelihoodPtr likelihood;
  std::vector<Row> rows;
  Vector mean;        // 3
  Matrix covariance;  // 3 x 3
};
std::vector<std::string> reference_names();
PosteriorReference posterior_reference(const std::string& likelihood);
const DensePrior& three_point_prior();

inline constexpr Eigen::Index kThreePoints = 3;
inline constexpr Eigen::Index kMoments = 9;

// f - centre and its products.
Vector moments(const Vector& f, const Vector& centre);
Vector expected_moments(const Matrix& covariance);

// |z| beyond this is a failure. z has a t distribution with 199 degrees of freedom (means of 200
// batches of consecutive sweeps): 1.2e-5 for one comparison with a right sampler.
inline constexpr double kLargestZ = 4.5;

// One line for each of the expected means that is not found. The first nine are the moments, others
// are called `last`.
Failures failures(const BatchMeans& found, const Vector& expected, const std::string& last = "");
std::string text(const Failures& failures);  // one per line

}  // namespace phigp::test
