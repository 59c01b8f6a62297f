// The parser: recursive descent over the tokens, one function per level of binding.
//   sum      product (('+' | '-') product)*
//   product  unary (('*' | '/') unary)*
//   unary    ('-' | '+') unary | power
//   power    primary ('^' unary)?              so that -r^2 = -(r^2) and r^-a^b = r^(-(a^b))
//   primary  number | name | name '(' sum (',' sum)* ')' | '(' sum ')'
#include "phigp/likelihoods/formula/expression.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numbers>
#include <utility>

#include "phigp/base/error.h"
#include "phigp/base/nearest.h"
#include "phigp/likelihoods/formula/lexer.h"
#include "phigp/likelihoods/formula/syntax.h"

namespace phigp {

namespace {

using Kind = SyntaxNode::Kind;

class Parser {
 public:
  Parser(std::string_view text, FormulaNames names)
      : syntax_{std::string(text), std::move(names), {}, {}, {}} {
    const std::size_t symbols = kFirstParameter + syntax_.names.parameters.size();
    syntax_.used.assign(symbols, false);
    syntax_.orders.assign(symbols, false);
    tokens_ = tokens_of_formula(syntax_.text);
  }

  Syntax parse() {
    if (peek().kind == Token::Kind::end) fail(peek(), "is empty");
    sum();
    if (peek().is(')')) fail(peek(), "closes a parenthesis that was not opened");
    if (peek().kind != Token::Kind::end) fail(peek(), "misses an operator here");
    return std::move(syntax_);
  }

 private:
  // Counts the levels; lives as long as the level does.
  class Level {
   public:
    explicit Level(Parser& parser) : depth_(parser.depth_) {
      if (++depth_ > kDeepestFormula) {
        parser.fail(parser.peek(),
                    fmt::format("is nested more than {} levels deep", kDeepestFormula));
      }
    }
    ~Level() { --depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    int& depth_;
  };

  const Token& peek() const { return tokens_[next_]; }
  const Token& take() { return tokens_[next_ + 1 < tokens_.size() ? next_++ : next_]; }
  bool take_if(char sign) {
    if (!peek().is(sign)) return false;
    ++next_;
    return true;
  }
  [[noreturn]] void fail(const Token& at, const std::string& complaint) const {
    fail_at(syntax_.text, at.position, complaint);
  }
  std::size_t push(SyntaxNode node) {
    syntax_.nodes.push_back(std::move(node));
    return syntax_.nodes.size() - 1;
  }

  std::size_t chain(Kind kind, char plain, char inverse, std::size_t (Parser::*part)()) {
    SyntaxNode node;
    node.kind = kind;
    node.children.push_back((this->*part)());
    node.inverted.push_back(false);
    while (peek().is(plain) || peek().is(inverse)) {
      node.inverted.push_back(take().is(inverse));
      node.children.push_back((this->*part)());
    }
    return node.children.size() == 1 ? node.children.front() : push(std::move(node));
  }
  std::size_t sum() { return chain(Kind::sum, '+', '-', &Parser::product); }
  std::size_t product() { return chain(Kind::product, '*', '/', &Parser::unary); }

  std::size_t unary() {
    const Level level(*this);
    if (take_if('+')) return unary();
    if (!take_if('-')) return power();
    SyntaxNode node;
    node.kind = Kind::sum;
    node.children.push_back(unary());
    node.inverted.push_back(true);
    return push(std::move(node));
  }

  std::size_t power() {
    const std::size_t base = primary();
    if (!take_if('^')) return base;
    SyntaxNode node;
    node.kind = Kind::power;
    node.children = {base, unary()};
    return push(std::move(node));
  }

  std::size_t primary() {
    const Token& token = take();
    SyntaxNode node;
    switch (token.kind) {
      case Token::Kind::number:
        node.number = token.number;
        return push(std::move(node));
      case Token::Kind::name:
        return peek().is('(') ? call(token) : name(token);
      case Token::Kind::sign:
        if (token.is('(')) {
          const std::size_t inner = sum();
          close(token);
          return inner;
        }
        fail(token, fmt::format("has '{}' where a number, a name or '(' should be", token.text));
      case Token::Kind::end:
        break;
    }
    fail(token, "ends where a number, a name or '(' should follow");
  }

  void close(const Token& opened) {
    if (take_if(')')) return;
    if (peek().kind == Token::Kind::end) fail(opened, "opens a parenthesis that is never closed");
    fail(peek(), peek().is(',') ? "has a comma outside the arguments of a function"
                                : "misses an operator here");
  }

  std::size_t name(const Token& token) {
    SyntaxNode node;
    if (token.text == "pi") {
      node.number = std::numbers::pi;
      return push(std::move(node));
    }
    const FormulaNames& names = syntax_.names;
    node.kind = Kind::symbol;
    node.symbol = -1;
    if (token.text == names.variable) node.symbol = kVariableSymbol;
    if (names.y && token.text == "y") node.symbol = kTargetSymbol;
    if (names.trials && token.text == "trials") node.symbol = kTrialsSymbol;
    const auto parameter = std::find(names.parameters.begin(), names.parameters.end(), token.text);
    if (parameter != names.parameters.end()) {
      node.symbol = kFirstParameter + static_cast<SymbolId>(parameter - names.parameters.begin());
    }
    if (node.symbol < 0) unknown(token, false);
    syntax_.used[static_cast<std::size_t>(node.symbol)] = true;
    return push(std::move(node));
  }

