#include "phigp/report/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "phigp/report/markup.h"

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
constexpr double kMark = 3.5;       // radius from which a dot is a mark of its own
constexpr double kCharacter = 6.0;  // width of a letter at 11 units, estimated
constexpr double kDigit = 7.7;      // width of a digit at 12 units, in the widest usual type
constexpr double kMostLeft = 150.0;
constexpr double kEdge = 12.0;  // from the plot to the right edge, at least

// What things are drawn with: fixed colours on paper, those of its style in a page.
struct Ink {
  bool in_page = false;

  const char* pick(const char* on_paper, const char* in_page_style) const {
    return in_page ? in_page_style : on_paper;
  }
  const char* text() const { return pick("#222222", "var(--text)"); }
  const char* muted() const { return pick("#555555", "var(--muted)"); }
  const char* grid() const { return pick("#e4e4e4", "var(--grid)"); }
  const char* frame() const { return pick("#555555", "var(--line)"); }
  const char* of(Colour colour) const {
    // Told apart with every common kind of colour blindness (Okabe and Ito).
    switch (colour) {
      case Colour::blue:
        return pick("#0072b2", "var(--blue)");
      case Colour::orange:
        return pick("#d55e00", "var(--orange)");
      case Colour::green:
        return pick("#009e73", "var(--green)");
      case Colour::purple:
        return pick("#a0508c", "var(--purple)");
      case Colour::grey:
        return pick("#666666", "var(--grey)");
    }
    return "#000000";
  }
};

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
  explicit Writer(Ink ink) : ink(ink) {}

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

  const Ink ink;

 private:
  std::string out_;
};

std::string markup_of(const TickLabel& label) {
  if (label.exponent.empty()) return label.text;
  return fmt::format("{}<tspan dy=\"-4\" font-size=\"8\">{}</tspan>", label.text, label.exponent);
}

double width_of(const TickLabel& label) {
  return kDigit * static_cast<double>(letters(label.text)) +
         0.7 * kDigit * static_cast<double>(letters(label.exponent));
}

double widest_of(const std::vector<TickLabel>& labels) {
  double width = 0.0;
  for (const TickLabel& label : labels) width = std::max(width, width_of(label));
  return width;
}

// From the panel's edge to the plot: room for the longest label of the vertical axis.
double left_margin(const Axis& y, double usual) {
  return std::clamp(widest_of(tick_labels(y)) + 10.0, usual, kMostLeft);
}

void draw_frame(Writer& out, const Scale& x, const Scale& y) {
  const std::string grid = fmt::format("stroke=\"{}\"", out.ink.grid());
  out.raw("<g class=\"grid\">\n");
  const std::vector<double> across = axis_ticks(x.axis);
  const std::vector<TickLabel> below = tick_labels(x.axis);
  // Long labels would run into each other, or over the edge: every second or third is enough, and
  // the last moves inwards.
  const double half = 0.5 * widest_of(below);
  const double overhang = std::max(half - kEdge, 0.0);
  const double room = (x.to - x.from) / std::max(1.0, static_cast<double>(across.size()));
  const auto stride =
      static_cast<std::size_t>(std::max(1.0, std::ceil((2.0 * half + overhang + 8.0) / room)));
  for (std::size_t k = 0; k < across.size(); ++k) {
    const double at = x.at(across[k]);
    out.line(at, y.from, at, y.to, grid);
    if (k % stride != 0) continue;
    const double inside = std::min(at, x.to + kEdge - 0.5 * width_of(below[k]));
    out.raw(fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n",
                        inside, y.from + 15.0, markup_of(below[k])));
  }
  const std::vector<double> up = axis_ticks(y.axis);
  const std::vector<TickLabel> beside = tick_labels(y.axis);
  for (std::size_t k = 0; k < up.size(); ++k) {
    const double at = y.at(up[k]);
    out.line(x.from, at, x.to, at, grid);
    out.raw(fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n",
                        x.from - 6.0, at + 4.0, markup_of(beside[k])));
  }
  out.raw("</g>\n");
  out.raw(fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" "
      "stroke=\"{}\"/>\n",
      x.from, y.to, x.to - x.from, y.from - y.to, out.ink.frame()));
  out.text(0.5 * (x.from + x.to), y.from + 36.0,
           out.ink.in_page ? shortened(x.axis.label, 46) : x.axis.label,
           "text-anchor=\"middle\" font-size=\"12\"");
  if (out.ink.in_page) {  // above the plot: read without turning one's head, also on a phone
    out.text(4.0, y.to - 10.0, shortened(y.axis.label, 54));
    return;
  }
  const double middle = 0.5 * (y.from + y.to);
  const double beside_labels = x.from - left_margin(y.axis, kLeft) + 16.0;
  out.text(
      beside_labels, middle, y.axis.label,
      fmt::format("text-anchor=\"middle\" font-size=\"12\" transform=\"rotate(-90 {:.1f} {:.1f})\"",
                  beside_labels, middle));
}

