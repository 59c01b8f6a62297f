#include "phigp/inference/sparse/sparse_fit.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "phigp/base/clock.h"
#include "phigp/base/error.h"
#include "phigp/base/limits.h"
#include "phigp/base/random.h"
#include "phigp/inference/restarts.h"
#include "phigp/inference/sparse/inducing_inputs.h"
#include "phigp/inference/sparse/last_look.h"
#include "phigp/inference/sparse/longer_lengthscales.h"
#include "phigp/inference/sparse/relocation.h"
#include "phigp/inference/sparse/single_precision.h"
#include "phigp/inference/sparse/sparse_learning.h"

namespace phigp {

namespace {

// Hyperparameters are learned on random subsets, each twice the one before, up to all rows or
// these; a last one not much larger than the one before is taken instead of it.
constexpr Eigen::Index kFirstRows = 5000;
constexpr Eigen::Index kGrowth = 2;
constexpr Eigen::Index kLastRows = 80000;
// The most that a row of the first stage counts for.
constexpr double kMostCounted = 10.0;
constexpr double kMuchLarger = 1.5;
constexpr double kEarlyTolerance = 1e-4;  // of stages before the last
// Likewise where inducing inputs move, which have a little more to give for hundreds of steps.
constexpr double kMovingTolerance = 3e-5;
// Steps that are remembered where inducing inputs move: as many as a stage has, in no more than so
// many numbers, two for each variable and step.
constexpr double kLongMemory = 200.0;
constexpr double kShortMemory = 5.0;
constexpr double kMostRemembered = 32e6;
// How many times their initial value lengthscales may reach before the last stage. Where a few rows
// find a feature useless and its lengthscale runs away, no slope calls it back for more rows.
constexpr double kEarlyReach = 10.0;
// Rows, at most, on which inducing inputs are looked for elsewhere: there up to 200 more need
// memory, and a stage with more rows has learned them from as many before.
constexpr Eigen::Index kMostRelocated = 50000;
// That tell whether longer lengthscales are better.
constexpr Eigen::Index kFewestTrialRows = 2000;
constexpr Eigen::Index kTrialRows = 20000;
constexpr std::uint32_t kRelocationStream = 7;
constexpr double kPassTolerance = 1e-5;  // of passes over all rows
constexpr double kFineTolerance = 1e-6;  // where they are few
constexpr int kMostPasses = 100;

std::vector<Eigen::Index> stage_sizes(Eigen::Index rows, bool learns) {
  if (!learns) return {};
  const Eigen::Index last = std::min(rows, kLastRows);
  std::vector<Eigen::Index> sizes;
  for (Eigen::Index size = kFirstRows;
       kMuchLarger * static_cast<double>(size) < static_cast<double>(last); size *= kGrowth)
    sizes.push_back(size);
  sizes.push_back(last);
  return sizes;
}

class Fit {
 public:
  Fit(const RowSource& rows, const Points& Z, const Hyperparameters& start, const Threads& threads,
      const SparseFitOptions& options)
      : rows_(rows),
        threads_(threads),
        options_(options),
        start_(start),
        precision_(options.precision) {
    if (options.move_inducing) {
      const double steps = 0.5 * kMostRemembered / static_cast<double>(Z.size());
      memory_ = Lbfgs(static_cast<std::size_t>(std::clamp(steps, kShortMemory, kLongMemory)));
    }
    fit_.values = start;
    fit_.Z = Z;
    fit_.q = NaturalParameters::of_prior(Z.rows());
  }

  SparseFit run() {
    const FreeParameters free(fit_.values, options_.parts);
    const std::vector<Eigen::Index> sizes =
        stage_sizes(rows_.size(), free.size() > 0 || options_.move_inducing);
    // Nested subsets: what is learned of a row in one stage serves in the next.
    std::vector<Eigen::Index> order;  // none: a single stage reads all rows as they stand
    if (sizes.size() > 1) order = random_rows(rows_.size(), sizes.back(), options_.seed);
    for (const Eigen::Index size : sizes) {
      const auto begin = Clock::now();
      const bool last = size == sizes.back();
      const TrainingSet subset = stage_rows(order, size);
      know_rows(static_cast<double>(size) * counts_for(size));
      if (size != sizes.front()) relocate_on(subset);
      if (size != sizes.front() && last) lengthen_on(order, size);
      gives_up_single(RowsInMemory(subset));
      learn_on(subset, size, last, begin);
      if (fit_.stop == Stop::stopped) break;
      // Where learning led to a kernel that single precision cannot serve, once more without.
      if (gives_up_single(RowsInMemory(subset))) learn_on(subset, size, last, Clock::now());
      if (fit_.stop == Stop::stopped) break;
    }
    gives_up_single(rows_);
    ascend();
    if (fit_.stop != Stop::stopped && gives_up_single(rows_)) ascend();
    return std::move(fit_);
  }

