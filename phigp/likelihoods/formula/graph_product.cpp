// Products in canonical form: c * prod base^exponent, all exponentials gathered into one, powers of
// products split where the signs allow it.
#include <cmath>
#include <limits>

#include "phigp/likelihoods/formula/graph.h"

namespace phigp {

struct Graph::ProductParts {
  double coefficient = 1.0;
  std::map<NodeId, NodeId> exponents;  // by base
  NodeId exponential = -1;             // sum of the arguments of exp; -1 while there is none
};

namespace {

bool moderate(double x) { return x > 1e-50 && x < 1e50; }

}  // namespace

NodeId Graph::product(double coefficient, std::span<const Factor> factors) {
  const NodeId one = number(1.0);
  ProductParts parts;
  parts.coefficient = coefficient;
  for (const Factor& factor : factors) collect(parts, factor.base, factor.exponent);
  balance_exponentials(parts);

  Node n;
  n.op = Op::product;
  if (parts.exponential >= 0 && !is_number(parts.exponential, 0.0)) {
    const NodeId argument = parts.exponential;
    const double value = is_number(argument) ? std::exp(node(argument).number) : 0.0;
    if (value > 0.0 && std::isfinite(value)) {
      parts.coefficient *= value;
    } else {
      parts.exponents[intern({Op::exp, 0.0, {}, {argument}})] = one;
    }
  }
  for (const auto& [base, exponent] : parts.exponents) {
    if (is_number(exponent, 0.0)) continue;
    n.args.push_back(base);
    n.args.push_back(exponent);
  }
  if (parts.coefficient == 0.0 || std::isnan(parts.coefficient) || n.args.empty()) {
    return number(parts.coefficient);
  }
  const bool bare = n.args.size() == 2 && is_number(n.args[1], 1.0);
  const NodeId whole = bare ? n.args[0] : intern(std::move(n));
  return parts.coefficient == 1.0 ? whole : scale(parts.coefficient, whole);
}

// (1 + e^u)^p e^(-pu/2) = (2 cosh(u/2))^p: the logistic function is recognised however it is typed.
void Graph::balance_exponentials(ProductParts& parts) {
  if (parts.exponential < 0) return;
  for (const auto& [base, exponent] : parts.exponents) {
    const Node& n = node(base);
    const bool one_plus_exp = n.op == Op::sum && n.number == 1.0 && n.args.size() == 1 &&
                              n.coefficients[0] == 1.0 && node(n.args[0]).op == Op::exp;
    if (!one_plus_exp) continue;
    const NodeId half = scale(0.5, node(n.args[0]).args[0]);
    if (!is_number(add(parts.exponential, multiply(exponent, half)), 0.0)) continue;
    const NodeId p = exponent;
    parts.exponents.erase(base);
    parts.exponential = -1;
    collect_power_of_number(parts, 2.0, p);
    merge(parts, function(Op::cosh, half), p);
    return;
  }
}

void Graph::merge(ProductParts& parts, NodeId base, NodeId exponent) {
  const auto found = parts.exponents.find(base);
  const NodeId total = found == parts.exponents.end() ? exponent : add(found->second, exponent);
  parts.exponents[base] = total;
}

void Graph::collect(ProductParts& parts, NodeId base, NodeId exponent) {
  if (is_number(exponent, 0.0)) return;
  switch (node(base).op) {
    case Op::number:
      collect_power_of_number(parts, node(base).number, exponent);
      return;
    case Op::exp:
      collect_exponential(parts, multiply(exponent, node(base).args[0]));
      return;
    case Op::product:
      collect_product(parts, base, exponent);
      return;
    case Op::sum:
      collect_sum(parts, base, exponent);
      return;
    case Op::abs:
      if (is_integer(exponent) && std::fmod(node(exponent).number, 2.0) == 0.0) {
        collect(parts, node(base).args[0], exponent);
        return;
      }
      break;
    default:
      break;
  }
  merge(parts, base, exponent);
}

void Graph::collect_power_of_number(ProductParts& parts, double base, NodeId exponent) {
  if (is_number(exponent)) {
    parts.coefficient *= std::pow(base, node(exponent).number);
  } else if (base != 1.0) {
    merge(parts, number(base), exponent);
  }
}

// c t -> c^e t^e; a + b r -> a^e (1 + (b/a) r)^e, so that proportional sums meet as equal bases.
void Graph::collect_sum(ProductParts& parts, NodeId base, NodeId exponent) {
  const Term part = coefficient_and_term(base);
  const bool splittable = is_integer(exponent);
  if (part.node != base) {
    if (part.coefficient > 0.0 || splittable) {
      collect_power_of_number(parts, part.coefficient, exponent);
      collect(parts, part.node, exponent);
      return;
    }
  } else {
    double lead = node(base).number;
    if (lead == 0.0) lead = node(base).coefficients[0];
    // A negative one only where the sign is lost anyway, or known: (f - y)^2 = (y - f)^2.
    const bool even = splittable && std::fmod(node(exponent).number, 2.0) == 0.0;
    const bool flip = lead < 0.0 && (even || (splittable && not_positive(base)));
    if (lead != 1.0 && moderate(std::abs(lead)) && (lead > 0.0 || flip)) {
      const NodeId unit = scale(1.0 / lead, base);
      // Rounding may leave 1/lead * lead beside 1; then the split would never end.
      const Node& u = node(unit);
      if (u.op == Op::sum && (u.number == 1.0 || (u.number == 0.0 && u.coefficients[0] == 1.0))) {
        collect_power_of_number(parts, lead, exponent);
        collect(parts, unit, exponent);
        return;
      }
    }
  }
  merge(parts, base, exponent);
}

void Graph::collect_product(ProductParts& parts, NodeId base, NodeId exponent) {
  const std::vector<Factor> inner = factors(base);
  std::vector<Factor> kept;
  const bool whole = is_integer(exponent);
  for (const Factor& factor : inner) {
    const bool even =
        is_integer(factor.exponent) && std::fmod(node(factor.exponent).number, 2.0) == 0.0;
    if (whole || not_negative(factor.base)) {
      collect(parts, factor.base, multiply(factor.exponent, exponent));
    } else if (even) {  // (x^2)^(1/2) = |x|
      collect(parts, function(Op::abs, factor.base), multiply(factor.exponent, exponent));
    } else {
      kept.push_back(factor);
    }
  }
  if (kept.empty()) return;
  const NodeId rest = kept.size() == inner.size() ? base : product(1.0, kept);
  if (node(rest).op != Op::product) {
    collect(parts, rest, exponent);
    return;
  }
  merge(parts, rest, exponent);
}

// exp(c log x + u) = x^c exp(u): powers that were typed as exponentials become powers again.
void Graph::collect_exponential(ProductParts& parts, NodeId argument) {
  double constant = 0.0;
  std::vector<Term> rest;
  for (const Term& term : terms(argument, constant)) {
    NodeId inner = -1;
    NodeId exponent = number(term.coefficient);
    std::vector<Factor> others;
    for (const Factor& factor : factors(term.node)) {
      const Op op = node(factor.base).op;
      const bool logarithm = op == Op::log || op == Op::log1p || op == Op::logcosh;
      if (inner < 0 && logarithm && is_number(factor.exponent, 1.0)) {
        const NodeId x = node(factor.base).args[0];
        inner = op == Op::log1p     ? add(number(1.0), x)
                : op == Op::logcosh ? function(Op::cosh, x)
                                    : x;
      } else {
        others.push_back(factor);
      }
    }
    if (!others.empty() && inner >= 0) exponent = scale(term.coefficient, product(1.0, others));
    if (inner >= 0 && level(exponent) != Level::variable) {
      collect(parts, inner, exponent);
    } else {
      rest.push_back(term);
    }
  }
  const NodeId remaining = sum(constant, rest);
  parts.exponential = parts.exponential < 0 ? remaining : add(parts.exponential, remaining);
}

}  // namespace phigp
