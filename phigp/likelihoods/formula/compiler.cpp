#include "phigp/likelihoods/formula/compiler.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace phigp {

Compiler::Compiler(Graph& graph, std::span<const double> parameters, Program& program)
    : graph_(graph), program_(program) {
  program_.parameter_slots_.assign(parameters.size(), -1);
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    program_.parameter_slots_[k] = static_cast<int>(program_.constants_.size());
    program_.constants_.push_back(parameters[k]);
  }
}

Operand Compiler::number(double value) {
  const auto [place, fresh] = numbers_.try_emplace(value);
  if (fresh) {
    place->second = {Level::constant, static_cast<int>(program_.constants_.size())};
    program_.constants_.push_back(value);
  }
  return place->second;
}

Operand Compiler::symbol(SymbolId id) {
  if (id == kVariableSymbol) return {Level::variable, 0};
  if (id < kFirstParameter) {
    program_.uses_rows_ = true;
    return {Level::row, id - kTargetSymbol};
  }
  return {Level::constant,
          program_.parameter_slots_[static_cast<std::size_t>(id - kFirstParameter)]};
}

Operand Compiler::emit(Instruction instruction) {
  Level level = Level::constant;
  const auto raise = [&](const Operand& o) {
    if (o.exists()) level = std::max(level, o.level);
  };
  raise(instruction.a);
  raise(instruction.b);
  raise(instruction.c);
  for (const Operand& o : instruction.many) raise(o);
  instruction.out.level = level;
  switch (level) {
    case Level::constant:
      instruction.out.index = static_cast<int>(program_.constants_.size());
      program_.constants_.push_back(0.0);
      program_.constant_code_.push_back(instruction);
      break;
    case Level::row:
      instruction.out.index = program_.row_registers_++;
      program_.row_code_.push_back(instruction);
      break;
    case Level::variable:
      instruction.out.index = program_.point_registers_++;
      program_.point_code_.push_back(instruction);
      break;
  }
  return instruction.out;
}

Operand Compiler::unary(Code code, Operand a) { return emit({code, {}, a, {}, {}, 0, {}}); }
Operand Compiler::binary(Code code, Operand a, Operand b) {
  return emit({code, {}, a, b, {}, 0, {}});
}

Operand Compiler::lower(NodeId id) {
  if (const auto found = known_.find(id); found != known_.end()) return found->second;
  const Operand result = lower_node(id);
  known_[id] = result;
  return result;
}

Operand Compiler::lower_node(NodeId id) {
  const Node n = graph_.node(id);
  const auto simple = [&](Code code) { return unary(code, lower(n.args[0])); };
  switch (n.op) {
    case Op::number:
      return number(n.number);
    case Op::symbol:
      return symbol(static_cast<SymbolId>(n.number));
    case Op::sum:
      return lower_sum(id);
    case Op::product:
      return finish(lower_scaled(1.0, id, graph_.level(id)));
    case Op::exp:
      return simple(Code::exp);
    case Op::log:
      return simple(Code::log);
    case Op::log1p:
      return simple(Code::log1p);
    case Op::abs:
      return simple(Code::abs);
    case Op::cosh:
      return simple(Code::cosh);
    case Op::sinh:
      return simple(Code::sinh);
    case Op::tanh:
      return simple(Code::tanh);
    case Op::erfc:
      return simple(Code::erfc);
    case Op::erfcx:
      return simple(Code::erfcx);
    case Op::lgamma:
      return simple(Code::lgamma);
    case Op::logcosh:
      return simple(Code::logcosh);
    case Op::logsinh:
      return simple(Code::logsinh);
    case Op::logtanh:
      return simple(Code::logtanh);
    case Op::log_log1p_ratio:
      return simple(Code::log_log1p_ratio);
    case Op::log_expm1_ratio:
      return simple(Code::log_expm1_ratio);
    case Op::log_erfc:
      return simple(Code::log_erfc);
    case Op::log_erfcx:
      return simple(Code::log_erfcx);
    case Op::log_matern:
      return binary(Code::log_matern, lower(n.args[0]), lower(n.args[1]));
    case Op::matern:
      return unary(Code::exp, lower(graph_.log(id)));
    case Op::log_sum: {
      Instruction instruction;
      instruction.code = Code::log_sum;
      for (const NodeId arg : n.args) instruction.many.push_back(lower(arg));
      return emit(std::move(instruction));
    }
  }
  return number(std::numeric_limits<double>::quiet_NaN());
}

