#include "phigp/model/draw_record.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace phigp {

namespace {

std::string series_name(const std::string& name, int chain) {
  return fmt::format("{}.chain{}", name, chain + 1);
}

}  // namespace

UsedDraws most_equal_draws(const std::vector<int>& drawn) {
  UsedDraws best;
  std::size_t most = 0;
  for (const int draws : drawn) {
    UsedDraws trial;
    trial.draws = draws;
    for (std::size_t chain = 0; chain < drawn.size(); ++chain) {
      if (drawn[chain] >= draws) trial.chains.push_back(chain);
    }
    const std::size_t all = trial.chains.size() * static_cast<std::size_t>(draws);
    if (all < most || (all == most && trial.chains.size() <= best.chains.size())) continue;
    most = all;
    best = std::move(trial);
  }
  return best;
}

DrawRecord::DrawRecord(std::string name, Eigen::Index width, int chains, int draws)
    : name_(std::move(name)),
      width_(width),
      chains_(static_cast<std::size_t>(chains), Matrix(width, width > 0 ? draws : 0)) {}

std::vector<TensorSeries> DrawRecord::series() const {
  std::vector<TensorSeries> all;
  if (empty()) return all;
  for (std::size_t chain = 0; chain < chains_.size(); ++chain)
    all.push_back({series_name(name_, static_cast<int>(chain)), static_cast<std::size_t>(width_)});
  return all;
}

void DrawRecord::take(int chain, int draw, const Vector& values, TensorStream& file) {
  Matrix& own = chains_[static_cast<std::size_t>(chain)];
  own.col(draw) = values;
  file.append(series_name(name_, chain), {own.col(draw).data(), static_cast<std::size_t>(width_)});
}

std::vector<ChainSummary> DrawRecord::summaries(const UsedDraws& used) const {
  std::vector<ChainSummary> all;
  for (Eigen::Index row = 0; row < width_; ++row) {
    std::vector<const double*> starts;
    for (const std::size_t chain : used.chains) starts.push_back(chains_[chain].data() + row);
    all.push_back(summarise(Chains(std::move(starts), used.draws, width_)));
  }
  return all;
}

Vector DrawRecord::mean(const UsedDraws& used) const {
  if (empty() || used.draws == 0) return Vector::Constant(width_, std::nan(""));
  Vector sum = Vector::Zero(width_);
  for (const std::size_t chain : used.chains)
    sum += chains_[chain].leftCols(used.draws).rowwise().mean();
  return sum / static_cast<double>(used.chains.size());
}

MeanRecord::MeanRecord(Eigen::Index width, int chains)
    : chains_(static_cast<std::size_t>(chains), RunningMoments(width)) {}

std::optional<Vector> MeanRecord::mean(const UsedDraws& used) const {
  RunningMoments all(chains_.front().sites());
  for (const std::size_t chain : used.chains) {
    if (used.draws == 0 || chains_[chain].count() != used.draws) return std::nullopt;
    all.merge(chains_[chain]);
  }
  return all.mean();
}

Tensor tensor_of(const Vector& values) {
  Tensor tensor;
  tensor.shape = {static_cast<std::size_t>(values.size())};
  tensor.values = std::vector<double>(values.begin(), values.end());
  return tensor;
}

}  // namespace phigp