  std::size_t call(const Token& token) {
    const auto& functions = formula_functions();
    const auto found = std::find_if(functions.begin(), functions.end(),
                                    [&](const FunctionName& f) { return f.name == token.text; });
    if (found == functions.end()) unknown(token, true);
    const Token& opened = take();
    SyntaxNode node;
    node.kind = Kind::call;
    node.function = found->function;
    const std::size_t before = syntax_.nodes.size();
    do {
      if (node.children.size() == found->arguments) fail(peek(), arity(*found));
      node.children.push_back(sum());
      if (node.children.size() == 1) check_argument(*found, before, token);
    } while (take_if(','));
    if (node.children.size() != found->arguments) fail(peek(), arity(*found));
    close(opened);
    return push(std::move(node));
  }

  static std::string arity(const FunctionName& f) {
    return fmt::format("gives {} the wrong number of arguments; it takes {}", f.name, f.arguments);
  }

  // The first argument, nodes `from` to the last one, of functions that restrict it.
  void check_argument(const FunctionName& f, std::size_t from, const Token& token) {
    if (f.function != FormulaFunction::besselk && f.function != FormulaFunction::lgamma) return;
    for (std::size_t i = from; i < syntax_.nodes.size(); ++i) {
      if (syntax_.nodes[i].kind != Kind::symbol) continue;
      const SymbolId symbol = syntax_.nodes[i].symbol;
      if (f.function == FormulaFunction::lgamma) {
        if (symbol == kVariableSymbol) {
          fail(token,
               fmt::format("takes lgamma of {}; it may depend on y, trials and parameters only",
                           syntax_.names.variable));
        }
        continue;
      }
      if (symbol < kFirstParameter) {
        fail(token, "has an order of besselk that is not made of numbers and parameters");
      }
      syntax_.orders[static_cast<std::size_t>(symbol)] = true;
    }
  }

  [[noreturn]] void unknown(const Token& token, bool called) {
    std::vector<std::string> functions;
    for (const FunctionName& f : formula_functions()) functions.emplace_back(f.name);
    const FormulaNames& names = syntax_.names;
    std::vector<std::string> values;
    if (!names.variable.empty()) values.push_back(names.variable);
    if (names.y) values.emplace_back("y");
    if (names.trials) values.emplace_back("trials");
    values.insert(values.end(), names.parameters.begin(), names.parameters.end());
    values.emplace_back("pi");
    const auto& fitting = called ? functions : values;
    const auto& others = called ? values : functions;
    if (std::find(others.begin(), others.end(), token.text) != others.end()) {
      fail(token, called ? fmt::format("calls {}, which is not a function", token.text)
                         : fmt::format("needs an argument: {}(...)", token.text));
    }
    const std::string_view shown = token.text.substr(0, 40);
    const std::string near = nearest_name(shown, fitting);
    fail(token, fmt::format("has an unknown {} '{}'{}; known: {}", called ? "function" : "name",
                            shown, near.empty() ? near : fmt::format(" (did you mean '{}'?)", near),
                            fmt::join(fitting, ", ")));
  }

  Syntax syntax_;
  std::vector<Token> tokens_;
  std::size_t next_ = 0;
  int depth_ = 0;
};

void check_names(const FormulaNames& names) {
  std::vector<std::string> taken{"pi"};
  for (const FunctionName& f : formula_functions()) taken.emplace_back(f.name);
  if (names.y) taken.emplace_back("y");
  if (names.trials) taken.emplace_back("trials");
  std::vector<std::string> own = names.parameters;
  if (!names.variable.empty()) own.insert(own.begin(), names.variable);
  for (const std::string& name : own) {
    const std::vector<Token> tokens = tokens_of_formula(name);
    require(tokens.size() == 2 && tokens.front().kind == Token::Kind::name &&
                tokens.front().text == name,
            "formula: name", name, "must be a word of letters, digits and underscores");
    require(std::find(taken.begin(), taken.end(), name) == taken.end(), "formula: name", name,
            "must not be used twice or be the name of a function");
    taken.push_back(name);
  }
}

}  // namespace

const std::vector<FunctionName>& formula_functions() {
  using F = FormulaFunction;
  static const std::vector<FunctionName> kFunctions{
      {"exp", F::exp, 1},       {"log", F::log, 1},     {"log1p", F::log1p, 1},
      {"expm1", F::expm1, 1},   {"sqrt", F::sqrt, 1},   {"abs", F::abs, 1},
      {"pow", F::pow, 2},       {"cosh", F::cosh, 1},   {"sinh", F::sinh, 1},
      {"tanh", F::tanh, 1},     {"sech", F::sech, 1},   {"logcosh", F::logcosh, 1},
      {"erfc", F::erfc, 1},     {"erfcx", F::erfcx, 1}, {"besselk", F::besselk, 2},
      {"lgamma", F::lgamma, 1},
  };
  return kFunctions;
}

std::string symbol_name(const FormulaNames& names, SymbolId symbol) {
  if (symbol == kVariableSymbol) return names.variable;
  if (symbol == kTargetSymbol) return "y";
  if (symbol == kTrialsSymbol) return "trials";
  return names.parameters.at(static_cast<std::size_t>(symbol - kFirstParameter));
}

Expression Expression::parse(std::string_view text, FormulaNames names) {
  check_names(names);
  return Expression(std::make_shared<const Syntax>(Parser(text, std::move(names)).parse()));
}

const std::string& Expression::text() const { return syntax_->text; }
const FormulaNames& Expression::names() const { return syntax_->names; }

bool Expression::uses(std::string_view name) const {
  for (std::size_t s = 0; s < syntax_->used.size(); ++s) {
    if (syntax_->used[s] && symbol_name(syntax_->names, static_cast<SymbolId>(s)) == name)
      return true;
  }
  return false;
}

bool Expression::learnable(std::size_t k) const { return !syntax_->orders.at(kFirstParameter + k); }

}  // namespace phigp
