// Columns of Python as a Table. Numbers are not copied, also where they are columns of a matrix
// that is stored row by row: the table refers to the arrays and keeps them alive.
#include "phigp/io/table.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "phigp/base/error.h"
#include "phigp/io/merge_rows.h"
#include "python/bindings/bindings.h"

namespace phigp {

namespace {

namespace nb = nanobind;

using Numbers = nb::ndarray<const double, nb::ndim<1>, nb::device::cpu>;
using Texts = std::vector<std::string>;  // empty where missing

Column column_of(const std::string& name, const Numbers& numbers) {
  // The last copy may go while the lock is released.
  const std::shared_ptr<const void> owner(new Numbers(numbers), [](const void* held) {
    const nb::gil_scoped_acquire lock;
    delete static_cast<const Numbers*>(held);
  });
  Column column;
  column.name = name;
  column.kind = ColumnKind::number;
  column.numbers = {numbers.data(), numbers.size(), numbers.stride(0), owner};
  return column;
}

Column column_of(const std::string& name, const Texts& texts) { return text_column(name, texts); }

Table make_table(const std::string& source, const std::vector<std::string>& names,
                 const std::vector<std::variant<Numbers, Texts>>& cells, bool named) {
  require(names.size() == cells.size(), "columns", std::to_string(cells.size()),
          "must be as many as their names");
  std::vector<Column> columns;
  for (std::size_t j = 0; j < names.size(); ++j) {
    columns.push_back(
        std::visit([&](const auto& one) { return column_of(names[j], one); }, cells[j]));
  }
  TableFacts facts;
  facts.named = named;
  return {source, std::move(columns), facts};
}

}  // namespace

void bind_table(nb::module_& module) {
  nb::class_<Table>(module, "Table", "Columns with names: numbers (NaN: missing) or text.")
      .def_prop_ro("rows", &Table::rows)
      .def_prop_ro("names", &Table::names);
  module.def("merge_equal_rows", &merge_equal_rows, nb::arg("table"), nb::arg("weights"),
             nb::call_guard<nb::gil_scoped_release>(),
             "Equal rows as one of more weight; None where there is nothing to merge.");
  module.def("make_table", &make_table, nb::arg("source"), nb::arg("names"), nb::arg("columns"),
             nb::arg("named"),
             "A table of columns, each a float64 array, which is referred to and not copied, or a "
             "list of texts, empty where missing.");
}

}  // namespace phigp
