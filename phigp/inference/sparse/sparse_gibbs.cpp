#include "phigp/inference/sparse/sparse_gibbs.h"

#include "phigp/inference/sparse/row_blocks.h"

namespace phigp {

LowRankPrior inducing_prior(const InducingBasis& basis, const Hyperparameters& at,
                            const TrainingSet& data, const Threads& threads) {
  LowRankPrior prior;
  prior.mean = prior_mean(at, data);
  prior.W.resize(data.size(), basis.size());
  prior.d.resize(data.size());
  prior.explained.resize(data.size());
  const RowBlocks blocks(data.size());
  blocks.for_each(threads, [&](std::size_t, std::size_t block) {
    Matrix A;
    Vector d;
    const Eigen::Index first = blocks.first(block);
    const Eigen::Index count = blocks.size(block);
    basis.project(data.X.middleRows(first, count), A, d);
    prior.W.middleRows(first, count) = A.transpose();
    prior.d.segment(first, count) = d;
    prior.explained.segment(first, count) = A.colwise().squaredNorm().transpose();
  });
  return prior;
}

}  // namespace phigp
