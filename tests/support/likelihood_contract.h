// What every likelihood has to satisfy, as functions that return the list of what failed: an empty
// list for a right likelihood, a full one for a planted bug. Nothing here is told which likelihoods
// exist; the tests enumerate the catalogue.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "phigp/augmentation/sampler.h"
#include "phigp/likelihoods/likelihood.h"
#include "tests/support/likelihood_reference.h"

namespace phigp::test {

using Failures = std::vector<std::string>;
using LikelihoodMaker = std::function<LikelihoodPtr(const std::string& name, const Parameters&)>;
using SamplerMaker = std::function<std::unique_ptr<OmegaSampler>(const Likelihood&)>;

LikelihoodPtr from_catalogue(const std::string& name, const Parameters& parameters);
std::unique_ptr<OmegaSampler> best_sampler(const Likelihood& likelihood);

// Members of the catalogue with random parameter values, away from 1 and inside the ranges.
std::vector<LikelihoodPtr> random_members(const std::string& name, int count, std::uint64_t seed);
Parameters parameters_of(const Likelihood& likelihood);
// "student-t(nu=3.1, sigma=0.2)"
std::string title_of(const Likelihood& likelihood);
// Targets that a domain allows: small, large, at the borders.
std::vector<Row> rows_of(Domain domain);

// log p(y|f) = the textbook density.
Failures check_density(const std::string& name, const LikelihoodMaker& make = from_catalogue);
// First, second and third derivative of log p in f.
Failures check_derivatives(const std::string& name, const LikelihoodMaker& make = from_catalogue);
// C e^{gf} int e^{-h^2 omega} pi(omega) d omega = the textbook density, pi in closed form.
Failures check_augmentation(const std::string& name, const LikelihoodMaker& make = from_catalogue);
// int or sum of p(y|f) over y is 1.
Failures check_total(const Likelihood& likelihood);
// Draws of omega given (y, f) have E e^{-t omega} = p(y|f') e^{-g(f'-f)} / p(y|f), where
// h^2(f') = h^2(f) + t and p is the textbook density. |z| <= 7, so that a right sampler fails one
// of these (fewer than 1000) comparisons with probability below 1e-6.
Failures check_draws(const std::string& name, const LikelihoodMaker& make = from_catalogue,
                     const SamplerMaker& sampler = best_sampler);
// Precision, shift and c^2 by closed form; the bound term is log C + g m + log phi(c^2).
Failures check_sites(const Likelihood& likelihood, const LikelihoodMaker& make = from_catalogue);
// Slopes of bound and sites in every parameter against differences; the two agree with each other.
Failures check_slopes(const Likelihood& likelihood);

// One gtest failure per entry, at most ten.
void expect_none(const Failures& failures);

}  // namespace phigp::test
