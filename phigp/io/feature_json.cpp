// A FeatureEncoding as JSON text and back (to_json, from_json of feature_encoding.h). The text may
// come from a stranger's model file: every value is checked before it is believed.
#include <nlohmann/json.hpp>
#include <set>

#include "phigp/base/error.h"
#include "phigp/io/feature_encoding.h"

namespace phigp {

namespace {

using nlohmann::json;

json to_json(const FeatureColumn& column) {
  json result{{"name", column.name}, {"position", column.position}, {"constant", column.constant}};
  if (column.kind == ColumnKind::text) {
    result["kind"] = "text";
    result["categories"] = column.categories;
    result["commonest"] = column.commonest;
  } else {
    result["kind"] = "number";
    result["centre"] = column.standardisation.centre;
    result["scale"] = column.standardisation.scale;
    result["mean"] = column.mean;
  }
  return result;
}

void check(bool ok, const std::string& rule) { require(ok, "feature encoding", "", rule); }

// Finite, because JSON has no other numbers and the parser refuses what overflows.
double number(const json& object, const char* key) {
  check(object.at(key).is_number(), std::string(key) + " must be a number");
  return object.at(key).get<double>();
}

std::size_t whole(const json& object, const char* key) {
  check(object.at(key).is_number_unsigned(), std::string(key) + " must be a whole number");
  return object.at(key).get<std::size_t>();
}

FeatureColumn column_of(const json& object, std::size_t file_columns) {
  FeatureColumn column;
  column.name = object.at("name").get<std::string>();
  column.position = whole(object, "position");
  check(column.position < file_columns, "position must lie within the file");
  column.constant = object.at("constant").get<bool>();
  const auto kind = object.at("kind").get<std::string>();
  check(kind == "text" || kind == "number", "kind must be number or text");
  if (kind == "number") {
    column.standardisation = {number(object, "centre"), number(object, "scale")};
    check(column.standardisation.scale > 0.0, "scale must be positive");
    column.mean = number(object, "mean");
    return column;
  }
  column.kind = ColumnKind::text;
  column.categories = object.at("categories").get<std::vector<std::string>>();
  const std::set<std::string> different(column.categories.begin(), column.categories.end());
  const std::size_t count = column.categories.size();
  check(count > 0 && count <= FeatureEncoding::kMostCategories && different.size() == count,
        "categories must be different, one to 256");
  column.commonest = whole(object, "commonest");
  check(column.commonest < count, "commonest must be one of the categories");
  return column;
}

}  // namespace

std::string FeatureEncoding::to_json() const {
  json all{{"named", named_}, {"file_columns", file_columns_}, {"impute", impute_}};
  all["columns"] = json::array();
  for (const FeatureColumn& column : columns_) all["columns"].push_back(phigp::to_json(column));
  try {
    return all.dump();
  } catch (const json::exception&) {
    throw InvalidInput("feature encoding", "", "must have names and categories in UTF-8");
  }
}

FeatureEncoding FeatureEncoding::from_json(std::string_view text) {
  FeatureEncoding encoding;
  try {
    const json all = json::parse(text);
    encoding.named_ = all.at("named").get<bool>();
    encoding.file_columns_ = whole(all, "file_columns");
    encoding.impute_ = all.at("impute").get<bool>();
    std::set<std::string> names;
    std::set<std::size_t> positions;
    for (const json& object : all.at("columns")) {
      const FeatureColumn column = column_of(object, encoding.file_columns_);
      check(names.insert(column.name).second && positions.insert(column.position).second,
            "columns must be different");
      encoding.columns_.push_back(column);
    }
  } catch (const json::exception&) {
    throw InvalidInput("feature encoding", "", "must be the JSON that to_json wrote");
  }
  check(!encoding.columns_.empty(), "columns must not be empty");
  return encoding;
}

}  // namespace phigp
