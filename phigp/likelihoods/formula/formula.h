// An Expression with values for its parameters, compiled for evaluation on arrays. Immutable; any
// number of threads may evaluate one at once.
//
// evaluate       the value
// evaluate_log   its logarithm, never forming the value: products, powers and exponentials become
// sums, sums of
//                exponentials are summed relative to the largest, so nothing overflows, underflows
//                or (on complex numbers) wraps its branch. math.md (F.3)
//
// Number types T: double, Complex, Taylor<1>, Taylor<2>, Taylor<3>, Taylor<8>, Taylor<64>; with the
// derivative in parameter k (the forms that take k): Dual, Taylor<1, Dual>, Taylor<2, Dual>,
// Taylor<64, Dual>. Points where the formula has no value (log of a negative number, 0/0) give NaN:
// callers check and name the place.
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "phigp/base/row.h"
#include "phigp/base/taylor.h"
#include "phigp/likelihoods/formula/expression.h"

namespace phigp {

// Where a name may lie. Used to choose between forms that are equal there (log(a b) = log a + log b
// for a, b > 0).
struct Range {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
};

struct FormulaRanges {
  Range variable{0.0,
                 std::numeric_limits<double>::infinity()};  // r > 0; give {} for a latent value f
  Range y{};
  Range trials{0.0, std::numeric_limits<double>::infinity()};
};

class Program;

class Formula {
 public:
  // `parameters`: one value per name in expression.names().parameters, in that order, finite.
  Formula(Expression expression, std::vector<double> parameters, const FormulaRanges& ranges = {});

  const Expression& expression() const { return expression_; }
  std::span<const double> parameters() const { return parameters_; }
  const FormulaRanges& ranges() const { return ranges_; }

  // out[i] = formula(x[i]; rows[i]). x may be empty when the formula does not use its variable; out
  // gives the size.
  template <class T>
  void evaluate(std::span<const T> x, const Rows& rows, std::span<T> out) const;
  template <class T>
  void evaluate_log(std::span<const T> x, const Rows& rows, std::span<T> out) const;

  // The same with parameter number k carrying the derivative (the innermost Dual). Throws
  // InvalidInput when k is not learnable.
  template <class T>
  void evaluate(std::span<const T> x, const Rows& rows, std::size_t k, std::span<T> out) const;
  template <class T>
  void evaluate_log(std::span<const T> x, const Rows& rows, std::size_t k, std::span<T> out) const;

  // One point.
  double evaluate(double x, const Row& row = {}) const;
  double evaluate_log(double x, const Row& row = {}) const;

 private:
  void require_learnable(std::size_t k) const;
  void require_points(std::size_t given, std::size_t wanted) const;

  Expression expression_;
  std::vector<double> parameters_;
  FormulaRanges ranges_;
  std::shared_ptr<const Program> value_;
  std::shared_ptr<const Program> logarithm_;
};

}  // namespace phigp
