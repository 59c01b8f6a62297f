#include "cli/table_input.h"

#include <iostream>

namespace phigp {

Table read_input(const std::string& path, const TableOptions& options) {
  return path == "-" ? read_table(std::cin, "standard input", options) : read_table(path, options);
}

Table read_input_for(const FittedModel& model, const std::string& path) {
  TableOptions options;
  options.text_columns = model.encoding().features.text_columns();
  return read_input(path, options);
}

}  // namespace phigp
