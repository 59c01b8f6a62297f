// Canonical form as text that the parser reads back.
#include <algorithm>
#include <cmath>

#include "phigp/base/error.h"
#include "phigp/likelihoods/formula/graph.h"

namespace phigp {

namespace {

const char* function_name(Op op) {
  switch (op) {
    case Op::exp:
      return "exp";
    case Op::log:
      return "log";
    case Op::log1p:
      return "log1p";
    case Op::abs:
      return "abs";
    case Op::cosh:
      return "cosh";
    case Op::sinh:
      return "sinh";
    case Op::tanh:
      return "tanh";
    case Op::erfc:
      return "erfc";
    case Op::erfcx:
      return "erfcx";
    case Op::lgamma:
      return "lgamma";
    case Op::logcosh:
      return "logcosh";
    case Op::logsinh:
      return "log_sinh";
    case Op::logtanh:
      return "log_tanh";
    case Op::log_log1p_ratio:
      return "log_log1p_ratio";
    case Op::log_expm1_ratio:
      return "log_expm1_ratio";
    case Op::log_erfc:
      return "log_erfc";
    case Op::log_erfcx:
      return "log_erfcx";
    default:
      return "?";
  }
}

// Six digits are for reading; what is computed never passes through here.
std::string short_number(double x) {
  double rounded = x;
  if (x != 0.0 && std::isfinite(x)) {
    const double unit = std::pow(10.0, 5.0 - std::floor(std::log10(std::abs(x))));
    if (std::isfinite(unit) && unit > 0.0) rounded = std::round(x * unit) / unit;
  }
  return to_text(rounded);
}

}  // namespace

std::string Graph::text(NodeId id, const FormulaNames& names) const {
  const Node& n = node(id);
  const auto atom = [&](NodeId inner) {
    const Op op = node(inner).op;
    const std::string plain = text(inner, names);
    const bool wrap = op == Op::sum || op == Op::product || plain.front() == '-';
    return wrap ? "(" + plain + ")" : plain;
  };
  if (n.op == Op::number) return short_number(n.number);
  if (n.op == Op::symbol) return symbol_name(names, static_cast<SymbolId>(n.number));
  if (n.op == Op::sum) {
    std::string out = n.number != 0.0 ? short_number(n.number) : "";
    for (std::size_t i = 0; i < n.args.size(); ++i) {
      const double c = n.coefficients[i];
      if (!out.empty() || c < 0.0) out += out.empty() ? "-" : c < 0.0 ? " - " : " + ";
      if (std::abs(c) != 1.0) out += short_number(std::abs(c)) + "*";
      const std::string term =
          node(n.args[i]).op == Op::sum ? atom(n.args[i]) : text(n.args[i], names);
      out += std::abs(c) != 1.0 && term.starts_with("1/") ? "(" + term + ")" : term;
    }
    return out;
  }
  if (n.op == Op::product) {
    std::string above;
    std::string below;
    for (const Factor& factor : factors(id)) {
      const bool inverse = is_number(factor.exponent) && node(factor.exponent).number < 0.0;
      const double p = is_number(factor.exponent) ? std::abs(node(factor.exponent).number) : 0.0;
      std::string part = p == 1.0   ? atom(factor.base)
                         : p == 0.5 ? "sqrt(" + text(factor.base, names) + ")"
                         : p != 0.0 ? atom(factor.base) + "^" + short_number(p)
                                    : atom(factor.base) + "^" + atom(factor.exponent);
      std::string& side = inverse ? below : above;
      side += inverse ? "/" + part : (side.empty() ? part : "*" + part);
    }
    return (above.empty() ? "1" : above) + below;
  }
  std::string out = n.op == Op::matern       ? "matern"
                    : n.op == Op::log_matern ? "log_matern"
                    : n.op == Op::log_sum    ? "log_sum"
                                             : function_name(n.op);
  out += "(";
  for (std::size_t i = 0; i < n.args.size(); ++i)
    out += (i == 0 ? "" : ", ") + text(n.args[i], names);
  return out + ")";
}

}  // namespace phigp
