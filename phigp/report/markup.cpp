#include "phigp/report/markup.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace phigp {

namespace {

// Number of bytes of the UTF-8 sequence at `at`, 0 when there is no valid one.
std::size_t sequence_length(std::string_view text, std::size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  const std::size_t length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if ((first >= 0x80 && first < 0xC2) || first > 0xF4 || at + length > text.size()) return 0;
  char32_t code = length == 1 ? first : first & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    const auto next = static_cast<unsigned char>(text[at + i]);
    if ((next & 0xC0) != 0x80) return 0;
    code = (code << 6) | (next & 0x3FU);
  }
  // Overlong forms, surrogates and the two that XML forbids.
  if ((length == 3 && code < 0x800) || (length == 4 && (code < 0x10000 || code > 0x10FFFF)))
    return 0;
  if ((code >= 0xD800 && code <= 0xDFFF) || code == 0xFFFE || code == 0xFFFF) return 0;
  return length;
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = sequence_length(text, i);
    const char c = text[i];
    if (length != 1) {
      out += length == 0 ? "?" : std::string(text.substr(i, length));
    } else if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '"') {
      out += "&quot;";
    } else {
      out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    i += std::max<std::size_t>(length, 1);
  }
  return out;
}

std::size_t letters(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

std::string shortened(std::string_view text, std::size_t most) {
  if (letters(text) <= most) return std::string(text);
  std::string out;
  for (std::size_t i = 0, count = 0; i < text.size() && count + 1 < most; ++count) {
    const std::size_t length = std::max<std::size_t>(sequence_length(text, i), 1);
    out += text.substr(i, length);
    i += length;
  }
  return out + "…";
}

std::string shown_number(double value) {
  if (std::isnan(value)) return "–";
  if (std::isinf(value)) return value > 0.0 ? "∞" : "−∞";
  const double size = std::abs(value);
  const bool in_full = size < 1e7 && (size >= 9999.5 || value == std::round(value));
  const std::string text = in_full ? fmt::format("{:.0f}", value) : fmt::format("{:.4g}", value);
  if (text == "-0") return "0";
  // 1.5e-07 as 1.5·10⁻⁷ would need markup; a proper minus sign does not.
  return text.starts_with('-') ? "−" + text.substr(1) : text;
}

std::string shown_number(double value, double step) {
  constexpr double kUsual = 4.0;  // digits
  const double size = std::abs(value);
  if (!std::isfinite(value) || !(step > 0.0) || !(size < 1e15) || size == 0.0)
    return shown_number(value);
  const double last = std::floor(std::log10(step));  // decade of the last digit
  if (std::floor(std::log10(size)) - last < kUsual) return shown_number(value);
  const std::string text =
      fmt::format("{:.{}f}", size, static_cast<int>(std::clamp(-last, 0.0, 15.0)));
  return value < 0.0 ? "−" + text : text;
}

std::string shown_count(double value) {
  const std::string digits = fmt::format("{:.0f}", value);
  std::string out;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0 && digits.size() > 4) out += "\u202f";
    out += digits[i];
  }
  return out;
}

std::string shown_seconds(double seconds) {
  if (seconds < 120.0) return fmt::format("{:.2f} s", seconds);
  const double whole = std::round(seconds);
  return fmt::format("{:.0f} min {:.0f} s", std::floor(whole / 60.0), std::fmod(whole, 60.0));
}

}  // namespace phigp
