#include "phigp/augmentation/composed_sampler.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <boost/random/poisson_distribution.hpp>
#include <cmath>
#include <utility>

namespace phigp {

namespace {

// No better than the worst part; errors of parts that are added up, add up.
Certificate combined(const std::vector<SamplerPtr>& samplers, const char* what, bool errors_add) {
  Certificate whole;
  std::vector<std::string> methods;
  for (const SamplerPtr& sampler : samplers) {
    const Certificate part = sampler->certificate();
    whole.kind = std::max(whole.kind, part.kind);
    whole.cdf_error =
        errors_add ? whole.cdf_error + part.cdf_error : std::max(whole.cdf_error, part.cdf_error);
    methods.push_back(part.method);
  }
  whole.method = fmt::format("{} {}: {}", what, samplers.size(), fmt::join(methods, "; "));
  return whole;
}

// Draws for the points listed in `chosen` only, each result added to its omega.
void draw_subset(const OmegaSampler& sampler, std::span<const std::size_t> chosen,
                 std::span<const double> c2, const Rows& rows, Stream& stream,
                 std::span<double> omega) {
  std::vector<double> subset_c2;
  std::vector<Row> subset_rows;
  for (const std::size_t i : chosen) {
    subset_c2.push_back(c2[i]);
    subset_rows.push_back(rows[i]);
  }
  std::vector<double> drawn(chosen.size());
  sampler.draw(subset_c2, Rows(std::span<const Row>(subset_rows)), stream, drawn);
  for (std::size_t j = 0; j < chosen.size(); ++j) omega[chosen[j]] += drawn[j];
}

}  // namespace

MixtureSampler::MixtureSampler(std::vector<double> weights, std::vector<RadialPtr> radials,
                               std::vector<SamplerPtr> samplers)
    : weights_(std::move(weights)), radials_(std::move(radials)), samplers_(std::move(samplers)) {}

void MixtureSampler::draw(std::span<const double> c2, const Rows& rows, Stream& stream,
                          std::span<double> omega) const {
  check_draw(c2, omega);
  const std::size_t count = samplers_.size();
  std::vector<std::vector<double>> log_weight(count, std::vector<double>(c2.size()));
  for (std::size_t k = 0; k < count; ++k) {
    radials_[k]->log_phi(c2, rows, std::span<double>(log_weight[k]));
    for (std::size_t i = 0; i < c2.size(); ++i) {
      log_weight[k][i] = std::log(weights_[k]) + (c2[i] == 0.0 ? 0.0 : log_weight[k][i]);
    }
  }
  std::vector<std::vector<std::size_t>> chosen(count);
  for (std::size_t i = 0; i < c2.size(); ++i) {
    double top = log_weight[0][i];
    for (std::size_t k = 1; k < count; ++k) top = std::max(top, log_weight[k][i]);
    double total = 0.0;
    for (std::size_t k = 0; k < count; ++k) total += std::exp(log_weight[k][i] - top);
    double left = stream.uniform() * total;
    std::size_t pick = 0;
    while (pick + 1 < count && left > std::exp(log_weight[pick][i] - top)) {
      left -= std::exp(log_weight[pick][i] - top);
      ++pick;
    }
    chosen[pick].push_back(i);
  }
  std::fill(omega.begin(), omega.end(), 0.0);
  for (std::size_t k = 0; k < count; ++k)
    draw_subset(*samplers_[k], chosen[k], c2, rows, stream, omega);
}

Certificate MixtureSampler::certificate() const { return combined(samplers_, "mixture of", false); }

void MixtureSampler::prepare(std::span<const Row> rows) const {
  for (const SamplerPtr& sampler : samplers_) sampler->prepare(rows);
}

SumSampler::SumSampler(std::vector<SamplerPtr> samplers) : samplers_(std::move(samplers)) {}

void SumSampler::draw(std::span<const double> c2, const Rows& rows, Stream& stream,
                      std::span<double> omega) const {
  check_draw(c2, omega);
  std::vector<double> part(c2.size());
  std::fill(omega.begin(), omega.end(), 0.0);
  for (const SamplerPtr& sampler : samplers_) {
    sampler->draw(c2, rows, stream, part);
    for (std::size_t i = 0; i < c2.size(); ++i) omega[i] += part[i];
  }
}

void SumSampler::draw_weighted(std::span<const double> c2, const Rows& rows,
                               std::span<const double> weights, Stream& stream,
                               std::span<double> omega) const {
  check_draw(c2, omega);
  std::vector<double> part(c2.size());
  std::fill(omega.begin(), omega.end(), 0.0);
  for (const SamplerPtr& sampler : samplers_) {
    sampler->draw_weighted(c2, rows, weights, stream, part);
    for (std::size_t i = 0; i < c2.size(); ++i) omega[i] += part[i];
  }
}

bool SumSampler::takes_any_weight() const {
  return std::all_of(samplers_.begin(), samplers_.end(),
                     [](const SamplerPtr& sampler) { return sampler->takes_any_weight(); });
}

Certificate SumSampler::certificate() const { return combined(samplers_, "sum of", true); }

void SumSampler::prepare(std::span<const Row> rows) const {
  for (const SamplerPtr& sampler : samplers_) sampler->prepare(rows);
}

AffineSampler::AffineSampler(SamplerPtr sampler, double scale, double shift)
    : sampler_(std::move(sampler)), scale_(scale), shift_(shift) {}

void AffineSampler::draw(std::span<const double> c2, const Rows& rows, Stream& stream,
                         std::span<double> omega) const {
  check_draw(c2, omega);
  sampler_->draw(moved(c2), rows, stream, omega);
  for (double& x : omega) x *= scale_;
}

void AffineSampler::draw_weighted(std::span<const double> c2, const Rows& rows,
                                  std::span<const double> weights, Stream& stream,
                                  std::span<double> omega) const {
  check_draw(c2, omega);
  sampler_->draw_weighted(moved(c2), rows, weights, stream, omega);
  for (double& x : omega) x *= scale_;
}

bool AffineSampler::takes_any_weight() const { return sampler_->takes_any_weight(); }

std::vector<double> AffineSampler::moved(std::span<const double> c2) const {
  std::vector<double> at(c2.begin(), c2.end());
  for (double& x : at) x = scale_ * x + shift_;
  return at;
}

Certificate AffineSampler::certificate() const {
  Certificate inner = sampler_->certificate();
  inner.method = fmt::format("{}{}", shift_ == 0.0 ? "scaled " : "tilted ", inner.method);
  return inner;
}

void AffineSampler::prepare(std::span<const Row> rows) const { sampler_->prepare(rows); }

CompoundPoissonSampler::CompoundPoissonSampler(RadialPtr radial, SamplerPtr sampler, double rate)
    : radial_(std::move(radial)), sampler_(std::move(sampler)), rate_(rate) {}

void CompoundPoissonSampler::draw(std::span<const double> c2, const Rows& rows, Stream& stream,
                                  std::span<double> omega) const {
  check_draw(c2, omega);
  std::vector<double> log_phi(c2.size());
  radial_->log_phi(c2, rows, std::span<double>(log_phi));
  std::vector<std::size_t> chosen;  // point i once for each of its Poisson many draws
  for (std::size_t i = 0; i < c2.size(); ++i) {
    const double mean = rate_ * (c2[i] == 0.0 ? 1.0 : std::exp(log_phi[i]));
    const int draws = mean > 0.0 ? boost::random::poisson_distribution<int>(mean)(stream) : 0;
    chosen.insert(chosen.end(), static_cast<std::size_t>(draws), i);
  }
  std::fill(omega.begin(), omega.end(), 0.0);
  draw_subset(*sampler_, chosen, c2, rows, stream, omega);
}

Certificate CompoundPoissonSampler::certificate() const {
  Certificate inner = sampler_->certificate();
  inner.method = fmt::format("Poisson number of: {}", inner.method);
  inner.cdf_error *= rate_;
  return inner;
}

void CompoundPoissonSampler::prepare(std::span<const Row> rows) const { sampler_->prepare(rows); }

}  // namespace phigp
