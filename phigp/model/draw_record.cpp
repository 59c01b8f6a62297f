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

std::vector<ChainSummary> DrawRecord::summaries(int draws) const {
  std::vector<ChainSummary> all;
  for (Eigen::Index row = 0; row < width_; ++row) {
    std::vector<const double*> starts;
    for (const Matrix& chain : chains_) starts.push_back(chain.data() + row);
    all.push_back(summarise(Chains(std::move(starts), draws, width_)));
  }
  return all;
}

MeanRecord::MeanRecord(Eigen::Index width, int chains)
    : chains_(static_cast<std::size_t>(chains), RunningMoments(width)) {}

Vector MeanRecord::mean() const {
  RunningMoments all = chains_.front();
  for (std::size_t k = 1; k < chains_.size(); ++k) all.merge(chains_[k]);
  if (all.count() == 0) return Vector::Constant(all.mean().size(), std::nan(""));
  return all.mean();
}

Tensor tensor_of(const Vector& values) {
  Tensor tensor;
  tensor.shape = {static_cast<std::size_t>(values.size())};
  tensor.values = std::vector<double>(values.begin(), values.end());
  return tensor;
}

}  // namespace phigp
