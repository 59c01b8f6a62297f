#include "phigp/model/new_rows.h"

#include <algorithm>

namespace phigp {

namespace {

constexpr Eigen::Index kMostHeld = 50'000'000;  // numbers: 400 MB

}  // namespace

Vector TargetDraws::draw(const LikelihoodPtr& likelihood, const Vector& f,
                         std::span<const double> trials, Stream& stream) {
  if (likelihood_ != likelihood) {
    law_.emplace(likelihood);
    likelihood_ = likelihood;
  }
  Vector y(f.size());
  for (Eigen::Index i = 0; i < f.size(); ++i)
    y[i] = law_->draw(f[i], trials[static_cast<std::size_t>(i)], stream);
  return y;
}

NewRows::NewRows(const FittedModel& model, const Table& table)
    : inputs_(encode_inputs(table, model.encoding(), 0, table.rows())) {}

std::uint64_t NewRows::chunks() const {
  return static_cast<std::uint64_t>((size() + kChunk - 1) / kChunk);
}

LatentExtension NewRows::extension(const Hyperparameters& values, const TrainingSet& data,
                                   const Cholesky& factor_of_k, Eigen::Index first) const {
  const Eigen::Index count = std::min(kChunk, size() - first);
  const Vector offset =
      inputs_.offset.size() > 0 ? Vector(inputs_.offset.segment(first, count)) : Vector();
  return {values, data, factor_of_k, inputs_.X.middleRows(first, count), offset};
}

void NewRows::hold(const Hyperparameters& values, const TrainingSet& data,
                   const Cholesky& factor_of_k) {
  if (size() * (data.size() + kChunk) > kMostHeld) return;
  for (Eigen::Index first = 0; first < size(); first += kChunk)
    held_.push_back(extension(values, data, factor_of_k, first));
}

NewRows::Draw NewRows::draw(const Hyperparameters& values, const TrainingSet& data,
                            const Cholesky& factor_of_k, const Vector& f,
                            const Vector* conditional_mean, StreamAddress at) const {
  Draw all;
  all.f.resize(size());
  if (conditional_mean != nullptr) all.mean.resize(size());
  const auto fill = [&](const LatentExtension& chunk, Eigen::Index first, Eigen::Index count) {
    Stream stream(at);
    all.f.segment(first, count) = chunk.draw(f, stream);
    if (conditional_mean != nullptr) all.mean.segment(first, count) = chunk.mean(*conditional_mean);
    ++at.index;
  };
  for (Eigen::Index first = 0; first < size(); first += kChunk) {
    const Eigen::Index count = std::min(kChunk, size() - first);
    if (held_.empty()) {
      fill(extension(values, data, factor_of_k, first), first, count);
    } else {
      fill(held_[static_cast<std::size_t>(first / kChunk)], first, count);
    }
  }
  return all;
}

}  // namespace phigp
