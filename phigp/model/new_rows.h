// The rows of a table that f and y are to be drawn at, given draws of f at the training rows.
#pragma once

#include "phigp/inference/latent_extension.h"
#include "phigp/likelihoods/conditional.h"
#include "phigp/model/fitted_model.h"

namespace phigp {

// y given f, for one chain: what belongs to a likelihood is made anew only when it changes.
class TargetDraws {
 public:
  Vector draw(const LikelihoodPtr& likelihood, const Vector& f, std::span<const double> trials,
              Stream& stream);

 private:
  LikelihoodPtr likelihood_;
  std::optional<ConditionalLaw> law_;
};

// Joint within chunks of rows, independent between them given f: every marginal is right, and
// memory grows with training rows times the size of a chunk.
class NewRows {
 public:
  static constexpr Eigen::Index kChunk = 256;

  NewRows() = default;
  NewRows(const FittedModel& model, const Table& table);

  Eigen::Index size() const { return inputs_.X.rows(); }
  std::uint64_t chunks() const;
  const std::vector<double>& trials() const { return inputs_.trials; }
  const EncodedInputs& inputs() const { return inputs_; }
  const std::vector<CellCount>& unseen() const { return inputs_.unseen; }
  // For a kernel that stays: the work of every draw is done here once, if memory allows.
  void hold(const Hyperparameters& values, const TrainingSet& data, const Cholesky& factor_of_k);

  struct Draw {
    Vector f;
    Vector mean;  // E[f* | ...] from the training values' conditional mean, or empty
  };
  // `at`: its index counts chunks from there. Safe to call from several threads.
  Draw draw(const Hyperparameters& values, const TrainingSet& data, const Cholesky& factor_of_k,
            const Vector& f, const Vector* conditional_mean, StreamAddress at) const;

 private:
  LatentExtension extension(const Hyperparameters& values, const TrainingSet& data,
                            const Cholesky& factor_of_k, Eigen::Index first) const;

  EncodedInputs inputs_;
  std::vector<LatentExtension> held_;  // one per chunk, or none
};

}  // namespace phigp
