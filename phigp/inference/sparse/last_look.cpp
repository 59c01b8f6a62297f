#include "phigp/inference/sparse/last_look.h"

#include <algorithm>
#include <utility>

#include "phigp/inference/sparse/inducing_inputs.h"

namespace phigp {

namespace {

constexpr Eigen::Index kMostRows = 80000;  // half a second with 200 inducing inputs

}  // namespace

LastLook last_look(const InducingBasis& basis, const Hyperparameters& at, const RowSource& rows,
                   NaturalParameters start, const Threads& threads, std::uint64_t seed) {
  LastLook look;
  look.rows = std::min(rows.size(), kMostRows);
  const SparsePosterior q(std::move(start));
  if (look.rows == rows.size()) {
    SparsePass pass = sparse_pass(basis, at, rows, q, threads);
    look.q = std::move(pass.next);
    look.elbo = pass.elbo;
    return look;
  }
  std::vector<Eigen::Index> chosen = random_rows(rows.size(), look.rows, seed);
  std::sort(chosen.begin(), chosen.end());
  TrainingSet sample;
  rows.gather(chosen, sample);
  const double times = static_cast<double>(rows.size()) / static_cast<double>(look.rows);
  scale_weights(sample, times);
  SparsePass pass = sparse_pass(basis, at, RowsInMemory(sample), q, threads);
  look.q = std::move(pass.next);
  look.q.scale_data(1.0 / times);
  look.elbo = pass.elbo;
  return look;
}

}  // namespace phigp
