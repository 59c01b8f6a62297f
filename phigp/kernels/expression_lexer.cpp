#include "phigp/kernels/expression_lexer.h"

#include <charconv>

#include "phigp/base/caret.h"
#include "phigp/base/error.h"

namespace phigp::detail {

namespace {

constexpr std::size_t kLongestText = 10000;

// std::isalpha and its like ask the locale; an expression must not.
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool starts_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

KernelToken number_token(std::string_view text, std::size_t start) {
  KernelToken token{KernelToken::Kind::number, start, {}, 0.0};
  const char* first = text.data() + start;
  const auto [end, status] = std::from_chars(first, text.data() + text.size(), token.number);
  if (status == std::errc::result_out_of_range) {
    fail_in_kernel(text, start, "", "has a number out of range");
  }
  if (status != std::errc{}) {
    fail_in_kernel(text, start, "", "has a point that is not part of a number");
  }
  token.text = text.substr(start, static_cast<std::size_t>(end - first));
  const std::size_t after = start + token.text.size();
  if (after < text.size() && (starts_name(text[after]) || text[after] == '.')) {
    fail_in_kernel(text, after, "", "misses a sign after a number (write 2*rbf, not 2rbf)");
  }
  return token;
}

KernelToken name_token(std::string_view text, std::size_t start) {
  std::size_t end = start;
  while (end < text.size() && (starts_name(text[end]) || is_digit(text[end]))) ++end;
  return {KernelToken::Kind::name, start, text.substr(start, end - start), 0.0};
}

KernelToken quoted_token(std::string_view text, std::size_t start) {
  const std::size_t end = text.find(text[start], start + 1);
  if (end == std::string_view::npos) fail_in_kernel(text, start, "", "misses a closing quote");
  return {KernelToken::Kind::quoted, start, text.substr(start + 1, end - start - 1), 0.0};
}

KernelToken sign_token(std::string_view text, std::size_t start) {
  constexpr std::string_view kSigns = "+*(),=[]";
  if (text[start] == '-') {
    fail_in_kernel(text, start, "", "has a minus: kernels add up and all values are positive");
  }
  if (kSigns.find(text[start]) == std::string_view::npos) {
    fail_in_kernel(text, start, "", "has a character that means nothing here");
  }
  return {KernelToken::Kind::sign, start, text.substr(start, 1), 0.0};
}

}  // namespace

std::vector<KernelToken> kernel_tokens(std::string_view text) {
  require(text.size() <= kLongestText, "kernel", std::to_string(text.size()) + " characters",
          "may have at most " + std::to_string(kLongestText) + " characters");
  std::vector<KernelToken> tokens;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (is_space(c)) {
      ++i;
      continue;
    }
    const bool quote = c == '"' || c == '\'';
    tokens.push_back(is_digit(c) || c == '.' ? number_token(text, i)
                     : starts_name(c)        ? name_token(text, i)
                     : quote                 ? quoted_token(text, i)
                                             : sign_token(text, i));
    i += tokens.back().text.size() + (quote ? 2 : 0);
  }
  tokens.push_back({KernelToken::Kind::end, text.size(), {}, 0.0});
  return tokens;
}

void fail_in_kernel(std::string_view text, std::size_t position, const std::string& value,
                    const std::string& complaint) {
  const std::string got = value.empty() ? "" : ", got " + value;
  throw InvalidInput("kernel", "", complaint + got + with_caret(text, position));
}

}  // namespace phigp::detail
