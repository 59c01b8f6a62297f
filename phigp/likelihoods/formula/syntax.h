// The tree that the parser makes: exactly what was typed, chains of sums and products kept flat so
// that the depth of the tree is the depth of the parentheses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "phigp/likelihoods/formula/expression.h"

namespace phigp {

enum class FormulaFunction : std::uint8_t {
  exp,
  log,
  log1p,
  expm1,
  sqrt,
  abs,
  pow,
  cosh,
  sinh,
  tanh,
  sech,
  logcosh,
  besselk,
  erfc,
  erfcx,
  lgamma,
};

struct FunctionName {
  std::string_view name;
  FormulaFunction function;
  std::size_t arguments;
};
// All functions, in the order that messages list them.
const std::vector<FunctionName>& formula_functions();

// What a name stands for: 0 the variable, 1 y, 2 trials, 3 + k parameter number k.
using SymbolId = int;
inline constexpr SymbolId kVariableSymbol = 0;
inline constexpr SymbolId kTargetSymbol = 1;
inline constexpr SymbolId kTrialsSymbol = 2;
inline constexpr SymbolId kFirstParameter = 3;
std::string symbol_name(const FormulaNames& names, SymbolId symbol);

struct SyntaxNode {
  enum class Kind : std::uint8_t { number, symbol, sum, product, power, call };
  Kind kind = Kind::number;
  double number = 0.0;
  SymbolId symbol = 0;
  FormulaFunction function{};
  std::vector<std::size_t> children;
  std::vector<bool> inverted;  // of a sum: subtracted; of a product: divided by
};

struct Syntax {
  std::string text;
  FormulaNames names;
  std::vector<SyntaxNode> nodes;  // children before parents; the last one is the whole
  std::vector<bool> used;         // by symbol
  std::vector<bool> orders;       // by symbol: sets the order of a Bessel function

  const SyntaxNode& root() const { return nodes.back(); }
};

inline constexpr std::size_t kLongestFormula = 10000;
inline constexpr int kDeepestFormula = 200;

}  // namespace phigp
