#include "phigp/io/read_table.h"

#include <memory>

#include "phigp/base/error.h"
#include "phigp/io/bytes.h"
#include "phigp/io/csv_reader.h"
#include "phigp/io/libsvm_reader.h"
#include "phigp/io/npy_reader.h"
#include "phigp/io/table_file.h"
#include "phigp/io/table_layout.h"

namespace phigp {

namespace {

Table parse(std::string_view bytes, const std::string& name, const TableOptions& options) {
  if (bytes.empty()) throw FileError(name, "", "is empty");
  const bool automatic = options.format == TableFormat::automatic;
  if (options.format == TableFormat::columns ||
      (automatic && detail::looks_like_tensors(bytes, bytes.size()))) {
    const auto kept = std::make_shared<const std::string>(bytes);
    return detail::table_in(*kept, kept, name);
  }
  if (options.format == TableFormat::npy || (automatic && detail::is_npy(bytes))) {
    return detail::parse_npy(bytes, name);
  }
  detail::require_text(bytes, name);
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (bytes.starts_with(byte_order_mark)) bytes.remove_prefix(byte_order_mark.size());
  if (bytes.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    throw FileError(name, "", "is empty: it has only blank lines");
  }
  const bool is_libsvm =
      options.format == TableFormat::libsvm ||
      (automatic && !options.delimiter && !options.header && detail::looks_like_libsvm(bytes));
  return is_libsvm ? detail::parse_libsvm(bytes, name) : detail::parse_csv(bytes, name, options);
}

}  // namespace

Table read_table(const std::string& path, const TableOptions& options) {
  // Not read, but mapped: it may not fit into memory.
  const bool any = options.format == TableFormat::automatic;
  if ((any || options.format == TableFormat::columns) && detail::is_column_file(path)) {
    return open_table(path);
  }
  return parse(detail::read_bytes(path), path, options);
}

Table read_table(std::istream& in, const std::string& name, const TableOptions& options) {
  return parse(detail::read_bytes(in, name), name, options);
}

}  // namespace phigp
