#include "phigp/likelihoods/formula/formula_radial.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "phigp/augmentation/exact_sampler.h"
#include "phigp/augmentation/identify.h"
#include "phigp/base/error.h"
#include "phigp/likelihoods/formula/graph.h"
#include "phigp/likelihoods/formula/limit_at_zero.h"
#include "phigp/likelihoods/formula/prover.h"
#include "phigp/likelihoods/formula/recognise.h"

namespace phigp {

namespace {

constexpr double kLimitTolerance =
    1e-8;  // of |log phi(0)|: constants typed with many digits pass, 0.39894 does not

FormulaRanges ranges_of(const FormulaRadialOptions& options) {
  FormulaRanges ranges;
  ranges.y = options.y;
  ranges.trials = options.trials;
  return ranges;
}

bool uses_row(const Expression& expression) {
  return (expression.names().y && expression.uses("y")) ||
         (expression.names().trials && expression.uses("trials"));
}

// A few values of a range: its ends where it has ends, and points that are no special values of
// anything.
std::vector<double> some_values(const Range& range) {
  if (range.low == range.high) return {range.low};
  if (std::isfinite(range.low) && std::isfinite(range.high)) return {range.low, range.high};
  if (std::isfinite(range.low))
    return {range.low, range.low + 1.0, range.low + 3.0, range.low + 10.0};
  return {-1.3, 0.4, 1.0, 2.0};
}

std::string at_row(const Expression& phi, const Row& row) {
  std::string text;
  if (phi.names().y && phi.uses("y")) text += fmt::format(", y = {}", row.y);
  if (phi.names().trials && phi.uses("trials")) text += fmt::format(", trials = {}", row.trials);
  return text;
}

Dual point_log(const Formula& formula, double r, const Row& row, std::size_t k) {
  const Dual at(r);
  Dual out;
  formula.evaluate_log(std::span<const Dual>(&at, 1), Rows(row), k, std::span<Dual>(&out, 1));
  return out;
}

// Strictly between 0 and the cut. At 0 itself the formula's own expansion is as good.
bool inside(const Complex& r, double cut) { return std::abs(r) < cut && r != 0.0; }
template <class T>
bool inside(const T& r, double cut) {
  return value(r) < cut && value(r) > 0.0;
}

// A value made of rounding errors changes as a whole when r moves by a hair.
bool jumps_about(const Formula& formula, double r, const Row& row) {
  const double value = formula.evaluate(r, row);
  double change = 0.0;
  for (const double step : {1.0737, 2.3119, 3.1427, 4.2931})
    change = std::max(change, std::abs(formula.evaluate(r * (1.0 + 1e-5 * step), row) - value));
  return change > 0.5 * std::abs(value);
}

// Where |log phi| is neither lost in rounding nor beyond all scale.
double informative_point(const Formula& formula, const Row& row) {
  for (const double r : {1.0, 1e2, 1e-2, 1e4, 1e-4, 1e6, 1e-6, 1e8}) {
    const double size = std::abs(formula.evaluate_log(r, row));
    if (size > 1e-2 && size < 1e3) return r;
  }
  return 1.0;
}

}  // namespace

FormulaRadial::FormulaRadial(Expression phi, std::vector<double> parameters,
                             const FormulaRadialOptions& options)
    : formula_(std::move(phi), std::move(parameters), ranges_of(options)), options_(options) {
  if (!uses_row(expression())) zero_ = find_zero_series(formula_);
  check();
  find_row_dependence();
  if (dependence_ == RowDependence::none) offset_ = log_limit_at_zero(formula_, Row{});
}

double FormulaRadial::phi_at_zero(const Expression& phi, std::span<const double> parameters,
                                  const Row& row, const FormulaRadialOptions& options) {
  const Formula formula(phi, std::vector<double>(parameters.begin(), parameters.end()),
                        ranges_of(options));
  return std::exp(log_limit_at_zero(formula, row));
}

std::vector<Row> FormulaRadial::sample_rows() const {
  if (!uses_row(expression())) return {Row{}};
  std::vector<Row> rows;
  for (const double y : some_values(options_.y)) {
    for (const double trials : some_values(options_.trials)) rows.push_back({y, trials});
  }
  return rows;
}

double FormulaRadial::plain_log_phi(double r, const Row& row) const {
  return r < zero_.cut ? zero_.coefficients(r) : formula_.evaluate_log(r, row);
}

void FormulaRadial::check() const {
  const std::string name = "phi = " + expression().text();
  for (const Row& row : sample_rows()) {
    const std::string where = at_row(expression(), row);
    std::string vanishes;
    for (int decade = -12; decade <= 16; ++decade) {
      const double r = std::pow(10.0, decade);
      if (std::isfinite(plain_log_phi(r, row))) continue;
      const double value = formula_.evaluate(r, row);
      const std::string got =
          fmt::format("{} at r = {}{}", std::isnan(value) ? "no value" : to_text(value), r, where);
      const bool rounding = value == 0.0 ? decade > -12 : jumps_about(formula_, r, row);
      if (!rounding) throw InvalidInput(name, got, "must be positive and finite for r > 0");
      if (vanishes.empty()) vanishes = got;
    }
    // This may be all that rounding left of a small positive number: no verdict on phi itself.
    if (!vanishes.empty()) {
      throw NumericalError(name, vanishes,
                           "must keep its digits where it is small (a difference of nearly equal "
                           "numbers loses them)");
    }
    const double limit = log_limit_at_zero(formula_, row);
    if (!std::isfinite(limit)) {
      throw InvalidInput(name,
                         std::isnan(limit) ? "no limit"
                         : limit > 0.0     ? "infinity"
                                           : "0",
                         "must tend to 1 as r tends to 0" + where);
    }
    if (!options_.normalise && std::abs(limit) > kLimitTolerance) {
      throw InvalidInput(
          name, fmt::format("{}{}", std::exp(limit), where),
          fmt::format("must be 1 at r = 0 (divide it by {}, or ask for the normalised phi)",
                      std::exp(limit)));
    }
  }
}

void FormulaRadial::find_row_dependence() {
  if (!uses_row(expression())) return;
  probe_ = informative_point(formula_, Row{});
  at_probe_ = formula_.evaluate_log(probe_) - log_limit_at_zero(formula_, Row{});
  dependence_ = looks_like_power() ? RowDependence::power : RowDependence::general;
}

bool FormulaRadial::looks_like_power() const {
  if (!std::isfinite(at_probe_) || std::abs(at_probe_) < 1e-3) return false;
  const double base = log_limit_at_zero(formula_, Row{});
  for (const Row& row : sample_rows()) {
    const double start = log_limit_at_zero(formula_, row);
    const double expected = (formula_.evaluate_log(probe_, row) - start) / at_probe_;
    if (!(expected >= 0.0)) return false;
    for (double r = 1e-2 * probe_; r < 2e6 * probe_; r *= 7.3) {
      const double whole = formula_.evaluate_log(r) - base;
      const double part = formula_.evaluate_log(r, row) - start;
      if (!(std::abs(part - expected * whole) <= 1e-11 * std::abs(part) + 1e-13)) return false;
    }
  }
  return true;
}

double FormulaRadial::power(const Row& row) const {
  if (dependence_ != RowDependence::power) return 1.0;
  return log_phi(probe_, row) / at_probe_;
}

double FormulaRadial::power_slope(const Row& row, std::size_t k) const {
  if (dependence_ != RowDependence::power) return 0.0;
  Dual part = point_log(formula_, probe_, row, k);
  Dual whole = point_log(formula_, probe_, Row{}, k);
  if (options_.normalise) {
    part -= log_limit_at_zero(formula_, row, k);
    whole -= log_limit_at_zero(formula_, Row{}, k);
  }
  return Dual(part / whole)[1];
}

RadialPtr FormulaRadial::with_parameters(std::span<const double> values) const {
  return std::make_shared<FormulaRadial>(
      expression(), std::vector<double>(values.begin(), values.end()), options_);
}

std::string FormulaRadial::describe() const {
  std::string text = expression().text();
  const FormulaNames& names = expression().names();
  for (std::size_t k = 0; k < names.parameters.size(); ++k) {
    if (expression().uses(names.parameters[k]))
      text += fmt::format(", {} = {}", names.parameters[k], parameters()[k]);
  }
  return options_.normalise ? text + ", over its value at r = 0" : text;
}

std::vector<std::string> FormulaRadial::proof() const {
  if (dependence_ == RowDependence::general) return {};
  const FormulaRanges ranges = ranges_of(options_);
  const Row reference;
  Graph graph(expression().syntax(), parameters(), ranges, &reference);
  Prover prover(graph, expression().names());
  const bool powers = dependence_ == RowDependence::power;
  const Property wanted = powers ? Property::log_monotone : Property::completely_monotone;
  if (!prover.holds(graph.root(), wanted)) return {};
  std::vector<std::string> steps = prover.steps(graph.root(), wanted);
  if (powers) {
    // The exponent must not change sign over all rows, not only those looked at: phi <= 1
    // everywhere says so.
    Graph open(expression().syntax(), parameters(), ranges);
    if (!open.not_positive(open.log(open.root()))) return {};
    steps.emplace_back(
        "every positive power of an infinitely divisible function is completely monotone");
  }
  steps.emplace_back(
      options_.normalise
          ? "divided by its value at 0 it is the transform of a probability law (Bernstein)"
          : "phi(0) = 1: it is the transform of a probability law (Bernstein)");
  return steps;
}

RadialPtr FormulaRadial::recognised() const {
  if (dependence_ == RowDependence::general) return nullptr;
  const Row reference;
  Graph graph(expression().syntax(), parameters(), ranges_of(options_), &reference);
  RadialPtr known = Recogniser(graph).recognise(graph.root());
  if (known == nullptr) return nullptr;
  const double middle = informative_point(formula_, reference);
  for (double r = 1e-2 * middle; r < 2e4 * middle; r *= 2.1) {
    for (const double angle : {0.0, 0.6, 1.4}) {
      const Complex z = std::polar(r, angle);
      const Complex wanted = log_phi(z, reference);
      if (!(std::abs(expm1(known->log_phi(z) - wanted)) <= 1e-12 * (1.0 + std::abs(wanted))))
        return nullptr;
    }
  }
  return known;
}

std::unique_ptr<OmegaSampler> FormulaRadial::structural_sampler(
    const SamplerOptions& options) const {
  if (!options.allow_exact || dependence_ == RowDependence::general) return nullptr;
  const RadialPtr known = recognised();
  if (dependence_ == RowDependence::none && known != nullptr)
    return known->structural_sampler(options);
  const auto self = std::make_shared<const FormulaRadial>(*this);
  const auto law = identify(known != nullptr ? known : self, Row{});
  if (!law) return nullptr;
  if (dependence_ == RowDependence::none) return law->radial->structural_sampler(options);
  if (!law->real_powers) return nullptr;
  return std::make_unique<ExactSampler>(
      law->law, law->real_powers,
      [self, draw = law->draw](std::span<const double> c2, const Rows& rows,
                               std::span<const double> weights, Stream& stream,
                               std::span<double> omega) {
        double power = rows.shared() ? self->power(rows[0]) : 0.0;
        for (std::size_t i = 0; i < c2.size(); ++i) {
          if (!rows.shared()) power = self->power(rows[i]);
          const double exponent = weights.empty() ? power : weights[i] * power;
          omega[i] = exponent == 0.0 ? 0.0 : draw(c2[i], exponent, stream);
        }
      });
}

template <class T>
void FormulaRadial::finish(std::span<const T> r, const Rows& rows, std::span<T> out) const {
  const bool by_row = dependence_ != RowDependence::none && options_.normalise;
  double offset = by_row && rows.shared() ? log_limit_at_zero(formula_, rows[0]) : offset_;
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (by_row && !rows.shared()) offset = log_limit_at_zero(formula_, rows[i]);
    if (zero_.cut > 0.0 && inside(r[i], zero_.cut)) out[i] = zero_.coefficients(r[i]);
    if (offset != 0.0) out[i] = out[i] - offset;
    if constexpr (std::same_as<T, double> || std::same_as<T, Complex>) {
      if (r[i] == 0.0) out[i] = 0.0;
    }
  }
}

