#include "phigp/io/table_layout.h"

#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>

#include "phigp/base/error.h"

namespace phigp::detail {

namespace {

using nlohmann::json;

struct Dictionary {
  std::string texts;
  std::vector<std::int64_t> ends;
};

Dictionary dictionary_of(const std::vector<std::string>& values) {
  Dictionary result;
  for (const std::string& value : values) {
    result.texts += value;
    result.ends.push_back(static_cast<std::int64_t>(result.texts.size()));
  }
  return result;
}

}  // namespace

std::string column_array(std::size_t column) { return "column" + std::to_string(column + 1); }
std::string texts_array(std::size_t column) { return "texts" + std::to_string(column + 1); }
std::string ends_array(std::size_t column) { return "ends" + std::to_string(column + 1); }

std::string to_json(const TableDescription& description) {
  json columns = json::array();
  for (const TableDescription::Part& part : description.columns) {
    columns.push_back(
        {{"name", part.name}, {"kind", part.kind == ColumnKind::text ? "text" : "number"}});
  }
  const json object{{"source", description.source},
                    {"named", description.named},
                    {"absent_is_zero", description.absent_is_zero},
                    {"first_row", description.first_row},
                    {"rows", description.rows},
                    {"row_numbers", description.row_numbers},
                    {"columns", std::move(columns)}};
  // A path may be in any encoding; what is not UTF-8 in it is replaced.
  return object.dump(-1, ' ', false, json::error_handler_t::replace);
}

TableDescription parse_description(const std::string& text, const std::string& path) {
  const auto check = [&](bool ok) {
    if (!ok) throw FileError(path, "", "is damaged: its description of the table cannot be read");
  };
  try {
    const json object = json::parse(text);
    TableDescription description;
    description.source = object.at("source").get<std::string>();
    description.named = object.at("named").get<bool>();
    description.absent_is_zero = object.at("absent_is_zero").get<bool>();
    check(object.at("first_row").is_number_unsigned() && object.at("rows").is_number_unsigned());
    description.first_row = object.at("first_row").get<std::size_t>();
    description.rows = object.at("rows").get<std::size_t>();
    description.row_numbers = object.at("row_numbers").get<bool>();
    check(object.at("columns").is_array());
    for (const json& column : object.at("columns")) {
      TableDescription::Part part;
      part.name = column.at("name").get<std::string>();
      const auto kind = column.at("kind").get<std::string>();
      check(kind == "number" || kind == "text");
      part.kind = kind == "text" ? ColumnKind::text : ColumnKind::number;
      description.columns.push_back(std::move(part));
    }
    return description;
  } catch (const json::exception&) {
    check(false);
    throw;  // not reached
  }
}

void write_table_file(const std::string& path, const TableDescription& description,
                      const std::function<void(std::size_t column, TensorWriter&)>& add_cells) {
  std::vector<TensorEntry> entries;
  std::map<std::string, std::size_t> cells;  // array: column
  std::map<std::string, std::string> texts;  // array: bytes
  std::map<std::string, std::vector<std::int64_t>> ends;
  for (std::size_t j = 0; j < description.columns.size(); ++j) {
    const TableDescription::Part& part = description.columns[j];
    cells.emplace(column_array(j), j);
    const bool text = part.kind == ColumnKind::text;
    const TensorType type = text ? TensorType::i32 : TensorType::f64;
    entries.push_back({column_array(j), type, {description.rows}, 0, 0});
    if (!text) continue;
    Dictionary dictionary = dictionary_of(*part.values);
    entries.push_back({texts_array(j), TensorType::u8, {dictionary.texts.size()}, 0, 0});
    entries.push_back({ends_array(j), TensorType::i64, {dictionary.ends.size()}, 0, 0});
    texts.emplace(texts_array(j), std::move(dictionary.texts));
    ends.emplace(ends_array(j), std::move(dictionary.ends));
  }
  if (description.row_numbers) {
    cells.emplace(kRowNumbersArray, kRowNumbers);
    entries.push_back({kRowNumbersArray, TensorType::i64, {description.rows}, 0, 0});
  }
  TensorWriter writer(
      path, kTableFormat, kTableVersion,
      {{std::string(kTableKey), to_json(description)}, {std::string(kHeaderChecksumKey), ""}},
      std::move(entries));
  for (const TensorEntry& entry : writer.entries()) {
    if (const auto place = cells.find(entry.name); place != cells.end()) {
      add_cells(place->second, writer);
    } else if (const auto text = texts.find(entry.name); text != texts.end()) {
      writer.add(text->second);
    } else {
      const std::vector<std::int64_t>& values = ends.at(entry.name);
      writer.add(
          {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(std::int64_t)});
    }
  }
  writer.finish();
}

bool looks_like_tensors(std::string_view beginning, std::uint64_t size) {
  std::uint64_t length = 0;
  if (beginning.size() <= sizeof length || beginning[sizeof length] != '{') return false;
  std::memcpy(&length, beginning.data(), sizeof length);
  return length <= kMostHeaderBytes && length <= size - sizeof length;
}

bool is_column_file(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return false;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  std::ifstream in(path, std::ios::binary);
  std::array<char, sizeof(std::uint64_t) + 1> beginning{};
  if (error || !in.read(beginning.data(), beginning.size())) return false;
  return looks_like_tensors({beginning.data(), beginning.size()}, size);
}

}  // namespace phigp::detail
