#include "phigp/inference/restarts.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <utility>

#include "phigp/base/error.h"
#include "phigp/base/random.h"

namespace phigp {

namespace {

constexpr double kCommonSpread = 1.0;  // standard deviations of logarithms of lengthscales
constexpr double kOwnSpread = 0.7;
constexpr double kLowNoise = -1.5;  // shifts of logarithms of the likelihood's scales
constexpr double kHighNoise = 0.7;
constexpr std::uint32_t kChain = 0xffffffff;  // cross-validation's choices have small numbers

bool is_scale(const ParameterRange& range) {
  return std::isfinite(range.low) && !std::isfinite(range.high);
}

// Progress of a restart, told apart from the others.
LearningOptions renamed(LearningOptions options, int number, int restarts) {
  if (!options.watch) return options;
  options.watch = [watch = options.watch, number, restarts](Progress progress) {
    progress.phase = fmt::format("restart {} of {}, {}", number, restarts, progress.phase);
    return watch(progress);
  };
  if (options.ascent.watch) options.ascent.watch = options.watch;
  return options;
}

}  // namespace

Hyperparameters scattered_start(const Hyperparameters& start, const LearnedParts& parts, int number,
                                std::uint64_t seed) {
  Stream stream({.seed = seed,
                 .purpose = Purpose::selection,
                 .chain = kChain,
                 .index = static_cast<std::uint64_t>(number)});
  const FreeParameters free(start, parts);
  Vector x = free.pack(start);
  const double common = kCommonSpread * stream.normal();
  for (Eigen::Index k = 0; k < x.size(); ++k) {
    if (free.names()[static_cast<std::size_t>(k)].find(".lengthscale") != std::string::npos)
      x[k] += common + kOwnSpread * stream.normal();
  }
  const std::vector<std::size_t>& indices = free.likelihood_indices();
  for (std::size_t j = 0; j < indices.size(); ++j) {
    if (!is_scale(start.likelihood->parameter_specs()[indices[j]].range)) continue;
    x[x.size() - static_cast<Eigen::Index>(indices.size() - j)] +=
        number % 2 == 1 ? kLowNoise : kHighNoise;
  }
  return free.unpack(x);
}

RestartedLearning learn_restarted(const TrainingSet& data, const Hyperparameters& start,
                                  const LearningOptions& options, int restarts,
                                  std::uint64_t seed) {
  require(restarts >= 0, "restarts", restarts, "must not be negative");
  RestartedLearning all;
  all.best = learn(data, start, options);
  const auto height = [](const LearningResult& r) { return r.fit.elbo + r.log_prior; };
  all.bounds.push_back(height(all.best));
  const double first_elbo = all.best.first_elbo;
  const double first_log_prior = all.best.first_log_prior;
  const bool nothing_to_learn = FreeParameters(start, options.parts).size() == 0;
  for (int number = 1; number <= restarts && !nothing_to_learn; ++number) {
    if (all.best.stop == Stop::stopped) break;
    bool stopped = false;
    try {
      LearningResult found = learn(data, scattered_start(start, options.parts, number, seed),
                                   renamed(options, number, restarts));
      stopped = found.stop == Stop::stopped;
      all.bounds.push_back(height(found));
      if (height(found) > height(all.best)) all.best = std::move(found);
    } catch (const Error&) {  // no bound there, or outside the support of a prior
      all.bounds.push_back(-std::numeric_limits<double>::infinity());
    }
    if (stopped) {
      all.best.stop = Stop::stopped;
      break;
    }
  }
  all.best.first_elbo = first_elbo;
  all.best.first_log_prior = first_log_prior;
  return all;
}

}  // namespace phigp
