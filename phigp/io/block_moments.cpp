#include "phigp/io/block_moments.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace phigp {

// What was small beside the new unit and vanishes was nothing beside the differences to come.
void BlockMoments::raise_unit(int unit) {
  all_.mean = std::scalbn(all_.mean, unit_ - unit);
  all_.rest = std::scalbn(all_.rest, unit_ - unit);
  all_.squares = std::scalbn(all_.squares, 2 * (unit_ - unit));
  unit_ = unit;
}

void BlockMoments::add_block() {
  const std::size_t n = held_;
  held_ = 0;
  double largest = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    least_ = std::min(least_, values_[i]);
    most_ = std::max(most_, values_[i]);
    largest = std::max(largest, std::abs(values_[i]));
  }
  if (largest > 0.0 && std::ilogb(largest) > unit_) raise_unit(std::ilogb(largest));
  const double factor = std::scalbn(1.0, -unit_);  // infinite for values at the bottom of double
  const bool by_factor = std::isfinite(factor);
  for (std::size_t i = 0; i < n; ++i)
    values_[i] = by_factor ? values_[i] * factor : std::scalbn(values_[i], -unit_);

  Part block;
  for (std::size_t i = 0; i < n; ++i) {
    block.weight += weights_[i];
    block.mean += weights_[i] * values_[i];
  }
  block.mean /= block.weight;
  // Its rounding comes back as the mean of what is left.
  for (std::size_t i = 0; i < n; ++i) {
    const double d = values_[i] - block.mean;
    block.rest += weights_[i] * d;
    block.squares += weights_[i] * d * d;
  }
  block.rest /= block.weight;
  block.squares = std::max(0.0, block.squares - block.weight * block.rest * block.rest);
  all_ = together(all_, block);
}

// (D.14). From the mean of the heavier the step is the smaller, so that its rounding, block after
// block, does not wear off the digits of a large mean.
BlockMoments::Part BlockMoments::together(Part a, Part b) {
  if (a.weight < b.weight) std::swap(a, b);
  Part both;
  both.weight = a.weight + b.weight;
  const double share = b.weight / both.weight;
  const double step = (b.mean - a.mean) + (b.rest - a.rest);
  both.squares = a.squares + b.squares + step * step * a.weight * share;
  const double low = a.rest + step * share;
  both.mean = a.mean + low;
  const double moved = both.mean - a.mean;
  both.rest = (a.mean - (both.mean - moved)) + (low - moved);  // what the sum has rounded off
  return both;
}

double BlockMoments::mean() const {
  return std::clamp(std::scalbn(all_.mean + all_.rest, unit_), least_, most_);
}

double BlockMoments::deviation() const {
  return std::scalbn(std::sqrt(all_.squares / all_.weight), unit_);
}

}  // namespace phigp