 private:
  TrainingSet stage_rows(const std::vector<Eigen::Index>& order, Eigen::Index size) const {
    return some_rows(order, size, counts_for(size));
  }

  TrainingSet some_rows(const std::vector<Eigen::Index>& order, Eigen::Index size,
                        double counts) const {
    TrainingSet subset;
    if (order.empty()) {
      rows_.read(0, rows_.size(), subset);
    } else {
      std::vector<Eigen::Index> chosen(order.begin(), order.begin() + size);
      std::sort(chosen.begin(), chosen.end());
      rows_.gather(chosen, subset);
    }
    scale_weights(subset, counts);
    return subset;
  }

  // How many rows one of a subset stands for: the prior, and with it what hyperparameters can be,
  // would otherwise weigh too much, and lengthscales grow to where nothing calls them back. But a
  // first stage that counts its few rows very often follows them too closely; where it would have
  // to, it counts them once and looks for the region only.
  double counts_for(Eigen::Index size) const {
    const double times = all_for(size);
    return size == kFirstRows && times > kMostCounted ? 1.0 : times;
  }

  double all_for(Eigen::Index size) const {
    return static_cast<double>(rows_.size()) / static_cast<double>(size);
  }

  // Of single precision where that is in use, at the values and the q at hand; true if it is given
  // up.
  bool gives_up_single(const RowSource& rows) {
    if (precision_ == Precision::full) return false;
    fit_.single_error = single_precision_error(fit_.values, fit_.Z, fit_.q, rows);
    if (*fit_.single_error <= kResolved) return false;
    precision_ = Precision::full;
    return true;
  }

  // q knows as many rows as the last stage counted.
  void know_rows(double rows) {
    if (std::abs(rows - known_rows_) <= 1e-9 * rows) return;
    fit_.q.scale_data(rows / known_rows_);
    memory_.forget();
    known_rows_ = rows;
  }

  std::vector<double> c2_at(const TrainingSet& subset) const {
    return SparseBound(subset, threads_, precision_)
        .c2_under(InducingBasis(fit_.values.kernel, fit_.Z), fit_.values, SparsePosterior(fit_.q));
  }

  // At the start of a stage: of more rows than the inputs have been learned from.
  void relocate_on(const TrainingSet& subset) {
    if (!options_.move_inducing || subset.size() > kMostRelocated) return;
    try {
      const SparseBound bound(subset, threads_);  // double: differences decide
      Stream stream({options_.seed, Purpose::selection, kRelocationStream, fit_.stages.size()});
      auto found = relocate(bound, subset, fit_.values, fit_.Z, c2_at(subset), stream);
      if (!found) return;
      fit_.Z = std::move(found->Z);
      fit_.q = std::move(found->q);
      memory_.forget();
    } catch (const Error&) {  // no factor of so many inputs: they stay
    }
  }

  // On so many rows that a look at all lengthscales costs ten looks at the stage's.
  void lengthen_on(const std::vector<Eigen::Index>& order, Eigen::Index size) {
    const Eigen::Index learned = FreeParameters(fit_.values, options_.parts).size();
    if (learned == 0) return;
    const Eigen::Index each = 10 * size / learned;
    const Eigen::Index few = std::min(size, std::clamp(each, kFewestTrialRows, kTrialRows));
    const TrainingSet subset = some_rows(order, few, all_for(few));
    try {
      const SparseBound bound(subset, threads_);
      LongerLengthscales longer = lengthen(bound, subset, fit_.values, fit_.Z, c2_at(subset),
                                           options_.parts, options_.priors, options_.watch);
      if (longer.count == 0) return;
      fit_.values = std::move(longer.values);
      fit_.q = std::move(longer.q);
      memory_.forget();
    } catch (const Error&) {  // no factor of such a kernel: it stays as it was
    }
  }

