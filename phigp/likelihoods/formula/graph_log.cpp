// The logarithm of a formula, symbolically. math.md (F.3)
#include <algorithm>
#include <cmath>

#include "phigp/likelihoods/formula/graph.h"

namespace phigp {

NodeId Graph::log(NodeId id) {
  if (const auto found = logs_.find(id); found != logs_.end()) return found->second;
  const Node n = node(id);  // a copy: nodes_ grows below
  NodeId result = -1;
  switch (n.op) {
    case Op::number:
      result = n.number > 0.0 ? number(std::log(n.number)) : intern({Op::log, 0.0, {}, {id}});
      break;
    case Op::exp:
      result = n.args[0];
      break;
    case Op::cosh:
      result = function(Op::logcosh, n.args[0]);
      break;
    case Op::erfc:
      result = function(Op::log_erfc, n.args[0]);
      break;
    case Op::erfcx:
      result = function(Op::log_erfcx, n.args[0]);
      break;
    case Op::matern:
      result = matern(n.args[0], n.args[1], true);
      break;
    case Op::sinh:
    case Op::tanh:
      if (not_negative(n.args[0])) {
        result = function(n.op == Op::sinh ? Op::logsinh : Op::logtanh, n.args[0]);
      }
      break;
    case Op::sum:
      result = log_of_sum(id);
      break;
    case Op::product:
      result = log_of_product(id, false);
      break;
    case Op::log1p:
      // log log1p(x) = log x + log(log1p(x)/x): x may vanish as e^-r does.
      if (wild(n.args[0]) && not_negative(n.args[0])) {
        result = add(log(n.args[0]), function(Op::log_log1p_ratio, n.args[0]));
      }
      break;
    default:
      break;
  }
  if (result < 0) result = intern({Op::log, 0.0, {}, {id}});
  logs_[id] = result;
  return result;
}

// log(-f) for f < 0; -1 when nothing is known about it.
NodeId Graph::log_of_minus(NodeId id) {
  const Node n = node(id);
  if (n.op == Op::product) return log_of_product(id, true);
  if (n.op == Op::log1p && wild(n.args[0]) && not_positive(n.args[0])) {
    return add(log(scale(-1.0, n.args[0])), function(Op::log_log1p_ratio, n.args[0]));
  }
  return -1;
}

NodeId Graph::log_of_product(NodeId id, bool minus) {
  std::vector<Term> logs;
  std::vector<Factor> unknown;
  bool negative = minus;
  for (const Factor& factor : factors(id)) {
    const bool integer = is_integer(factor.exponent);
    const bool even = integer && std::fmod(node(factor.exponent).number, 2.0) == 0.0;
    NodeId positive = -1;
    if (not_negative(factor.base)) {
      positive = factor.base;
    } else if (integer && not_positive(factor.base)) {
      positive = scale(-1.0, factor.base);
      negative = negative != !even;
    } else if (even) {
      positive = function(Op::abs, factor.base);
    }
    if (positive < 0) {
      unknown.push_back(factor);
    } else {
      // The exponent goes to each term, where it may meet its like: k log(nu) - k (log(nu) +
      // log1p(r/nu)).
      double fixed = 0.0;
      for (const Term& term : terms(log(positive), fixed)) {
        logs.push_back({term.coefficient, multiply(factor.exponent, term.node)});
      }
      logs.push_back({fixed, factor.exponent});
    }
  }
  if (unknown.size() == factors(id).size() || (minus && (negative || !unknown.empty()))) return -1;
  if (!unknown.empty() || negative) {
    const NodeId rest = unknown.empty() ? number(1.0) : product(1.0, unknown);
    const NodeId signed_rest = negative ? scale(-1.0, rest) : rest;
    logs.push_back(
        {1.0, unknown.empty() ? intern({Op::log, 0.0, {}, {signed_rest}}) : log(signed_rest)});
  }
  return sum(0.0, logs);
}

NodeId Graph::log_of_sum(NodeId id) {
  const Term part = coefficient_and_term(id);
  if (part.node != id) {
    if (part.coefficient > 0.0) return add(number(std::log(part.coefficient)), log(part.node));
    const NodeId rest = log_of_minus(part.node);
    return rest < 0 ? -1 : add(number(std::log(-part.coefficient)), rest);
  }
  if (level(id) == Level::constant) return -1;
  if (const NodeId powers = log_of_powers(id); powers >= 0) return powers;
  double constant = 0.0;
  std::vector<Term> fixed;
  std::vector<Term> moving;
  bool any_wild = false;
  for (const Term& term : terms(id, constant)) {
    (level(term.node) == Level::constant ? fixed : moving).push_back(term);
    any_wild = any_wild || wild(term.node);
  }
  if (any_wild) {
    // 1 - e^u = -u (e^u - 1)/u: u itself may vanish as e^-r does.
    if (moving.size() == 1 && fixed.empty() && constant > 0.0 &&
        moving[0].coefficient == -constant && node(moving[0].node).op == Op::exp) {
      const NodeId u = node(moving[0].node).args[0];
      if (wild(u) && not_positive(u)) {
        const NodeId size = add(log(scale(-1.0, u)), function(Op::log_expm1_ratio, u));
        return add(number(std::log(constant)), size);
      }
    }
    // 1 + x with x bounded away from -1 cannot lose anything; log1p(x) has a logarithm of its own,
    // log_sum has not.
    const NodeId rest = sum(0.0, moving);
    const bool safe =
        constant == 1.0 && fixed.empty() && range(rest).low > -0.9 && range(rest).high < 1e10;
    return safe ? function(Op::log1p, rest) : log_of_wild_sum(id);
  }
  const NodeId base = sum(constant, fixed);
  if (!(range(base).low > 0.0)) {
    // 0.5/(1 + r) + 0.5/(1 + 3 r): tame, but close to one near 0, where only sums relative to one
    // keep its logarithm.
    const bool mixture = moving.size() > 1 && is_number(base, 0.0) &&
                         std::all_of(moving.begin(), moving.end(),
                                     [&](const Term& t) { return never_zero(t.node); });
    return mixture ? log_of_wild_sum(id) : -1;
  }
  // log(K + x) = log K + log1p(x / K): accurate where x is small, and K cancels against other
  // factors.
  const NodeId rest = divide(sum(0.0, moving), base);
  return add(log(base), function(Op::log1p, rest));
}

// log(A^p - B^p) = p log B + log(e^u - 1), u = p log1p((A - B)/B): nothing cancels where A - B is a
// number.
NodeId Graph::log_of_powers(NodeId id) {
  const Node n = node(id);
  if (n.args.size() != 2 || n.number != 0.0 || !(n.coefficients[0] * n.coefficients[1] < 0.0))
    return -1;
  const std::size_t up = n.coefficients[0] > 0.0 ? 0 : 1;
  const std::vector<Factor> above = factors(n.args[up]);
  const std::vector<Factor> below = factors(n.args[1 - up]);
  if (above.size() != 1 || below.size() != 1 || above[0].exponent != below[0].exponent) return -1;
  if (!is_number(above[0].exponent) || is_integer(above[0].exponent)) return -1;
  if (!not_negative(above[0].base) || !not_negative(below[0].base)) return -1;
  const double p = node(above[0].exponent).number;
  // Coefficients go inside: 2^p (1 + r/2)^p is (2 + r)^p again.
  const NodeId a = scale(std::pow(n.coefficients[up], 1.0 / p), above[0].base);
  const NodeId b = scale(std::pow(-n.coefficients[1 - up], 1.0 / p), below[0].base);
  const NodeId difference = subtract(a, b);
  if (!is_number(difference) || !(p * node(difference).number > 0.0)) return -1;
  const NodeId u = scale(p, function(Op::log1p, divide(difference, b)));
  return add(scale(p, log(b)), add(log(u), function(Op::log_expm1_ratio, u)));
}

bool Graph::never_zero(NodeId id) const {
  const std::vector<Factor> all = factors(id);
  return std::all_of(all.begin(), all.end(),
                     [&](const Factor& f) { return range(f.base).low > 0.0; });
}

// Each term is W e^l: W tame, l the logarithms of its factors that leave the range of a double.
// Terms with the same l are put together first; then the sum is taken relative to the largest, at
// evaluation.
NodeId Graph::log_of_wild_sum(NodeId id) {
  double constant = 0.0;
  std::vector<std::pair<NodeId, std::vector<Term>>> groups;  // l, and the terms of its W
  const auto group = [&](NodeId l) -> std::vector<Term>& {
    for (auto& [known, weights] : groups) {
      if (known == l) return weights;
    }
    return groups.emplace_back(l, std::vector<Term>{}).second;
  };
  const NodeId zero = number(0.0);
  const NodeId one = number(1.0);
  const std::vector<Term> all = terms(id, constant);
  if (constant != 0.0) group(zero).push_back({constant, one});
  for (const Term& term : all) {
    std::vector<Term> exponents;
    std::vector<Factor> tame;
    for (const Factor& factor : factors(term.node)) {
      const NodeId power = product(1.0, std::vector<Factor>{factor});
      if (not_negative(factor.base) && (wild(power) || never_zero(power))) {
        exponents.push_back({1.0, multiply(factor.exponent, log(factor.base))});
      } else {
        tame.push_back(factor);
      }
    }
    const NodeId weight = tame.empty() ? one : product(1.0, tame);
    group(sum(0.0, exponents)).push_back({term.coefficient, weight});
  }
  if (groups.size() == 1) {
    const NodeId weight = sum(0.0, groups[0].second);
    return weight == id ? -1 : add(groups[0].first, log(weight));
  }
  // Numbers come first and apart from what moves: -1 + r + e^-r near r = 0 is (-1 + 1) + r +
  // expm1(-r).
  Node fixed{Op::log_sum, 0.0, {}, {}};
  Node moving;
  for (const auto& [l, weights] : groups) {
    std::vector<Term> parts[2];
    for (const Term& term : weights)
      parts[level(term.node) == Level::constant ? 0 : 1].push_back(term);
    for (int i = 0; i < 2; ++i) {
      const NodeId weight = sum(0.0, parts[i]);
      if (is_number(weight, 0.0)) continue;
      std::vector<NodeId>& args = i == 0 ? fixed.args : moving.args;
      args.insert(args.end(), {weight, l});
    }
  }
  fixed.args.insert(fixed.args.end(), moving.args.begin(), moving.args.end());
  return intern(std::move(fixed));
}

}  // namespace phigp