Operand Compiler::lower_number_power(NodeId base, double p) {
  const Operand x = lower(base);
  if (p == 1.0) return x;
  if (p == 0.5) return unary(Code::sqrt, x);
  if (p == 2.0) return binary(Code::multiply, x, x);
  const double whole = std::floor(p);
  if (p == whole && p <= 64.0)
    return emit({Code::whole_power, {}, x, {}, {}, static_cast<int>(p), {}});
  if (p == whole + 0.5 && p <= 16.0) {
    return binary(Code::multiply, lower_number_power(base, whole), unary(Code::sqrt, x));
  }
  return binary(Code::power, x, number(p));
}

// base^exponent for an exponent whose sign is taken care of (a number is positive).
Operand Compiler::lower_power(NodeId base, NodeId exponent) {
  const bool integer = graph_.is_integer(exponent);
  // Non-integer powers of what overflows go through the logarithm, which also keeps them on their
  // branch.
  if (!integer && graph_.level(base) != Level::constant && graph_.growth(base) > 16.0 &&
      graph_.not_negative(base)) {
    return unary(Code::exp, lower(graph_.multiply(exponent, graph_.log(base))));
  }
  if (graph_.is_number(exponent)) return lower_number_power(base, graph_.node(exponent).number);
  const Operand e = lower(exponent);
  const Operand x = lower(base);
  if (e.level > x.level)
    return unary(Code::exp, lower(graph_.multiply(exponent, graph_.log(base))));
  return binary(Code::power, x, e);
}

Compiler::Scaled Compiler::lower_scaled(double coefficient, NodeId id, Level top) {
  std::vector<Factor> low;
  Operand above;
  Operand below;
  const auto multiply_into = [&](Operand& side, Operand x) {
    side = side.exists() ? binary(Code::multiply, side, x) : x;
  };
  for (const Factor& factor : graph_.factors(id)) {
    const Level level = std::max(graph_.level(factor.base), graph_.level(factor.exponent));
    if (level < top) {
      low.push_back(factor);
    } else if (graph_.is_number(factor.exponent) && graph_.node(factor.exponent).number < 0.0) {
      const NodeId opposite = graph_.number(-graph_.node(factor.exponent).number);
      const Node base = graph_.node(factor.base);
      const bool overflows = graph_.growth(factor.base) > 16.0;
      if (overflows && graph_.range(factor.base).low > 0.0) {
        // A series of 1/cosh(x) is 0 where cosh(x) is infinite, not infinity over infinity.
        multiply_into(
            above,
            unary(Code::exp, lower(graph_.multiply(factor.exponent, graph_.log(factor.base)))));
      } else if (base.op == Op::sinh && graph_.not_negative(base.args[0])) {
        // 1/sinh(x) = e^-x / ((1 - e^-2x)/2): x may be 0 here, so there is no logarithm.
        const NodeId x = base.args[0];
        const NodeId fall = graph_.exp(graph_.scale(-2.0, x));
        const NodeId rest = graph_.sum(0.5, std::vector<Term>{{-0.5, fall}});
        multiply_into(above, lower(graph_.exp(graph_.multiply(factor.exponent, x))));
        multiply_into(below, lower_power(rest, opposite));
      } else {
        multiply_into(below, lower_power(factor.base, opposite));
      }
    } else {
      multiply_into(above, lower_power(factor.base, factor.exponent));
    }
  }
  Scaled result;
  if (low.empty()) {
    if (coefficient == -1.0) {
      result.sign = -1.0;
    } else if (coefficient != 1.0) {
      result.scale = number(coefficient);
    }
  } else {
    result.scale = lower(graph_.product(coefficient, low));
  }
  result.value = above;
  if (below.exists()) {
    if (!above.exists()) {
      above = result.scale.exists() ? result.scale : number(result.sign);
      result.scale = {};
      result.sign = 1.0;
    }
    result.value = binary(Code::divide, above, below);
  }
  return result;
}

