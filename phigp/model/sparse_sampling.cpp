#include "phigp/model/sparse_sampling.h"

#include <fmt/format.h>

#include <utility>

#include "phigp/base/error.h"
#include "phigp/inference/low_rank_sampler.h"
#include "phigp/inference/sparse/sparse_gibbs.h"
#include "phigp/inference/sparse/sparse_prediction.h"
#include "phigp/model/fit_sparse.h"

namespace phigp {

namespace {

TrainingSet with_new_rows(const TrainingSet& data, const EncodedInputs& fresh) {
  TrainingSet all = data;
  const Eigen::Index more = fresh.X.rows();
  if (more == 0) return all;
  const Eigen::Index n = data.size();
  all.X.conservativeResize(n + more, Eigen::NoChange);
  all.X.bottomRows(more) = fresh.X;
  // Any target of the domain will do: its weight is 0.
  all.rows.resize(static_cast<std::size_t>(n + more), data.rows.front());
  if (all.weights.empty()) all.weights.assign(data.rows.size(), 1.0);
  all.weights.resize(all.rows.size(), 0.0);
  if (data.offset.size() > 0 || fresh.offset.size() > 0) {
    Vector offset = Vector::Zero(n + more);
    if (data.offset.size() > 0) offset.head(n) = data.offset;
    if (fresh.offset.size() > 0) offset.tail(more) = fresh.offset;
    all.offset = std::move(offset);
  }
  return all;
}

// The engine says which model its draws are exact for.
class InducingSampler final : public LatentSampler {
 public:
  explicit InducingSampler(LowRankPrior prior) : sampler_(std::move(prior)) {}
  void draw(const Sites& sites, double persistence, Stream& stream, Vector& f,
            Vector* conditional_mean) const override {
    sampler_.draw(sites, persistence, stream, f, conditional_mean);
  }
  std::string description() const override {
    return "through inducing inputs: exact for the sparse model, not for the full process";
  }

 private:
  LowRankSampler sampler_;
};

}  // namespace

SparseSampling sparse_sampling(const FittedModel& model, const EncodedInputs& fresh,
                               const Threads& threads) {
  require(model.training().size() > 0, "training rows", std::to_string(model.report().rows),
          fmt::format("must be at most {} for sampling", kMostKeptRows));
  const TrainingSet all = with_new_rows(model.training(), fresh);
  const Hyperparameters& values = model.values();
  const InducingBasis basis(values.kernel, model.sparse()->Z);
  Marginals start;
  model.latent().marginals(all.X, start.m, start.v);
  if (all.offset.size() > 0) start.m += all.offset;
  return {Observations(*values.likelihood, all.rows, all.weights),
          std::make_unique<InducingSampler>(inducing_prior(basis, values, all, threads)),
          std::move(start)};
}

}  // namespace phigp
