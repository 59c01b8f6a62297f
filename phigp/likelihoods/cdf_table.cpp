#include "phigp/likelihoods/cdf_table.h"

#include <algorithm>
#include <cmath>

#include "phigp/likelihoods/chebyshev.h"

namespace phigp {

namespace {

constexpr double kFirst = 0x1p-16;  // innermost panel, in units of the scale
constexpr double kTail = 1e-14;     // what lies beyond the outermost one
constexpr int kMostPanels = 200;

}  // namespace

CdfTable::CdfTable(const RealLaw& law, double centre, double scale) : centre_(centre) {
  for (int side = 0; side < 2; ++side) {
    const double sign = side == 0 ? -1.0 : 1.0;
    double low = 0.0;
    double high = kFirst * scale;
    for (int count = 0; count < kMostPanels; ++count) {
      Panel panel{low, high, {}};
      for (std::size_t k = 0; k < kNodes; ++k) {
        const double distance = low + 0.5 * (1.0 + chebyshev_points<kNodes>()[k]) * (high - low);
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
  const int side = y < centre_ ? 0 : 1;
  const double distance = std::abs(y - centre_);
  const std::vector<Panel>& panels = panels_[side];
  const auto found = std::lower_bound(panels.begin(), panels.end(), distance,
                                      [](const Panel& p, double x) { return p.high < x; });
  if (found == panels.end()) return side == 0 ? 0.0 : 1.0;
  const double x = 2.0 * (distance - found->low) / (found->high - found->low) - 1.0;
  return std::clamp(chebyshev_interpolate(found->cdf, x), 0.0, 1.0);
}

}  // namespace phigp