Operand Compiler::finish(const Scaled& scaled) {
  if (!scaled.value.exists()) return scaled.scale.exists() ? scaled.scale : number(scaled.sign);
  if (scaled.scale.exists()) return binary(Code::multiply, scaled.value, scaled.scale);
  return scaled.sign == 1.0 ? scaled.value : binary(Code::multiply, scaled.value, number(-1.0));
}

Operand Compiler::lower_sum(NodeId id) {
  const Level top = graph_.level(id);
  double constant = 0.0;
  std::vector<Term> all = graph_.terms(id, constant);
  std::vector<std::pair<double, Operand>> done;
  avoid_cancellation(constant, all, done, top);
  std::vector<Term> low;
  std::vector<Scaled> high;
  for (const auto& [coefficient, value] : done) {
    high.push_back({1.0, coefficient == 1.0 ? Operand{} : number(coefficient), value});
  }
  for (const Term& term : all) {
    if (graph_.level(term.node) < top) {
      low.push_back(term);
    } else {
      high.push_back(lower_scaled(term.coefficient, term.node, top));
    }
  }
  // Terms without a factor first: the rest is then one fused instruction each.
  std::stable_sort(high.begin(), high.end(), [](const Scaled& a, const Scaled& b) {
    const auto rank = [](const Scaled& s) { return s.scale.exists() ? 1 : s.sign < 0.0 ? 2 : 0; };
    return rank(a) < rank(b);
  });
  Operand total;
  if (constant != 0.0 || !low.empty())
    total = low.empty() ? number(constant) : lower(graph_.sum(constant, low));
  if (high.empty()) return total.exists() ? total : number(0.0);
  for (const Scaled& term : high) {
    if (!total.exists()) {
      total = finish(term);
    } else if (!term.value.exists()) {
      total = binary(Code::add, total, finish(term));
    } else if (term.scale.exists()) {
      total = emit({Code::affine, {}, term.value, term.scale, total, 0, {}});
    } else if (term.sign < 0.0) {
      total = binary(Code::subtract, total, term.value);
    } else {
      total = binary(Code::add, total, term.value);
    }
  }
  return total;
}

// c lgamma(x + d) - c lgamma(x), d a small number.
void Compiler::pair_gamma_functions(std::vector<Term>& terms,
                                    std::vector<std::pair<double, Operand>>& done) {
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (graph_.node(terms[i].node).op != Op::lgamma) continue;
    for (std::size_t j = i + 1; j < terms.size(); ++j) {
      if (graph_.node(terms[j].node).op != Op::lgamma ||
          terms[j].coefficient != -terms[i].coefficient)
        continue;
      const NodeId x = graph_.node(terms[j].node).args[0];
      const NodeId step = graph_.subtract(graph_.node(terms[i].node).args[0], x);
      if (!graph_.is_number(step) || std::abs(graph_.node(step).number) > 4.0) continue;
      done.emplace_back(terms[i].coefficient, binary(Code::log_gamma_ratio, lower(x), lower(step)));
      terms.erase(terms.begin() + static_cast<std::ptrdiff_t>(j));
      terms.erase(terms.begin() + static_cast<std::ptrdiff_t>(i));
      pair_gamma_functions(terms, done);
      return;
    }
  }
}