std::string stroke(const Ink& ink, Colour colour, bool dashed) {
  return fmt::format("stroke=\"{}\" stroke-width=\"{}\"{}", ink.of(colour), dashed ? "1.6" : "2",
                     dashed ? " stroke-dasharray=\"6 4\"" : "");
}

void draw_line(Writer& out, const Line& line, const Scale& x, const Scale& y) {
  const auto flush = [&](std::string& points) {
    if (!points.empty()) {
      out.raw(fmt::format("<polyline fill=\"none\" stroke-linejoin=\"round\" {} points=\"{}\"/>\n",
                          stroke(out.ink, line.colour, line.dashed), points));
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
  out.line(px, y.from, px, py, stroke(out.ink, stem.colour, false));
  out.raw(fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.5\" fill=\"{}\"/>\n", px, py,
                      out.ink.of(stem.colour)));
}

void draw_bars(Writer& out, const Bars& bars, const Scale& x, const Scale& y) {
  for (std::size_t k = 0; k < bars.heights.size() && k + 1 < bars.edges.size(); ++k) {
    const double left = x.at(bars.edges[k]);
    const double top = y.at(bars.heights[k]);
    if (!std::isfinite(left) || !std::isfinite(top)) continue;
    out.raw(
        fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" "
                    "fill=\"{}\" fill-opacity=\"0.55\"/>\n",
                    left + 0.5, top, std::max(x.at(bars.edges[k + 1]) - left - 1.0, 0.5),
                    std::max(y.from - top, 0.0), out.ink.of(bars.colour)));
  }
}

void draw_band(Writer& out, const Band& band, const Scale& x, const Scale& y) {
  std::string upper;
  std::string lower;
  for (std::size_t i = 0; i < band.x.size(); ++i) {
    const double px = x.at(band.x[i]);
    const double low = y.at(band.low[i]);
    const double high = y.at(band.high[i]);
    if (!std::isfinite(px) || std::isnan(low) || std::isnan(high)) continue;
    upper += fmt::format("{:.2f},{:.2f} ", px, std::clamp(high, -1e4, 1e4));
    lower = fmt::format("{:.2f},{:.2f} ", px, std::clamp(low, -1e4, 1e4)) + lower;
  }
  out.raw(fmt::format("<polygon points=\"{}{}\" fill=\"{}\" fill-opacity=\"0.2\"/>\n", upper, lower,
                      out.ink.of(band.colour)));
}

void draw_dots(Writer& out, const Dots& dots, const Scale& x, const Scale& y) {
  out.raw(fmt::format("<g fill=\"{}\" fill-opacity=\"{}\">\n", out.ink.of(dots.colour),
                      dots.radius < kMark ? "0.6" : "1"));
  for (std::size_t i = 0; i < std::min(dots.x.size(), dots.y.size()); ++i) {
    const double px = x.at(dots.x[i]);
    const double py = y.at(dots.y[i]);
    if (!std::isfinite(px) || !std::isfinite(py)) continue;
    out.raw(fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\"/>", px, py, dots.radius));
  }
  out.raw("</g>\n");
}

