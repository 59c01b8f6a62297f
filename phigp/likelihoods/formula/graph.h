// Formulas in canonical form: sums with numeric coefficients and products of powers, every
// sub-expression stored once. Equal things get equal numbers, so that a - a is 0, sqrt(x)^2 is x,
// and exp(r)*erfc(sqrt(r)) loses its exponentials, before anything is computed. Rewritings hold for
// every value the names can take (FormulaRanges, parameter values); on complex numbers they
// continue the formula analytically from the positive axis. math.md (F.3)
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "phigp/likelihoods/formula/formula.h"
#include "phigp/likelihoods/formula/syntax.h"

namespace phigp {

enum class Op : std::uint8_t {
  number,
  symbol,
  sum,
  product,
  exp,
  log,
  log1p,
  abs,
  cosh,
  sinh,
  tanh,
  erfc,
  erfcx,
  lgamma,
  logcosh,
  logsinh,
  logtanh,
  log_erfc,
  log_erfcx,
  log_log1p_ratio,  // log(log1p(x) / x)
  log_expm1_ratio,  // log(expm1(x) / x)
  matern,           // (nu, s): s^(nu/2) K_nu(sqrt(s))
  log_matern,       // (nu, s)
  log_sum,          // (W1, l1, W2, l2, ...): log(W1 e^l1 + W2 e^l2 + ...)
};

using NodeId = int;

struct Node {
  Op op = Op::number;
  double number = 0.0;               // of a number; the constant of a sum; the SymbolId of a symbol
  std::vector<double> coefficients;  // of a sum, one per argument
  std::vector<NodeId> args;          // of a product: base, exponent, base, exponent, ...

  auto operator<=>(const Node&) const = default;
};

// What a sub-expression changes with: nothing, the observation (y, trials), or the variable.
enum class Level : std::uint8_t { constant, row, variable };

struct Term {
  double coefficient;
  NodeId node;
};
struct Factor {
  NodeId base;
  NodeId exponent;
};

class Graph {
 public:
  // `parameters` decide signs. `bind`: replace parameters by their values, and y and trials by
  // those of the row.
  Graph(const Syntax& syntax, std::span<const double> parameters, const FormulaRanges& ranges,
        const Row* bind = nullptr);

  NodeId root() const { return root_; }
  const Node& node(NodeId id) const { return nodes_[static_cast<std::size_t>(id)]; }
  Level level(NodeId id) const { return levels_[static_cast<std::size_t>(id)]; }
  Range range(NodeId id) const { return intervals_[static_cast<std::size_t>(id)]; }
  bool not_negative(NodeId id) const { return range(id).low >= 0.0; }
  bool not_positive(NodeId id) const { return range(id).high <= 0.0; }
  // The value of a node of Level::constant with the parameters given.
  double constant_value(NodeId id) const { return range(id).low; }
  bool is_number(NodeId id) const { return node(id).op == Op::number; }
  bool is_number(NodeId id, double value) const {
    return is_number(id) && node(id).number == value;
  }
  bool is_integer(NodeId id) const;
  // Degree in the variable, infinite where doubles overflow or vanish early (exponentials).
  double growth(NodeId id) const { return growths_[static_cast<std::size_t>(id)]; }

  NodeId number(double value);
  NodeId symbol(SymbolId id);
  NodeId sum(double constant, std::span<const Term> terms);
  NodeId product(double coefficient, std::span<const Factor> factors);
  NodeId function(Op op, NodeId argument);
  NodeId matern(NodeId order, NodeId s, bool logarithm);
  // The logarithm, without forming the argument.
  NodeId log(NodeId id);

  NodeId add(NodeId a, NodeId b);
  NodeId subtract(NodeId a, NodeId b);
  NodeId scale(double c, NodeId a);
  NodeId multiply(NodeId a, NodeId b);
  NodeId divide(NodeId a, NodeId b);
  NodeId power(NodeId base, NodeId exponent);
  NodeId raise(NodeId base, double exponent) { return power(base, number(exponent)); }
  NodeId exp(NodeId a);

  // A sum or anything else as constant + terms; a product or anything else as factors.
  std::vector<Term> terms(NodeId id, double& constant) const;
  std::vector<Factor> factors(NodeId id) const;
  // c * t, t not a sum with one term.
  Term coefficient_and_term(NodeId id) const;

  std::string text(NodeId id, const FormulaNames& names) const;

 private:
  struct ProductParts;

  NodeId intern(Node node);
  NodeId rationalised(const Node& sum);
  // Coefficients of 1, v, v^2, ... of the variable v; nullopt for what is no such polynomial.
  using Polynomial = std::array<double, 5>;
  std::optional<Polynomial> polynomial(double constant, std::span<const Term> terms) const;
  static std::optional<double> number_left(const Polynomial& a, const Polynomial& b, double s);
  NodeId build(const SyntaxNode& syntax, const std::vector<NodeId>& done);
  NodeId call(FormulaFunction function, const std::vector<NodeId>& args);
  void collect(ProductParts& parts, NodeId base, NodeId exponent);
  void balance_exponentials(ProductParts& parts);
  void merge(ProductParts& parts, NodeId base, NodeId exponent);
  void collect_sum(ProductParts& parts, NodeId base, NodeId exponent);
  void collect_product(ProductParts& parts, NodeId base, NodeId exponent);
  void collect_exponential(ProductParts& parts, NodeId exponent);
  void collect_power_of_number(ProductParts& parts, double base, NodeId exponent);
  NodeId log_of_sum(NodeId id);
  NodeId log_of_wild_sum(NodeId id);
  NodeId log_of_powers(NodeId id);
  NodeId log_of_product(NodeId id, bool minus);
  NodeId log_of_minus(NodeId id);
  bool never_zero(NodeId id) const;
  bool wild(NodeId id) const { return !(growth(id) <= 16.0); }
  Range interval_of(const Node& node) const;
  double value_of(const Node& node) const;
  double growth_of(const Node& node) const;
  Level level_of(const Node& node) const;

  std::vector<double> parameters_;
  FormulaRanges ranges_;
  std::optional<Row> bind_;
  std::vector<Node> nodes_;
  std::vector<Level> levels_;
  std::vector<Range> intervals_;
  std::vector<double> growths_;
  std::map<Node, NodeId> known_;
  std::map<NodeId, NodeId> logs_;
  NodeId root_ = 0;
};

}  // namespace phigp
