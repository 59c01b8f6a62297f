#include "phigp/base/error.h"

#include <array>
#include <charconv>
#include <utility>

namespace phigp {

namespace {

std::string sentence(const std::string& name, const std::string& value, const std::string& rule) {
  std::string text = name + " " + rule;
  if (!value.empty()) text += ", got " + value;
  return text;
}

}  // namespace

std::string to_text(double value) {
  std::array<char, 32> buffer{};
  const auto [end, status] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return status == std::errc{} ? std::string(buffer.data(), end) : std::string("?");
}

Error::Error(std::string name, std::string value, std::string rule)
    : std::runtime_error(sentence(name, value, rule)),
      name_(std::move(name)),
      value_(std::move(value)),
      rule_(std::move(rule)) {}

}  // namespace phigp
