#include "phigp/augmentation/contour.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "phigp/base/limits.h"

namespace phigp {

namespace {

using Target = Contour::Target;

// How far the line keeps from the pole: K'(s) = kDistance / s. A larger distance shortens the
// period (damping / kDistance) and multiplies rounding errors by up to e^kDistance. math.md (I.3)
constexpr double kDistance = 6.0;
constexpr double kShort =
    0.5;  // periods below this fraction of y belong to peaked laws, whose terms die out

constexpr double kFarTail = 1e-3;  // probability below which a tail wants its own accuracy

// The root of an increasing function of log d, from a starting bracket; a tenth is accuracy enough
// for a contour.
template <class Function>
double increasing_root(double low, double high, const Function& f) {
  double f_low = f(low);
  double f_high = f(high);
  for (int i = 0; i < 60 && high > 1.1 * low; ++i) {
    const double weight = std::clamp(f_low / (f_low - f_high), 0.1, 0.9);
    const double middle = low * std::pow(high / low, weight);
    const double value = f(middle);
    if (value < 0.0) {
      low = middle;
      f_low = value;
      f_high *= 0.5;
    } else {
      high = middle;
      f_high = value;
      f_low *= 0.5;
    }
  }
  return high;
}

struct Copy {
  double period;   // from which on the nearest copy is negligible
  double reached;  // abscissa at which Chernoff's bound says so
};

// min over d in (0, limit] of (damping + K(from + sign d) - K(from)) / d: the shortest period for
// which Chernoff's bound at the abscissa from + sign d makes the nearest copy negligible. Unimodal
// in d, because K is convex. (I.4)
Copy nearest_copy(const TiltedTransform& transform, double x, double from, double sign,
                  double limit, double damping) {
  const double here = transform.exponent(from, x);
  const auto abscissa = [&](double d) { return std::max(from + sign * d, -transform.c2()); };
  const auto period = [&](double d) {
    const double there = transform.exponent(abscissa(d), x);
    return std::isfinite(there) ? (damping + there - here) / d : kInfinity;
  };
  double d = std::min(std::abs(from), limit);
  double best = period(d);
  for (const double factor : {2.0, 0.5}) {
    const double before = best;
    for (int i = 0; i < 200; ++i) {
      const double next = std::min(factor * d, limit);
      const double value = next == d ? best : period(next);
      if (!(value < best)) break;
      best = value;
      d = next;
    }
    if (best < before) break;
  }
  return {best, abscissa(d)};
}

// Completes a contour through the pole's side given by its abscissa. Nothing lies below the start
// of the support, so a period of y is long enough towards the left. Copies of F - 1 (or F) across
// the pole are copies of F (or F - 1) and those of a step: the latter are subtracted when the bound
// was found across the pole.
void set_period(Contour& contour, const TiltedTransform& transform, double x, double y,
                double damping) {
  const double at = contour.abscissa;
  const Copy left =
      nearest_copy(transform, x, at, 1.0, std::numeric_limits<double>::max(), damping);
  const Copy right = nearest_copy(transform, x, at, -1.0, at + transform.c2(), damping);
  contour.period = std::max(std::min(left.period, y), right.period);
  contour.subtract_steps =
      at > 0.0 ? right.reached < 0.0 : left.reached > 0.0 || contour.period >= y;
}

// F on a line to the right of the pole.
Contour cdf_contour(const TiltedTransform& transform, double x, double y, double damping) {
  const auto excess = [&](double s) { return s * transform.slope(s, x) - kDistance; };
  const double low = kDistance / y;  // K' <= y
  double high = 2.0 * low;
  while (excess(high) < 0.0 && high < 1e300) high *= 4.0;
  Contour contour;
  contour.abscissa = increasing_root(low, high, excess);
  set_period(contour, transform, x, y, damping);
  return contour;
}

// 1 - F on a line between -c2 and the pole, which divides that interval in the ratio 1 : odds; a
// tenth of the odds is a tenth of the distance from either end.
Contour complement_contour(const TiltedTransform& transform, double x, double y, double damping) {
  const auto abscissa = [&](double odds) { return -transform.c2() * odds / (1.0 + odds); };
  const auto excess = [&](double odds) {
    return abscissa(odds) * transform.slope(abscissa(odds), x) - kDistance;
  };
  double odds = transform.c2() * y / kDistance - 1.0;  // kDistance / y from r = 0
  if (excess(odds) > 0.0) {
    double low = odds;
    while (excess(low) > 0.0) low *= 0.25;
    odds = increasing_root(low, std::min(4.0 * low, odds), excess);
  }
  Contour contour;
  contour.target = Target::complement;
  contour.abscissa = abscissa(odds);
  set_period(contour, transform, x, y, damping);
  return contour;
}

// 1 - F on a line to the right of the pole that is not there.
Contour smooth_contour(double y, double damping) {
  Contour contour;
  contour.target = Target::smooth_complement;
  contour.abscissa = kDistance / y;
  contour.period = damping / contour.abscissa;
  return contour;
}

}  // namespace

Contour with_groups(Contour contour, double y) {
  contour.groups = std::max(1, static_cast<int>(std::ceil(0.5 * contour.period / y - 1e-9)));
  contour.period = 2.0 * contour.groups * y;
  contour.subtract_steps = contour.subtract_steps || contour.target == Target::complement;
  return contour;
}

Contour choose_contour(const TiltedTransform& transform, double start, double y, double damping) {
  const double x = start + y;
  const auto finished = [y](const Contour& contour) {
    return contour.period < kShort * y ? contour : with_groups(contour, y);
  };
  const Contour direct = cdf_contour(transform, x, y, damping);
  // Left of the mean, roughly, for the mean itself may be infinite; or F < 0.54 by Chernoff's bound
  // at s = 1 / y.
  const bool left =
      transform.slope(0.05 / y, x) <= 0.0 || transform.exponent(1.0 / y, start) < std::log(0.2);
  if (left) return finished(direct);
  if (transform.c2() * y > kDistance + 1.0) {
    const Contour complement = complement_contour(transform, x, y, damping);
    const bool peaked = direct.period < kShort * y;
    // F is right to e^-damping only in absolute terms: the further out, the more terms is a
    // relative accuracy worth. Chernoff's bound says how far.
    const bool far = transform.exponent(complement.abscissa, x) < std::log(kFarTail);
    const double longest = peaked ? (far ? 12.0 : 3.0) * direct.period : 12.0 * y;
    if (complement.period < longest) return finished(complement);
  }
  if (direct.period < kShort * y) return direct;
  return finished(smooth_contour(y, damping));
}

}  // namespace phigp
