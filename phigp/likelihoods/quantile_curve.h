// Predictive quantiles of location families for many rows. With p(y|f) = p0(y - f) and f ~ N(m, v)
// the law of y - m depends on v alone, so the quantile at level p is m + Q_p(v), and Q_p is a
// smooth function of log v: polynomials on fixed panels, a factor of 4 in v each. math.md (Q.3)
//
// A panel is filled when it is first asked for, from Predictor::quantile, and is compared with it
// between its nodes. Where the two differ by more than kTolerance (sd + width + |Q|), sd that of f
// and width that of the noise, and for v beyond 4^±30 widths squared, every value is
// Predictor::quantile's own. So a value depends on p, m and v and on nothing else: not on what was
// asked before, nor on threads.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "phigp/likelihoods/prediction.h"

namespace phigp {

// At one level. Threads may share it.
class QuantileCurve {
 public:
  static constexpr double kTolerance = 1e-9;

  // Throws InvalidInput unless the likelihood is a location family and 0 < p < 1.
  QuantileCurve(Predictor predictor, double p);

  double at(double m, double v) const;
  bool is_interpolated(double v) const;  // false: direct evaluation at this v

 private:
  static constexpr std::size_t kNodes = 15;
  static constexpr int kPanels = 60;
  struct Panel {
    std::once_flag filled;
    bool good = false;
    std::array<double, kNodes> quantile{};  // of y - m, at Chebyshev points in log v
  };
  struct Place {
    int panel = -1;  // none
    double x = 0.0;  // on [-1, 1]
  };

  Place place_of(double v) const;
  double variance_at(int panel, double x) const;
  void fill(Panel& panel, int number) const;
  const Panel& filled(int number) const;

  Predictor predictor_;
  double p_;
  double log2_width_;
  mutable std::once_flag known_filled_;
  mutable double known_ = 0.0;  // at v = 0
  mutable std::array<Panel, kPanels> panels_;
};

// The curves of one predictor, each made when it is first asked for and kept. Threads may share it.
class QuantileCurves {
 public:
  explicit QuantileCurves(Predictor predictor) : predictor_(std::move(predictor)) {}

  const QuantileCurve& at_level(double p) const;

 private:
  Predictor predictor_;
  mutable std::mutex mutex_;
  mutable std::map<double, std::unique_ptr<const QuantileCurve>> curves_;
};

}  // namespace phigp
