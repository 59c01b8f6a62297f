#include "phigp/model/encoded_data.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "phigp/base/error.h"
#include "phigp/io/data_error.h"
#include "phigp/model/settings_error.h"
#include "phigp/model/table_rows.h"

namespace phigp {

std::string DataEncoding::to_json() const {
  nlohmann::json object{{"features", nlohmann::json::parse(features.to_json())},
                        {"target", target},
                        {"weights", weights},
                        {"offset", offset},
                        {"trials", trials},
                        {"domain", name_of(domain)},
                        {"response", {{"centre", response.centre}, {"scale", response.scale}}}};
  if (domain == Domain::label) object["labels"] = nlohmann::json::parse(labels.to_json());
  if (text_labels) object["text_labels"] = *text_labels;
  return object.dump();
}

DataEncoding DataEncoding::from_json(std::string_view text) {
  try {
    const nlohmann::json object = nlohmann::json::parse(text);
    DataEncoding encoding;
    encoding.features = FeatureEncoding::from_json(object.at("features").dump());
    encoding.target = object.at("target");
    encoding.weights = object.at("weights");
    encoding.offset = object.at("offset");
    encoding.trials = object.at("trials");
    encoding.domain = domain_named(object.at("domain"));
    if (encoding.domain == Domain::label)
      encoding.labels = Labels::from_json(object.at("labels").dump());
    if (object.contains("text_labels")) encoding.text_labels = object["text_labels"].get<bool>();
    encoding.response.centre = object.at("response").at("centre");
    encoding.response.scale = object.at("response").at("scale");
    require(std::isfinite(encoding.response.centre), "response centre", encoding.response.centre,
            "must be finite");
    require(encoding.response.scale > 0.0, "response scale", encoding.response.scale,
            "must be positive");
    return encoding;
  } catch (const nlohmann::json::exception& error) {
    throw InvalidInput("data encoding", "", std::string("must be readable: ") + error.what());
  }
}

bool looks_like_labels(const Table& table, const std::string& target) {
  const Column& column = table.at(target);
  if (column.kind == ColumnKind::text) return true;
  std::set<double> values;
  for (const double y : column.numbers) {
    if (!std::isnan(y)) values.insert(y);
    if (values.size() > 2) return false;
  }
  return values.size() == 2;
}

namespace {

// The rows that count. Throws unless there is one.
CountedRows counted_rows(const Table& table, const DataEncoding& encoding) {
  const Column& target = table.at(encoding.target);
  std::span<const double> weights;
  if (!encoding.weights.empty()) weights = complete_numbers(table, encoding.weights);
  bool any_target = false;
  bool any_weight = false;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    if (target.missing(i)) continue;
    any_target = true;
    if (weights.empty()) break;
    any_weight = weight_at(table, table.at(encoding.weights), i) > 0.0 || any_weight;
  }
  require_data(any_target, table.source(), "", "has no row with a target");
  if (!weights.empty()) {
    require_data(any_weight, table.place(table.at(encoding.weights)), "",
                 "must have a weight above 0");
  }
  return CountedRows(&target, weights);
}

}  // namespace

DataEncoding learn_encoding(const Table& table, const FitSettings& settings, Domain domain) {
  DataEncoding encoding;
  require(!settings.target.empty(), "target", "", "must name the column to predict");
  encoding.domain = domain;
  // By its name in the table, so that "-1" or "5" of a file without header is kept as the column.
  const auto resolved = [&](const std::string& name) {
    return name.empty() ? name : table.at(name).name;
  };
  encoding.target = resolved(settings.target);
  encoding.weights = resolved(settings.weights);
  encoding.offset = resolved(settings.offset);
  encoding.trials = resolved(settings.trials);
  if (domain == Domain::successes) {
    require_together(!encoding.trials.empty(), "trials", "",
                     "must name a column for this likelihood");
  }
  const CountedRows counted = counted_rows(table, encoding);
  FeatureOptions options;
  for (const std::string& name : settings.features) options.columns.push_back(resolved(name));
  for (const std::string& name :
       {encoding.target, encoding.weights, encoding.offset, encoding.trials}) {
    if (!name.empty()) options.exclude.push_back(name);
  }
  options.impute = settings.impute;
  options.standardise = settings.standardise;
  options.counted = counted;
  encoding.features = FeatureEncoding::learn(table, options);
  if (domain == Domain::label) {
    encoding.labels = find_labels(table, encoding.target);
    encoding.text_labels = table.at(encoding.target).kind == ColumnKind::text;
  }
  if (domain == Domain::real && settings.standardise) {
    encoding.response = find_standardisation(numbers_of(table, table.at(encoding.target)), counted,
                                             encoding.target.c_str())
                            .standardisation;
  }
  return encoding;
}

namespace {

RowChoice rows_of(const Table& table, std::size_t first, std::size_t count) {
  require(first <= table.rows() && count <= table.rows() - first, table.source(),
          std::to_string(first) + " and " + std::to_string(count) + " further",
          "must have the rows asked for, of its " + std::to_string(table.rows()));
  return {first, count};
}

}  // namespace

EncodedInputs encode_inputs(const Table& table, const DataEncoding& encoding, std::size_t first,
                            std::size_t count) {
  EncodedInputs inputs;
  InputEncoder(table, encoding).encode(rows_of(table, first, count), inputs);
  return inputs;
}

Vector encode_targets(const Table& table, const DataEncoding& encoding) {
  return encode_targets(table, encoding, 0, table.rows());
}

Vector encode_targets(const Table& table, const DataEncoding& encoding, std::size_t first,
                      std::size_t count) {
  const RowChoice rows = rows_of(table, first, count);
  const TargetEncoder encoder(table, encoding);
  Vector y(static_cast<Eigen::Index>(count));
  const Column* trials = encoding.trials.empty() ? nullptr : &table.at(encoding.trials);
  for (std::size_t k = 0; k < count; ++k) {
    const bool known = !encoder.missing(rows[k]);
    const double of = known && trials != nullptr ? complete_number(table, *trials, rows[k]) : 1.0;
    y[static_cast<Eigen::Index>(k)] =
        known ? encoder.checked(rows[k], of).y : std::numeric_limits<double>::quiet_NaN();
  }
  return y;
}

EncodedTraining encode_training(const Table& table, const DataEncoding& encoding) {
  const TableRows rows(table, encoding);
  EncodedTraining training;
  rows.read(0, rows.size(), training.data);
  training.missing_targets = rows.missing_targets();
  for (Eigen::Index k = 0; k < rows.size(); ++k) training.table_rows.push_back(rows.table_row(k));
  training.imputed = rows.imputed();
  return training;
}

}  // namespace phigp
