#include "phigp/inference/prior_law.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <numbers>

#include "phigp/base/error.h"
#include "phigp/base/limits.h"
#include "phigp/base/nearest.h"

namespace phigp {

namespace {

using Kind = PriorLaw::Kind;

struct LawName {
  Kind kind;
  const char* name;
  int numbers;
};

constexpr std::array kLaws = {
    LawName{Kind::normal, "normal", 2},
    LawName{Kind::lognormal, "lognormal", 2},
    LawName{Kind::logitnormal, "logitnormal", 2},
    LawName{Kind::gamma, "gamma", 2},
    LawName{Kind::inverse_gamma, "inverse-gamma", 2},
    LawName{Kind::half_cauchy, "half-cauchy", 1},
    LawName{Kind::uniform, "uniform", 2},
};

const LawName& law_of(Kind kind) { return kLaws[static_cast<std::size_t>(kind)]; }

const LawName& law_named(std::string_view name) {
  std::vector<std::string> known;
  for (const LawName& law : kLaws) {
    if (name == law.name) return law;
    known.emplace_back(law.name);
  }
  throw InvalidInput(fmt::format("prior {}", name), "", unknown_name_rule(name, known));
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// Pieces between separators that are not inside parentheses or brackets.
std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t start = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(' || text[i] == '[') ++depth;
    if (text[i] == ')' || text[i] == ']') --depth;
    if (text[i] != separator || depth > 0) continue;
    parts.push_back(trimmed(text.substr(start, i - start)));
    start = i + 1;
  }
  parts.push_back(trimmed(text.substr(start)));
  return parts;
}

double normal_log_density(double z, double sd) {
  return -0.5 * z * z - std::log(sd) - 0.5 * std::log(2.0 * std::numbers::pi);
}

}  // namespace

PriorLaw::PriorLaw(Kind kind, double first, double second)
    : kind_(kind), first_(first), second_(second) {
  const std::string name = fmt::format("prior {}", text());
  require(std::isfinite(first) && std::isfinite(second), name, "", "must have finite numbers");
  const bool located = kind == Kind::normal || kind == Kind::lognormal || kind == Kind::logitnormal;
  if (kind == Kind::uniform) {
    require(first < second, name, "", "must have its lower end first");
    return;
  }
  require(located || first > 0.0, name, first, "must have a positive first number");
  require(kind == Kind::half_cauchy || second > 0.0, name, second,
          "must have a positive second number");
}

PriorLaw PriorLaw::parse(std::string_view text) {
  const std::size_t open = text.find('(');
  require(open != std::string_view::npos && text.back() == ')', "prior", text,
          "must have the form law(number, number)");
  const LawName& law = law_named(trimmed(text.substr(0, open)));
  const std::vector<std::string_view> words =
      split(text.substr(open + 1, text.size() - open - 2), ',');
  const auto wanted = static_cast<std::size_t>(law.numbers);
  require(words.size() == wanted, fmt::format("prior {}", text), static_cast<double>(words.size()),
          fmt::format("must have {} number{}", wanted, wanted == 1 ? "" : "s"));
  std::array<double, 2> numbers{};
  for (std::size_t i = 0; i < wanted; ++i) {
    const char* end = words[i].data() + words[i].size();
    const auto [stop, error] = std::from_chars(words[i].data(), end, numbers[i]);
    require(error == std::errc{} && stop == end, fmt::format("prior {}", text), words[i],
            "must have numbers in its parentheses");
  }
  return {law.kind, numbers[0], numbers[1]};
}

PriorLaw PriorLaw::around(const ParameterRange& range, double free, double sd) {
  if (!std::isfinite(range.low)) return {Kind::normal, free, sd};
  return {std::isfinite(range.high) ? Kind::logitnormal : Kind::lognormal, free, sd};
}

std::string PriorLaw::text() const {
  const LawName& law = law_of(kind_);
  if (law.numbers == 1) return fmt::format("{}({})", law.name, first_);
  return fmt::format("{}({}, {})", law.name, first_, second_);
}

double PriorLaw::log_density(double value, const ParameterRange& range) const {
  const double log_value = value > 0.0 ? std::log(value) : -kInfinity;
  switch (kind_) {
    case Kind::normal:
      return normal_log_density((value - first_) / second_, second_);
    case Kind::lognormal:
      if (!(value > 0.0)) return -kInfinity;
      return normal_log_density((log_value - first_) / second_, second_) - log_value;
    case Kind::logitnormal: {
      const double below = value - range.low;
      const double above = range.high - value;
      if (!(below > 0.0 && above > 0.0)) return -kInfinity;
      const double z = (std::log(below / above) - first_) / second_;
      return normal_log_density(z, second_) + std::log((range.high - range.low) / below / above);
    }
    case Kind::gamma:
      if (!(value > 0.0)) return -kInfinity;
      return first_ * std::log(second_) - std::lgamma(first_) + (first_ - 1.0) * log_value -
             second_ * value;
    case Kind::inverse_gamma:
      if (!(value > 0.0)) return -kInfinity;
      return first_ * std::log(second_) - std::lgamma(first_) - (first_ + 1.0) * log_value -
             second_ / value;
    case Kind::half_cauchy:
      if (!(value > 0.0)) return -kInfinity;
      return std::log(2.0 / std::numbers::pi / first_) -
             std::log1p(value * value / (first_ * first_));
    case Kind::uniform:
      return value >= first_ && value <= second_ ? -std::log(second_ - first_) : -kInfinity;
  }
  return -kInfinity;
}

double PriorLaw::slope(double value, const ParameterRange& range) const {
  const double variance = second_ * second_;
  switch (kind_) {
    case Kind::normal:
      return (first_ - value) / variance;
    case Kind::lognormal:
      return ((first_ - std::log(value)) / variance - 1.0) / value;
    case Kind::logitnormal: {
      const double below = value - range.low;
      const double above = range.high - value;
      const double logit_slope = 1.0 / below + 1.0 / above;
      return (first_ - std::log(below / above)) / variance * logit_slope - 1.0 / below +
             1.0 / above;
    }
    case Kind::gamma:
      return (first_ - 1.0) / value - second_;
    case Kind::inverse_gamma:
      return (second_ / value - first_ - 1.0) / value;
    case Kind::half_cauchy:
      return -2.0 * value / (first_ * first_ + value * value);
    case Kind::uniform:
      return 0.0;
  }
  return 0.0;
}

std::vector<PriorStatement> parse_priors(std::string_view text) {
  std::vector<PriorStatement> statements;
  for (const std::string_view part : split(text, ',')) {
    const std::size_t equals = part.find('=');
    require(equals != std::string_view::npos && equals > 0, "prior", part,
            "must have the form name=law(number, number)");
    statements.push_back({std::string(trimmed(part.substr(0, equals))),
                          PriorLaw::parse(trimmed(part.substr(equals + 1)))});
  }
  return statements;
}

namespace {

bool matches(std::string_view pattern, std::string_view name) {
  if (pattern.empty()) return name.empty();
  if (pattern.front() != '*')
    return !name.empty() && pattern.front() == name.front() &&
           matches(pattern.substr(1), name.substr(1));
  for (std::size_t skip = 0; skip <= name.size(); ++skip) {
    if (matches(pattern.substr(1), name.substr(skip))) return true;
  }
  return false;
}

}  // namespace

bool fits(std::string_view pattern, std::string_view name) {
  return matches(pattern, name) || matches(pattern, name.substr(0, name.find('[')));
}

}  // namespace phigp