void draw_marks(Writer& out, const Panel& panel, const Scale& x, const Scale& y,
                std::size_t number) {
  out.raw(
      fmt::format("<clipPath id=\"panel{}\"><rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
                  "height=\"{:.1f}\"/></clipPath>\n<g clip-path=\"url(#panel{})\">\n",
                  number, x.from, y.to, x.to - x.from, y.from - y.to, number));
  for (const Band& band : panel.bands) draw_band(out, band, x, y);
  for (const Bars& bars : panel.bars) draw_bars(out, bars, x, y);
  // Clouds of small dots lie behind lines, single marks before them.
  for (const Dots& dots : panel.dots)
    if (dots.radius < kMark) draw_dots(out, dots, x, y);
  for (const Line& line : panel.lines) draw_line(out, line, x, y);
  for (const Dots& dots : panel.dots)
    if (dots.radius >= kMark) draw_dots(out, dots, x, y);
  for (const Stem& stem : panel.stems) draw_stem(out, stem, x, y);
  out.raw("</g>\n");
}

// A strip between title and plot, so that it never hides a curve.
void draw_legend(Writer& out, const Panel& panel, double left, double baseline) {
  double x = left;
  for (const LegendEntry& entry : legend_of(panel)) {
    out.line(x, baseline - 4.0, x + 22.0, baseline - 4.0,
             stroke(out.ink, entry.colour, entry.mark == LegendEntry::Mark::dashes));
    out.text(x + 27.0, baseline, entry.label);
    x += 27.0 + kCharacter * static_cast<double>(letters(entry.label)) + 16.0;
  }
  if (!panel.note.empty())
    out.text(x, baseline, panel.note, fmt::format("fill=\"{}\"", out.ink.muted()));
}

void draw_panel(Writer& out, const Panel& panel, double left, double top, std::size_t number) {
  const Scale x{panel.x, left + left_margin(panel.y, kLeft), left + kPanelWidth - kRight};
  const Scale y{panel.y, top + kPanelHeight - kBottom, top + kTop};
  out.text(x.from, top + 20.0, panel.title, "font-size=\"13\" font-weight=\"bold\"");
  draw_legend(out, panel, x.from, top + 42.0);
  draw_frame(out, x, y);
  draw_marks(out, panel, x, y, number);
}

}  // namespace

std::string svg_figure(std::string_view title, std::string_view subtitle,
                       std::span<const Panel> panels, int columns) {
  columns = std::max(columns, 1);
  const auto count = static_cast<int>(panels.size());
  const int rows = std::max(1, (count + columns - 1) / columns);
  const double width = 2.0 * kMargin + columns * kPanelWidth;
  const double height = kMargin + kHeader + rows * kPanelHeight;
  Writer out(Ink{});
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

const char* colour_name(Colour colour) {
  switch (colour) {
    case Colour::blue:
      return "blue";
    case Colour::orange:
      return "orange";
    case Colour::green:
      return "green";
    case Colour::purple:
      return "purple";
    case Colour::grey:
      return "grey";
  }
  return "grey";
}

std::vector<LegendEntry> legend_of(const Panel& panel) {
  using Mark = LegendEntry::Mark;
  std::vector<LegendEntry> entries;
  const auto add = [&](const std::string& label, Colour colour, Mark mark) {
    if (!label.empty()) entries.push_back({label, colour, mark});
  };
  for (const Line& line : panel.lines)
    add(line.label, line.colour, line.dashed ? Mark::dashes : Mark::line);
  for (const Stem& stem : panel.stems) add(stem.label, stem.colour, Mark::line);
  for (const Dots& dots : panel.dots) add(dots.label, dots.colour, Mark::dot);
  for (const Bars& bars : panel.bars) add(bars.label, bars.colour, Mark::area);
  for (const Band& band : panel.bands) add(band.label, band.colour, Mark::area);
  return entries;
}

std::string inline_svg(const Panel& panel, std::size_t number) {
  constexpr double kWidth = 400.0;
  constexpr double kHeight = 275.0;
  const Scale x{panel.x, left_margin(panel.y, 54.0), kWidth - kEdge};
  const Scale y{panel.y, kHeight - kBottom, 26.0};
  Writer out(Ink{true});
  out.raw(
      fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0f} {:.0f}\" "
                  "role=\"img\" aria-label=\"{}\" font-size=\"12\" fill=\"{}\">\n",
                  kWidth, kHeight, escaped(panel.title), out.ink.text()));
  draw_frame(out, x, y);
  draw_marks(out, panel, x, y, number);
  out.raw("</svg>\n");
  return out.take();
}

}  // namespace phigp
