#include "phigp/inference/sparse/sparse_ascent.h"

#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "phigp/base/error.h"
#include "phigp/base/span_of.h"
#include "phigp/base/spare_memory.h"
#include "phigp/inference/sparse/row_blocks.h"
#include "phigp/inference/sparse/site_sums.h"
#include "phigp/likelihoods/sites.h"

namespace phigp {

namespace {

// What a group of blocks sums up.
struct Group {
  explicit Group(Eigen::Index size) : sums(size) {}

  SiteSums sums;
  double bound = 0.0;
  bool stopped = false;
};

// What a block works in.
struct Work {
  TrainingSet rows;
  Matrix A;
  Vector d;
  Vector k;
  Vector m;
  Vector v;
  Sites sites;
  std::vector<double> terms;
  SiteSums::Memory memory;
};

}  // namespace

SparsePass sparse_pass(const InducingBasis& basis, const Hyperparameters& at, const RowSource& rows,
                       const SparsePosterior& q, const Threads& threads, Poll* poll) {
  const RowBlocks blocks(rows.size());
  std::vector<Group> groups(blocks.groups(), Group(basis.size()));
  SpareMemory<Work> spare;
  blocks.for_each(threads, [&](std::size_t g, std::size_t block) {
    Group& group = groups[g];
    group.stopped = group.stopped || (poll != nullptr && !poll->go_on());
    if (group.stopped) return;
    Work work = spare.take();
    rows.read(blocks.first(block), blocks.size(block), work.rows);
    const Observations observed(*at.likelihood, work.rows.rows, work.rows.weights);
    basis.project(work.rows.X, work.A, work.d, work.k);
    const Vector mean = prior_mean(at, work.rows);
    Matrix& solved = work.memory.scaled;  // free until the sums need it
    solved = work.A;
    q.marginals(solved, work.d, mean, work.m, work.v, basis.precision());
    mean_sites(*at.likelihood, observed, span_of(work.m), span_of(work.v), work.sites);
    work.terms.resize(observed.size());
    bound_terms(*at.likelihood, observed, span_of(work.m), span_of(work.v), work.terms);
    for (const double term : work.terms) group.bound += term;
    group.sums.add(work.A, work.d, work.k, mean, work.sites, work.memory, basis.precision());
    spare.give_back(std::move(work));
  });
  SparsePass pass;
  for (const Group& group : groups) pass.stopped = pass.stopped || group.stopped;
  if (pass.stopped) return pass;
  SiteSums sums(basis.size());
  pass.elbo = -q.kl();
  for (const Group& group : groups) {
    sums.add(group.sums);
    pass.elbo += group.bound;
  }
  pass.next = sums.natural();
  return pass;
}

namespace {

constexpr double kBeyond = 1.6;  // beyond the next q, as far as the bound allows

// The next q and some more of the same step; the next q itself where that is no precision.
std::optional<SparsePosterior> beyond(const NaturalParameters& from,
                                      const NaturalParameters& next) {
  NaturalParameters far = from;
  far.move_towards(next, kBeyond);
  try {
    SparsePosterior q(std::move(far));
    if (q.jitter() > 0.0) return std::nullopt;
    return q;
  } catch (const NumericalError&) {
    return std::nullopt;
  }
}

}  // namespace

SparseAscentResult sparse_ascent(const InducingBasis& basis, const Hyperparameters& at,
                                 const RowSource& rows, NaturalParameters start,
                                 const Threads& threads, const SparseAscentOptions& options) {
  require(rows.size() > 0, "training rows", "0", "must be at least 1");
  SparseAscentResult result;
  result.q = start;
  result.stop = Stop::iteration_limit;
  SparsePosterior q(std::move(start));
  bool relaxed = false;   // q lies beyond result.q, and the bound may have fallen
  bool may_relax = true;  // it never has
  while (result.passes < options.max_passes) {
    Poll poll(options.watch, {"coordinate ascent", result.passes, options.max_passes, result.elbo,
                              0.0, static_cast<double>(rows.size())});
    SparsePass pass = sparse_pass(basis, at, rows, q, threads, &poll);
    if (pass.stopped) {
      result.stop = Stop::stopped;
      break;
    }
    const bool first = ++result.passes == 1;
    const double change = first ? 0.0 : pass.elbo - result.elbo;
    if (relaxed && change < 0.0) {
      // Too far. Plain steps from here on, from the last q that was one.
      may_relax = relaxed = false;
      q = SparsePosterior(result.q);
      continue;
    }
    result.elbo = pass.elbo;
    result.largest_fall = std::max(result.largest_fall, -change);
    std::optional<SparsePosterior> far;
    if (may_relax && !first) far = beyond(q.natural(), pass.next);
    result.q = std::move(pass.next);
    relaxed = far.has_value();
    q = relaxed ? std::move(*far) : SparsePosterior(result.q);
    const Progress progress{"coordinate ascent", result.passes, options.max_passes,
                            result.elbo,         change,        static_cast<double>(rows.size())};
    if (options.watch && !options.watch(progress)) {
      result.stop = Stop::stopped;
      break;
    }
    const double scale = static_cast<double>(rows.size()) + std::abs(result.elbo);
    if (!first && change < options.tolerance * scale) {
      result.stop = Stop::converged;
      break;
    }
  }
  return result;
}

}  // namespace phigp
