// The collapsed bound of the sparse model as a function of all hyperparameters with c^2 held fixed
// and q(v) at its optimum, for rows that are held in memory. The gradient's pass over the rows
// gives the marginals of q, and with them the next c^2, for nothing. math.md (Z.4), (Z.5)
#pragma once

#include <memory>
#include <vector>

#include "phigp/base/threads.h"
#include "phigp/base/training_set.h"
#include "phigp/inference/hyperparameters.h"
#include "phigp/inference/sparse/inducing_basis.h"
#include "phigp/inference/sparse/row_blocks.h"
#include "phigp/inference/sparse/sparse_posterior.h"
#include "phigp/likelihoods/sites.h"

namespace phigp {

class SparseBound {
 public:
  // Threads are kept by reference.
  SparseBound(const TrainingSet& data, const Threads& threads,
              Precision precision = Precision::full);
  ~SparseBound();

  struct Point {
    Hyperparameters values;
    InducingBasis basis;
    SparsePosterior q;
    double value = 0.0;
    // By block of rows; A only while it is not too large to keep.
    std::vector<Matrix> A;
    std::vector<Vector> d;
    std::vector<Vector> lambda;  // the sites' precisions that counted
    std::vector<Sites> sites;
  };
  Point at(const Hyperparameters& values, const Points& Z, std::span<const double> c2) const;
  // The memory of a point that is needed no more, for the next ones.
  void give_back(Point&& point) const;

  struct Slope {
    Vector gradient;         // in the free parameters, and in the inducing inputs if asked for
    std::vector<double> c2;  // of q's marginals: E_q[h^2] of every row
  };
  Slope slope(const Point& point, const FreeParameters& free, bool in_inputs = false) const;

  // E_q[h^2] of every row under some q(v).
  std::vector<double> c2_under(const InducingBasis& basis, const Hyperparameters& values,
                               const SparsePosterior& q) const;

 private:
  const TrainingSet& rows_of(std::size_t block) const { return blocks_[block]; }

  std::vector<TrainingSet> blocks_;
  RowBlocks layout_;
  const Threads& threads_;
  Precision precision_;
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

}  // namespace phigp
