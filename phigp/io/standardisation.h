// A shift and a scale that bring values to mean 0 and standard deviation 1, and back.
#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "phigp/io/counted_rows.h"
#include "phigp/io/number_cells.h"

namespace phigp {

struct Standardisation {
  double centre = 0.0;
  double scale = 1.0;  // > 0

  double apply(double value) const;
  double undo(double value) const { return centre + scale * value; }
  // Of a standard deviation, a quantile's distance, a kernel's amplitude.
  double undo_scale(double value) const { return scale * value; }

  bool operator==(const Standardisation&) const = default;
};

// Mean and standard deviation (divisor n) of the values that are not NaN. Equal values get scale 1.
// weights: none, or one per value, positive; a value of weight 2 counts as two.
// Values of any size, 1e-300 to 1e300, neither overflow nor vanish. Throws InvalidInput if there is
// no value or an infinite one; `name` says whose values they are.
Standardisation find_standardisation(std::span<const double> values, const char* name = "values",
                                     std::span<const double> weights = {});

// The same of the rows that count, to the last bit what their values alone would give. The values
// are read once, from front to back, and never copied: they may be a mapped file larger than
// memory. `missing` is told every row that counts and has none; it may throw.
using MissingCell = std::function<void(std::size_t row)>;
struct FoundStandardisation {
  Standardisation standardisation;
  bool constant = false;  // all values are equal
};
FoundStandardisation find_standardisation(const NumberCells& values, const CountedRows& rows,
                                          const char* name, const MissingCell& missing = {});

}  // namespace phigp
