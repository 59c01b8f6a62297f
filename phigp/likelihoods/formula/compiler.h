// From canonical form to instructions: picks forms that neither cancel nor cost more than they
// must.
#pragma once

#include <map>

#include "phigp/likelihoods/formula/program.h"

namespace phigp {

class Compiler {
 public:
  Compiler(Graph& graph, std::span<const double> parameters, Program& program);

  Operand lower(NodeId id);
  // Gives registers of values that are no longer needed to later ones.
  static void reuse_registers(Program& program);

 private:
  // scale * value, where either may be missing (meaning 1).
  struct Scaled {
    double sign = 1.0;
    Operand scale;
    Operand value;
  };

  Operand number(double value);
  Operand symbol(SymbolId id);
  Operand emit(Instruction instruction);
  Operand unary(Code code, Operand a);
  Operand binary(Code code, Operand a, Operand b);
  Operand lower_node(NodeId id);
  Operand lower_sum(NodeId id);
  Operand lower_power(NodeId base, NodeId exponent);
  Operand lower_number_power(NodeId base, double exponent);
  Scaled lower_scaled(double coefficient, NodeId id, Level top);
  Operand finish(const Scaled& scaled);
  // Rewrites c exp(u) - c as c expm1(u) and the like. Changes constant and terms.
  void avoid_cancellation(double& constant, std::vector<Term>& terms,
                          std::vector<std::pair<double, Operand>>& done, Level top);
  void pair_gamma_functions(std::vector<Term>& terms,
                            std::vector<std::pair<double, Operand>>& done);

  Graph& graph_;
  Program& program_;
  std::map<NodeId, Operand> known_;
  std::map<double, Operand> numbers_;
};

}  // namespace phigp
