// Plots as SVG text: panels with axes, lines, dots, bars, bands and stems, in one style.
// Self-contained (no fonts, scripts or links). A figure of its own has a white ground, so that it
// reads in light and dark viewers; a panel inside a page takes its colours from that page.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace phigp {

struct Axis {
  std::string label;
  bool logarithmic = false;
  double low = 0.0;
  double high = 1.0;
};

enum class Colour { blue, orange, green, purple, grey };

struct Line {
  std::string label;  // empty: not in the legend
  std::vector<double> x;
  std::vector<double> y;  // points that are not finite interrupt the line
  Colour colour = Colour::blue;
  bool dashed = false;
};

// A vertical line from the bottom, for probability that sits on one value.
struct Stem {
  std::string label;
  double x = 0.0;
  double height = 1.0;  // share of the panel's height
  Colour colour = Colour::blue;
};

struct Dots {
  std::string label;
  std::vector<double> x;
  std::vector<double> y;  // points that are not finite are left out
  Colour colour = Colour::blue;
  double radius = 2.4;
};

// Bars that stand side by side on the bottom of the panel.
struct Bars {
  std::string label;
  std::vector<double> edges;  // one more than heights, increasing
  std::vector<double> heights;
  Colour colour = Colour::blue;
};

// The area between two curves.
struct Band {
  std::string label;
  std::vector<double> x;
  std::vector<double> low;
  std::vector<double> high;
  Colour colour = Colour::blue;
};

struct Panel {
  std::string title;
  Axis x;
  Axis y;
  std::vector<Line> lines;
  std::vector<Stem> stems;
  std::vector<Dots> dots;
  std::vector<Bars> bars;
  std::vector<Band> bands;
  std::string note;  // a remark under the title, in place of or beside the legend
};

// Panels from left to right in rows of `columns`.
std::string svg_figure(std::string_view title, std::string_view subtitle,
                       std::span<const Panel> panels, int columns = 2);

// One panel for an HTML page whose style defines --blue, --orange, --green, --purple, --grey,
// --text, --muted, --grid and --line. Title, note and legend are left to the page; `number` tells
// the panels of a page apart.
std::string inline_svg(const Panel& panel, std::size_t number);
// What the legend of a panel has: labels that are not empty.
struct LegendEntry {
  enum class Mark { line, dashes, dot, area };
  std::string label;
  Colour colour;
  Mark mark;
};
std::vector<LegendEntry> legend_of(const Panel& panel);
const char* colour_name(Colour colour);  // "blue"

// An axis that shows all finite values (positive ones, if logarithmic) of the lines with a margin;
// never empty. `most_decades` cuts a logarithmic axis off below.
Axis fitted_axis(std::string label, bool logarithmic, std::span<const std::vector<double>> values,
                 double most_decades = 12.0);

// Where the labelled marks of an axis stand: 1, 2 or 5 times a power of ten apart, or decades.
std::vector<double> axis_ticks(const Axis& axis);

// What stands at them: "12.5", or "2·10" and a raised exponent "6"; one of a kind along an axis,
// with as many digits as tell neighbours apart.
struct TickLabel {
  std::string text;
  std::string exponent;
};
std::vector<TickLabel> tick_labels(const Axis& axis);

// The range itself, or a wider one about it if its ends are too close to be told apart.
std::pair<double, double> widened_range(double low, double high);

}  // namespace phigp
