// k-fold cross-validation: every row is predicted by a model that has not seen it. Everything that
// is learned from data, standardisation and categories included, is learned anew in each fold from
// its own training rows. math.md (D.21)
#pragma once

#include "phigp/model/evaluate.h"

namespace phigp {

struct CrossValidationSettings {
  int folds = 10;   // as many as rows: leave one out
  int repeats = 1;  // of the whole, each with other folds
};

struct FoldResult {
  enum class State { done, failed, not_reached };

  int repeat = 0;  // from 0
  int fold = 0;    // from 0
  State state = State::not_reached;
  std::string failure;  // of state failed: why
  std::size_t training_rows = 0;
  Evaluation evaluation;  // this and below: of state done
  FitReport fit;
};

struct OutOfFoldRow {
  std::size_t row = 0;  // of the table, from 0
  int repeat = 0;
  int fold = 0;
};

struct CrossValidation {
  CrossValidationSettings settings;
  Domain domain = Domain::real;
  bool stratified = false;   // by label
  std::size_t rows = 0;      // that take part: with a target and a weight above 0
  std::size_t left_out = 0;  // the others
  Stop stop = Stop::converged;
  std::vector<FoldResult> folds;  // repeat by repeat

  // Of the folds that are done. Scores of all their rows together, each with its standard error
  // over folds where two or more of one repeat are done. Without a single one: no scores.
  std::size_t done = 0;
  std::size_t failed = 0;
  Evaluation pooled;
  std::vector<OutOfFoldRow> where;  // of each row of held_out, by repeat and row
  HeldOut held_out;
};

// The likelihood and the two labels are settled by the whole table, folds by the seed of `settings`
// and, of labels, so that each has its share of both. A fold that cannot be fitted is reported and
// the others go on; when none can, its error is thrown. A run that the watcher stops keeps the
// folds that are done. Throws InvalidInput for what fit() refuses, and for fewer than 2 folds, more
// folds than rows and fewer than 1 repeat.
CrossValidation cross_validate(const Table& table, const FitSettings& settings,
                               const CrossValidationSettings& how = {}, const Watcher& watch = {});

}  // namespace phigp
