#include "phigp/model/cross_validation.h"

#include <atomic>
#include <cmath>
#include <mutex>

#include "phigp/base/error.h"
#include "phigp/io/data_error.h"
#include "phigp/io/select_rows.h"
#include "phigp/linalg/blas.h"
#include "phigp/model/fit.h"
#include "phigp/model/folds.h"
#include "phigp/model/pooled_scores.h"
#include "phigp/model/settings_error.h"

namespace phigp {

namespace {

// Folds of different threads report to one watcher, one at a time.
class SharedWatcher {
 public:
  SharedWatcher(const Watcher& watch, int folds) : watch_(watch), folds_(folds) {}

  bool stopped() const { return stopped_; }
  Watcher within_a_fold() {
    return [this](const Progress&) { return report(0); };
  }
  bool report(int newly_done) {
    const std::lock_guard lock(mutex_);
    done_ += newly_done;
    if (watch_ && !watch_({"folds", done_, folds_})) stopped_ = true;
    return !stopped_;
  }

 private:
  const Watcher& watch_;
  int folds_;
  int done_ = 0;
  std::atomic<bool> stopped_ = false;
  std::mutex mutex_;
};

// What all folds share.
struct Problem {
  const Table& table;
  FitSettings settings;  // with the likelihood settled
  DataEncoding whole;    // learned from all rows: domain and labels
};

Problem settled(const Table& table, const FitSettings& settings) {
  Problem problem{table, settings, {}};
  problem.settings.likelihood = chosen_likelihood(table, settings);
  const Domain domain = make_likelihood(problem.settings.likelihood)->domain();
  problem.whole = learn_encoding(table, problem.settings, domain);
  encode_training(table, problem.whole);  // what is wrong with the data is said once, here
  return problem;
}

// For deal_folds: 0 and 1 for labels, 0 for other targets, -1 for rows that do not count.
std::vector<int> classes_of(const Problem& problem) {
  const DataEncoding& whole = problem.whole;
  const Vector y = encode_targets(problem.table, whole);
  std::span<const double> weights;
  if (!whole.weights.empty()) weights = complete_numbers(problem.table, whole.weights);
  std::vector<int> classes(problem.table.rows(), 0);
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const double target = y[static_cast<Eigen::Index>(i)];
    if (whole.domain == Domain::label) classes[i] = target > 0.0 ? 1 : 0;
    if (std::isnan(target) || (!weights.empty() && weights[i] == 0.0)) classes[i] = -1;
  }
  return classes;
}

FittedModel fit_fold(const Problem& problem, const Table& training, const Watcher& watch) {
  DataEncoding encoding = learn_encoding(training, problem.settings, problem.whole.domain);
  // A fold may lack one of the labels; what is called positive must not depend on that.
  encoding.labels = problem.whole.labels;
  return fit_encoded(training, problem.settings, encoding, watch);
}

HeldOut run_fold(const Problem& problem, const std::vector<int>& folds, SharedWatcher& watcher,
                 FoldResult& result) {
  std::vector<std::size_t> training;
  std::vector<std::size_t> held_out;
  for (std::size_t i = 0; i < folds.size(); ++i) {
    if (folds[i] >= 0) (folds[i] == result.fold ? held_out : training).push_back(i);
  }
  result.training_rows = training.size();
  try {
    const FittedModel model =
        fit_fold(problem, select_rows(problem.table, training), watcher.within_a_fold());
    if (watcher.stopped()) return {};  // learned in part only
    HeldOut rows =
        predict_held_out(model, select_rows(problem.table, held_out), problem.settings.threads);
    result.evaluation = score(rows, problem.whole.domain, problem.settings.seed);
    result.fit = model.report();
    result.state = FoldResult::State::done;
    return rows;
  } catch (const SettingsError&) {  // of every fold, and not of its rows
    throw;
  } catch (const Error& error) {
    result.state = FoldResult::State::failed;
    result.failure = error.what();
    return {};
  }
}

}  // namespace

CrossValidation cross_validate(const Table& table, const FitSettings& settings,
                               const CrossValidationSettings& how, const Watcher& watch) {
  require(how.repeats >= 1, "repeats", how.repeats, "must be at least 1");
  Problem problem = settled(table, settings);
  const std::vector<int> classes = classes_of(problem);
  CrossValidation result;
  result.settings = how;
  result.domain = problem.whole.domain;
  result.stratified = result.domain == Domain::label;
  for (const int c : classes) ++(c >= 0 ? result.rows : result.left_out);
  std::vector<std::vector<int>> folds;
  for (int repeat = 0; repeat < how.repeats; ++repeat) {
    folds.push_back(deal_folds(classes, how.folds, settings.seed, repeat));
    for (int fold = 0; fold < how.folds; ++fold) {
      result.folds.emplace_back();
      result.folds.back().repeat = repeat;
      result.folds.back().fold = fold;
    }
  }

  // Where a factorisation gains little from threads, folds run side by side instead.
  const Threads side_by_side(
      static_cast<Eigen::Index>(result.rows) < kThreadedRows ? settings.threads : 1);
  if (side_by_side.count() > 1) problem.settings.threads = 1;
  SharedWatcher watcher(watch, how.folds * how.repeats);
  std::vector<HeldOut> predicted(result.folds.size());
  side_by_side.for_each_block(result.folds.size(), [&](std::size_t k) {
    if (watcher.stopped()) return;
    FoldResult& fold = result.folds[k];
    predicted[k] = run_fold(problem, folds[static_cast<std::size_t>(fold.repeat)], watcher, fold);
    if (fold.state != FoldResult::State::not_reached) watcher.report(1);
  });

  for (const FoldResult& fold : result.folds) {
    result.done += fold.state == FoldResult::State::done ? 1 : 0;
    result.failed += fold.state == FoldResult::State::failed ? 1 : 0;
  }
  if (result.failed == result.folds.size())
    throw DataError(
        "cross-validation", "none of " + std::to_string(result.failed),
        "must have a fold that can be fitted; the first: " + result.folds.front().failure);
  if (result.done + result.failed < result.folds.size()) result.stop = Stop::stopped;
  pool(folds, predicted, settings.seed, result);
  return result;
}

}  // namespace phigp