template <class T>
void FormulaRadial::finish(std::span<const T> r, const Rows& rows, std::size_t k,
                           std::span<T> out) const {
  if (std::any_of(r.begin(), r.end(), [&](const T& x) { return inside(x, zero_.cut); })) {
    const ZeroCoefficients<Dual> zero = zero_coefficients(formula_, k, zero_.coefficients.has_odd);
    for (std::size_t i = 0; i < out.size(); ++i) {
      if (inside(r[i], zero_.cut)) out[i] = zero(r[i]);
    }
  }
  if (!options_.normalise) {
    if (offset_ != 0.0) {
      for (T& x : out) x = x - offset_;
    }
    return;
  }
  const bool once = rows.shared() || dependence_ == RowDependence::none;
  Dual offset = once ? log_limit_at_zero(formula_, rows[0], k) : Dual{};
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (!once) offset = log_limit_at_zero(formula_, rows[i], k);
    out[i] = out[i] - offset;
  }
}

void FormulaRadial::log_phi(std::span<const double> r, const Rows& rows,
                            std::span<double> out) const {
  formula_.evaluate_log(r, rows, out);
  finish(r, rows, out);
}
void FormulaRadial::log_phi(std::span<const Complex> r, const Rows& rows,
                            std::span<Complex> out) const {
  formula_.evaluate_log(r, rows, out);
  finish(r, rows, out);
}
void FormulaRadial::log_phi(std::span<const MeanJet> r, const Rows& rows,
                            std::span<MeanJet> out) const {
  formula_.evaluate_log(r, rows, out);
  finish(r, rows, out);
}
void FormulaRadial::log_phi(std::span<const CumulantJet> r, const Rows& rows,
                            std::span<CumulantJet> out) const {
  formula_.evaluate_log(r, rows, out);
  finish(r, rows, out);
}
void FormulaRadial::log_phi(std::span<const SeriesJet> r, const Rows& rows,
                            std::span<SeriesJet> out) const {
  formula_.evaluate_log(r, rows, out);
  finish(r, rows, out);
}
void FormulaRadial::log_phi(std::span<const MeanJetInParameter> r, const Rows& rows, std::size_t k,
                            std::span<MeanJetInParameter> out) const {
  formula_.evaluate_log(r, rows, k, out);
  finish(r, rows, k, out);
}
void FormulaRadial::log_phi(std::span<const SeriesJetInParameter> r, const Rows& rows,
                            std::size_t k, std::span<SeriesJetInParameter> out) const {
  formula_.evaluate_log(r, rows, k, out);
  finish(r, rows, k, out);
}

}  // namespace phigp
