#include "phigp/inference/sparse/stochastic_fit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

#include "phigp/base/clock.h"
#include "phigp/base/error.h"
#include "phigp/base/limits.h"
#include "phigp/inference/admissible_region.h"
#include "phigp/inference/sparse/last_look.h"
#include "phigp/inference/sparse/minibatches.h"
#include "phigp/inference/sparse/sparse_parameters.h"
#include "phigp/inference/sparse/sparse_prediction.h"
#include "phigp/inference/sparse/stochastic_step.h"
#include "phigp/likelihoods/prediction.h"
#include "phigp/linalg/adam.h"

namespace phigp {

namespace {

constexpr double kBetter = 1e-4;  // nats per row that count as progress
// Free parameters of the likelihood may move so far before phi is judged again, which may take as
// long as many steps; the last state is always judged.
constexpr double kJudgedAgain = 0.01;

struct State {
  Vector x;
  NaturalParameters q;
};

// How far an input is from the next one that differs, on the whole and along one feature; at most
// 1, and so for a single one.
double typical_gap(const Points& Z) {
  std::vector<double> gaps;
  for (Eigen::Index j = 0; j < Z.rows(); ++j) {
    const Vector squares = (Z.rowwise() - Z.row(j)).rowwise().squaredNorm();
    const double next = (squares.array() > 0.0).select(squares.array(), kInfinity).minCoeff();
    gaps.push_back(std::sqrt(next / static_cast<double>(Z.cols())));
  }
  const auto middle = gaps.begin() + static_cast<std::ptrdiff_t>(gaps.size() / 2);
  std::nth_element(gaps.begin(), middle, gaps.end());
  return std::min(*middle, 1.0);
}

// Adam's steps do not depend on the size of gradients: those of inducing inputs are in gaps between
// these, in standard deviations of the features. Longer ones, where a few features are covered by
// many inputs, would throw these into disorder before the kernel fits.
Vector step_units(const SparseParameters& parameters, const Points& Z, const Points& X) {
  Vector units = Vector::Ones(parameters.free().size());
  if (!parameters.moves_inputs()) return units;
  const Points centred = X.rowwise() - X.colwise().mean();
  Eigen::RowVectorXd spread =
      (centred.colwise().squaredNorm() / static_cast<double>(X.rows())).cwiseSqrt();
  spread = (spread.array() > 0.0).select(spread, 1.0);  // encoded features are of that size
  const double gap = typical_gap(Z.array().rowwise() / spread.array());
  append_inputs(gap * spread.replicate(Z.rows(), 1), units);
  return units;
}

class Run {
 public:
  Run(const RowSource& rows, const Points& Z, const Hyperparameters& start,
      const StochasticPlan& plan, const Threads& threads, const SparseFitOptions& options)
      : rows_(rows),
        plan_(plan),
        threads_(threads),
        options_(options),
        parameters_(start, Z, options.parts, options.priors, options.move_inducing),
        batches_(rows.size(), plan.held_out, plan.batch, options.seed),
        state_{parameters_.start(), NaturalParameters::of_prior(Z.rows())},
        best_(state_) {
    parameters_.check_prior(state_.x);
    first_log_prior_ = parameters_.log_prior(state_.x, nullptr);
    rows.gather(batches_.held_out(), held_out_);
  }

  StochasticFit run() {
    const auto begin = Clock::now();
    TrainingSet batch;
    BatchMemory memory;
    SparsePosterior q(state_.q);
    rows_.gather(batches_.next(), batch);
    const Vector units = step_units(parameters_, parameters_.inputs(state_.x), batch.X);
    ParameterLimits limits = parameters_.limits(batch);
    const AdmissibleRegion region(parameters_.free(), parameters_.values(state_.x).likelihood,
                                  batch);
    admissible_ = of_likelihood(state_.x);
    const double counts_for =
        static_cast<double>(rows_.size()) / static_cast<double>(batch.rows.size());
    Adam adam(parameters_.size());
    Hyperparameters at = parameters_.values(state_.x);
    InducingBasis basis(at.kernel, parameters_.inputs(state_.x));
    StochasticFit result;
    SparseStage stage{"stochastic", rows_.size(), 0, 0.0, 0.0, Stop::iteration_limit};
    double bound = 0.0;
    int since = 0;
    for (int t = 0; t < plan_.steps; ++t) {
      if (t > 0) rows_.gather(batches_.next(), batch);
      if (t > 0) q.set(state_.q);
      BatchStep step =
          batch_step(basis, at, batch, counts_for, q, parameters_.free(), wanted(), memory);
      if (t == 0) result.fit.first_elbo = step.bound;
      bound += step.bound;
      ++since;
      state_.q.move_towards(step.target, q_step(t));
      if (parameters_.size() > 0 && step.gradient.allFinite()) {
        parameters_.log_prior(state_.x, &step.gradient);
        const Vector ahead = state_.x + adam.ascent(step.gradient, rate(t)).cwiseProduct(units);
        if (ahead.allFinite()) move_hyperparameters(ahead, region, limits, basis, at);
      }
      ++stage.iterations;
      const Progress progress{"stochastic steps", t + 1, plan_.steps,
                              step.bound,         0.0,   static_cast<double>(batch.rows.size()),
                              last_density_};
      if (options_.watch && !options_.watch(progress)) {
        stage.stop = Stop::stopped;
        break;
      }
      if ((t + 1) % plan_.check_every != 0 && t + 1 != plan_.steps) continue;
      const double per_row = bound / (since * static_cast<double>(rows_.size()));
      const bool go_on = check(t + 1, per_row, seconds_since(begin), basis, at, result.curve);
      bound = 0.0;
      since = 0;
      if (!go_on) {
        stage.stop = Stop::converged;
        break;
      }
    }
    if (!plan_.stops_early && stage.stop == Stop::iteration_limit) stage.stop = Stop::planned;
    stage.seconds = seconds_since(begin);
    finish(stage, region, limits, result);
    return result;
  }

