#include "phigp/augmentation/inversion.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "phigp/augmentation/contour_sum.h"
#include "phigp/augmentation/normal_score.h"
#include "phigp/base/error.h"
#include "phigp/base/limits.h"

namespace phigp {

namespace {

constexpr double kLeastDistance = 1e-290;  // from the start of the support; 1/y stays a number
constexpr double kAtomError =
    1e-11;  // relative, of an atom at a start above 0, where r start cancels
constexpr double kNewtonEnd =
    1e-6;  // step in normal score units after which the next is negligible
constexpr int kMostDirectTerms = 1024;  // of a series without groups

InvertedLaw certain(double cdf) { return {cdf, 1.0 - cdf, 0.0, 0.0}; }

struct ScorePoint {
  double at;     // log(omega - start)
  double score;  // normal score of F there
  double slope;  // d at / d score
};

// `at` for a given score on the cubic that has the values and slopes of a and b.
double inverse_cubic(const ScorePoint& a, const ScorePoint& b, double score) {
  const double h = b.score - a.score;
  const double u = (score - a.score) / h;
  const double v = 1.0 - u;
  return v * v * ((1.0 + 2.0 * u) * a.at + u * h * a.slope) +
         u * u * ((1.0 + 2.0 * v) * b.at - v * h * b.slope);
}

}  // namespace

double beyond_rounding(double error, const InvertedLaw& law, double omega) {
  return std::max(0.0, std::abs(error) - 32.0 * kEpsilon * omega * law.pdf);
}

TiltedLaw::TiltedLaw(const Radial& radial, const Row& row, const Support& support, double c2,
                     const InversionAccuracy& accuracy)
    : transform_(radial, row, c2), support_(support), accuracy_(accuracy) {
  const double at = c2 > 0.0 ? 0.0 : 1e-8;  // the mean at 0 may be infinite
  degenerate_ = transform_.mean(at) <= support.start * (1.0 + 8.0 * kEpsilon);
  if (degenerate_) {
    atom_ = 1.0;
  } else if (std::isfinite(support.log_atom)) {
    atom_ = std::exp(support.log_atom - transform_.log_phi() - c2 * support.start);
  }
}

InvertedLaw TiltedLaw::at(double x) const {
  require(!std::isnan(x), "omega", x, "must be a number");
  if (x < support_.start) return certain(0.0);
  if (x == support_.start || degenerate_) {
    InvertedLaw law = certain(atom_);
    if (!degenerate_ && support_.start > 0.0) law.error = kAtomError * atom_;
    return law;
  }
  if (x == kInfinity) return certain(1.0);
  return at_distance(x - support_.start);
}

InvertedLaw TiltedLaw::at_distance(double y) const {
  if (y < kLeastDistance) {  // F lies between the atom and F(least distance)
    InvertedLaw law = at_distance(kLeastDistance);
    law.error += law.cdf - atom_;
    return law;
  }
  Contour contour = choose_contour(transform_, support_.start, y, accuracy_.damping);
  ContourSum sum = sum_along(contour, transform_, support_.start, y, accuracy_.tolerance,
                             contour.groups == 0 ? kMostDirectTerms : accuracy_.most_terms);
  if (!sum.converged && contour.groups == 0) {
    contour = with_groups(contour, y);
    sum = sum_along(contour, transform_, support_.start, y, accuracy_.tolerance,
                    accuracy_.most_terms);
  }
  InvertedLaw law;
  double value = sum.value;
  if (contour.subtract_steps) {
    const double log_q = -std::abs(contour.abscissa) * contour.period;
    value += std::exp(log_q) / std::expm1(log_q);
  }
  value = std::clamp(value, 0.0, 1.0);
  law.cdf = contour.target == Contour::Target::cdf ? value : 1.0 - value;
  law.complement = contour.target == Contour::Target::cdf ? 1.0 - value : value;
  law.pdf = std::max(0.0, sum.pdf);
  // The last term: x is a double, and the mean, from which its distance counts, is as well.
  law.error = std::min(1.0, sum.error + kEpsilon + 4.0 * kEpsilon * (support_.start + y) * law.pdf);
  return law;
}

double TiltedLaw::scale() const {
  // Where the transform of the part without atom has fallen to 1/e.
  const double level = std::log(atom_ + (1.0 - atom_) / std::numbers::e);
  const auto fallen = [&](double s) { return transform_.exponent(s, support_.start) < level; };
  double s = 1.0;
  while (!fallen(s) && s < 1e290) s *= 16.0;
  while (fallen(s) && s > 1e-290) s *= 0.25;
  const double size = 0.5 / s;
  // The mean is better where it is of that order: exact enough for the narrowest law.
  const double mean = transform_.mean(transform_.c2() > 0.0 ? 0.0 : 1e-8 * s) - support_.start;
  return mean > 0.1 * size && mean < 10.0 * size ? mean : size;
}

// Solves for the normal score of F as a function of log(omega - start), nearly a straight line for
// most laws: Newton's step at first, then the cubic through the last two points and slopes, always
// inside a bracket. math.md (I.7)
double TiltedLaw::quantile(double p, bool upper) const {
  require(p > 0.0 && p < 1.0, "quantile: p", p, "must be between 0 and 1");
  if (degenerate_ || (upper ? 1.0 - p : p) <= atom_) return support_.start;
  const double wanted = upper ? -normal_score(p, 1.0 - p) : normal_score(p, 1.0 - p);
  double low = std::log(kLeastDistance);
  double high = -low;
  double at = std::clamp(std::log(scale()), low, high);
  double reach = 4.0;  // longest step, doubled while it keeps being too short
  ScorePoint last{0.0, kInfinity, 0.0};
  for (int i = 0; i < 200; ++i) {
    const double y = std::exp(at);
    const InvertedLaw law = at_distance(y);
    const double score = normal_score(law.cdf, law.complement);
    const ScorePoint here{at, score, normal_density(score) / (law.pdf * y)};
    (score < wanted ? low : high) = at;
    const double miss = wanted - score;
    const double apart = std::abs(score - last.score);
    const bool cubic = apart < 1.5 && apart > 1e-6 && std::isfinite(here.slope + last.slope);
    double step = cubic ? inverse_cubic(last, here, wanted) - at : miss * here.slope;
    // What is left after the step is of the order of the product squared.
    // Next to an atom the score is not that smooth, and only the bracket ends the search.
    if (atom_ == 0.0 && std::isfinite(step) &&
        std::abs(miss * (cubic ? wanted - last.score : 1.0)) < kNewtonEnd)
      return support_.start + std::exp(at + step);
    if (!std::isfinite(step) || std::abs(step) > reach) {
      step = std::copysign(reach, miss);
      reach *= 2.0;
    }
    double next = at + step;
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (std::abs(next - at) <= 4.0 * kEpsilon * std::max(1.0, std::abs(at))) break;
    at = next;
    last = here;
  }
  return at <= std::log(kLeastDistance) + 1.0 ? support_.start : support_.start + std::exp(at);
}

Inversion::Inversion(RadialPtr radial, const Row& row, const InversionAccuracy& accuracy)
    : radial_(std::move(radial)),
      row_(row),
      accuracy_(accuracy),
      support_(find_support(*radial_, row_)) {}

TiltedLaw Inversion::law(double c2) const {
  require(std::isfinite(c2) && c2 >= 0.0, "c2", c2, "must be finite and not negative");
  return TiltedLaw(*radial_, row_, support_, c2, accuracy_);
}

}  // namespace phigp
