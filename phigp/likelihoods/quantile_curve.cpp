#include "phigp/likelihoods/quantile_curve.h"

#include <cmath>
#include <utility>

#include "phigp/base/error.h"
#include "phigp/likelihoods/chebyshev.h"

namespace phigp {

namespace {

constexpr int kFirstPanel = -30;  // the first panel begins at v = width^2 4^kFirstPanel

}  // namespace

QuantileCurve::QuantileCurve(Predictor predictor, double p)
    : predictor_(std::move(predictor)), p_(p), log2_width_(std::log2(predictor_.width())) {
  require(p > 0.0 && p < 1.0, "quantile: probability", p,
          "must lie between 0 and 1, both excluded");
  require(predictor_.likelihood().is_location_family(), "quantile curve",
          predictor_.likelihood().name(), "needs a location family");
}

QuantileCurve::Place QuantileCurve::place_of(double v) const {
  const double position = 0.5 * std::log2(v) - log2_width_ - kFirstPanel;
  if (!(position >= 0.0 && position < kPanels)) return {};
  const double start = std::floor(position);
  return {static_cast<int>(start), 2.0 * (position - start) - 1.0};
}

double QuantileCurve::variance_at(int panel, double x) const {
  return std::exp2(2.0 * (panel + 0.5 * (x + 1.0) + kFirstPanel + log2_width_));
}

void QuantileCurve::fill(Panel& panel, int number) const {
  const auto direct = [&](double x) {
    return predictor_.quantile(p_, 0.0, variance_at(number, x));
  };
  const std::array<double, kNodes>& points = chebyshev_points<kNodes>();
  try {
    for (std::size_t k = 0; k < kNodes; ++k) panel.quantile[k] = direct(points[k]);
    // Every other gap, at the middle in angle, where the error of interpolation is largest.
    for (std::size_t k = 0; k + 1 < kNodes; k += 2) {
      const double x = std::cos(0.5 * (std::acos(points[k]) + std::acos(points[k + 1])));
      const double expected = direct(x);
      const double size =
          std::sqrt(variance_at(number, x)) + predictor_.width() + std::abs(expected);
      const double error = std::abs(chebyshev_interpolate(panel.quantile, x) - expected);
      if (!(error <= kTolerance * size)) return;
    }
  } catch (const NumericalError&) {  // one row's misfortune is not its neighbours'
    return;
  }
  panel.good = true;
}

const QuantileCurve::Panel& QuantileCurve::filled(int number) const {
  Panel& panel = panels_[static_cast<std::size_t>(number)];
  std::call_once(panel.filled, [&] { fill(panel, number); });
  return panel;
}

bool QuantileCurve::is_interpolated(double v) const {
  const Place place = place_of(v);
  return place.panel >= 0 && filled(place.panel).good;
}

double QuantileCurve::at(double m, double v) const {
  if (v == 0.0 && std::isfinite(m)) {
    std::call_once(known_filled_, [&] { known_ = predictor_.quantile(p_, 0.0, 0.0); });
    return m + known_;
  }
  const Place place = std::isfinite(m) ? place_of(v) : Place{};
  if (place.panel < 0) return predictor_.quantile(p_, m, v);
  const Panel& panel = filled(place.panel);
  return panel.good ? m + chebyshev_interpolate(panel.quantile, place.x)
                    : predictor_.quantile(p_, m, v);
}

const QuantileCurve& QuantileCurves::at_level(double p) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::unique_ptr<const QuantileCurve>& curve = curves_[p];
  if (!curve) curve = std::make_unique<const QuantileCurve>(predictor_, p);
  return *curve;
}

}  // namespace phigp
