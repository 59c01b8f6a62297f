#include "tests/kernels/written_kernel.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <numbers>

namespace phigp::test {

namespace {

using Complex = std::complex<double>;

// The textbook. `scales` has one number per dim, or one, or none.
Complex unit_value(const WrittenUnit& unit, const std::vector<Complex>& scales, Complex shape,
                   const std::vector<double>& x, const std::vector<double>& z, bool same) {
  if (unit.name == "constant") return 1.0;
  if (unit.name == "white") return same ? 1.0 : 0.0;
  Complex sum = 0.0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const Complex l = scales.empty() ? Complex(1.0) : scales[unit.ard ? k : 0];
    if (unit.name == "linear") {
      sum += x[k] * z[k] / (l * l);
    } else if (unit.name == "periodic") {
      const Complex wave = std::sin(std::numbers::pi * (x[k] - z[k]) / shape) / l;
      sum += wave * wave;
    } else {
      sum += std::pow(x[k] - z[k], 2.0) / (l * l);
    }
  }
  const Complex r = std::sqrt(sum);
  if (unit.name == "linear") return sum;
  if (unit.name == "periodic") return std::exp(-2.0 * sum);
  if (unit.name == "rbf") return std::exp(-0.5 * sum);
  if (unit.name == "matern12") return std::exp(-r);
  const double root3 = std::sqrt(3.0);
  const double root5 = std::sqrt(5.0);
  if (unit.name == "matern32") return (1.0 + root3 * r) * std::exp(-root3 * r);
  if (unit.name == "matern52") {
    return (1.0 + root5 * r + 5.0 / 3.0 * r * r) * std::exp(-root5 * r);
  }
  if (unit.name == "rq") return std::pow(1.0 + sum / (2.0 * shape), -shape);
  return std::nan("");
}

std::vector<double> chosen(const Points& X, int row, const std::vector<int>& dims) {
  std::vector<double> values;
  for (const int k : dims) values.push_back(X(row, k));
  return values;
}

}  // namespace

std::string WrittenKernel::text() const {
  std::string text;
  for (const WrittenTerm& term : terms) {
    text += fmt::format("{}{}", text.empty() ? "" : " + ", term.variance);
    for (const WrittenUnit& unit : term.units) {
      std::vector<std::string> arguments;
      if (unit.ard) arguments.emplace_back("ard");
      if (unit.ard) {
        arguments.push_back(fmt::format("lengthscale=[{}]", fmt::join(unit.lengthscales, ",")));
      } else if (!unit.lengthscales.empty()) {
        arguments.push_back(fmt::format("lengthscale={}", unit.lengthscales[0]));
      }
      if (unit.alpha > 0.0) arguments.push_back(fmt::format("alpha={}", unit.alpha));
      if (unit.period > 0.0) arguments.push_back(fmt::format("period={}", unit.period));
      if (!unit.dims.empty()) {
        arguments.push_back(fmt::format("dims=[{}]", fmt::join(unit.dims, ",")));
      }
      text += fmt::format(" * {}({})", unit.name, fmt::join(arguments, ", "));
    }
  }
  return text;
}

std::vector<double> WrittenKernel::parameters() const {
  std::vector<double> values;
  for (const WrittenTerm& term : terms) {
    values.push_back(term.variance);
    for (const WrittenUnit& unit : term.units) {
      values.insert(values.end(), unit.lengthscales.begin(), unit.lengthscales.end());
      if (unit.alpha > 0.0) values.push_back(unit.alpha);
      if (unit.period > 0.0) values.push_back(unit.period);
    }
  }
  return values;
}

Complex WrittenKernel::at(const std::vector<Complex>& parameters, const Points& X, int i,
                          const Points& Z, int j, bool same) const {
  Complex sum = 0.0;
  auto next = parameters.begin();
  for (const WrittenTerm& term : terms) {
    Complex product = *next++;
    for (const WrittenUnit& unit : term.units) {
      std::vector<Complex> scales;
      for (std::size_t k = 0; k < unit.lengthscales.size(); ++k) scales.push_back(*next++);
      const Complex shape = unit.alpha + unit.period > 0.0 ? *next++ : Complex(0.0);
      product *=
          unit_value(unit, scales, shape, chosen(X, i, unit.dims), chosen(Z, j, unit.dims), same);
    }
    sum += product;
  }
  return sum;
}

double WrittenKernel::value(const Points& X, int i, const Points& Z, int j, bool same) const {
  const std::vector<double> theta = parameters();
  return at({theta.begin(), theta.end()}, X, i, Z, j, same).real();
}

double WrittenKernel::slope(const Points& X, int i, const Points& Z, int j, bool same,
                            std::size_t p) const {
  constexpr double kStep = 1e-20;
  const std::vector<double> theta = parameters();
  std::vector<Complex> moved(theta.begin(), theta.end());
  moved[p] = Complex(theta[p], theta[p] * kStep);
  return at(moved, X, i, Z, j, same).imag() / kStep;
}

std::optional<WrittenKernel> written_unit(const std::string& name, bool ard,
                                          const std::vector<int>& dims) {
  WrittenUnit unit;
  unit.name = name;
  unit.dims = dims;
  unit.ard = ard;
  if (name == "constant" || name == "white") {
    unit.dims.clear();
  } else if (std::isnan(unit_value(unit, {}, 1.0, {0.5}, {0.7}, false).real())) {
    return std::nullopt;
  }
  const bool has_scale = name != "linear" && !unit.dims.empty();
  if (ard) {
    for (const int k : dims) unit.lengthscales.push_back(0.7 + 0.6 * k);
  } else if (has_scale) {
    unit.lengthscales = {1.7};
  }
  if (name == "rq") unit.alpha = 2.3;
  if (name == "periodic") unit.period = 2.9;
  return WrittenKernel{{{2.5, {unit}}}};
}

}  // namespace phigp::test
