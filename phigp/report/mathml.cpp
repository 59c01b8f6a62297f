#include "phigp/report/mathml.h"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <charconv>
#include <vector>

#include "phigp/report/markup.h"

namespace phigp {

namespace {

// How tightly a piece holds together, so that parentheses stand only where they are needed.
enum class Tie { sum, product, power, atom };

struct Piece {
  std::string markup;
  Tie tie = Tie::atom;
  bool number = false;
};

struct Unreadable {};

constexpr int kDeepest = 200;

std::string_view greek(std::string_view name) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 22> kLetters{
      {{"alpha", "α"}, {"beta", "β"},  {"gamma", "γ"}, {"delta", "δ"},  {"epsilon", "ε"},
       {"eta", "η"},   {"theta", "θ"}, {"kappa", "κ"}, {"lambda", "λ"}, {"mu", "μ"},
       {"nu", "ν"},    {"xi", "ξ"},    {"pi", "π"},    {"rho", "ρ"},    {"sigma", "σ"},
       {"tau", "τ"},   {"phi", "φ"},   {"chi", "χ"},   {"psi", "ψ"},    {"omega", "ω"},
       {"Gamma", "Γ"}, {"zeta", "ζ"}}};
  for (const auto& [word, letter] : kLetters) {
    if (word == name) return letter;
  }
  return {};
}

std::string row(const std::string& inside) { return "<mrow>" + inside + "</mrow>"; }
std::string sign(std::string_view text) { return fmt::format("<mo>{}</mo>", text); }

std::string word(std::string_view name) {
  const std::string_view letter = greek(name);
  return fmt::format("<mi>{}</mi>", letter.empty() ? escaped(name) : std::string(letter));
}

// "v_1" with its index below.
Piece symbol(std::string_view name) {
  const std::size_t bar = name.find('_');
  if (bar == std::string_view::npos || bar == 0 || bar + 1 == name.size()) return {word(name)};
  return {fmt::format("<msub>{}{}</msub>", word(name.substr(0, bar)), word(name.substr(bar + 1)))};
}

bool is_tall(const std::string& markup) {
  return markup.find("<mfrac") != std::string::npos || markup.find("<msqrt>") != std::string::npos;
}

// Without a word about it browsers stretch parentheses to whatever stands in the same row.
std::string enclosed(const std::string& inside, std::string_view open, std::string_view close) {
  const char* stretch = is_tall(inside) ? "true" : "false";
  return row(fmt::format("<mo stretchy=\"{0}\">{1}</mo>{2}<mo stretchy=\"{0}\">{3}</mo>", stretch,
                         open, inside, close));
}

std::string at_least(const Piece& piece, Tie tie) {
  return piece.tie < tie ? enclosed(piece.markup, "(", ")") : piece.markup;
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  // Clauses: "a*exp(-x),  x = b*c".
  std::string all() {
    std::string out = clause();
    while (take(',')) out += sign(",") + "<mspace width=\"1em\"/>" + clause();
    skip();
    if (place_ != text_.size()) throw Unreadable{};
    return row(out);
  }

 private:
  void skip() {
    while (place_ < text_.size() && text_[place_] == ' ') ++place_;
  }
  char next() {
    skip();
    return place_ < text_.size() ? text_[place_] : '\0';
  }
  bool take(char c) {
    if (next() != c) return false;
    ++place_;
    return true;
  }
  void expect(char c) {
    if (!take(c)) throw Unreadable{};
  }

  std::string clause() {
    const Piece left = sum();
    if (!take('=')) return left.markup;
    return left.markup + sign("=") + sum().markup;
  }

  Piece sum() {
    if (++depth_ > kDeepest) throw Unreadable{};
    const bool minus = take('-');
    Piece out = product();
    if (minus) out = {row(sign("−") + at_least(out, Tie::product)), Tie::sum};
    while (next() == '+' || next() == '-') {
      const bool subtracts = text_[place_++] == '-';
      const Piece term = product();
      out = {row(out.markup + sign(subtracts ? "−" : "+") + at_least(term, Tie::product)),
             Tie::sum};
    }
    --depth_;
    return out;
  }

  Piece product() {
    Piece out = power();
    while (next() == '*' || next() == '/') {
      if (text_[place_++] == '/') {
        const Piece below = power();
        out = {fmt::format("<mfrac>{}{}</mfrac>", row(out.markup), row(below.markup)),
               Tie::product};
      } else {
        const Piece factor = power();
        // Between numbers a dot; elsewhere a thin space says it.
        const std::string between = factor.number ? sign("·") : "<mspace width=\"0.17em\"/>";
        out = {row(at_least(out, Tie::product) + between + at_least(factor, Tie::product)),
               Tie::product};
      }
    }
    return out;
  }

  Piece power() {
    if (++depth_ > kDeepest) throw Unreadable{};
    Piece base = postfix();
    if (take('^')) {
      const bool minus = take('-');
      const Piece exponent = power();
      base = {fmt::format("<msup>{}{}</msup>", at_least(base, Tie::atom),
                          row((minus ? sign("−") : "") + exponent.markup)),
              Tie::power};
    }
    --depth_;
    return base;
  }

  Piece postfix() {
    Piece out = primary();
    while (take('!')) out = {row(at_least(out, Tie::atom) + sign("!")), Tie::power};
    return out;
  }

  Piece primary() {
    const char c = next();
    if (take('(')) {
      Piece inside = sum();
      expect(')');
      return inside;
    }
    if (take('|')) {
      const Piece inside = sum();
      expect('|');
      return {enclosed(inside.markup, "|", "|")};
    }
    if (std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.') return number();
    if (std::isalpha(static_cast<unsigned char>(c)) != 0) return named();
    throw Unreadable{};
  }

  Piece number() {
    double value = 0.0;
    const char* start = text_.data() + place_;
    const auto [stop, error] = std::from_chars(start, text_.data() + text_.size(), value);
    if (error != std::errc{}) throw Unreadable{};
    place_ = static_cast<std::size_t>(stop - text_.data());
    // As it was typed: a rounded one would be another formula.
    return {fmt::format("<mn>{}</mn>", escaped(std::string_view(start, stop))), Tie::atom, true};
  }

  Piece named() {
    const std::size_t start = place_;
    while (place_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[place_])) != 0 || text_[place_] == '_'))
      ++place_;
    const std::string_view name = text_.substr(start, place_ - start);
    if (!take('(')) return symbol(name);
    std::vector<Piece> arguments{sum()};
    while (take(',')) arguments.push_back(sum());
    expect(')');
    return call(name, arguments);
  }

  static Piece call(std::string_view name, const std::vector<Piece>& arguments) {
    const Piece& first = arguments.front();
    if (name == "sqrt") return {"<msqrt>" + first.markup + "</msqrt>"};
    if (name == "abs") return {enclosed(first.markup, "|", "|")};
    if (name == "exp" && !is_tall(first.markup))
      return {"<msup><mi>e</mi>" + row(first.markup) + "</msup>", Tie::power};
    if (arguments.size() == 2) {
      const Piece& second = arguments[1];
      if (name == "pow")
        return {"<msup>" + at_least(first, Tie::atom) + row(second.markup) + "</msup>", Tie::power};
      if (name == "choose")
        return {enclosed(
            "<mfrac linethickness=\"0\">" + row(first.markup) + row(second.markup) + "</mfrac>",
            "(", ")")};
      if (name == "besselk")
        return {row("<msub><mi>K</mi>" + row(first.markup) + "</msub>" +
                    enclosed(second.markup, "(", ")"))};
    }
    if (name == "log1p")
      return {row("<mi>log</mi>" + enclosed("<mn>1</mn><mo>+</mo>" + first.markup, "(", ")"))};
    if (name == "lgamma")
      return {row("<mi>log</mi><mspace width=\"0.17em\"/><mi>Γ</mi>" +
                  enclosed(first.markup, "(", ")"))};
    if (name == "logcosh")
      return {row("<mi>log</mi><mspace width=\"0.17em\"/><mi>cosh</mi>" +
                  enclosed(first.markup, "(", ")"))};
    std::string list = first.markup;
    for (std::size_t k = 1; k < arguments.size(); ++k) list += sign(",") + arguments[k].markup;
    return {row(word(name) + enclosed(list, "(", ")"))};
  }

  std::string_view text_;
  std::size_t place_ = 0;
  int depth_ = 0;
};

}  // namespace

std::optional<std::string> mathml(std::string_view formula) {
  try {
    return Reader(formula).all();
  } catch (const Unreadable&) {
    return std::nullopt;
  }
}

std::string displayed_formula(std::string_view formula) {
  const std::optional<std::string> markup = mathml(formula);
  if (!markup) return fmt::format("<p class=\"scroll\"><code>{}</code></p>\n", escaped(formula));
  return fmt::format("<div class=\"scroll\"><math display=\"block\">{}</math></div>\n", *markup);
}

std::string inline_formula(std::string_view formula) {
  const std::optional<std::string> markup = mathml(formula);
  if (!markup) return fmt::format("<code>{}</code>", escaped(formula));
  return fmt::format("<math>{}</math>", *markup);
}

}  // namespace phigp
