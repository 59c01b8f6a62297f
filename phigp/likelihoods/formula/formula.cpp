#include "phigp/likelihoods/formula/formula.h"

#include <cmath>
#include <utility>

#include "phigp/base/error.h"
#include "phigp/likelihoods/formula/graph.h"
#include "phigp/likelihoods/formula/program.h"

namespace phigp {

namespace {

bool all_finite(double x) { return std::isfinite(x); }
bool all_finite(const Complex& x) { return std::isfinite(x.real()) && std::isfinite(x.imag()); }
template <int N, class T>
bool all_finite(const Taylor<N, T>& x) {
  for (int k = 0; k <= N; ++k) {
    if (!all_finite(x[k])) return false;
  }
  return true;
}

bool is_zero(double x) { return x == 0.0; }
bool is_zero(const Complex& x) { return x == 0.0; }
template <int N, class T>
bool is_zero(const Taylor<N, T>& x) {
  return value(x) == 0.0;
}

// At 0 the logarithms of factors may be infinite while that of the whole is not
// (sqrt(r)/sinh(sqrt(r))): there the value is formed, as a quotient of series that vanish together,
// and its logarithm taken. math.md (F.3)
template <class T>
void repair_at_zero(std::span<const T> x, const Rows& rows, std::span<T> out, auto&& plain) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!is_zero(x[i]) || all_finite(out[i])) continue;
    T whole;
    plain(x.subspan(i, 1), rows.subrows(rows.shared() ? 0 : i, 1), std::span<T>(&whole, 1));
    out[i] = log(whole);
  }
}

}  // namespace

Formula::Formula(Expression expression, std::vector<double> parameters, const FormulaRanges& ranges)
    : expression_(std::move(expression)), parameters_(std::move(parameters)), ranges_(ranges) {
  const FormulaNames& names = expression_.names();
  require(parameters_.size() == names.parameters.size(), "formula: number of parameter values",
          static_cast<double>(parameters_.size()),
          "must be " + std::to_string(names.parameters.size()));
  for (std::size_t k = 0; k < parameters_.size(); ++k) {
    require(std::isfinite(parameters_[k]), "formula: " + names.parameters[k], parameters_[k],
            "must be all_finite");
  }
  Graph graph(expression_.syntax(), parameters_, ranges);
  value_ = std::make_shared<const Program>(graph, graph.root(), parameters_);
  logarithm_ = std::make_shared<const Program>(graph, graph.log(graph.root()), parameters_);
}

void Formula::require_learnable(std::size_t k) const {
  require(k < parameters_.size(), "formula: parameter number", static_cast<double>(k),
          "must exist");
  require(expression_.learnable(k), "formula: " + expression_.names().parameters[k], "",
          "is the order of a Bessel function and cannot be learned");
}

void Formula::require_points(std::size_t given, std::size_t wanted) const {
  require(given == wanted || !expression_.uses(expression_.names().variable),
          "formula: number of points", static_cast<double>(given),
          "must equal the number of results");
}

template <class T>
void Formula::evaluate(std::span<const T> x, const Rows& rows, std::span<T> out) const {
  require_points(x.size(), out.size());
  value_->run(x, rows, out);
}

template <class T>
void Formula::evaluate_log(std::span<const T> x, const Rows& rows, std::span<T> out) const {
  require_points(x.size(), out.size());
  logarithm_->run(x, rows, out);
  repair_at_zero(x, rows, out,
                 [&](auto at, const Rows& row, auto to) { value_->run(at, row, to); });
}

template <class T>
void Formula::evaluate(std::span<const T> x, const Rows& rows, std::size_t k,
                       std::span<T> out) const {
  require_learnable(k);
  require_points(x.size(), out.size());
  value_->run_with_derivative(x, rows, k, out);
}

template <class T>
void Formula::evaluate_log(std::span<const T> x, const Rows& rows, std::size_t k,
                           std::span<T> out) const {
  require_learnable(k);
  require_points(x.size(), out.size());
  logarithm_->run_with_derivative(x, rows, k, out);
  repair_at_zero(x, rows, out, [&](auto at, const Rows& row, auto to) {
    value_->run_with_derivative(at, row, k, to);
  });
}

double Formula::evaluate(double x, const Row& row) const {
  double out = 0.0;
  evaluate(std::span<const double>(&x, 1), Rows(row), std::span<double>(&out, 1));
  return out;
}

double Formula::evaluate_log(double x, const Row& row) const {
  double out = 0.0;
  evaluate_log(std::span<const double>(&x, 1), Rows(row), std::span<double>(&out, 1));
  return out;
}

// The number types that the library runs formulas on.
#define PHIGP_PLAIN(T)                                                                     \
  template void Formula::evaluate<T>(std::span<const T>, const Rows&, std::span<T>) const; \
  template void Formula::evaluate_log<T>(std::span<const T>, const Rows&, std::span<T>) const;
PHIGP_PLAIN(double)
PHIGP_PLAIN(Complex)
PHIGP_PLAIN(Taylor<1>)
PHIGP_PLAIN(Taylor<2>)
PHIGP_PLAIN(Taylor<3>)
PHIGP_PLAIN(Taylor<8>)
PHIGP_PLAIN(Taylor<64>)
#undef PHIGP_PLAIN

template <int N>
using InParameter = Taylor<N, Dual>;
#define PHIGP_PARAMETER(T)                                                                       \
  template void Formula::evaluate<T>(std::span<const T>, const Rows&, std::size_t, std::span<T>) \
      const;                                                                                     \
  template void Formula::evaluate_log<T>(std::span<const T>, const Rows&, std::size_t,           \
                                         std::span<T>) const;
PHIGP_PARAMETER(Dual)
PHIGP_PARAMETER(InParameter<1>)
PHIGP_PARAMETER(InParameter<2>)
PHIGP_PARAMETER(InParameter<64>)
#undef PHIGP_PARAMETER

}  // namespace phigp
