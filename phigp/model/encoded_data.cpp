#include "phigp/model/encoded_data.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "phigp/base/error.h"

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
  FeatureOptions options;
  for (const std::string& name : settings.features) options.columns.push_back(resolved(name));
  for (const std::string& name :
       {encoding.target, encoding.weights, encoding.offset, encoding.trials}) {
    if (!name.empty()) options.exclude.push_back(name);
  }
  options.impute = settings.impute;
  options.standardise = settings.standardise;
  encoding.features = FeatureEncoding::learn(table, options);
  if (domain == Domain::label) encoding.labels = find_labels(table, encoding.target);
  if (domain == Domain::real && settings.standardise) {
    const Target y = encode_target(table, encoding.target);
    encoding.response = find_standardisation({y.y.data(), static_cast<std::size_t>(y.y.size())},
                                             encoding.target.c_str());
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
  const EncodedInputs inputs = encode_inputs(table, encoding, 0, table.rows());
  const Vector y = encode_targets(table, encoding);
  std::span<const double> weights;
  if (!encoding.weights.empty()) {
    weights = complete_numbers(table, encoding.weights);
    for (std::size_t i = 0; i < weights.size(); ++i) {
      require(weights[i] >= 0.0, table.place(i, table.at(encoding.weights)), weights[i],
              "must not be negative");
    }
  }
  EncodedTraining training;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    if (std::isnan(y[static_cast<Eigen::Index>(i)])) {
      ++training.missing_targets;
    } else {
      training.table_rows.push_back(i);
    }
  }
  const auto n = static_cast<Eigen::Index>(training.table_rows.size());
  require(n > 0, table.source(), "", "has no row with a target");
  TrainingSet& data = training.data;
  data.X.resize(n, inputs.X.cols());
  if (inputs.offset.size() > 0) data.offset.resize(n);
  for (Eigen::Index k = 0; k < n; ++k) {
    const std::size_t i = training.table_rows[static_cast<std::size_t>(k)];
    const auto at = static_cast<Eigen::Index>(i);
    check_domain(table, encoding, i, y[at], inputs.trials[i]);
    data.X.row(k) = inputs.X.row(at);
    data.rows.push_back({y[at], inputs.trials[i]});
    if (!weights.empty()) data.weights.push_back(weights[i]);
    if (data.offset.size() > 0) data.offset[k] = inputs.offset[at];
  }
  training.imputed = inputs.imputed;
  return training;
}

}  // namespace phigp
