#include "phigp/inference/full_chain.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "phigp/base/error.h"
#include "phigp/likelihoods/density.h"

namespace phigp {

namespace {

// A slice through a normal law is about three times as wide as the average move is long.
constexpr double kWidthPerMove = 3.0;
constexpr double kTuningRate = 0.1;
constexpr double kLeastWidth = 1e-3;

constexpr double kNever = -std::numeric_limits<double>::infinity();

std::span<const double> span_of(const Vector& x) {
  return {x.data(), static_cast<std::size_t>(x.size())};
}

// log prod p(y | f)^weight: omega integrated out.
double log_likelihood(const Likelihood& likelihood, const TrainingSet& data, const Vector& f) {
  std::vector<double> each(data.rows.size());
  log_density(likelihood, Rows(data.rows), span_of(f), each);
  double sum = 0.0;
  for (std::size_t i = 0; i < each.size(); ++i) {
    const double weight = data.weights.empty() ? 1.0 : data.weights[i];
    if (weight > 0.0) sum += weight * each[i];
  }
  return sum;
}

}  // namespace

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
      widths_(Vector::Ones(free_.size())),
      evidence_(model.data, sites_) {}

Stream FullChain::next_stream() {
  ++latent_at_.index;
  return Stream(latent_at_);
}

void FullChain::sweep(bool tune, Vector* conditional_mean) {
  const TrainingSet& data = model_.data;
  Stream parameters = next_stream();
  move_likelihood(tune, parameters);
  const Observations observed(*values_.likelihood, data.rows, data.weights);
  omega_at_.index += draw_sites(omega_.at(*values_.likelihood), observed, span_of(f_), omega_at_,
                                Threads(1), sites_);
  move_kernel_and_mean(tune, parameters);
  Stream latent = next_stream();
  evidence_.draw(values_.mean, latent, f_, conditional_mean);
}

double FullChain::move(Eigen::Index k, double log_density_here, const LogDensityOfOne& log_density,
                       bool tune, Stream& stream, const std::function<void()>& when_left) {
  const LogDensityOfOne target = [&](double u) {
    const double prior = model_.prior.log_density(k, u);
    if (!std::isfinite(prior)) return kNever;
    try {
      return prior + log_density(u);
    } catch (const Error&) {
      ++refused_;
      return kNever;
    }
  };
  const double here = log_density_here + model_.prior.log_density(k, free_[k]);
  const SliceMove moved = slice_move(target, free_[k], here, {.width = widths_[k]}, stream);
  if (tune) {
    const double wanted = kWidthPerMove * std::abs(moved.x - free_[k]);
    widths_[k] = std::max(kLeastWidth, widths_[k] + kTuningRate * (wanted - widths_[k]));
  }
  free_[k] = moved.x;
  if (!moved.moved) when_left();
  return moved.log_density - model_.prior.log_density(k, moved.x);
}

void FullChain::move_likelihood(bool tune, Stream& stream) {
  const Eigen::Index first = model_.free.kernel_count() + model_.free.mean_count();
  if (first == free_.size()) return;
  double here = log_likelihood(*values_.likelihood, model_.data, f_);
  for (Eigen::Index k = first; k < free_.size(); ++k) {
    const auto at = [&](double u) {
      Vector trial = free_;
      trial[k] = u;
      values_.likelihood = model_.free.likelihood_at(trial);
      return log_likelihood(*values_.likelihood, model_.data, f_);
    };
    here = move(k, here, at, tune, stream,
                [&] { values_.likelihood = model_.free.likelihood_at(free_); });
  }
}

void FullChain::move_kernel_and_mean(bool tune, Stream& stream) {
  const Eigen::Index kernels = model_.free.kernel_count();
  const auto use = [&](KernelPtr kernel) {
    ++evaluations_;
    evidence_.use(*kernel);
    values_.kernel = std::move(kernel);
    return evidence_.log_evidence(values_.mean);
  };
  double here = use(values_.kernel);

  // The first few of a random order: which ones has nothing to do with the state.
  std::vector<Eigen::Index> order(static_cast<std::size_t>(kernels));
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  const auto moves = std::min(order.size(), static_cast<std::size_t>(kernel_moves_));
  for (std::size_t i = 0; i < moves; ++i) {
    const auto left = static_cast<double>(order.size() - i);
    std::swap(order[i], order[i + static_cast<std::size_t>(stream.uniform() * left)]);
    const Eigen::Index k = order[i];
    const auto at = [&](double u) {
      Vector trial = free_;
      trial[k] = u;
      return use(model_.free.kernel_at(trial));
    };
    here = move(k, here, at, tune, stream, [&] { use(model_.free.kernel_at(free_)); });
  }

  for (Eigen::Index k = kernels; k < kernels + model_.free.mean_count(); ++k) {
    const auto at = [&](double u) {
      Vector trial = free_;
      trial[k] = u;
      return evidence_.log_evidence(model_.free.mean_at(trial));
    };
    here = move(k, here, at, tune, stream, [] {});
    values_.mean = model_.free.mean_at(free_);
  }
}

}  // namespace phigp
