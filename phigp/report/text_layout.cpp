#include "phigp/report/text_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace phigp {

namespace {

std::string_view sequence(Emphasis emphasis) {
  switch (emphasis) {
    case Emphasis::none:
      return "";
    case Emphasis::strong:
      return "\x1b[1m";
    case Emphasis::good:
      return "\x1b[32m";
    case Emphasis::doubtful:
      return "\x1b[33m";
    case Emphasis::bad:
      return "\x1b[31m";
  }
  return "";
}

// Where to break a line that is too long: at a space, as far right as possible, but rather outside
// parentheses than inside, so that formulas stay readable. npos when there is no space.
std::size_t break_point(std::string_view line, std::size_t width) {
  std::size_t best = std::string_view::npos;
  int best_depth = 0;
  int depth = 0;
  for (std::size_t i = 0; i <= width && i < line.size(); ++i) {
    if (line[i] == '(') ++depth;
    if (line[i] == ')') --depth;
    if (line[i] != ' ' || i == 0) continue;
    if (best == std::string_view::npos || depth <= best_depth || best < width / 2) {
      best = i;
      best_depth = depth;
    }
  }
  return best;
}

void wrap_line(std::string_view line, std::size_t width, std::vector<std::string>& lines) {
  while (line.size() > width) {
    const std::size_t space = break_point(line, width);
    const bool cut = space == std::string_view::npos;
    lines.emplace_back(line.substr(0, cut ? width : space));
    line.remove_prefix(cut ? width : space + 1);
    while (line.starts_with(' ')) line.remove_prefix(1);
  }
  lines.emplace_back(line);
}

}  // namespace

std::string emphasised(std::string_view text, Emphasis emphasis, const TextStyle& style) {
  if (!style.colour || emphasis == Emphasis::none) return std::string(text);
  return fmt::format("{}{}\x1b[0m", sequence(emphasis), text);
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  width = std::max<std::size_t>(width, 1);
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    wrap_line(text.substr(start, end - start), width, lines);
    start = end + 1;
  }
  return lines;
}

std::string labelled(std::string_view label, std::string_view text, std::size_t label_width,
                     const TextStyle& style, Emphasis emphasis) {
  std::string out;
  const std::string_view hang = text.starts_with("- ") ? "  " : "";
  const std::size_t rest = style.width > label_width + 20 ? style.width - label_width : 20;
  for (const std::string& line : wrapped(text, rest - hang.size())) {
    out += fmt::format("{:<{}}{}{}\n", out.empty() ? label : "", label_width,
                       out.empty() ? "" : hang, emphasised(line, emphasis, style));
  }
  return out;
}

std::string short_number(double value) { return fmt::format("{:.4g}", value); }

std::string score_text(double value) {
  const double size = std::abs(value);
  if (!(size < 0.1) || size == 0.0) return fmt::format("{:.4f}", value);
  if (size < 1e-4) return fmt::format("{:.3e}", value);
  return fmt::format("{:.{}f}", value, size >= 1e-2 ? 5 : size >= 1e-3 ? 6 : 7);
}

}  // namespace phigp
