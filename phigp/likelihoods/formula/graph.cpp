#include "phigp/likelihoods/formula/graph.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <tuple>

#include "phigp/base/special.h"

namespace phigp {

namespace {

// What is left of a - a after rounding counts as 0.
bool negligible(double total, double size) {
  return std::abs(total) <= 8.0 * std::numeric_limits<double>::epsilon() * size;
}

}  // namespace

// Doubles with a NaN have no order; NaN never enters a node (see number()).
NodeId Graph::intern(Node node) {
  const auto [place, fresh] = known_.try_emplace(node, static_cast<NodeId>(nodes_.size()));
  if (fresh) {
    levels_.push_back(level_of(node));
    intervals_.push_back(interval_of(node));
    growths_.push_back(growth_of(node));
    nodes_.push_back(std::move(node));
  }
  return place->second;
}

bool Graph::is_integer(NodeId id) const {
  return is_number(id) && node(id).number == std::floor(node(id).number) &&
         std::abs(node(id).number) < 1e9;
}

NodeId Graph::number(double value) {
  Node n;
  // 0/0 has to stay something: infinity minus infinity at evaluation gives the NaN back, which
  // callers report.
  if (std::isnan(value)) {
    const NodeId infinity = number(std::numeric_limits<double>::infinity());
    return intern({Op::sum, -std::numeric_limits<double>::infinity(), {1.0}, {infinity}});
  }
  n.number = value == 0.0 ? 0.0 : value;  // no -0
  return intern(std::move(n));
}

NodeId Graph::symbol(SymbolId id) {
  if (bind_ && id != kVariableSymbol) {
    if (id == kTargetSymbol) return number(bind_->y);
    if (id == kTrialsSymbol) return number(bind_->trials);
    return number(parameters_[static_cast<std::size_t>(id - kFirstParameter)]);
  }
  Node n;
  n.op = Op::symbol;
  n.number = static_cast<double>(id);
  return intern(std::move(n));
}

NodeId Graph::sum(double constant, std::span<const Term> given) {
  struct Total {
    double value = 0.0;
    double size = 0.0;
    void add(double x) {
      value += x;
      size += std::abs(x);
    }
    double rounded() const { return negligible(value, size) && std::isfinite(size) ? 0.0 : value; }
  };
  Total fixed;
  fixed.add(constant);
  std::map<NodeId, Total> totals;
  for (const Term& term : given) {
    if (term.coefficient == 0.0) continue;
    double part = 0.0;
    for (const Term& inner : terms(term.node, part))
      totals[inner.node].add(term.coefficient * inner.coefficient);
    fixed.add(term.coefficient * part);
  }
  Node n;
  n.op = Op::sum;
  n.number = fixed.rounded();
  if (std::isnan(n.number)) return number(n.number);
  for (const auto& [id, total] : totals) {
    const double coefficient = total.rounded();
    if (coefficient == 0.0) continue;
    if (std::isnan(coefficient)) return number(coefficient);
    n.args.push_back(id);
    n.coefficients.push_back(coefficient);
  }
  if (n.args.empty()) return number(n.number);
  if (const NodeId simpler = rationalised(n); simpler >= 0) return simpler;
  if (n.args.size() == 1 && n.coefficients[0] == 1.0 && n.number == 0.0) return n.args[0];
  return intern(std::move(n));
}

// Differences that vanish at infinity, without the cancellation:
//   c sqrt(A) - c sqrt(B) = c (A - B)/(sqrt(A) + sqrt(B))   and   c - c k A/B = c (B - k A)/B,
//   c - c k sqrt(A/B) = c (B - k^2 A)/(sqrt(B) (sqrt(B) + k sqrt(A))),   where A - B, B - k A, B -
//   k^2 A are numbers;   A - k sqrt(B) = (A^2 - k^2 B)/(A + k sqrt(B)), A and B polynomials and A^2
//   - k^2 B a number;   and   c + c tanh(u) = 2 c/(1 + exp(-2u)), the logistic function.
std::optional<Graph::Polynomial> Graph::polynomial(double constant,
                                                   std::span<const Term> terms) const {
  Polynomial result{constant};
  for (const Term& term : terms) {
    const std::vector<Factor> parts = factors(term.node);
    if (parts.size() != 1 || node(parts[0].base).op != Op::symbol) return std::nullopt;
    if (level(parts[0].base) != Level::variable || !is_integer(parts[0].exponent))
      return std::nullopt;
    const double degree = node(parts[0].exponent).number;
    if (!(degree >= 1.0) || !(degree < static_cast<double>(result.size()))) return std::nullopt;
    result[static_cast<std::size_t>(degree)] += term.coefficient;
  }
  return result;
}

// a^2 - s b, if only its constant is more than rounding, and not 0.
std::optional<double> Graph::number_left(const Polynomial& a, const Polynomial& b, double s) {
  constexpr std::size_t kDegrees = std::tuple_size_v<Polynomial>;
  double constant = 0.0;
  for (std::size_t k = 0; k < 2 * kDegrees - 1; ++k) {
    double total = k < kDegrees ? -s * b[k] : 0.0;
    double size = std::abs(total);
    for (std::size_t i = 0; i <= k; ++i) {
      if (i >= kDegrees || k - i >= kDegrees) continue;
      total += a[i] * a[k - i];
      size += std::abs(a[i] * a[k - i]);
    }
    if (k == 0) constant = negligible(total, size) ? 0.0 : total;
    if (k > 0 && !negligible(total, size)) return std::nullopt;
  }
  return constant == 0.0 ? std::nullopt : std::optional(constant);
}

NodeId Graph::rationalised(const Node& n) {
  const auto root_of = [&](NodeId id) -> NodeId {  // A for sqrt(A), A >= 0 and moving
    const Node& inner = node(id);
    const bool root =
        inner.op == Op::product && inner.args.size() == 2 && is_number(inner.args[1], 0.5);
    return root && not_negative(inner.args[0]) && level(id) == Level::variable ? inner.args[0] : -1;
  };
  if (n.args.size() == 2 && n.number == 0.0 && n.coefficients[0] == -n.coefficients[1]) {
    const NodeId a = root_of(n.args[0]);
    const NodeId b = root_of(n.args[1]);
    if (a >= 0 && b >= 0) {
      const NodeId difference = subtract(a, b);
      if (!is_number(difference) || is_number(difference, 0.0)) return -1;
      return scale(n.coefficients[0] * node(difference).number,
                   raise(add(n.args[0], n.args[1]), -1.0));
    }
  }
  for (std::size_t i = 0; i < n.args.size(); ++i) {  // +-(A - k sqrt(B)), k > 0
    const NodeId b = root_of(n.args[i]);
    if (b < 0) continue;
    const double sign = n.coefficients[i] < 0.0 ? 1.0 : -1.0;
    const double k = std::abs(n.coefficients[i]);
    std::vector<Term> others;
    for (std::size_t j = 0; j < n.args.size(); ++j)
      if (j != i) others.push_back({sign * n.coefficients[j], n.args[j]});
    double constant = 0.0;
    const std::vector<Term> inside = terms(b, constant);
    const auto whole = polynomial(sign * n.number, others);
    const auto under = polynomial(constant, inside);
    if (!whole || !under) continue;
    const auto difference = number_left(*whole, *under, k * k);
    const NodeId a = sum(sign * n.number, others);
    if (!difference || !not_negative(a)) continue;
    return scale(sign * *difference, raise(add(a, scale(k, n.args[i])), -1.0));
  }
  if (n.args.size() == 1 && std::abs(n.coefficients[0]) == std::abs(n.number) &&
      node(n.args[0]).op == Op::tanh) {
    const double sign = n.coefficients[0] / n.number;
    const NodeId u = node(n.args[0]).args[0];
    return scale(2.0 * n.number, raise(add(number(1.0), exp(scale(-2.0 * sign, u))), -1.0));
  }
  if (n.args.size() != 1 || n.number == 0.0 || node(n.args[0]).op != Op::product) return -1;
  const std::vector<Factor> parts = factors(n.args[0]);
  const double k = -n.coefficients[0] / n.number;
  if (parts.size() != 2 || !(k > 0.0)) return -1;
  for (std::size_t i = 0; i < 2; ++i) {
    const Factor& above = parts[i];
    const Factor& below = parts[1 - i];
    for (const double p : {0.5, 1.0}) {
      if (!is_number(above.exponent, p) || !is_number(below.exponent, -p)) continue;
      if (!not_negative(above.base) || !not_negative(below.base)) continue;
      const NodeId difference = subtract(below.base, scale(p == 0.5 ? k * k : k, above.base));
      if (!is_number(difference)) continue;
      const double top = n.number * node(difference).number;
      if (p == 1.0) return scale(top, raise(below.base, -1.0));
      const NodeId root = raise(below.base, 0.5);
      return scale(top, raise(multiply(root, add(root, scale(k, raise(above.base, 0.5)))), -1.0));
    }
  }
  return -1;
}

std::vector<Term> Graph::terms(NodeId id, double& constant) const {
  const Node& n = node(id);
  constant = 0.0;
  if (n.op == Op::number) {
    constant = n.number;
    return {};
  }
  if (n.op != Op::sum) return {{1.0, id}};
  constant = n.number;
  std::vector<Term> result;
  for (std::size_t i = 0; i < n.args.size(); ++i) result.push_back({n.coefficients[i], n.args[i]});
  return result;
}

Term Graph::coefficient_and_term(NodeId id) const {
  const Node& n = node(id);
  if (n.op == Op::sum && n.args.size() == 1 && n.number == 0.0)
    return {n.coefficients[0], n.args[0]};
  return {1.0, id};
}

std::vector<Factor> Graph::factors(NodeId id) const {
  const Node& n = node(id);
  std::vector<Factor> result;
  if (n.op == Op::product) {
    for (std::size_t i = 0; i < n.args.size(); i += 2) result.push_back({n.args[i], n.args[i + 1]});
  } else {
    result.push_back({id, known_.at(Node{Op::number, 1.0, {}, {}})});
  }
  return result;
}

NodeId Graph::add(NodeId a, NodeId b) {
  return sum(0.0, std::array<Term, 2>{{{1.0, a}, {1.0, b}}});
}
NodeId Graph::subtract(NodeId a, NodeId b) {
  return sum(0.0, std::array<Term, 2>{{{1.0, a}, {-1.0, b}}});
}
NodeId Graph::scale(double c, NodeId a) { return sum(0.0, std::array<Term, 1>{{{c, a}}}); }
NodeId Graph::multiply(NodeId a, NodeId b) {
  if (is_number(a)) return scale(node(a).number, b);
  if (is_number(b)) return scale(node(b).number, a);
  const NodeId one = number(1.0);
  return product(1.0, std::array<Factor, 2>{{{a, one}, {b, one}}});
}
NodeId Graph::divide(NodeId a, NodeId b) {
  if (is_number(b) && std::isfinite(1.0 / node(b).number)) return scale(1.0 / node(b).number, a);
  return product(1.0, std::array<Factor, 2>{{{a, number(1.0)}, {b, number(-1.0)}}});
}
NodeId Graph::power(NodeId base, NodeId exponent) {
  // An exponent that moves with the variable has no canonical product: a^b = exp(b log a).
  if (level(exponent) == Level::variable) return exp(multiply(exponent, log(base)));
  return product(1.0, std::array<Factor, 1>{{{base, exponent}}});
}
NodeId Graph::exp(NodeId a) {
  if (is_number(a)) {
    const double value = std::exp(node(a).number);
    if (value > 0.0 && std::isfinite(value)) return number(value);
  }
  return product(1.0, std::array<Factor, 1>{{{intern({Op::exp, 0.0, {}, {a}}), number(1.0)}}});
}

// Functions of one argument, with the parities and signs that bring equal things to equal form.
NodeId Graph::function(Op op, NodeId argument) {
  const Term part = coefficient_and_term(argument);
  const bool even = op == Op::cosh || op == Op::logcosh || op == Op::abs;
  const bool odd = op == Op::sinh || op == Op::tanh;
  if (op == Op::abs) {
    if (not_negative(argument)) return argument;
    if (not_positive(argument)) return scale(-1.0, argument);
    if (part.coefficient != 1.0)
      return scale(std::abs(part.coefficient), function(Op::abs, part.node));
  }
  if (odd && part.coefficient < 0.0) return scale(-1.0, function(op, scale(-1.0, argument)));
  if (even && part.coefficient < 0.0) argument = scale(-1.0, argument);
  if (even && node(argument).op == Op::abs) argument = node(argument).args[0];
  const NodeId made = intern({op, 0.0, {}, {argument}});
  // Numbers are computed once, here; intervals already did it. What overflows stays as it is: its
  // logarithm may not.
  if (is_number(argument) && std::isfinite(range(made).low) &&
      range(made).low == range(made).high) {
    return number(range(made).low);
  }
  return made;
}

NodeId Graph::matern(NodeId order, NodeId s, bool logarithm) {
  const NodeId made = intern({logarithm ? Op::log_matern : Op::matern, 0.0, {}, {order, s}});
  // Constants of a density, such as besselk(1,2), are numbers like any other.
  const Range at = range(made);
  const bool constant = is_number(order) && is_number(s) && at.low == at.high;
  return constant && std::isfinite(at.low) && at.low != 0.0 ? number(at.low) : made;
}

}  // namespace phigp
