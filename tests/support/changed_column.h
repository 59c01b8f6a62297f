// A column with other numbers: the arrays of a table are never changed in place.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "phigp/io/table.h"

namespace phigp::test {

// change(row, number) gives the number to put there.
template <class Change>
void change_numbers(Column& column, const Change& change) {
  std::vector<double> numbers = column.numbers.copy();
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = change(i, numbers[i]);
  column.numbers = std::move(numbers);
}

inline void set_number(Column& column, std::size_t row, double number) {
  change_numbers(column, [&](std::size_t i, double old) { return i == row ? number : old; });
}

}  // namespace phigp::test
