#include "phigp/model/encoded_data.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "phigp/base/error.h"
#include "phigp/io/select_rows.h"

namespace phigp {

namespace {

// y outside the domain, with the place in the file.
void check_domain(const Table& table, const DataEncoding& encoding, std::size_t row, double y,
                  double trials) {
  const Column& column = table.at(encoding.target);
  const auto place = [&] { return table.place(row, column); };
  if (encoding.domain == Domain::count || encoding.domain == Domain::successes) {
    require(y >= 0.0 && y == std::floor(y), place(), y, "must be a whole number, at least 0");
  }
  if (encoding.domain == Domain::successes) {
    require(y <= trials, place(), y,
            fmt::format("must be at most the number of trials ({})", to_text(trials)));
  }
}

}  // namespace

std::string DataEncoding::to_json() const {
  nlohmann::json object{{"features", nlohmann::json::parse(features.to_json())},
                        {"target", target},
                        {"weights", weights},
                        {"offset", offset},
                        {"trials", trials},
                        {"domain", name_of(domain)},
                        {"response", {{"centre", response.centre}, {"scale", response.scale}}}};
  if (domain == Domain::label) object["labels"] = nlohmann::json::parse(labels.to_json());
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

std::vector<std::size_t> rows_with(const Table& table, const std::string& target) {
  const Column& column = table.at(target);
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    if (!column.missing(i)) rows.push_back(i);
  }
  require(!rows.empty(), table.source(), "", "has no row with a target");
  return rows;
}

// Weights of these rows; empty without such a column.
std::vector<double> weights_of(const Table& table, const std::string& name,
                               std::span<const std::size_t> rows) {
  std::vector<double> weights;
  if (name.empty()) return weights;
  const std::span<const double> all = complete_numbers(table, name);
  for (const std::size_t i : rows) {
    require(all[i] >= 0.0, table.place(i, table.at(name)), all[i], "must not be negative");
    weights.push_back(all[i]);
  }
  return weights;
}

// Rows that count, and how often.
struct CountedRows {
  Table table;
  std::vector<double> weights;
};

CountedRows counted_rows(const Table& table, const DataEncoding& encoding) {
  std::vector<std::size_t> rows = rows_with(table, encoding.target);
  std::vector<double> weights = weights_of(table, encoding.weights, rows);
  if (!weights.empty()) {
    std::vector<std::size_t> counted;
    for (std::size_t k = 0; k < rows.size(); ++k) {
      if (weights[k] > 0.0) counted.push_back(rows[k]);
    }
    require(!counted.empty(), table.place(table.at(encoding.weights)), "",
            "must have a weight above 0");
    std::erase(weights, 0.0);
    rows = std::move(counted);
  }
  return {select_rows(table, rows), std::move(weights)};
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
    require(!encoding.trials.empty(), "trials", "", "must name a column for this likelihood");
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
  options.weights = counted.weights;
  encoding.features = FeatureEncoding::learn(counted.table, options);
  if (domain == Domain::label) encoding.labels = find_labels(table, encoding.target);
  if (domain == Domain::real && settings.standardise) {
    const Target y = encode_target(counted.table, encoding.target);
    encoding.response = find_standardisation({y.y.data(), static_cast<std::size_t>(y.y.size())},
                                             encoding.target.c_str(), counted.weights);
  }
  return encoding;
}

EncodedInputs encode_inputs(const Table& table, const DataEncoding& encoding, std::size_t first,
                            std::size_t count) {
  EncodedInputs inputs;
  EncodedFeatures features = encoding.features.encode(table, first, count);
  inputs.X = std::move(features.X);
  inputs.unseen = std::move(features.unseen);
  inputs.imputed = std::move(features.imputed);
  if (!encoding.offset.empty()) {
    const std::span<const double> all = complete_numbers(table, encoding.offset);
    inputs.offset = Eigen::Map<const Vector>(all.data() + first, static_cast<Eigen::Index>(count));
    // f is in the units of the standardised response.
    if (encoding.domain == Domain::real) inputs.offset /= encoding.response.scale;
  }
  inputs.trials.assign(count, 1.0);
  if (!encoding.trials.empty()) {
    const std::span<const double> all = complete_numbers(table, encoding.trials);
    for (std::size_t i = 0; i < count; ++i) {
      const double trials = all[first + i];
      require(trials >= 1.0 && trials == std::floor(trials),
              table.place(first + i, table.at(encoding.trials)), trials,
              "must be a whole number, at least 1");
      inputs.trials[i] = trials;
    }
  }
  return inputs;
}

Vector encode_targets(const Table& table, const DataEncoding& encoding) {
  if (encoding.domain == Domain::label)
    return encode_target(table, encoding.target, encoding.labels).y;
  Vector y = encode_target(table, encoding.target).y;
  if (encoding.domain == Domain::real) {
    for (double& value : y) value = encoding.response.apply(value);
  }
  return y;
}

EncodedTraining encode_training(const Table& table, const DataEncoding& encoding) {
  EncodedTraining training;
  training.table_rows = rows_with(table, encoding.target);
  training.missing_targets = table.rows() - training.table_rows.size();
  const Table present = select_rows(table, training.table_rows);
  EncodedInputs inputs = encode_inputs(present, encoding, 0, present.rows());
  const Vector y = encode_targets(present, encoding);
  TrainingSet& data = training.data;
  for (std::size_t i = 0; i < present.rows(); ++i) {
    const double target = y[static_cast<Eigen::Index>(i)];
    check_domain(present, encoding, i, target, inputs.trials[i]);
    data.rows.push_back({target, inputs.trials[i]});
  }
  data.X = std::move(inputs.X);
  data.offset = std::move(inputs.offset);
  data.weights = weights_of(table, encoding.weights, training.table_rows);
  training.imputed = std::move(inputs.imputed);
  return training;
}

}  // namespace phigp
