#include "phigp/likelihoods/cdf_table.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace phigp {

namespace {

constexpr double kFirst = 0x1p-16;  // innermost panel, in units of the scale
constexpr double kTail = 1e-14;     // what lies beyond the outermost one
constexpr int kMostPanels = 200;

// Chebyshev points of the second kind on [-1, 1]; they include the ends.
double node(std::size_t k, std::size_t count) {
  return -std::cos(std::numbers::pi * static_cast<double>(k) / static_cast<double>(count - 1));
}

}  // namespace

CdfTable::CdfTable(const RealLaw& law, double centre, double scale) : centre_(centre) {
  for (int side = 0; side < 2; ++side) {
    const double sign = side == 0 ? -1.0 : 1.0;
    double low = 0.0;
    double high = kFirst * scale;
    for (int count = 0; count < kMostPanels; ++count) {
      Panel panel{low, high, {}};
      for (std::size_t k = 0; k < kNodes; ++k) {
        const double distance = low + 0.5 * (1.0 + node(k, kNodes)) * (high - low);
        panel.cdf[k] = law.cdf(centre + sign * distance);
      }
      const double edge = panel.cdf.back();
      panels_[side].push_back(panel);
      if ((side == 0 ? edge : 1.0 - edge) < kTail) break;
      low = high;
      high *= 2.0;
    }
  }
}

double CdfTable::at(double y) const {
  static const std::array<double, kNodes> nodes = [] {
    std::array<double, kNodes> x{};
    for (std::size_t k = 0; k < kNodes; ++k) x[k] = node(k, kNodes);
    return x;
  }();
  const int side = y < centre_ ? 0 : 1;
  const double distance = std::abs(y - centre_);
  const std::vector<Panel>& panels = panels_[side];
  const auto found = std::lower_bound(panels.begin(), panels.end(), distance,
                                      [](const Panel& p, double x) { return p.high < x; });
  if (found == panels.end()) return side == 0 ? 0.0 : 1.0;
  const double x = 2.0 * (distance - found->low) / (found->high - found->low) - 1.0;
  // The barycentric formula: weights alternate in sign and are halved at the ends.
  double above = 0.0;
  double below = 0.0;
  for (std::size_t k = 0; k < kNodes; ++k) {
    const double gap = x - nodes[k];
    if (gap == 0.0) return found->cdf[k];
    const bool end = k == 0 || k == kNodes - 1;
    const double weight = (k % 2 == 0 ? 1.0 : -1.0) * (end ? 0.5 : 1.0) / gap;
    above += weight * found->cdf[k];
    below += weight;
  }
  return std::clamp(above / below, 0.0, 1.0);
}

}  // namespace phigp
