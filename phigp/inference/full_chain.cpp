#include "phigp/inference/full_chain.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "phigp/base/error.h"
#include "phigp/base/limits.h"
#include "phigp/base/span_of.h"
#include "phigp/likelihoods/density.h"

namespace phigp {

namespace {

// A slice through a normal law is about three times as wide as the average move is long. Stepping
// out costs half of all evaluations: where they are dear, once widths are tuned, a wider first
// interval takes its place.
constexpr double kWidthPerMove = 3.0;
constexpr double kWiderWithoutSteps = 1.6;
constexpr double kTuningRate = 0.1;
constexpr double kLeastWidth = 1e-3;
constexpr std::size_t kFewestPast = 20;  // sweeps before their differences are used

// log prod p(y | f)^weight: omega integrated out.
double log_density_of_data(const Likelihood& likelihood, const TrainingSet& data, const Vector& f) {
  std::vector<double> each(data.rows.size());
  log_density(likelihood, Rows(data.rows), span_of(f), each);
  double sum = 0.0;
  for (std::size_t i = 0; i < each.size(); ++i) {
    const double weight = data.weights.empty() ? 1.0 : data.weights[i];
    if (weight > 0.0) sum += weight * each[i];
  }
  return sum;
}

Vector mean_of(const TrainingSet& data, const MeanFunction& mean) {
  Vector at = mean.at(data.X);
  if (data.offset.size() > 0) at += data.offset;
  return at;
}

}  // namespace

std::vector<Eigen::Index> variance_numbers(const FreeParameters& free) {
  std::vector<Eigen::Index> all;
  for (Eigen::Index k = 0; k < free.kernel_count(); ++k) {
    if (free.names()[static_cast<std::size_t>(k)].ends_with(".variance")) all.push_back(k);
  }
  return all;
}

FullChain::FullChain(const FullModel& model, Start start, int kernel_moves, std::uint64_t seed,
                     std::uint32_t chain)
    : model_(model),
      kernel_moves_(kernel_moves),
      omega_(model.omega),
      omega_at_{seed, Purpose::omega, chain, 0},
      latent_at_{seed, Purpose::latent, chain, 0},
      free_(std::move(start.free)),
      f_(std::move(start.f)),
      values_(model.free.unpack(free_)),
      variances_(variance_numbers(model.free)),
      widths_(Vector::Ones(free_.size() + model.free.mean_count() + 2)),
      evidence_(model.data, sites_) {}

Stream FullChain::next_stream() {
  ++latent_at_.index;
  return Stream(latent_at_);
}

void FullChain::sweep(bool tune, Vector* conditional_mean) {
  const TrainingSet& data = model_.data;
  Stream parameters = next_stream();
  double log_likelihood = log_density_of_data(*values_.likelihood, data, f_);
  log_likelihood = move_scale(log_likelihood, tune, parameters);
  log_likelihood = move_level(log_likelihood, tune, parameters);
  move_likelihood(log_likelihood, tune, parameters);
  const Observations observed(*values_.likelihood, data.rows, data.weights);
  omega_at_.index += draw_sites(omega_.at(*values_.likelihood), observed, span_of(f_), omega_at_,
                                Threads(1), sites_);
  move_kernel_and_mean(tune, parameters);
  Stream latent = next_stream();
  evidence_.draw(values_.mean, latent, f_, conditional_mean);
}

SliceMove FullChain::slice(Eigen::Index width, double x, double at_x,
                           const LogDensityOfOne& log_density, bool tune, bool step_out,
                           Stream& stream) {
  const LogDensityOfOne careful = [&](double at) {
    try {
      return log_density(at);
    } catch (const Error&) {
      ++refused_;
      return -kInfinity;
    }
  };
  double& own = widths_[width];
  const SliceOptions options =
      step_out || tune ? SliceOptions{.width = own}
                       : SliceOptions{.width = kWiderWithoutSteps * own, .most_widths = 1};
  const SliceMove moved = slice_move(careful, x, at_x, options, stream);
  if (tune) {
    const double wanted = kWidthPerMove * std::abs(moved.x - x);
    own = std::max(kLeastWidth, own + kTuningRate * (wanted - own));
  }
  return moved;
}

// f - mean and the root of all variances by one factor, whitened f staying as it is. (S.10)
double FullChain::move_scale(double log_likelihood, bool tune, Stream& stream) {
  if (variances_.empty()) return log_likelihood;
  const Vector mean = mean_of(model_.data, values_.mean);
  const Vector around = f_ - mean;
  const auto prior = [&](double log_factor) {
    double sum = 0.0;
    for (const Eigen::Index k : variances_)
      sum += model_.prior.log_density(k, free_[k] + 2.0 * log_factor);
    return sum;
  };
  const auto at = [&](double log_factor) {
    const Vector f = mean + std::exp(log_factor) * around;
    return prior(log_factor) + log_density_of_data(*values_.likelihood, model_.data, f);
  };
  const SliceMove moved =
      slice(widths_.size() - 1, 0.0, prior(0.0) + log_likelihood, at, tune, true, stream);
  const double without_prior = moved.log_density - prior(moved.x);
  f_ = mean + std::exp(moved.x) * around;
  for (const Eigen::Index k : variances_) free_[k] += 2.0 * moved.x;
  values_.kernel = model_.free.kernel_at(free_);
  return without_prior;
}

// A coefficient of the mean and f with it. (S.10)
double FullChain::move_level(double log_likelihood, bool tune, Stream& stream) {
  const Eigen::Index kernels = model_.free.kernel_count();
  for (Eigen::Index j = 0; j < model_.free.mean_count(); ++j) {
    const Eigen::Index k = kernels + j;
    Vector unit = Vector::Zero(model_.free.mean_count());
    unit[j] = 1.0;
    const Vector direction = values_.mean.with_coefficients(span_of(unit)).at(model_.data.X);
    const auto at = [&](double by) {
      return model_.prior.log_density(k, free_[k] + by) +
             log_density_of_data(*values_.likelihood, model_.data, f_ + by * direction);
    };
    const double here = model_.prior.log_density(k, free_[k]) + log_likelihood;
    const SliceMove moved = slice(free_.size() + j, 0.0, here, at, tune, true, stream);
    free_[k] += moved.x;
    f_ += moved.x * direction;
    log_likelihood = moved.log_density - model_.prior.log_density(k, free_[k]);
  }
  values_.mean = model_.free.mean_at(free_);
  return log_likelihood;
}

double FullChain::move_likelihood(double log_likelihood, bool tune, Stream& stream) {
  for (Eigen::Index k = model_.free.kernel_count() + model_.free.mean_count(); k < free_.size();
       ++k) {
    const auto at = [&](double u) {
      const double prior = model_.prior.log_density(k, u);
      if (!std::isfinite(prior)) return -kInfinity;
      Vector trial = free_;
      trial[k] = u;
      values_.likelihood = model_.free.likelihood_at(trial);
      return prior + log_density_of_data(*values_.likelihood, model_.data, f_);
    };
    const double here = model_.prior.log_density(k, free_[k]) + log_likelihood;
    const SliceMove moved = slice(k, free_[k], here, at, tune, true, stream);
    free_[k] = moved.x;
    if (!moved.moved) values_.likelihood = model_.free.likelihood_at(free_);
    log_likelihood = moved.log_density - model_.prior.log_density(k, free_[k]);
  }
  return log_likelihood;
}

// Of two states from the later half of the past.
Vector FullChain::past_step(Stream& stream) const {
  const auto count = static_cast<double>(past_.size());
  const auto one = [&] {
    return past_[static_cast<std::size_t>(0.5 * count * (1.0 + stream.uniform()))];
  };
  const Vector first = one();
  return first - one();
}

void FullChain::move_kernel_and_mean(bool tune, Stream& stream) {
  const Eigen::Index kernels = model_.free.kernel_count();
  const auto use = [&](KernelPtr kernel) {
    ++evaluations_;
    evidence_.use(*kernel);
    values_.kernel = std::move(kernel);
    return evidence_.log_evidence(values_.mean);
  };
  double evidence = use(values_.kernel);

  // Along `direction`, whose slices have width number `width`.
  const auto move_along = [&](const Vector& direction, Eigen::Index width) {
    const auto prior = [&](double by) {
      double sum = 0.0;
      for (Eigen::Index k = 0; k < kernels; ++k) {
        if (direction[k] != 0.0) sum += model_.prior.log_density(k, free_[k] + by * direction[k]);
      }
      return sum;
    };
    const auto at = [&](double by) {
      const double log_prior = prior(by);
      if (!std::isfinite(log_prior)) return -kInfinity;
      Vector trial = free_;
      trial.head(kernels) += by * direction;
      return log_prior + use(model_.free.kernel_at(trial));
    };
    const SliceMove moved = slice(width, 0.0, prior(0.0) + evidence, at, tune, false, stream);
    const double log_prior = prior(moved.x);
    free_.head(kernels) += moved.x * direction;
    evidence = moved.moved ? moved.log_density - log_prior : use(model_.free.kernel_at(free_));
  };

  // The first few of a random order: which ones has nothing to do with the state. Every second move
  // is along a past step, once there are some.
  std::vector<Eigen::Index> order(static_cast<std::size_t>(kernels));
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  const auto moves = std::min(order.size(), static_cast<std::size_t>(kernel_moves_));
  for (std::size_t i = 0; i < moves; ++i) {
    const auto left = static_cast<double>(order.size() - i);
    std::swap(order[i], order[i + static_cast<std::size_t>(stream.uniform() * left)]);
    const bool along_past = kernels > 1 && i % 2 == 1 && past_.size() >= kFewestPast;
    if (along_past) {
      move_along(past_step(stream), widths_.size() - 2);
    } else {
      move_along(Vector::Unit(kernels, order[i]), order[i]);
    }
  }
  if (tune) past_.emplace_back(free_.head(kernels));

  for (Eigen::Index k = kernels; k < kernels + model_.free.mean_count(); ++k) {
    const auto at = [&](double u) {
      Vector trial = free_;
      trial[k] = u;
      return model_.prior.log_density(k, u) + evidence_.log_evidence(model_.free.mean_at(trial));
    };
    const double here = model_.prior.log_density(k, free_[k]) + evidence;
    const SliceMove moved = slice(k, free_[k], here, at, tune, true, stream);
    free_[k] = moved.x;
    values_.mean = model_.free.mean_at(free_);
    evidence = moved.log_density - model_.prior.log_density(k, free_[k]);
  }
}

}  // namespace phigp
