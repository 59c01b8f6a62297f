#include "phigp/io/table_file.h"

#include <bit>
#include <cstring>
#include <utility>

#include "phigp/base/error.h"
#include "phigp/io/mapped_file.h"
#include "phigp/io/table_layout.h"
#include "phigp/io/tensor_identity.h"

namespace phigp {

static_assert(std::endian::native == std::endian::little, "data are used as they stand");
static_assert(sizeof(std::size_t) == sizeof(std::int64_t), "row numbers are used as they stand");

namespace {

using detail::TensorEntry;
using detail::TensorHeader;
using detail::TensorType;

// A column file in memory, taken apart without trust.
class TableBytes {
 public:
  TableBytes(std::string_view bytes, const std::string& path) : path_(path) {
    std::uint64_t length = 0;
    if (bytes.size() < sizeof length) {
      throw FileError(path, std::to_string(bytes.size()) + " bytes",
                      "is too short for a column file");
    }
    std::memcpy(&length, bytes.data(), sizeof length);
    if (length > detail::kMostHeaderBytes || length > bytes.size() - sizeof length) {
      throw FileError(path, "", "is cut off, damaged, or no column file");
    }
    json_ = bytes.substr(sizeof length, static_cast<std::size_t>(length));
    data_ = bytes.substr(sizeof length + json_.size());
    header_ = detail::parse_header(json_, data_.size(), path);
    std::map<std::string, std::string>& metadata = header_.metadata;
    identity_ = detail::take_identity(metadata, path);
    detail::require_format(identity_, path, detail::kTableFormat, detail::kTableVersion);
    damaged_unless(metadata[std::string(detail::kHeaderChecksumKey)] ==
                       detail::header_checksum(std::string(json_)),
                   "its header does not match its checksum");
    description_ = detail::parse_description(metadata[std::string(detail::kTableKey)], path);
    damaged_unless(json_.size() % sizeof(double) == 0, "its arrays are not aligned");
    for (const TensorEntry& entry : header_.entries) by_name_.emplace(entry.name, &entry);
  }

  Table table(const std::shared_ptr<const void>& owner) const {
    std::size_t arrays = 0;
    std::vector<Column> columns;
    for (std::size_t j = 0; j < description_.columns.size(); ++j) {
      const detail::TableDescription::Part& part = description_.columns[j];
      Column column;
      column.name = part.name;
      column.kind = part.kind;
      if (part.kind == ColumnKind::number) {
        column.numbers = {cells<double>(detail::column_array(j), TensorType::f64), owner};
        arrays += 1;
      } else {
        column.values = dictionary(j);
        column.codes = {codes(j, column.values.size()), owner};
        arrays += 3;
      }
      columns.push_back(std::move(column));
    }
    TableFacts facts;
    facts.named = description_.named;
    facts.absent_is_zero = description_.absent_is_zero;
    facts.first_row = description_.first_row;
    facts.made_from = description_.source;
    facts.finite = true;
    if (description_.row_numbers) {
      facts.row_numbers = {cells<std::size_t>(detail::kRowNumbersArray, TensorType::i64), owner};
      arrays += 1;
    }
    damaged_unless(arrays == header_.entries.size(), "it has arrays that belong to no column");
    try {
      return {path_, std::move(columns), std::move(facts)};
    } catch (const InvalidInput& error) {
      throw FileError(path_, "", std::string("is damaged: ") + error.what());
    }
  }

  // Reads everything.
  void check() const {
    std::string header(json_);
    header.replace(detail::checksum_place(header), detail::kChecksumDigits, detail::kChecksumDigits,
                   '0');
    detail::Checksum checksum;
    checksum.add(header.data(), header.size());
    checksum.add(data_.data(), data_.size());
    damaged_unless(checksum.digits() == identity_.checksum,
                   "its content does not match its checksum");
  }

 private:
  void damaged_unless(bool ok, const std::string& why) const {
    if (!ok) throw FileError(path_, "", "is damaged: " + why);
  }

