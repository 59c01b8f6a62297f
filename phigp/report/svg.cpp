#include "phigp/report/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace phigp {

namespace {

// All lengths in user units, one of which is a pixel at the natural size.
constexpr double kPanelWidth = 470.0;
constexpr double kPanelHeight = 330.0;
constexpr double kHeader = 64.0;
constexpr double kLeft = 66.0;  // from the panel's edge to the plot: tick labels, axis label
constexpr double kRight = 16.0;
constexpr double kTop = 54.0;  // title and legend
constexpr double kBottom = 46.0;
constexpr double kMargin = 10.0;    // around the figure
constexpr double kCharacter = 6.0;  // width of a letter at 11 units, estimated

const char* colour_code(Colour colour) {
  // Told apart with every common kind of colour blindness (Okabe and Ito).
  switch (colour) {
    case Colour::blue:
      return "#0072b2";
    case Colour::orange:
      return "#d55e00";
    case Colour::green:
      return "#009e73";
    case Colour::purple:
      return "#a0508c";
    case Colour::grey:
      return "#666666";
  }
  return "#000000";
}

// Number of bytes of the UTF-8 sequence at `at`, 0 when there is no valid one.
std::size_t sequence_length(std::string_view text, std::size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  const std::size_t length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if ((first >= 0x80 && first < 0xC2) || first > 0xF4 || at + length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((static_cast<unsigned char>(text[at + i]) & 0xC0) != 0x80) return 0;
  }
  return length;
}

// Text as XML wants it; what XML cannot hold becomes a question mark.
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

// One axis mapped onto a stretch of the page.
struct Scale {
  Axis axis;
  double from;  // page coordinate of axis.low
  double to;    // of axis.high

  double share(double value) const {
    if (!axis.logarithmic) return (value - axis.low) / (axis.high - axis.low);
    return std::log(value / axis.low) / std::log(axis.high / axis.low);
  }
  double at(double value) const { return from + share(value) * (to - from); }
};

class Writer {
 public:
  void text(double x, double y, std::string_view content, std::string_view attributes = "") {
    out_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\"{}{}>{}</text>\n", x, y,
                        attributes.empty() ? "" : " ", attributes, escaped(content));
  }
  void line(double x1, double y1, double x2, double y2, std::string_view attributes) {
    out_ += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", x1,
                        y1, x2, y2, attributes);
  }
  void raw(std::string_view piece) { out_ += piece; }

  std::string take() { return std::move(out_); }

 private:
  std::string out_;
};

// Text with a raised exponent: "10" or "2·10" and the power.
std::string power_of_ten(double value) {
  const double exponent = std::floor(std::log10(std::abs(value)) + 1e-9);
  const double factor = value / std::pow(10.0, exponent);
  const std::string lead = std::abs(factor - 1.0) < 1e-6 ? "10" : fmt::format("{:.3g}·10", factor);
  return fmt::format("{}<tspan dy=\"-4\" font-size=\"8\">{:.0f}</tspan>", lead, exponent);
}

// Plain numbers near 1, powers of ten beyond; the same kind all along an axis.
std::string tick_label(double value, const Axis& axis) {
  if (value == 0.0) return "0";
  const double largest = std::max(std::abs(axis.low), std::abs(axis.high));
  const bool plain = axis.logarithmic ? axis.low >= 0.9e-3 && axis.high <= 1.1e4
                                      : largest >= 2e-3 && largest < 1e5;
  return plain ? fmt::format("{:.6g}", value) : power_of_ten(value);
}

void draw_frame(Writer& out, const Scale& x, const Scale& y) {
  out.raw("<g class=\"grid\">\n");
  for (const double tick : axis_ticks(x.axis)) {
    out.line(x.at(tick), y.from, x.at(tick), y.to, "stroke=\"#e4e4e4\"");
    out.raw(fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n",
                        x.at(tick), y.from + 15.0, tick_label(tick, x.axis)));
  }
  for (const double tick : axis_ticks(y.axis)) {
    out.line(x.from, y.at(tick), x.to, y.at(tick), "stroke=\"#e4e4e4\"");
    out.raw(fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n",
                        x.from - 6.0, y.at(tick) + 4.0, tick_label(tick, y.axis)));
  }
  out.raw("</g>\n");
  out.raw(fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" "
      "stroke=\"#555555\"/>\n",
      x.from, y.to, x.to - x.from, y.from - y.to));
  const double middle = 0.5 * (y.from + y.to);
  out.text(0.5 * (x.from + x.to), y.from + 36.0, x.axis.label,
           "text-anchor=\"middle\" font-size=\"12\"");
  out.text(
      x.from - 50.0, middle, y.axis.label,
      fmt::format("text-anchor=\"middle\" font-size=\"12\" transform=\"rotate(-90 {:.1f} {:.1f})\"",
                  x.from - 50.0, middle));
}

