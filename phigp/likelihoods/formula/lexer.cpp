#include "phigp/likelihoods/formula/lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "phigp/base/caret.h"
#include "phigp/base/error.h"
#include "phigp/likelihoods/formula/syntax.h"

namespace phigp {

namespace {

constexpr std::string_view kSigns = "+-*/^(),";

// std::isalpha and its like ask the locale; a formula must not.
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool starts_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool continues_name(char c) { return starts_name(c) || is_digit(c); }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::size_t name_end(std::string_view text, std::size_t start) {
  while (start < text.size() && continues_name(text[start])) ++start;
  return start;
}

Token number_token(std::string_view text, std::size_t start) {
  Token token{Token::Kind::number, start, {}, 0.0};
  const char* first = text.data() + start;
  const auto [end, status] = std::from_chars(first, text.data() + text.size(), token.number);
  if (status == std::errc::result_out_of_range) fail_at(text, start, "has a number out of range");
  if (status != std::errc{}) fail_at(text, start, "has a point that is not part of a number");
  token.text = text.substr(start, static_cast<std::size_t>(end - first));
  const std::size_t after = start + token.text.size();
  if (after < text.size() && (continues_name(text[after]) || text[after] == '.')) {
    fail_at(text, after, "misses an operator after a number (write 2*r, not 2r)");
  }
  return token;
}

}  // namespace

std::vector<Token> tokens_of_formula(std::string_view text) {
  if (text.size() > kLongestFormula) {
    throw InvalidInput("formula", fmt::format("{} characters", text.size()),
                       fmt::format("may have at most {} characters", kLongestFormula));
  }
  std::vector<Token> tokens;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (is_space(c)) {
      ++i;
      continue;
    }
    Token token{Token::Kind::sign, i, text.substr(i, 1), 0.0};
    if (is_digit(c) || c == '.') {
      token = number_token(text, i);
    } else if (starts_name(c)) {
      token.kind = Token::Kind::name;
      token.text = text.substr(i, name_end(text, i) - i);
    } else if (text.substr(i, 2) == "**") {
      fail_at(text, i, "has '**'; a power is written r^2");
    } else if (kSigns.find(c) == std::string_view::npos) {
      fail_at(text, i, "has a character that means nothing here");
    }
    i += token.text.size();
    tokens.push_back(token);
  }
  tokens.push_back({Token::Kind::end, text.size(), {}, 0.0});
  return tokens;
}

void fail_at(std::string_view text, std::size_t position, const std::string& complaint) {
  throw InvalidInput("formula", "", complaint + with_caret(text, position));
}

std::vector<std::string> names_in_formula(std::string_view text) {
  std::vector<std::string> found;
  for (const Token& token : tokens_of_formula(text)) {
    if (token.kind != Token::Kind::name || token.text == "pi") continue;
    const auto& functions = formula_functions();
    const bool function = std::any_of(functions.begin(), functions.end(),
                                      [&](const FunctionName& f) { return f.name == token.text; });
    if (function || std::find(found.begin(), found.end(), token.text) != found.end()) continue;
    found.emplace_back(token.text);
  }
  return found;
}

}  // namespace phigp
