// How the columns of a table become inputs and observations, learned from the training table and
// kept with the model.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "phigp/base/training_set.h"
#include "phigp/io/feature_encoding.h"
#include "phigp/io/target_encoding.h"
#include "phigp/likelihoods/parameter.h"
#include "phigp/model/fit_settings.h"

namespace phigp {

struct DataEncoding {
  FeatureEncoding features;
  std::string target;
  std::string weights;  // columns, or empty
  std::string offset;
  std::string trials;
  Domain domain = Domain::real;
  Labels labels;  // of domain label
  // Whether the labels were text, which may look like numbers; none: the file does not say.
  std::optional<bool> text_labels;
  Standardisation response;  // of domain real: the model's y is apply(y)

  bool operator==(const DataEncoding&) const = default;

  std::string to_json() const;
  static DataEncoding from_json(std::string_view text);
};

// Two different values, or text: the target is a label.
bool looks_like_labels(const Table& table, const std::string& target);

// From the rows that have a target and a weight above 0, each counted by its weight. Reads the
// columns from front to back and copies none.
DataEncoding learn_encoding(const Table& table, const FitSettings& settings, Domain domain);

// The inputs and known parts of rows first, …, first + count - 1.
struct EncodedInputs {
  Points X;
  Vector offset;               // empty without such a column
  std::vector<double> trials;  // all 1 without such a column
  std::vector<CellCount> unseen;
  std::vector<CellCount> imputed;
};
EncodedInputs encode_inputs(const Table& table, const DataEncoding& encoding, std::size_t first,
                            std::size_t count);

// The targets as the model sees them; NaN where missing. Throws InvalidInput with the row for a
// value outside the domain.
Vector encode_targets(const Table& table, const DataEncoding& encoding);
// Of rows first, …, first + count - 1.
Vector encode_targets(const Table& table, const DataEncoding& encoding, std::size_t first,
                      std::size_t count);

// The rows of a table that have a target, all at once; TableRows gives them block by block.
struct EncodedTraining {
  TrainingSet data;
  std::vector<std::size_t> table_rows;  // where each came from
  std::size_t missing_targets = 0;
  std::vector<CellCount> imputed;
};
EncodedTraining encode_training(const Table& table, const DataEncoding& encoding);

}  // namespace phigp
