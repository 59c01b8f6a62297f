#include "phigp/io/csv_reader.h"

#include <utility>
#include <vector>

#include "phigp/base/error.h"
#include "phigp/io/csv_rows.h"
#include "phigp/io/data_error.h"

namespace phigp::detail {

Table parse_csv(std::string_view text, const std::string& name, const TableOptions& options) {
  CsvForm form = find_form(text, name, options);
  CsvPiece piece;
  for (const std::size_t most_rows : {kSampleRows, kAllRows, kAllRows}) {
    piece = read_rows(form, text.substr(form.data), form.data_line, most_rows);
    if (!piece.found_text(form.text) && most_rows == kAllRows) break;
  }
  if (piece.rows == 0) throw DataError(name, "", "has a header but no row of data");
  std::vector<Column> columns;
  for (std::size_t j = 0; j < piece.columns.size(); ++j) {
    CsvColumn& column = piece.columns[j];
    if (!column.infinite_cell().empty()) {
      refuse_infinite(form, piece.line(column.infinite_row()), j, column.infinite_cell());
    }
    columns.push_back(column.finish(form.names[j], piece.rows));
  }
  TableFacts facts;
  facts.named = form.dialect.header;
  facts.first_row = piece.first_line;
  facts.row_numbers = std::move(piece.row_numbers);
  return Table(name, std::move(columns), std::move(facts));
}

}  // namespace phigp::detail
