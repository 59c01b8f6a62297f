// From a column of a table to the targets of a likelihood: numbers, or two labels as -1 and +1.
// Missing targets stay missing.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "phigp/base/matrix.h"
#include "phigp/io/table.h"

namespace phigp {

struct Target {
  Vector y;                   // NaN where missing
  std::vector<bool> missing;  // one per row
  std::size_t missing_count = 0;
};

// Which label is -1 and which is +1. Labels are kept as text, numbers in their shortest form.
struct Labels {
  std::optional<std::string>
      negative;  // none: training had one label only, and the other is unknown
  std::optional<std::string> positive;

  bool only_one() const { return !negative || !positive; }  // for a report
  bool operator==(const Labels&) const = default;

  // Exact. from_json throws InvalidInput.
  std::string to_json() const;
  static Labels from_json(std::string_view text);
};

// The two labels of a column: the smaller number is -1; of texts, the one first in the order of
// bytes. A single label is +1, except 0 and -1, which are -1. Throws InvalidInput for three or more
// labels, and for none.
Labels find_labels(const Table& table, std::string_view column);

// A target of numbers. Text throws InvalidInput with row and content.
Target encode_target(const Table& table, std::string_view column);

// A target of labels. A label that is neither of the two throws InvalidInput with row and content;
// where one of the two is unknown, any one further label is taken for it.
Target encode_target(const Table& table, std::string_view column, const Labels& labels);

// The labels of one column, row by row; several threads may read at a time.
class LabelEncoder {
 public:
  // Refers to the table. Where one of the two labels is unknown, looks for it in the whole column.
  LabelEncoder(const Table& table, std::string_view column, const Labels& labels);

  // -1 or +1; NaN where missing. Throws InvalidInput as above.
  double at(std::size_t row) const;

 private:
  std::optional<bool> is_positive(std::size_t row) const;

  const Table& table_;
  const Column& column_;
  Labels known_;
  std::vector<std::optional<bool>> of_code_;  // text: of each code; none for a label of neither
  std::optional<double> negative_number_;     // numbers: those that read as the labels
  std::optional<double> positive_number_;
};

}  // namespace phigp