void Compiler::avoid_cancellation(double& constant, std::vector<Term>& terms,
                                  std::vector<std::pair<double, Operand>>& done, Level top) {
  if (top != Level::variable) pair_gamma_functions(terms, done);
  if (top == Level::constant) return;
  const auto op = [&](const Term& t) { return graph_.node(t.node).op; };
  // All exponentials together with the constant, when they cancel at the point where the exponents
  // vanish.
  double total = constant;
  double size = std::abs(constant);
  for (const Term& term : terms) {
    if (op(term) != Op::exp) continue;
    total += term.coefficient;
    size += std::abs(term.coefficient);
  }
  if (constant != 0.0 && std::abs(total) <= 8.0 * std::numeric_limits<double>::epsilon() * size) {
    std::vector<Term> kept;
    for (const Term& term : terms) {
      if (op(term) == Op::exp) {
        const NodeId argument = graph_.node(term.node).args[0];
        done.emplace_back(term.coefficient, unary(Code::expm1, lower(argument)));
      } else {
        kept.push_back(term);
      }
    }
    constant = 0.0;
    terms = kept;
    return;
  }
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (terms[i].coefficient != -constant || graph_.level(terms[i].node) != top) continue;
    const Node n = graph_.node(terms[i].node);
    Operand difference;
    if (n.op == Op::product && n.args.size() == 2 &&
        graph_.is_number(n.args[1])) {  // (1 + u)^p - 1
      const NodeId base = n.args[0];
      const double p = graph_.node(n.args[1]).number;
      if (graph_.node(base).op != Op::sum || graph_.node(base).number != 1.0) continue;
      const NodeId u = graph_.add(base, graph_.number(-1.0));
      if (p == 0.5) {
        difference = unary(Code::sqrt_minus_one, lower(u));
      } else if (graph_.not_negative(base)) {
        difference = unary(Code::expm1, lower(graph_.scale(p, graph_.log(base))));
      }
    } else if (n.op == Op::cosh) {  // cosh u - 1 = 2 sinh^2(u/2)
      const Operand s = unary(Code::sinh, lower(graph_.scale(0.5, n.args[0])));
      difference = binary(Code::multiply, binary(Code::multiply, s, s), number(2.0));
    }
    if (!difference.exists()) continue;
    done.emplace_back(terms[i].coefficient, difference);
    terms.erase(terms.begin() + static_cast<std::ptrdiff_t>(i));
    constant = 0.0;
    return;
  }
}

void Compiler::reuse_registers(Program& program) {
  std::vector<std::size_t> last(static_cast<std::size_t>(program.point_registers_), 0);
  const auto visit = [](Instruction& instruction, auto&& f) {
    f(instruction.a);
    f(instruction.b);
    f(instruction.c);
    for (Operand& o : instruction.many) f(o);
  };
  auto& code = program.point_code_;
  for (std::size_t i = 0; i < code.size(); ++i) {
    visit(code[i], [&](Operand& o) {
      if (o.exists() && o.level == Level::variable) last[static_cast<std::size_t>(o.index)] = i;
    });
  }
  if (program.result_.level == Level::variable)
    last[static_cast<std::size_t>(program.result_.index)] = code.size();
  std::vector<int> place(last.size(), 0);
  std::vector<int> unused;
  int count = 1;
  for (std::size_t i = 0; i < code.size(); ++i) {
    std::vector<int> freed;
    visit(code[i], [&](Operand& o) {
      if (!o.exists() || o.level != Level::variable || o.index == 0) return;
      const auto old = static_cast<std::size_t>(o.index);
      o.index = place[old];
      if (last[old] == i && std::find(freed.begin(), freed.end(), o.index) == freed.end())
        freed.push_back(o.index);
    });
    // The result may take the place of an argument that dies here: every kernel reads a point
    // before it writes it.
    unused.insert(unused.end(), freed.begin(), freed.end());
    const auto old = static_cast<std::size_t>(code[i].out.index);
    if (unused.empty()) unused.push_back(count++);
    place[old] = unused.back();
    unused.pop_back();
    code[i].out.index = place[old];
  }
  Operand& result = program.result_;
  if (result.level == Level::variable && result.index != 0)
    result.index = place[static_cast<std::size_t>(result.index)];
  program.point_registers_ = count;
}

Program::Program(Graph& graph, NodeId id, std::span<const double> parameters) {
  Compiler compiler(graph, parameters, *this);
  result_ = compiler.lower(id);
  Compiler::reuse_registers(*this);
  run_constants(constants_);
}

}  // namespace phigp
