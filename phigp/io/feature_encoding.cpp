#include "phigp/io/feature_encoding.h"

#include <algorithm>
#include <limits>
#include <set>

#include "phigp/base/error.h"
#include "phigp/io/data_error.h"
#include "phigp/io/decimal_comma.h"

namespace phigp {

namespace {

const char* const kMissingRule = "is missing; give a value or ask for missing cells to be imputed";

void learn_numbers(const Table& table, const Column& column, const FeatureOptions& options,
                   const MissingCell& missing, FeatureColumn& result) {
  const FoundStandardisation found =
      find_standardisation(column.numbers, options.counted, table.place(column).c_str(), missing);
  result.constant = found.constant;
  result.mean = found.standardisation.centre;
  if (options.standardise) result.standardisation = found.standardisation;
}

void learn_categories(const Table& table, const Column& column, const FeatureOptions& options,
                      const MissingCell& missing, FeatureColumn& result) {
  const std::size_t most = FeatureEncoding::kMostCategories;
  constexpr std::size_t unseen = std::numeric_limits<std::size_t>::max();
  // Categories are numbered as they appear in the rows that count.
  std::vector<std::size_t> category(column.values.size(), unseen);
  std::vector<std::size_t> code_of;
  std::vector<double> times;
  std::size_t present = 0;
  for (std::size_t i = 0; i < column.codes.size(); ++i) {
    const double weight = options.counted.weight(i);
    if (weight == 0.0) continue;
    if (column.missing(i)) {
      missing(i);
      continue;
    }
    const auto code = static_cast<std::size_t>(column.codes[i]);
    if (category[code] == unseen) {
      category[code] = code_of.size();
      code_of.push_back(code);
      times.push_back(0.0);
    }
    times[category[code]] += weight;
    ++present;
  }
  const std::size_t different = code_of.size();
  require_data(present > 0, table.place(column), "", "must have a value that is not missing");
  refuse_decimal_commas(table, column);
  const std::string example = ", such as '" + column.values[code_of[0]] + "'";
  require_data(different < present || present <= 2, table.place(column),
               "a different text in each of " + std::to_string(present) + " rows" + example,
               "must have categories that repeat; leave the column out if it names the rows");
  require_data(different <= most, table.place(column),
               std::to_string(different) + " categories" + example,
               "must have at most " + std::to_string(most) + " categories");
  for (const std::size_t code : code_of) result.categories.push_back(column.values[code]);
  result.constant = different == 1;
  result.commonest =
      static_cast<std::size_t>(std::max_element(times.begin(), times.end()) - times.begin());
}

std::vector<const Column*> chosen_columns(const Table& table, const FeatureOptions& options) {
  std::set<std::size_t> taken;
  std::vector<const Column*> chosen;
  for (const std::string& name : options.exclude) taken.insert(table.at(name).position);
  if (options.columns.empty()) {
    for (const Column& column : table.columns()) {
      if (!taken.contains(column.position)) chosen.push_back(&column);
    }
  }
  for (const std::string& name : options.columns) {
    const Column& column = table.at(name);
    require(taken.insert(column.position).second, table.place(column), "",
            "must have one use: as one feature, as the target, as weights, …");
    chosen.push_back(&column);
  }
  require_data(!chosen.empty(), table.source(), "", "must have a column that is a feature");
  return chosen;
}

}  // namespace

FeatureEncoding FeatureEncoding::learn(const Table& table, const FeatureOptions& options) {
  const std::size_t weights = options.counted.weights().size();
  require(weights == 0 || weights == table.rows(), "feature weights", std::to_string(weights),
          "must be one per row, or none");
  FeatureEncoding encoding;
  encoding.named_ = table.named();
  encoding.file_columns_ = table.columns().size();
  encoding.impute_ = options.impute;
  for (const Column* column : chosen_columns(table, options)) {
    const MissingCell missing = [&](std::size_t row) {
      if (!options.impute) throw DataError(table.place(row, *column), "", kMissingRule);
    };
    FeatureColumn result;
    result.name = column->name;
    result.position = column->position;
    result.kind = column->kind;
    if (column->kind == ColumnKind::text) {
      learn_categories(table, *column, options, missing, result);
    } else {
      learn_numbers(table, *column, options, missing, result);
    }
    encoding.columns_.push_back(std::move(result));
  }
  return encoding;
}

std::size_t FeatureEncoding::width() const {
  std::size_t sum = 0;
  for (const FeatureColumn& column : columns_) sum += column.width();
  return sum;
}

std::vector<std::string> FeatureEncoding::feature_names() const {
  std::vector<std::string> names;
  for (const FeatureColumn& column : columns_) {
    if (column.kind == ColumnKind::number) names.push_back(column.name);
    for (const std::string& category : column.categories)
      names.push_back(column.name + "=" + category);
  }
  return names;
}

std::vector<std::string> FeatureEncoding::text_columns() const {
  std::vector<std::string> names;
  for (const FeatureColumn& column : columns_) {
    if (column.kind == ColumnKind::text) names.push_back(column.name);
  }
  return names;
}

std::vector<std::string> FeatureEncoding::constant_columns() const {
  std::vector<std::string> names;
  for (const FeatureColumn& column : columns_) {
    if (column.constant) names.push_back(column.name);
  }
  return names;
}

}  // namespace phigp