std::string stroke(Colour colour, bool dashed) {
  return fmt::format("stroke=\"{}\" stroke-width=\"{}\"{}", colour_code(colour),
                     dashed ? "1.6" : "2", dashed ? " stroke-dasharray=\"6 4\"" : "");
}

void draw_line(Writer& out, const Line& line, const Scale& x, const Scale& y) {
  const auto flush = [&](std::string& points) {
    if (!points.empty()) {
      out.raw(fmt::format("<polyline fill=\"none\" stroke-linejoin=\"round\" {} points=\"{}\"/>\n",
                          stroke(line.colour, line.dashed), points));
    }
    points.clear();
  };
  std::string points;
  for (std::size_t i = 0; i < std::min(line.x.size(), line.y.size()); ++i) {
    const double px = x.at(line.x[i]);
    // Far outside, the exact place does not matter; the clip path hides it.
    const double py = std::clamp(y.at(line.y[i]), -1e4, 1e4);
    if (!std::isfinite(px) || std::isnan(y.at(line.y[i]))) {
      flush(points);
    } else {
      points +=
          fmt::format("{}{:.2f},{:.2f}", points.empty() ? "" : " ", std::clamp(px, -1e4, 1e4), py);
    }
  }
  flush(points);
}

void draw_stem(Writer& out, const Stem& stem, const Scale& x, const Scale& y) {
  const double px = x.at(stem.x);
  const double py = y.from + std::clamp(stem.height, 0.0, 1.0) * (y.to - y.from);
  out.line(px, y.from, px, py, stroke(stem.colour, false));
  out.raw(fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.5\" fill=\"{}\"/>\n", px, py,
                      colour_code(stem.colour)));
}

// A strip between title and plot, so that it never hides a curve.
void draw_legend(Writer& out, const Panel& panel, double left, double baseline) {
  double x = left;
  const auto entry = [&](const std::string& label, Colour colour, bool dashed) {
    if (label.empty()) return;
    out.line(x, baseline - 4.0, x + 22.0, baseline - 4.0, stroke(colour, dashed));
    out.text(x + 27.0, baseline, label);
    x += 27.0 + kCharacter * static_cast<double>(letters(label)) + 16.0;
  };
  for (const Line& line : panel.lines) entry(line.label, line.colour, line.dashed);
  for (const Stem& stem : panel.stems) entry(stem.label, stem.colour, false);
  if (!panel.note.empty()) out.text(x, baseline, panel.note, "fill=\"#555555\"");
}

void draw_panel(Writer& out, const Panel& panel, double left, double top, std::size_t number) {
  const Scale x{panel.x, left + kLeft, left + kPanelWidth - kRight};
  const Scale y{panel.y, top + kPanelHeight - kBottom, top + kTop};
  out.text(x.from, top + 20.0, panel.title, "font-size=\"13\" font-weight=\"bold\"");
  draw_legend(out, panel, x.from, top + 42.0);
  draw_frame(out, x, y);
  out.raw(
      fmt::format("<clipPath id=\"panel{}\"><rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
                  "height=\"{:.1f}\"/></clipPath>\n<g clip-path=\"url(#panel{})\">\n",
                  number, x.from, y.to, x.to - x.from, y.from - y.to, number));
  for (const Line& line : panel.lines) draw_line(out, line, x, y);
  for (const Stem& stem : panel.stems) draw_stem(out, stem, x, y);
  out.raw("</g>\n");
}

}  // namespace

std::string svg_figure(std::string_view title, std::string_view subtitle,
                       std::span<const Panel> panels, int columns) {
  columns = std::max(columns, 1);
  const auto count = static_cast<int>(panels.size());
  const int rows = std::max(1, (count + columns - 1) / columns);
  const double width = 2.0 * kMargin + columns * kPanelWidth;
  const double height = kMargin + kHeader + rows * kPanelHeight;
  Writer out;
  out.raw(
      fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
                  "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"Helvetica, Arial, sans-serif\" "
                  "font-size=\"11\" fill=\"#222222\">\n"
                  "<title>{2}</title>\n"
                  "<rect width=\"{0:.0f}\" height=\"{1:.0f}\" fill=\"#ffffff\"/>\n",
                  width, height, escaped(title)));
  const auto fitting = static_cast<std::size_t>((width - 2.0 * kMargin) / 6.6);
  out.text(kMargin + 10.0, 30.0,
           shortened(title, static_cast<std::size_t>(0.75 * static_cast<double>(fitting))),
           "font-size=\"18\" font-weight=\"bold\"");
  out.text(kMargin + 10.0, 51.0, shortened(subtitle, fitting), "font-size=\"12\" fill=\"#555555\"");
  for (int i = 0; i < count; ++i) {
    const int row = i / columns;
    draw_panel(out, panels[static_cast<std::size_t>(i)], kMargin + (i % columns) * kPanelWidth,
               kHeader + row * kPanelHeight, static_cast<std::size_t>(i));
  }
  out.raw("</svg>\n");
  return out.take();
}

}  // namespace phigp
