// Line plots as SVG text: panels with axes, lines, stems and a legend, in one style. Self-contained
// (no fonts, scripts or links), on a white ground so that it reads in light and dark viewers.
#pragma once

#include <span>
#include <string>
#include <string_view>
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

struct Panel {
  std::string title;
  Axis x;
  Axis y;
  std::vector<Line> lines;
  std::vector<Stem> stems;
  std::string note;  // a remark under the title, in place of or beside the legend
};

// Panels from left to right in rows of `columns`.
std::string svg_figure(std::string_view title, std::string_view subtitle,
                       std::span<const Panel> panels, int columns = 2);

// An axis that shows all finite values (positive ones, if logarithmic) of the lines with a margin;
// never empty. `most_decades` cuts a logarithmic axis off below.
Axis fitted_axis(std::string label, bool logarithmic, std::span<const std::vector<double>> values,
                 double most_decades = 12.0);

// Where the labelled marks of an axis stand: 1, 2 or 5 times a power of ten apart, or decades.
std::vector<double> axis_ticks(const Axis& axis);

}  // namespace phigp
