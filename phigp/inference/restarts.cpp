#include "phigp/inference/restarts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "phigp/base/error.h"
#include "phigp/base/random.h"
#include "phigp/base/span_of.h"

namespace phigp {

namespace {

constexpr double kCommonSpread = 1.0;  // standard deviations of logarithms of lengthscales
constexpr double kOwnSpread = 0.7;
constexpr double kLowNoise = -1.5;  // shifts of logarithms of the likelihood's scales
constexpr double kHighNoise = 0.7;
constexpr int kMostHalvings = 4;  // of these shifts, where the likelihood does not exist so far out
constexpr std::uint32_t kChain = 0xffffffff;  // cross-validation's choices have small numbers

constexpr double kShorter = 8.0;  // a start sees periods down to about a fifth of its lengthscale
constexpr double kNoise = 0.01;   // of the variance that is explained, below which all is noise

bool is_scale(const ParameterRange& range) {
  return std::isfinite(range.low) && !std::isfinite(range.high);
}

LearningOptions renamed(LearningOptions options, const std::string& name) {
  options.watch = named_start(options.watch, name);
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
    if (is_lengthscale(free.names()[static_cast<std::size_t>(k)]))
      x[k] += common + kOwnSpread * stream.normal();
  }
  const std::vector<std::size_t>& indices = free.likelihood_indices();
  Vector shift = Vector::Zero(static_cast<Eigen::Index>(indices.size()));
  for (std::size_t j = 0; j < indices.size(); ++j) {
    if (is_scale(start.likelihood->parameter_specs()[indices[j]].range))
      shift[static_cast<Eigen::Index>(j)] = number % 2 == 1 ? kLowNoise : kHighNoise;
  }
  const Vector given = x.tail(shift.size());
  for (int halvings = 0;; ++halvings) {
    x.tail(shift.size()) = given + shift;
    try {
      return free.unpack(x);
    } catch (const Error&) {  // (1 + r/a)^-a has no integral for a <= 1/2
      if (halvings == kMostHalvings) throw;
      shift *= 0.5;
    }
  }
}

bool is_lengthscale(const std::string& parameter) {
  return parameter.find(".lengthscale") != std::string::npos;
}

bool learns_lengthscales(const Hyperparameters& start, const LearnedParts& parts) {
  const std::vector<std::string> learned = FreeParameters(start, parts).names();
  return std::any_of(learned.begin(), learned.end(), is_lengthscale);
}

Watcher named_start(const Watcher& watch, const std::string& name) {
  if (!watch) return watch;
  return [watch, name](Progress progress) {
    progress.phase = fmt::format("{}, {}", name, progress.phase);
    return watch(progress);
  };
}

std::string shorter_name(int power) {
  return fmt::format("lengthscales / {}", std::pow(kShorter, power));
}

bool explains_nothing(const Vector& explained, const std::vector<double>& precision) {
  return as_vector(precision).dot(explained.cwiseAbs2()) <
         kNoise * static_cast<double>(explained.size());
}

Hyperparameters shorter_start(const Hyperparameters& start, const LearnedParts& parts, int power) {
  const FreeParameters free(start, parts);
  Vector x = free.pack(start);
  for (Eigen::Index k = 0; k < x.size(); ++k) {
    if (is_lengthscale(free.names()[static_cast<std::size_t>(k)]))
      x[k] -= power * std::log(kShorter);
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
  const auto try_from = [&](const auto& other, const std::string& name) {
    try {
      LearningResult found = learn(data, other(), renamed(options, name));
      const bool stopped = found.stop == Stop::stopped;
      all.bounds.push_back(height(found));
      if (height(found) > height(all.best)) all.best = std::move(found);
      if (stopped) all.best.stop = Stop::stopped;
    } catch (const Error&) {  // no likelihood or no bound there, or outside the support of a prior
      all.bounds.push_back(-std::numeric_limits<double>::infinity());
    }
  };
  const auto goes_on = [&] { return all.best.stop != Stop::stopped; };

  const bool learns = FreeParameters(start, options.parts).size() > 0;
  const bool lengthscales = learns_lengthscales(start, options.parts);
  for (int power = 1; power <= kMostShorter && lengthscales && goes_on(); ++power) {
    const Vector explained = all.best.fit.q.m - prior_mean(all.best.values, data);
    if (!explains_nothing(explained, all.best.fit.sites.precision)) break;
    try_from([&] { return shorter_start(start, options.parts, power); }, shorter_name(power));
  }
  for (int number = 1; number <= restarts && learns && goes_on(); ++number) {
    try_from([&] { return scattered_start(start, options.parts, number, seed); },
             fmt::format("restart {} of {}", number, restarts));
  }
  all.best.first_elbo = first_elbo;
  all.best.first_log_prior = first_log_prior;
  return all;
}

}  // namespace phigp
