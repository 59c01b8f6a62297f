#include "phigp/inference/sparse/sparse_ascent.h"

#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "phigp/base/error.h"
#include "phigp/base/span_of.h"
#include "phigp/inference/sparse/row_blocks.h"
#include "phigp/inference/sparse/site_sums.h"
#include "phigp/likelihoods/sites.h"

namespace phigp {

namespace {

// What a group of blocks sums up, and the memory it works in.
struct Group {
  explicit Group(Eigen::Index size) : sums(size) {}

  SiteSums sums;
  double bound = 0.0;
  TrainingSet rows;
  Matrix A;
  Matrix solved;
  Vector d;
  Vector m;
  Vector v;
  Sites sites;
  std::vector<double> terms;
};

}  // namespace

SparsePass sparse_pass(const InducingBasis& basis, const Hyperparameters& at, const RowSource& rows,
                       const SparsePosterior& q, const Threads& threads) {
  const RowBlocks blocks(rows.size());
  std::vector<Group> groups(blocks.groups(), Group(basis.size()));
  blocks.for_each(threads, [&](std::size_t g, std::size_t block) {
    Group& group = groups[g];
    rows.read(blocks.first(block), blocks.size(block), group.rows);
    const Observations observed(*at.likelihood, group.rows.rows, group.rows.weights);
    basis.project(group.rows.X, group.A, group.d);
    const Vector mean = prior_mean(at, group.rows);
    group.solved = group.A;
    q.marginals(group.solved, group.d, mean, group.m, group.v);
    mean_sites(*at.likelihood, observed, span_of(group.m), span_of(group.v), group.sites);
    group.terms.resize(observed.size());
    bound_terms(*at.likelihood, observed, span_of(group.m), span_of(group.v), group.terms);
    for (const double term : group.terms) group.bound += term;
    group.sums.add(group.A, group.d, mean, group.sites, group.solved);
  });
  SparsePass pass;
  pass.elbo = -q.kl();
  SiteSums sums(basis.size());
  for (const Group& group : groups) {
    sums.add(group.sums);
    pass.elbo += group.bound;
  }
  pass.next = sums.natural();
  return pass;
}

namespace {

constexpr double kRelaxation = 1.6;  // beyond the next q, as far as the bound allows

// The next q and some more of the same step; the next q itself where that is no precision.
std::optional<SparsePosterior> beyond(const NaturalParameters& from,
                                      const NaturalParameters& next) {
  NaturalParameters far = from;
  far.move_towards(next, kRelaxation);
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
    SparsePass pass = sparse_pass(basis, at, rows, q, threads);
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
