#include "cli/assignments.h"

#include <charconv>
#include <cmath>

#include "phigp/base/error.h"

namespace phigp {

namespace {

double parse_number(const std::string& name, std::string text) {
  if (text.starts_with('+')) text.erase(0, 1);  // from_chars knows no plus sign
  double value = 0.0;
  const char* end = text.data() + text.size();
  const auto [stopped, status] = std::from_chars(text.data(), end, value);
  const bool whole = !text.empty() && stopped == end && status == std::errc{};
  require(whole && std::isfinite(value), "parameter " + name, text.empty() ? "nothing" : text,
          "must be a finite number");
  return value;
}

}  // namespace

std::map<std::string, double> parse_assignments(std::span<const std::string> words) {
  std::map<std::string, double> values;
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    require(equals != std::string::npos && equals > 0, "parameter", word,
            "must have the form name=value");
    const std::string name = word.substr(0, equals);
    const bool first = values.emplace(name, parse_number(name, word.substr(equals + 1))).second;
    require(first, "parameter " + name, word, "must be given once");
  }
  return values;
}

}  // namespace phigp
