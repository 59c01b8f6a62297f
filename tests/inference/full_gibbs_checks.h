// Joint checks of the sampler of the whole model, as functions that return what failed.
#pragma once

#include "phigp/inference/full_chain.h"
#include "tests/inference/gibbs_checks.h"

namespace phigp::test {

// A model on four inputs whose priors are normal in the free numbers, as the chain believes them.
struct JointCase {
  std::string name;
  Hyperparameters model;
  std::string priors;  // in the free numbers: lognormal and normal laws only
  double (*draw)(const Likelihood&, double f, Stream&);  // of y given f, as a textbook draws it
  int kernel_moves = 2;                                  // one along an axis, one along a past step
};
std::vector<JointCase> joint_cases();  // with exact samplers of omega
JointCase scale_case();                // the variance moves with f only, and has no lengthscale
JointCase moving_formula_case();       // phi moves and has none: omega by inversion

// Geweke's joint test: y drawn anew given f and parameters after every sweep, so that parameters
// keep their prior and f keeps its law given them. Bounded functions of
//   z = free numbers standardised by their prior    w = L_K^-1 (f - mean), standard normal
// and the change of functions of y and of their products with z when y is drawn anew. `believed`:
// the priors of the chain, if wrong. At most 41 comparisons, |z| < kLargestZ each: false alarm
// 5e-4.
Failures joint_failures(const JointCase& joint, int sweeps, const std::string& believed = "");

}  // namespace phigp::test