  const TensorEntry& entry(const std::string& name, TensorType type) const {
    const auto place = by_name_.find(name);
    damaged_unless(place != by_name_.end(), "it has no array " + name);
    const TensorEntry& found = *place->second;
    damaged_unless(found.type == type && found.shape.size() == 1 &&
                       found.begin % detail::bytes_per_value(type) == 0,
                   "its array " + name + " has the wrong type or shape");
    return found;
  }

  template <class T>
  std::span<const T> values(const std::string& name, TensorType type) const {
    const TensorEntry& found = entry(name, type);
    return {reinterpret_cast<const T*>(data_.data() + found.begin), found.shape[0]};
  }

  template <class T>
  std::span<const T> cells(const std::string& name, TensorType type) const {
    const std::span<const T> all = values<T>(name, type);
    damaged_unless(all.size() == description_.rows, "its array " + name + " is not one per row");
    return all;
  }

  // A code outside its dictionary would be read as memory that is not there.
  std::span<const std::int32_t> codes(std::size_t j, std::size_t texts) const {
    const auto all = cells<std::int32_t>(detail::column_array(j), TensorType::i32);
    bool inside = true;
    for (const std::int32_t code : all) {
      inside = inside && code >= -1 && code < static_cast<std::int64_t>(texts);
    }
    damaged_unless(inside, "its array " + detail::column_array(j) + " has codes without a text");
    return all;
  }

  std::vector<std::string> dictionary(std::size_t j) const {
    const auto ends = values<std::int64_t>(detail::ends_array(j), TensorType::i64);
    const auto texts = values<char>(detail::texts_array(j), TensorType::u8);
    std::vector<std::string> result;
    std::int64_t begin = 0;
    for (const std::int64_t end : ends) {
      damaged_unless(end > begin && end <= static_cast<std::int64_t>(texts.size()),
                     "its texts cannot be read");
      result.emplace_back(texts.data() + begin, texts.data() + end);
      begin = end;
    }
    damaged_unless(begin == static_cast<std::int64_t>(texts.size()), "its texts cannot be read");
    return result;
  }

  std::string path_;
  std::string_view json_;
  std::string_view data_;
  TensorHeader header_;
  detail::TensorIdentity identity_;
  detail::TableDescription description_;
  std::map<std::string_view, const TensorEntry*> by_name_;
};

}  // namespace

Table detail::table_in(std::string_view bytes, const std::shared_ptr<const void>& owner,
                       const std::string& path) {
  return TableBytes(bytes, path).table(owner);
}

Table open_table(const std::string& path) {
  const auto file = std::make_shared<const detail::MappedFile>(path);
  return detail::table_in(file->bytes(), file, path);
}

void check_table(const std::string& path) {
  const auto file = std::make_shared<const detail::MappedFile>(path);
  const TableBytes bytes(file->bytes(), path);
  bytes.check();
  static_cast<void>(bytes.table(file));
}

void write_table(const std::string& path, const Table& table) {
  detail::TableDescription description;
  description.source = table.made_from().empty() ? table.source() : table.made_from();
  description.named = table.named();
  description.absent_is_zero = table.absent_is_zero();
  description.first_row = table.row_number(0);
  description.rows = table.rows();
  description.row_numbers = !table.row_numbers().empty();
  for (const Column& column : table.columns()) {
    description.columns.push_back({column.name, column.kind, &column.values});
  }
  const auto add = [](const auto& array, detail::TensorWriter& writer) {
    writer.add({reinterpret_cast<const char*>(array.data()), array.size() * sizeof(array[0])});
  };
  detail::write_table_file(path, description, [&](std::size_t j, detail::TensorWriter& writer) {
    if (j == detail::kRowNumbers) return add(table.row_numbers(), writer);
    const Column& column = table.columns()[j];
    if (column.kind == ColumnKind::text) return add(column.codes, writer);
    add(column.numbers.together(), writer);
  });
}

}  // namespace phigp