 private:
  StepGradient wanted() const {
    if (parameters_.size() == 0) return StepGradient::none;
    return parameters_.moves_inputs() ? StepGradient::and_inputs : StepGradient::hyperparameters;
  }

  double q_step(int t) const {
    if (plan_.robbins_monro) return std::pow(t + 100.0, -0.51);
    const double share = static_cast<double>(t) / std::max(plan_.steps - 1, 1);
    return plan_.first_step * std::pow(plan_.last_step / plan_.first_step, share);
  }
  double rate(int t) const {
    if (!plan_.anneal) return plan_.rate;
    return 0.5 * plan_.rate * (1.0 + std::cos(std::numbers::pi * t / plan_.steps));
  }

  // The free parameters of the likelihood: the last of the hyperparameters.
  Eigen::VectorBlock<Vector> of_likelihood(Vector& x) const {
    const FreeParameters& free = parameters_.free();
    const Eigen::Index before = free.kernel_count() + free.mean_count();
    return x.segment(before, free.size() - before);
  }
  bool is_inside(const AdmissibleRegion& region, Vector& x) {
    const auto own = of_likelihood(x);
    if ((own - admissible_).isZero(kJudgedAgain)) return true;
    if (!region.contains(x)) return false;
    admissible_ = own;
    return true;
  }

  // To `ahead` or, where phi would not be admissible there, to the edge of where it is. Where the
  // kernel matrix of the new values cannot be factorised the step is not taken.
  void move_hyperparameters(const Vector& ahead, const AdmissibleRegion& region,
                            ParameterLimits& limits, InducingBasis& basis, Hyperparameters& at) {
    Vector x = limits.clamp(ahead);
    if (!is_inside(region, x)) {
      Vector inside = state_.x;
      of_likelihood(inside) = admissible_;
      if (++narrowed_ <= kMostNarrowings) region.narrow(inside, x, limits);
      x = limits.clamp(ahead);
      if (!is_inside(region, x)) of_likelihood(x) = admissible_;
    }
    try {
      Hyperparameters moved = parameters_.values(x);
      InducingBasis next(moved.kernel, parameters_.inputs(x));
      carry(basis, next, state_.q);
      basis = std::move(next);
      at = std::move(moved);
      state_.x = std::move(x);
    } catch (const Error&) {
      return;
    }
  }

  // Scores the state; false when neither score nor bound have become better for a while.
  bool check(int step, double bound, double seconds, const InducingBasis& basis,
             const Hyperparameters& at, LearningCurve& curve) {
    const std::optional<double> density = held_out_density(basis, at);
    const double score = density.value_or(bound);
    last_density_ = density;
    curve.step.push_back(step);
    curve.seconds.push_back(seconds);
    curve.bound.push_back(bound);
    if (density) curve.held_out_density.push_back(*density);
    const bool better = score > best_score_ + kBetter || bound > best_bound_ + kBetter;
    if (score > best_score_) best_ = state_;
    best_score_ = std::max(best_score_, score);
    best_bound_ = std::max(best_bound_, bound);
    quiet_ = better ? 0 : quiet_ + 1;
    return !plan_.stops_early || quiet_ < plan_.patience;
  }

