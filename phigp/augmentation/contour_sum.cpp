#include "phigp/augmentation/contour_sum.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>
#include <vector>

#include "phigp/base/limits.h"

namespace phigp {

namespace {

using Target = Contour::Target;

constexpr std::size_t kNodesAtOnce = 16;
constexpr int kQuietTerms = 8;  // negligible terms in a row that end a series

struct Term {
  double value = 0.0;
  double pdf = 0.0;
  double size = 0.0;  // of value before its real part was taken
  double pdf_size = 0.0;
  double rounding = 0.0;
};

// Terms k = 0, 1, ... of both series, evaluated a block at a time. Complex arithmetic is written
// out: every size is a by-product, and the library's division guards against overflow that cannot
// happen here.
class Terms {
 public:
  Terms(const Contour& contour, const TiltedTransform& transform, double start, double y)
      : contour_(contour),
        transform_(transform),
        start_(start),
        y_(y),
        smooth_(contour.target == Target::smooth_complement),
        sign_(contour.target == Target::cdf ? 1.0 : -1.0),
        step_(2.0 * std::numbers::pi / contour.period) {}

  Term next() {
    if (at_ == kNodesAtOnce) evaluate();
    const double a =
        contour_.abscissa * y_;  // in units of 1 / y, so that squares neither over- nor underflow
    const double b = s_[at_].imag() * y_;
    const double scale = (count_ == 0 ? 1.0 : 2.0) / contour_.period;
    const Complex exponent = exponent_[at_];
    ++at_;
    ++count_;
    double size = std::exp(exponent.real());
    Complex density = polar(size, exponent.imag());
    const double distance = std::sqrt(a * a + b * b);
    double rounding = size * transform_.rounding(distance / y_, start_ + y_);
    if (smooth_) {
      // psi - 1 for y = omega - start: the 1 contributes nothing at y > 0, and its absence keeps
      // relative accuracy where psi is close to 1, in the far tail.
      const double shift_size = std::exp(a);
      const Complex shift = polar(shift_size, b);
      const Complex fall = expm1(exponent);
      density = {shift.real() * fall.real() - shift.imag() * fall.imag(),
                 shift.real() * fall.imag() + shift.imag() * fall.real()};
      size = shift_size * std::sqrt(fall.real() * fall.real() + fall.imag() * fall.imag());
      rounding = 2.0 * kEpsilon *
                 (size * (2.0 + distance * (1.0 + start_ / y_)) +
                  shift_size * std::abs(transform_.log_phi()));
    }
    const double target =
        (density.real() * a + density.imag() * b) / (distance * distance);  // Re(density / s) / y
    const double reach = scale * y_;
    return {sign_ * reach * target, scale * density.real(), reach * size / distance, scale * size,
            reach * rounding / distance};
  }

 private:
  static Complex polar(double size, double angle) {
    return {size * std::cos(angle), size * std::sin(angle)};
  }

  void evaluate() {
    for (std::size_t i = 0; i < kNodesAtOnce; ++i) {
      s_[i] = {contour_.abscissa, step_ * static_cast<double>(count_ + i)};
    }
    // The smooth form multiplies by e^{sy} last, so as not to lose a small exponent beside s y.
    transform_.exponents(s_, smooth_ ? start_ : start_ + y_, exponent_);
    at_ = 0;
  }

  const Contour& contour_;
  const TiltedTransform& transform_;
  double start_;
  double y_;
  bool smooth_;
  double sign_;
  double step_;
  std::size_t count_ = 0;
  std::size_t at_ = kNodesAtOnce;
  std::array<Complex, kNodesAtOnce> s_;
  std::array<Complex, kNodesAtOnce> exponent_;
};

// An alternating series through its partial sums, averaged with the binomial weights of `order`.
// math.md (I.5)
class EulerSeries {
 public:
  explicit EulerSeries(std::size_t order)
      : weights_(order + 1, std::ldexp(1.0, -static_cast<int>(order))) {
    for (std::size_t i = 1; i <= order; ++i) {
      weights_[i] = weights_[i - 1] * static_cast<double>(order + 1 - i) / static_cast<double>(i);
    }
  }

  void push(double partial_sum) {
    sums_.push_back(partial_sum);
    if (sums_.size() < weights_.size()) return;
    const double* last = sums_.data() + sums_.size() - weights_.size();
    averages_.push_back(std::inner_product(weights_.begin(), weights_.end(), last, 0.0));
  }
  bool ready() const { return averages_.size() >= 4; }
  double value() const { return averages_.back(); }
  // Largest change over the last three steps; one small change may be an accident.
  double change() const {
    double most = 0.0;
    for (std::size_t i = averages_.size() - 3; i < averages_.size(); ++i) {
      most = std::max(most, std::abs(averages_[i] - averages_[i - 1]));
    }
    return most;
  }
  // Range of the values over the second half: what is known when the series did not settle.
  double spread() const {
    const auto middle = averages_.begin() + static_cast<std::ptrdiff_t>(averages_.size() / 2);
    const auto [low, high] = std::minmax_element(middle, averages_.end());
    return *high - *low;
  }

 private:
  std::vector<double> weights_;
  std::vector<double> sums_;
  std::vector<double> averages_;
};

}  // namespace

ContourSum sum_along(const Contour& contour, const TiltedTransform& transform, double start,
                     double y, double tolerance, int most_terms) {
  Terms terms(contour, transform, start, y);
  Term total;
  const std::size_t order =
      tolerance < 1e-11 ? 16 : 11;  // differences to remove: each gains a factor of 2 or more
  EulerSeries values(order);
  EulerSeries densities(order);
  int quiet = 0;
  int in_group = 0;
  for (int k = 1; k <= most_terms; ++k) {
    const Term term = terms.next();
    total.value += term.value;
    total.pdf += term.pdf;
    total.size += term.size;
    total.pdf_size += term.pdf_size;
    total.rounding += term.rounding;
    if (!std::isfinite(total.size)) break;
    const bool negligible =
        term.size <= 1e-17 * total.size && term.pdf_size <= 1e-16 * total.pdf_size;
    quiet = negligible ? quiet + 1 : 0;
    if (quiet == kQuietTerms) return {total.value, total.pdf, total.rounding, k, true};
    if (contour.groups == 0 || ++in_group < contour.groups) continue;
    in_group = 0;
    values.push(total.value);
    densities.push(total.pdf);
    if (!values.ready()) continue;
    const double rounding = total.rounding + kEpsilon * total.size;
    const bool settled =
        values.change() <= std::max(tolerance * std::abs(values.value()), rounding);
    const double pdf_allowed =
        std::max(1e3 * tolerance * std::abs(densities.value()), 4.0 * kEpsilon * total.pdf_size);
    if (settled && densities.change() <= pdf_allowed) {
      return {values.value(), densities.value(), values.change() + rounding, k, true};
    }
  }
  if (contour.groups == 0 || !values.ready() || !std::isfinite(values.value())) {
    return {0.0, 0.0, 1.0, most_terms, false};
  }
  return {values.value(), densities.value(), values.spread() + total.rounding, most_terms, false};
}

}  // namespace phigp