  Vector early_limits() const {
    const FreeParameters free(start_, options_.parts);
    Vector highest = free.pack(start_);
    for (Eigen::Index k = 0; k < free.size(); ++k) {
      const bool length = is_lengthscale(free.names()[static_cast<std::size_t>(k)]);
      highest[k] = length ? highest[k] + std::log(kEarlyReach) : kInfinity;
    }
    return highest;
  }

  void learn_on(const TrainingSet& subset, Eigen::Index size, bool last, Clock::time_point begin) {
    std::vector<double> c2 = c2_at(subset);
    SparseLearningOptions learning;
    learning.parts = options_.parts;
    learning.priors = options_.priors;
    learning.move_inducing = options_.move_inducing;
    learning.precision = precision_;
    learning.max_iterations = options_.max_iterations;
    const double early = options_.move_inducing ? kMovingTolerance : kEarlyTolerance;
    learning.tolerance = last ? options_.tolerance : early;
    if (!last) learning.highest = early_limits();
    learning.memory = std::move(memory_);
    learning.watch = options_.watch;
    SparseLearningResult learned =
        sparse_learn(subset, fit_.Z, fit_.values, std::move(c2), threads_, std::move(learning));
    fit_.values = std::move(learned.values);
    fit_.Z = std::move(learned.Z);
    memory_ = std::move(learned.memory);
    fit_.q = std::move(learned.q);
    fit_.stop = learned.stop;
    // Limits of stages before the last say nothing about the data.
    fit_.at_limit = last ? std::move(learned.at_limit) : std::vector<std::string>();
    fit_.log_prior = learned.log_prior;
    if (fit_.stages.empty()) {
      fit_.first_elbo = learned.first_bound * static_cast<double>(rows_.size()) / known_rows_;
      fit_.first_log_prior = learned.first_log_prior;
    }
    fit_.stages.push_back(
        {"learning", size, learned.iterations, learned.bound, seconds_since(begin), learned.stop});
  }

  void ascend() {
    const auto begin = Clock::now();
    know_rows(static_cast<double>(rows_.size()));
    const InducingBasis basis(fit_.values.kernel, fit_.Z, precision_);
    fit_.jitter = basis.jitter();
    SparseAscentResult result;
    if (fit_.stop != Stop::stopped) {
      SparseAscentOptions ascent;
      ascent.max_passes = kMostPasses;
      ascent.tolerance = rows_.size() <= kFirstRows ? kFineTolerance : kPassTolerance;
      ascent.watch = options_.watch;
      result = sparse_ascent(basis, fit_.values, rows_, fit_.q, threads_, ascent);
      if (fit_.stop == Stop::converged || result.stop == Stop::stopped) fit_.stop = result.stop;
    }
    Eigen::Index looked_at = rows_.size();
    if (result.passes == 0) {
      LastLook look = last_look(basis, fit_.values, rows_, fit_.q, threads_, options_.seed);
      result = {std::move(look.q), look.elbo, 1, Stop::stopped, 0.0};
      looked_at = look.rows;
    }
    fit_.q = std::move(result.q);
    fit_.elbo = result.elbo;
    fit_.largest_fall = result.largest_fall;
    if (fit_.stages.empty()) fit_.first_elbo = result.elbo;  // nothing was learned
    fit_.stages.push_back({"coordinate ascent", looked_at, result.passes, result.elbo,
                           seconds_since(begin), result.stop});
  }

  const RowSource& rows_;
  const Threads& threads_;
  const SparseFitOptions& options_;
  const Hyperparameters& start_;
  SparseFit fit_;
  Precision precision_;
  double known_rows_ = 1.0;
  Lbfgs memory_;  // what earlier stages learned about the curvature
};

}  // namespace

SparseFit sparse_fit(const RowSource& rows, const Points& Z, const Hyperparameters& start,
                     const Threads& threads, const SparseFitOptions& options) {
  return Fit(rows, Z, start, threads, options).run();
}

}  // namespace phigp