  // Nothing where no row that counts is held out.
  std::optional<double> held_out_density(const InducingBasis& basis,
                                         const Hyperparameters& at) const {
    if (held_out_.size() == 0) return std::nullopt;
    Matrix A;
    Vector d;
    Vector m;
    Vector v;
    basis.project(held_out_.X, A, d);
    SparsePosterior(state_.q).marginals(A, d, prior_mean(at, held_out_), m, v);
    const Predictor predictor(at.likelihood);
    Vector density(m.size());
    threads_.for_each_block(static_cast<std::size_t>(m.size()), [&](std::size_t i) {
      const auto k = static_cast<Eigen::Index>(i);
      density[k] = predictor.log_density(held_out_.rows[i], m[k], v[k]);
    });
    double sum = 0.0;
    double weight = 0.0;
    for (Eigen::Index k = 0; k < m.size(); ++k) {
      const double w =
          held_out_.weights.empty() ? 1.0 : held_out_.weights[static_cast<std::size_t>(k)];
      sum += w * density[k];
      weight += w;
    }
    if (!(weight > 0.0)) return std::nullopt;
    return sum / weight;
  }

  void finish(const SparseStage& stage, const AdmissibleRegion& region,
              const ParameterLimits& limits, StochasticFit& result) {
    SparseFit& fit = result.fit;
    const bool scored = best_score_ > -std::numeric_limits<double>::infinity();
    if (!plan_.stops_early || !scored) best_ = state_;
    best_.x = limits.clamp(best_.x);
    if (!region.contains(best_.x)) of_likelihood(best_.x) = admissible_;
    fit.values = parameters_.values(best_.x);
    fit.Z = parameters_.inputs(best_.x);
    fit.q = best_.q;
    fit.stages.push_back(stage);
    fit.stop = stage.stop;
    const InducingBasis basis(fit.values.kernel, fit.Z);
    fit.jitter = basis.jitter();
    fit.at_limit = parameters_.at_limit(limits, best_.x);
    const auto begin = Clock::now();
    SparseAscentResult last;
    if (fit.stop != Stop::stopped) {
      SparseAscentOptions ascent;
      ascent.max_passes = std::max(plan_.passes, 1);
      ascent.watch = options_.watch;
      last = sparse_ascent(basis, fit.values, rows_, fit.q, threads_, ascent);
    }
    Eigen::Index looked_at = rows_.size();
    if (last.passes == 0) {
      LastLook look = last_look(basis, fit.values, rows_, fit.q, threads_, options_.seed);
      looked_at = look.rows;
      // Steps have seen more than some of the rows say.
      last = {looked_at < rows_.size() ? fit.q : std::move(look.q), look.elbo, 1, Stop::stopped,
              0.0};
    }
    fit.elbo = last.elbo;
    fit.largest_fall = last.largest_fall;
    if (plan_.passes > 0) fit.q = std::move(last.q);
    if (last.stop == Stop::stopped) fit.stop = last.stop;
    fit.log_prior = parameters_.log_prior(best_.x, nullptr);
    fit.first_log_prior = first_log_prior_;
    fit.stages.push_back(
        {"coordinate ascent", looked_at, last.passes, last.elbo, seconds_since(begin), last.stop});
  }

  const RowSource& rows_;
  const StochasticPlan& plan_;
  const Threads& threads_;
  const SparseFitOptions& options_;
  SparseParameters parameters_;
  Minibatches batches_;
  TrainingSet held_out_;
  State state_;
  State best_;
  double best_score_ = -std::numeric_limits<double>::infinity();
  double best_bound_ = -std::numeric_limits<double>::infinity();
  std::optional<double> last_density_;
  int quiet_ = 0;
  int narrowed_ = 0;
  Vector admissible_;  // of the likelihood, the last that were judged and found so
  double first_log_prior_ = 0.0;
};

}  // namespace

StochasticPlan StochasticPlan::of(StochasticSchedule schedule, Eigen::Index rows) {
  StochasticPlan plan;
  if (schedule == StochasticSchedule::paper) {
    plan.batch = 100;
    plan.steps = 100000;
    plan.rate = 1e-3;
    plan.anneal = false;
    plan.robbins_monro = true;
    plan.passes = 0;
    plan.check_every = 500;
    plan.stops_early = true;
  }
  // Of fewer rows a few hundred are missed, and fewer still are no measure.
  if (rows < 10000) plan.held_out = 0;
  return plan;
}

StochasticFit stochastic_fit(const RowSource& rows, const Points& Z, const Hyperparameters& start,
                             const StochasticPlan& plan, const Threads& threads,
                             const SparseFitOptions& options) {
  require(rows.size() > 0, "training rows", "0", "must be at least 1");
  return Run(rows, Z, start, plan, threads, options).run();
}

}  // namespace phigp
