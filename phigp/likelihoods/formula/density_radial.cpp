#include "phigp/likelihoods/formula/density_radial.h"

#include <fmt/format.h>

#include <cctype>
#include <cmath>
#include <utility>

#include "phigp/augmentation/exact_sampler.h"
#include "phigp/augmentation/identify.h"
#include "phigp/base/error.h"
#include "phigp/likelihoods/formula/formula_radial.h"

namespace phigp {

namespace {

// The density with y and f replaced, as text: a formula in r that the prover can read.
std::string substitute(const std::string& text, const Row& row, double centre) {
  const std::string f = centre == 0.0 ? "sqrt(r)" : fmt::format("({} + sqrt(r))", centre);
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    if (std::isalpha(static_cast<unsigned char>(text[i])) == 0 && text[i] != '_') {
      out += text[i++];
      continue;
    }
    std::size_t end = i;
    while (end < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_'))
      ++end;
    const std::string name = text.substr(i, end - i);
    out += name == "f"        ? f
           : name == "y"      ? fmt::format("({})", row.y)
           : name == "trials" ? fmt::format("({})", row.trials)
                              : name;
    i = end;
  }
  return out;
}

// The same phi as a formula in r, for its proof and structure; null when the text cannot be brought
// into that form.
std::shared_ptr<const FormulaRadial> as_formula(const Formula& density, const Row& row,
                                                const Decomposition& at) {
  try {
    std::string text = substitute(density.expression().text(), row, at.centre);
    if (at.tilt != 0.0) text = fmt::format("({})*exp(-({})*sqrt(r))", text, at.tilt);
    FormulaRadialOptions options;
    options.normalise = true;
    const std::span<const double> values = density.parameters();
    return std::make_shared<FormulaRadial>(
        Expression::parse(text, {"r", false, false, density.expression().names().parameters}),
        std::vector<double>(values.begin(), values.end()), options);
  } catch (const Error&) {
    return nullptr;
  }
}

}  // namespace

DensityRadial::DensityRadial(Formula density, Row reference, Row second, RowDependence dependence,
                             CentreRule rule)
    : density_(std::move(density)),
      reference_(reference),
      second_(second),
      dependence_(dependence),
      rule_(rule) {
  const auto line =
      rule_ == CentreRule::searched ? std::nullopt : centre_line(density_, reference_, second_);
  const auto found = line ? Decomposition{line->at(reference_),
                                          tilt_about(density_, reference_, line->at(reference_))}
                          : decompose(density_, reference_);
  if (!found || (rule_ != CentreRule::searched && !line) || !std::isfinite(found->tilt))
    throw InvalidInput("density", density_.expression().text(),
                       "is not in the family at these parameters");
  at_reference_ = *found;
  unit_ = informative_radius(density_, reference_, at_reference_);
  if (line) line_ = *line;
  if (line && !line->is_y()) find_line_slopes();
  if (dependence_ == RowDependence::general) return;
  if (const auto twin = as_formula(density_, reference_, at_reference_)) {
    if (dependence_ == RowDependence::none) proof_ = twin->proof();
    identified_ = twin->recognised();
  }
}

Decomposition DensityRadial::decomposition(const Row& row) const {
  if (rule_ == CentreRule::location) return {line_.at(row), at_reference_.tilt};
  if (rule_ == CentreRule::line) {
    const double centre = line_.at(row);
    return {centre, tilt_about(density_, row, centre)};
  }
  const auto found = decompose(density_, row, at_reference_.centre);
  if (!found) {
    throw InvalidInput(fmt::format("density at y = {}", row.y), "",
                       "is not in the family: log p(y|f), less a multiple of f, must be symmetric "
                       "in f about some point");
  }
  return *found;
}

// From the two rows that the line goes through: at others rounding may leave nothing of it.
void DensityRadial::find_line_slopes() {
  for (std::size_t k = 0; k < density_.parameters().size(); ++k) {
    const auto slope_at = [&](const Row& row) {
      const double centre = line_.at(row);
      const Decomposition at{centre, tilt_about(density_, row, centre)};
      return decomposition_slope(density_, row, at, k).centre[1];
    };
    const double first = slope_at(reference_);
    const double slope = (slope_at(second_) - first) / (second_.y - reference_.y);
    line_slopes_.push_back({first - slope * reference_.y, slope});
  }
}

DecompositionSlope DensityRadial::slope(const Row& row, std::size_t k) const {
  if (rule_ == CentreRule::searched)
    return decomposition_slope(density_, row, decomposition(row), k);
  const CentreLine change = line_slopes_.empty() ? CentreLine{} : line_slopes_[k];
  const Row& stands_in = rule_ == CentreRule::location ? reference_ : row;
  DecompositionSlope at =
      decomposition_slope(density_, stands_in, decomposition(stands_in), k, change.at(stands_in));
  at.centre = Dual(line_.at(row));
  at.centre[1] = change.at(row);
  return at;
}

double DensityRadial::log_peak(const Row& row) const {
  const Row& stands_in = rule_ == CentreRule::location ? reference_ : row;
  return log_density_at(density_, stands_in, decomposition(stands_in).centre);
}

Dual DensityRadial::log_peak(const Row& row, std::size_t k) const {
  const Row& stands_in = rule_ == CentreRule::location ? reference_ : row;
  const Dual centre = slope(stands_in, k).centre;
  Dual peak;
  density_.evaluate_log(std::span<const Dual>(&centre, 1), Rows(stands_in), k,
                        std::span<Dual>(&peak, 1));
  return peak;
}

// body(row, first, count) for each run of equal rows.
template <class Body>
void DensityRadial::by_row(std::size_t count, const Rows& rows, const Body& body) const {
  if (dependence_ != RowDependence::general || rows.shared()) {
    body(dependence_ == RowDependence::general ? rows[0] : reference_, 0, count);
    return;
  }
  for (std::size_t first = 0; first < count;) {
    std::size_t last = first + 1;
    while (last < count && rows[last] == rows[first]) ++last;
    body(rows[first], first, last - first);
    first = last;
  }
}

template <class T>
void DensityRadial::evaluate(std::span<const T> r, const Rows& rows, std::span<T> out) const {
  by_row(r.size(), rows, [&](const Row& row, std::size_t first, std::size_t count) {
    const Decomposition at = row == reference_ ? at_reference_ : decomposition(row);
    const double base = log_peak(row);
    std::vector<T> root(count);
    std::vector<T> f(count);
    for (std::size_t i = 0; i < count; ++i) {
      root[i] = sqrt(r[first + i]);
      f[i] = root[i] + at.centre;
    }
    density_.evaluate_log(std::span<const T>(f), Rows(row), out.subspan(first, count));
    for (std::size_t i = 0; i < count; ++i)
      out[first + i] = out[first + i] - base - at.tilt * root[i];
  });
  if (dependence_ != RowDependence::power) return;
  for (std::size_t i = 0; i < r.size(); ++i) out[i] = power(rows[i]) * out[i];
}

template <class T>
void DensityRadial::evaluate(std::span<const T> r, const Rows& rows, std::size_t k,
                             std::span<T> out) const {
  by_row(r.size(), rows, [&](const Row& row, std::size_t first, std::size_t count) {
    const DecompositionSlope at = slope(row, k);
    const Dual base = log_peak(row, k);
    std::vector<T> root(count);
    std::vector<T> f(count);
    for (std::size_t i = 0; i < count; ++i) {
      root[i] = sqrt(r[first + i]);
      f[i] = root[i] + at.centre;
    }
    density_.evaluate_log(std::span<const T>(f), Rows(row), k, out.subspan(first, count));
    for (std::size_t i = 0; i < count; ++i)
      out[first + i] = out[first + i] - base - at.tilt * root[i];
  });
  if (dependence_ != RowDependence::power) return;
  for (std::size_t i = 0; i < r.size(); ++i) {
    Dual factor(power(rows[i]));
    factor[1] = power_slope(rows[i], k);
    out[i] = factor * out[i];
  }
}

void DensityRadial::log_phi(std::span<const double> r, const Rows& rows,
                            std::span<double> out) const {
  evaluate(r, rows, out);
}
void DensityRadial::log_phi(std::span<const Complex> r, const Rows& rows,
                            std::span<Complex> out) const {
  evaluate(r, rows, out);
}
void DensityRadial::log_phi(std::span<const MeanJet> r, const Rows& rows,
                            std::span<MeanJet> out) const {
  evaluate(r, rows, out);
}
void DensityRadial::log_phi(std::span<const CumulantJet> r, const Rows& rows,
                            std::span<CumulantJet> out) const {
  evaluate(r, rows, out);
}
void DensityRadial::log_phi(std::span<const SeriesJet> r, const Rows& rows,
                            std::span<SeriesJet> out) const {
  evaluate(r, rows, out);
}
void DensityRadial::log_phi(std::span<const MeanJetInParameter> r, const Rows& rows, std::size_t k,
                            std::span<MeanJetInParameter> out) const {
  evaluate(r, rows, k, out);
}
void DensityRadial::log_phi(std::span<const SeriesJetInParameter> r, const Rows& rows,
                            std::size_t k, std::span<SeriesJetInParameter> out) const {
  evaluate(r, rows, k, out);
}

RadialPtr DensityRadial::with_parameters(std::span<const double> values) const {
  return std::make_shared<DensityRadial>(
      Formula(density_.expression(), std::vector<double>(values.begin(), values.end()),
              density_.ranges()),
      reference_, second_, dependence_, rule_);
}

std::string DensityRadial::describe() const {
  const double centre = at_reference_.centre;
  const double tilt = at_reference_.tilt;
  std::string text = centre == 0.0 ? "p(y|sqrt(r))/p(y|0)"
                                   : fmt::format("p(y|{0} + sqrt(r))/p(y|{0})", to_text(centre));
  if (tilt != 0.0) text += fmt::format(" * exp({}*sqrt(r))", to_text(-tilt));
  return text + fmt::format(" at y = {}", to_text(reference_.y));
}

std::vector<std::string> DensityRadial::proof() const { return proof_; }

double DensityRadial::log_phi_of_row(double r, const Row& row) const {
  const Decomposition at = decomposition(row);
  return log_density_at(density_, row, at.centre + std::sqrt(r)) -
         log_density_at(density_, row, at.centre) - at.tilt * std::sqrt(r);
}

double DensityRadial::power(const Row& row) const {
  if (dependence_ != RowDependence::power || row == reference_) return 1.0;
  return log_phi_of_row(unit_, row) / log_phi_of_row(unit_, reference_);
}

double DensityRadial::power_slope(const Row& row, std::size_t k) const {
  if (dependence_ != RowDependence::power || row == reference_) return 0.0;
  const auto with_slope = [&](const Row& at_row) {
    const DecompositionSlope at = slope(at_row, k);
    const Dual x = at.centre + std::sqrt(unit_);
    Dual out;
    density_.evaluate_log(std::span<const Dual>(&x, 1), Rows(at_row), k, std::span<Dual>(&out, 1));
    return out - log_peak(at_row, k) - at.tilt * std::sqrt(unit_);
  };
  return (with_slope(row) / with_slope(reference_))[1];
}

std::unique_ptr<OmegaSampler> DensityRadial::structural_sampler(
    const SamplerOptions& options) const {
  if (!options.allow_exact || dependence_ == RowDependence::general) return nullptr;
  if (identified_ && dependence_ == RowDependence::none) return make_sampler(identified_, options);
  // The base phi, without the row's exponent.
  const auto base =
      std::make_shared<DensityRadial>(density_, reference_, second_, RowDependence::none, rule_);
  const auto law = identify(base);
  if (!law || (dependence_ == RowDependence::power && !law->real_powers)) return nullptr;
  const auto self = std::make_shared<const DensityRadial>(*this);
  return std::make_unique<ExactSampler>(
      law->law + " (identified numerically)", law->real_powers,
      [self, draw = law->draw](std::span<const double> c2, const Rows& rows,
                               std::span<const double> weights, Stream& stream,
                               std::span<double> omega) {
        for (std::size_t i = 0; i < c2.size(); ++i) {
          const double exponent = self->power(rows[i]) * (weights.empty() ? 1.0 : weights[i]);
          omega[i] = exponent == 0.0 ? 0.0 : draw(c2[i], exponent, stream);
        }
      });
}

}  // namespace phigp
