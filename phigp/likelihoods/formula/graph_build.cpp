// From what was typed to canonical form; and what is known of each node: level, range of values,
// growth.
#include <algorithm>
#include <cmath>
#include <limits>

#include "phigp/base/limits.h"
#include "phigp/base/special.h"
#include "phigp/likelihoods/formula/graph.h"

namespace phigp {

namespace {

constexpr Range kAnything{-kInfinity, kInfinity};

// Bounds of products: 0 * infinity counts as 0, for the bound is not attained.
double times(double a, double b) { return a == 0.0 || b == 0.0 ? 0.0 : a * b; }

Range product_range(const Range& a, const Range& b) {
  const auto [low, high] = std::minmax(
      {times(a.low, b.low), times(a.low, b.high), times(a.high, b.low), times(a.high, b.high)});
  return {low, high};
}

Range power_range(const Range& base, double p) {
  const bool integer = p == std::floor(p);
  const bool even = integer && std::fmod(p, 2.0) == 0.0;
  if (base.low >= 0.0) {
    const double a = std::pow(base.low, p);
    const double b = std::pow(base.high, p);
    return {std::min(a, b), std::max(a, b)};
  }
  if (even) {
    const double far = std::max(-base.low, base.high);
    const double near = base.high < 0.0 ? -base.high : 0.0;
    return power_range({near, far}, p);
  }
  if (integer && p > 0.0) return {std::pow(base.low, p), std::pow(base.high, p)};
  if (integer && base.high <= 0.0) return {-kInfinity, 0.0};
  return kAnything;
}

double function_value(Op op, double x) {
  switch (op) {
    case Op::exp:
      return std::exp(x);
    case Op::log:
      return std::log(x);
    case Op::log1p:
      return std::log1p(x);
    case Op::abs:
      return std::abs(x);
    case Op::cosh:
      return std::cosh(x);
    case Op::sinh:
      return std::sinh(x);
    case Op::tanh:
      return std::tanh(x);
    case Op::erfc:
      return erfc(x);
    case Op::erfcx:
      return erfcx(x);
    case Op::lgamma:
      return lgamma(x);
    case Op::logcosh:
      return log_cosh(x);
    case Op::logsinh:
      return std::log(std::sinh(x));
    case Op::logtanh:
      return std::log(std::tanh(x));
    case Op::log_log1p_ratio:
      return std::log(std::log1p(x) / x);
    case Op::log_expm1_ratio:
      return std::log(std::expm1(x) / x);
    case Op::log_erfc:
      return log_erfc(x);
    case Op::log_erfcx:
      return log_erfcx(x);
    default:
      return std::numeric_limits<double>::quiet_NaN();
  }
}

}  // namespace

Graph::Graph(const Syntax& syntax, std::span<const double> parameters, const FormulaRanges& ranges,
             const Row* bind)
    : parameters_(parameters.begin(), parameters.end()), ranges_(ranges) {
  if (bind != nullptr) bind_ = *bind;
  number(1.0);  // factors() relies on it
  std::vector<NodeId> done;
  for (const SyntaxNode& node : syntax.nodes) done.push_back(build(node, done));
  root_ = done.back();
}

NodeId Graph::build(const SyntaxNode& syntax, const std::vector<NodeId>& done) {
  std::vector<NodeId> args;
  for (const std::size_t child : syntax.children) args.push_back(done[child]);
  switch (syntax.kind) {
    case SyntaxNode::Kind::number:
      return number(syntax.number);
    case SyntaxNode::Kind::symbol:
      return symbol(syntax.symbol);
    case SyntaxNode::Kind::sum: {
      std::vector<Term> terms;
      for (std::size_t i = 0; i < args.size(); ++i)
        terms.push_back({syntax.inverted[i] ? -1.0 : 1.0, args[i]});
      return sum(0.0, terms);
    }
    case SyntaxNode::Kind::product: {
      std::vector<Factor> factors;
      double coefficient =
          1.0;  // numbers first, exactly as typed: (y-f)*2/3 is not ((y-f)*2)*(1/3)
      for (std::size_t i = 0; i < args.size(); ++i) {
        const double value = is_number(args[i]) ? node(args[i]).number : 0.0;
        if (is_number(args[i]) && (value != 0.0 || !syntax.inverted[i])) {
          coefficient = syntax.inverted[i] ? coefficient / value : coefficient * value;
        } else {
          factors.push_back({args[i], number(syntax.inverted[i] ? -1.0 : 1.0)});
        }
      }
      if (factors.size() == 1 && is_number(factors[0].exponent, 1.0))
        return scale(coefficient, factors[0].base);
      return product(coefficient, factors);
    }
    case SyntaxNode::Kind::power:
      return power(args[0], args[1]);
    case SyntaxNode::Kind::call:
      return call(syntax.function, args);
  }
  return number(std::numeric_limits<double>::quiet_NaN());
}

NodeId Graph::call(FormulaFunction f, const std::vector<NodeId>& args) {
  const NodeId x = args.back();
  switch (f) {
    case FormulaFunction::exp:
      return exp(x);
    case FormulaFunction::log:
      return log(x);
    case FormulaFunction::log1p:
      return log(add(number(1.0), x));
    case FormulaFunction::expm1:
      return add(exp(x), number(-1.0));
    case FormulaFunction::sqrt:
      return raise(x, 0.5);
    case FormulaFunction::abs:
      return function(Op::abs, x);
    case FormulaFunction::pow:
      return power(args[0], args[1]);
    case FormulaFunction::cosh:
      return function(Op::cosh, x);
    case FormulaFunction::sinh:
      return function(Op::sinh, x);
    case FormulaFunction::tanh:
      return function(Op::tanh, x);
    case FormulaFunction::sech:
      return raise(function(Op::cosh, x), -1.0);
    case FormulaFunction::logcosh:
      return function(Op::logcosh, x);
    case FormulaFunction::erfcx:
      return function(Op::erfcx, x);
    case FormulaFunction::lgamma:
      return function(Op::lgamma, x);
    case FormulaFunction::erfc:
      if (!not_negative(x) || is_number(x)) return function(Op::erfc, x);
      return multiply(exp(scale(-1.0, raise(x, 2.0))), function(Op::erfcx, x));
    case FormulaFunction::besselk: {
      // K_nu(x) = x^-nu M(x^2): powers of x around it cancel, and M is smooth. math.md (F.2)
      const NodeId order = constant_value(args[0]) < 0.0 ? scale(-1.0, args[0]) : args[0];
      return multiply(power(x, scale(-1.0, order)), matern(order, raise(x, 2.0), false));
    }
  }
  return x;
}

Level Graph::level_of(const Node& n) const {
  if (n.op == Op::symbol) {
    if (n.number == kVariableSymbol) return Level::variable;
    return n.number < kFirstParameter ? Level::row : Level::constant;
  }
  Level highest = Level::constant;
  for (const NodeId arg : n.args) highest = std::max(highest, level(arg));
  return highest;
}

// The value of a node whose arguments are constants.
double Graph::value_of(const Node& n) const {
  const auto arg = [&](std::size_t i) { return constant_value(n.args[i]); };
  double value = n.number;
  switch (n.op) {
    case Op::number:
      return value;
    case Op::symbol:
      return parameters_[static_cast<std::size_t>(n.number) - kFirstParameter];
    case Op::sum:
      for (std::size_t i = 0; i < n.args.size(); ++i) value += n.coefficients[i] * arg(i);
      return value;
    case Op::product:
      value = 1.0;
      for (std::size_t i = 0; i < n.args.size(); i += 2) value *= std::pow(arg(i), arg(i + 1));
      return value;
    case Op::matern:
      return std::exp(log_matern(arg(0), arg(1)));
    case Op::log_matern:
      return log_matern(arg(0), arg(1));
    case Op::log_sum:
      value = 0.0;
      for (std::size_t i = 0; i < n.args.size(); i += 2) value += arg(i) * std::exp(arg(i + 1));
      return std::log(value);
    default:
      return function_value(n.op, arg(0));
  }
}

Range Graph::interval_of(const Node& n) const {
  if (level_of(n) == Level::constant) {
    const double value = value_of(n);
    return std::isnan(value) ? kAnything : Range{value, value};
  }
  if (n.op == Op::symbol) {
    if (n.number == kVariableSymbol) return ranges_.variable;
    return n.number == kTargetSymbol ? ranges_.y : ranges_.trials;
  }
  Range result{n.number, n.number};
  if (n.op == Op::sum) {
    for (std::size_t i = 0; i < n.args.size(); ++i) {
      const Range part = product_range({n.coefficients[i], n.coefficients[i]}, range(n.args[i]));
      result = {result.low + part.low, result.high + part.high};
    }
  } else if (n.op == Op::product) {
    result = {1.0, 1.0};
    for (std::size_t i = 0; i < n.args.size(); i += 2) {
      const Range base = range(n.args[i]);
      const bool fixed = level(n.args[i + 1]) == Level::constant;
      const Range part = fixed             ? power_range(base, constant_value(n.args[i + 1]))
                         : base.low >= 0.0 ? Range{0.0, kInfinity}
                                           : kAnything;
      result = product_range(result, part);
    }
  } else {
    const Range x = range(n.args[0]);
    switch (n.op) {
      case Op::exp:
      case Op::log1p:
      case Op::sinh:
      case Op::tanh:
        result = {function_value(n.op, x.low), function_value(n.op, x.high)};
        break;
      case Op::log:
        result = {x.low > 0.0 ? std::log(x.low) : -kInfinity, std::log(std::max(x.high, 0.0))};
        break;
      case Op::erfc:
        result = {erfc(x.high), erfc(x.low)};
        break;
      case Op::erfcx:
        result = {0.0, x.low > -20.0 ? erfcx(x.low) : kInfinity};
        break;
      case Op::cosh:
      case Op::abs:
      case Op::logcosh: {
        const double far = std::max(-x.low, x.high);
        const double near = x.low > 0.0 ? x.low : x.high < 0.0 ? -x.high : 0.0;
        result = {function_value(n.op, near), function_value(n.op, far)};
        break;
      }
      case Op::matern:
        result = {0.0, kInfinity};
        break;
      default:
        return kAnything;
    }
  }
  return std::isnan(result.low) || std::isnan(result.high) ? kAnything : result;
}

double Graph::growth_of(const Node& n) const {
  if (level_of(n) == Level::constant) return 0.0;
  if (n.op == Op::symbol) return n.number == kVariableSymbol ? 1.0 : 0.0;
  double most = 0.0;
  for (const NodeId arg : n.args) most = std::max(most, growth(arg));
  switch (n.op) {
    case Op::product: {
      double degree = 0.0;
      for (std::size_t i = 0; i < n.args.size(); i += 2) {
        if (level(n.args[i]) == Level::constant && level(n.args[i + 1]) == Level::constant)
          continue;
        if (level(n.args[i + 1]) != Level::constant) return kInfinity;
        degree += std::abs(constant_value(n.args[i + 1])) * growth(n.args[i]);
      }
      return degree;
    }
    case Op::exp:
    case Op::cosh:
    case Op::sinh:
    case Op::erfc:
    case Op::matern:
      return kInfinity;
    case Op::erfcx:
      return not_negative(n.args[0]) ? most : kInfinity;
    case Op::log:
    case Op::log1p:
    case Op::tanh:
    case Op::lgamma:
      return std::min(most, 1.0);
    case Op::log_sum:
      return 1.0;
    default:
      return most;
  }
}

}  // namespace phigp
