// Coordinate ascent over all rows at fixed hyperparameters, in passes that read the rows block by
// block: sites at the mean of omega from q's marginals, q from the sites, and steps somewhat longer
// than that while the bound rises. Memory does not grow with
// the number of rows. math.md (Z.2)-(Z.4)
#pragma once

#include "phigp/base/poll.h"
#include "phigp/base/row_source.h"
#include "phigp/base/threads.h"
#include "phigp/inference/hyperparameters.h"
#include "phigp/inference/sparse/inducing_basis.h"
#include "phigp/inference/sparse/sparse_posterior.h"

namespace phigp {

struct SparseAscentOptions {
  int max_passes = 1000;
  // Converged when a pass raises the bound by less than this times (number of rows + |bound|).
  double tolerance = 1e-9;
  Watcher watch;  // may be empty; asked after every pass, and during long ones
};

struct SparseAscentResult {
  NaturalParameters q;
  // Of the q that the last pass started from, from which q is one plain step: no more than q's own.
  double elbo = 0.0;
  int passes = 0;  // 0 if it was stopped during the first: q is then the start, and has no bound
  Stop stop = Stop::converged;
  double largest_fall = 0.0;  // of the bound between passes; beyond rounding it is a defect
};

SparseAscentResult sparse_ascent(const InducingBasis& basis, const Hyperparameters& at,
                                 const RowSource& rows, NaturalParameters start,
                                 const Threads& threads, const SparseAscentOptions& options = {});

// One pass: what the sites at the marginals of q come to, and the bound of q.
struct SparsePass {
  NaturalParameters next;
  double elbo = 0.0;
  bool stopped = false;  // the others then say nothing
};
SparsePass sparse_pass(const InducingBasis& basis, const Hyperparameters& at, const RowSource& rows,
                       const SparsePosterior& q, const Threads& threads, Poll* poll = nullptr);

}  // namespace phigp
