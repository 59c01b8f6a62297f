// Values counted in bins, as bars and the axes that show them.
#pragma once

#include <span>

#include "phigp/report/svg.h"

namespace phigp {

// Bars from `low` to `high` of equal width; values outside, and NaN, are left out. Heights are sums
// of weights (none: 1 each), divided by `total` if that is not 0.
Bars histogram(std::span<const double> values, std::span<const double> weights, double low,
               double high, std::size_t bins, double total = 0.0);

// A panel of the values: bins that suit their number, of single values for few whole numbers.
Panel histogram_panel(std::string title, std::string label, std::span<const double> values);

// At most `most` of n places, evenly spread, the first included.
std::vector<std::size_t> spread_places(std::size_t n, std::size_t most);

}  // namespace phigp
