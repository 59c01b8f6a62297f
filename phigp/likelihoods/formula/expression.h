// A formula as it was typed: checked, with every name known, not yet evaluated. Immutable and cheap
// to copy. Grammar: numbers, names, + - * / ^ (right-associative, -r^2 = -(r^2)), parentheses, the
// constant pi, and
//   exp log log1p expm1 sqrt abs cosh sinh tanh sech logcosh erfc erfcx lgamma(x) pow(a,b)
//   besselk(nu,x)
// Not accepted, each with a caret at the place: unknown names (the nearest known one is suggested),
// an order nu that depends on anything but numbers and parameters, lgamma of the variable, more
// than 10000 characters or 200 levels.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace phigp {

// The names a formula may use. One variable runs through the number types (r of phi, f of a
// density); y and trials are plain numbers that come with each observation (Row); parameters may be
// learned.
struct FormulaNames {
  std::string variable = "r";  // empty: the formula has none
  bool y = true;               // whether "y" may occur
  bool trials = true;          // whether "trials" may occur
  std::vector<std::string> parameters;
};

struct Syntax;  // the tree; see syntax.h

class Expression {
 public:
  // Throws InvalidInput; its text shows the formula with a caret below the place.
  static Expression parse(std::string_view text, FormulaNames names);

  const std::string& text() const;  // as typed
  const FormulaNames& names() const;
  bool uses(std::string_view name) const;

  // Whether parameter number k may be learned: not if it sets the order of a Bessel function.
  bool learnable(std::size_t k) const;

  const Syntax& syntax() const { return *syntax_; }

 private:
  explicit Expression(std::shared_ptr<const Syntax> syntax) : syntax_(std::move(syntax)) {}

  std::shared_ptr<const Syntax> syntax_;
};

// The names in a text that are not functions or pi, each once, in order: what the parameters must
// cover. Lexical only.
std::vector<std::string> names_in_formula(std::string_view text);

}  // namespace phigp
