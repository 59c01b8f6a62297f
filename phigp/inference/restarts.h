// Learning from several starting points: the bound has more than one maximum in the
// hyperparameters, and which of them is found depends on where the search starts. math.md (H.8)
#pragma once

#include <cstdint>

#include "phigp/inference/learning.h"

namespace phigp {

struct RestartedLearning {
  LearningResult best;  // first_elbo and first_log_prior are those of the given start
  // Reached from each start, the given one first, the log prior included: what is compared.
  // -infinity where it could not be computed.
  std::vector<double> bounds;
};

// As learn(); where that takes everything for noise, once or twice more from shorter lengthscales,
// for functions that vary faster than the usual start can see; then from `restarts` further points.
// Never below what learn() reaches. A watcher that stops the work ends it with the best so far.
// Throws what learn() throws for the given start.
RestartedLearning learn_restarted(const TrainingSet& data, const Hyperparameters& start,
                                  const LearningOptions& options, int restarts, std::uint64_t seed);

// The starting point with number 1, 2, …: lengthscales times a common and an individual factor,
// scales of the likelihood lower for odd numbers and higher for even ones. What is not learned
// stays.
Hyperparameters scattered_start(const Hyperparameters& start, const LearnedParts& parts, int number,
                                std::uint64_t seed);

// Whether f explains next to nothing: the mean over rows of lambda (m - prior mean)^2, what it
// explains in units of its noise, is less than 0.01.
bool explains_nothing(const Vector& explained, const std::vector<double>& precision);

bool is_lengthscale(const std::string& parameter);
// Whether a lengthscale is learned: without one there is no shorter start.
bool learns_lengthscales(const Hyperparameters& start, const LearnedParts& parts);
// Progress of a further start, told apart from the others.
Watcher named_start(const Watcher& watch, const std::string& name);
std::string shorter_name(int power);
// How often learning that explains nothing is repeated from shorter lengthscales.
inline constexpr int kMostShorter = 2;
// The start with lengthscales that are learned divided by 8 to that power.
Hyperparameters shorter_start(const Hyperparameters& start, const LearnedParts& parts, int power);

}  // namespace phigp
