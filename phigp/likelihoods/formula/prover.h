// Proofs that a formula is completely monotone, by rules that are theorems; it never guesses and
// never rounds in its own favour. Six properties of a function on (0, inf), each closed under
// operations that the others are not: math.md (F.6)
//   completely_monotone    (-1)^k f^(k) >= 0
//   log_monotone           -(log f)' is completely monotone: all positive powers of f are (infinite
//   divisibility) stieltjes              f(r) = a/r + b + int mu(dt)/(t + r): the same, and closed
//   under sums increasing             f' is completely monotone bernstein              increasing
//   and f >= 0 complete_bernstein     r times a Stieltjes function
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "phigp/likelihoods/formula/graph.h"

namespace phigp {

enum class Property : std::uint8_t {
  completely_monotone,
  log_monotone,
  stieltjes,
  increasing,
  bernstein,
  complete_bernstein,
};

class Prover {
 public:
  // `graph`: all names but r bound to numbers. Nodes are added to it.
  Prover(Graph& graph, FormulaNames names) : graph_(graph), names_(std::move(names)) {}

  bool holds(NodeId id, Property property);
  // The steps to a property that holds, premises first, one line each.
  std::vector<std::string> steps(NodeId id, Property property) const;

 private:
  struct Premise {
    NodeId node;
    Property property;
    auto operator<=>(const Premise&) const = default;
  };
  struct Derivation {
    bool holds = false;
    const char* reason = "";
    std::vector<Premise> premises;
  };

  Derivation derive(NodeId id, Property property);
  Derivation derive_completely_monotone(NodeId id);
  Derivation derive_log_monotone(NodeId id);
  Derivation derive_stieltjes(NodeId id);
  Derivation derive_increasing(NodeId id);
  Derivation derive_complete_bernstein(NodeId id);
  Derivation derive_factor(const Factor& factor);
  Derivation derive_product(NodeId id, Property property);
  Derivation derive_ratio(NodeId id, Property property);
  Derivation derive_polynomial_times_exponential(NodeId id);
  Derivation derive_common_exponential(NodeId id, Property property);
  Derivation derive_mean_of_powers(NodeId id, Property property);

  // All premises hold: the rule applies.
  Derivation by(const char* reason, std::vector<Premise> premises);
  bool is_variable(NodeId id) const;
  double exponent(const Factor& factor) const;  // NaN unless it is a number
  // The order n >= 1 if id = p(x) with p(x) e^(-x) a half-integer Matern function and x = `root`; 0
  // if not.
  int matern_polynomial_order(NodeId id, NodeId root);
  void collect_steps(const Premise& premise, std::vector<Premise>& seen,
                     std::vector<std::string>& lines) const;

  Graph& graph_;
  FormulaNames names_;
  std::map<Premise, Derivation> known_;
};

}  // namespace phigp
