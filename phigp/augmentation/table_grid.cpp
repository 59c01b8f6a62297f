#include "phigp/augmentation/table_grid.h"

#include <algorithm>

namespace phigp {

Stencil stencil_at(std::size_t k, std::size_t stride, std::size_t size, std::size_t order) {
  const std::size_t nodes = (size - 1) / stride + 1;
  Stencil stencil;
  stencil.count = std::min(order, nodes);
  const std::size_t before = std::min(k / stride, stencil.count / 2 - 1);
  const std::size_t first = std::min(k / stride - before, nodes - stencil.count);
  stencil.first = first * stride;
  const double at =
      static_cast<double>(k) / static_cast<double>(stride) - static_cast<double>(first);
  for (std::size_t i = 0; i < stencil.count; ++i) {
    double weight = 1.0;
    for (std::size_t m = 0; m < stencil.count; ++m) {
      if (m != i)
        weight *= (at - static_cast<double>(m)) / (static_cast<double>(i) - static_cast<double>(m));
    }
    stencil.weight[i] = weight;
  }
  return stencil;
}

}  // namespace phigp
