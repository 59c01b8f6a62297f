#include "phigp/report/svg.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace phigp {
namespace {

std::size_t count(const std::string& text, const std::string& piece) {
  std::size_t found = 0;
  for (std::size_t at = text.find(piece); at != std::string::npos; at = text.find(piece, at + 1))
    ++found;
  return found;
}

Panel simple_panel() {
  Panel panel;
  panel.title = "A";
  panel.x = {"x", false, 0.0, 2.0};
  panel.y = {"y", false, 0.0, 2.0};
  panel.lines.push_back({"line", {0.0, 1.0, 2.0}, {0.0, 1.0, 2.0}});
  return panel;
}

TEST(AxisTicks, AreOneTwoOrFiveTimesAPowerOfTenApart) {
  EXPECT_EQ(axis_ticks({"", false, 0.0, 1.0}),
            (std::vector<double>{0.0, 0.2, 0.4, 0.6000000000000001, 0.8, 1.0}));
  EXPECT_EQ(axis_ticks({"", false, -7.0, 7.0}), (std::vector<double>{-5.0, 0.0, 5.0}));
  for (const double width : {1e-8, 0.3, 1.0, 17.0, 999.0, 1e12}) {
    const std::vector<double> ticks = axis_ticks({"", false, -0.37 * width, 0.63 * width});
    ASSERT_GE(ticks.size(), 2U);
    EXPECT_LE(ticks.size(), 8U);
    const double step = ticks[1] - ticks[0];
    const double lead = step / std::pow(10.0, std::floor(std::log10(step) + 1e-9));
    EXPECT_NEAR(std::min({std::abs(lead - 1.0), std::abs(lead - 2.0), std::abs(lead - 5.0)}), 0.0,
                1e-6);
  }
}

TEST(AxisTicks, OfALogarithmicAxisAreDecadesAndNotTooMany) {
  EXPECT_EQ(axis_ticks({"", true, 0.5, 2000.0}), (std::vector<double>{1.0, 10.0, 100.0, 1000.0}));
  const std::vector<double> wide = axis_ticks({"", true, 1e-30, 1e30});
  EXPECT_GE(wide.size(), 3U);
  EXPECT_LE(wide.size(), 8U);
  EXPECT_GE(axis_ticks({"", true, 1.1, 1.9}).size(), 2U);
}

// Where a step is lost in rounding, a loop over its multiples would not end.
TEST(AxisTicks, EndWhereDoublesCannotTellNeighboursApart) {
  EXPECT_EQ(axis_ticks({"", false, 1e16, 1e16 + 6.0}), (std::vector<double>{1e16, 1e16 + 6.0}));
  EXPECT_EQ(axis_ticks({"", false, 1e17, 1e17 + 48.0}), (std::vector<double>{1e17, 1e17 + 48.0}));
  EXPECT_EQ(axis_ticks({"", false, -1e300, 1e300}).size(), 5U);
}

std::vector<std::string> texts_of(const Axis& axis) {
  std::vector<std::string> texts;
  for (const TickLabel& label : tick_labels(axis))
    texts.push_back(label.exponent.empty() ? label.text : label.text + "^" + label.exponent);
  return texts;
}

TEST(TickLabels, HaveTheDigitsThatTellNeighboursApart) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(texts_of({"", false, 0.0, 1.0}), (Texts{"0", "0.2", "0.4", "0.6", "0.8", "1"}));
  EXPECT_EQ(texts_of({"", false, 1e6 - 300.0, 1e6 + 300.0}),
            (Texts{"999700", "999800", "999900", "1000000", "1000100", "1000200", "1000300"}));
  EXPECT_EQ(texts_of({"", false, 1.7e9, 1.7e9 + 4e5}),
            (Texts{"1.7·10^9", "1.7001·10^9", "1.7002·10^9", "1.7003·10^9", "1.7004·10^9"}));
  EXPECT_EQ(texts_of({"", false, 100200.0, 100800.0}),
            (Texts{"100200", "100300", "100400", "100500", "100600", "100700", "100800"}));
  EXPECT_EQ(texts_of({"", false, 1000.0, 1000.0006}),
            (Texts{"1000", "1000.0001", "1000.0002", "1000.0003", "1000.0004", "1000.0005",
                   "1000.0006"}));
  EXPECT_EQ(texts_of({"", false, 0.0, 4e5}), (Texts{"0", "10^5", "2·10^5", "3·10^5", "4·10^5"}));
  EXPECT_EQ(texts_of({"", false, -2e-5, 2e-5}),
            (Texts{"−2·10^−5", "−10^−5", "0", "10^−5", "2·10^−5"}));
}

// Long labels take their room from the plot, or stand at every third mark.
TEST(InlineSvg, LeavesRoomForLongLabels) {
  Panel panel = simple_panel();
  panel.x = {"x", false, 1.7e9, 1.7e9 + 600.0};
  panel.y = {"y", false, 1.7e9, 1.7e9 + 600.0};
  const std::string svg = inline_svg(panel, 0);
  EXPECT_EQ(count(svg, "text-anchor=\"end\""), 7U);
  EXPECT_EQ(count(svg, "text-anchor=\"middle\""), 1U + 3U);
  const std::size_t frame = svg.find("fill=\"none\"");
  double left = 0.0;
  ASSERT_EQ(std::sscanf(svg.c_str() + svg.rfind("<rect", frame), "<rect x=\"%lf\"", &left), 1);
  EXPECT_GT(left, 60.0);
  const std::size_t last = svg.find(">1700000600<");  // the rightmost, below the plot
  double at = 0.0;
  ASSERT_EQ(std::sscanf(svg.c_str() + svg.rfind("<text", last), "<text x=\"%lf\"", &at), 1);
  EXPECT_LT(at, 370.0);  // of 400, half of some 75 wide
}

TEST(FittedAxis, ShowsEveryValueAndIsNeverEmpty) {
  const double inf = std::numeric_limits<double>::infinity();
  const std::vector<std::vector<double>> values{{1.0, 3.0, inf}, {-2.0, std::nan("")}};
  const Axis axis = fitted_axis("", false, values);
  EXPECT_LT(axis.low, -2.0);
  EXPECT_GT(axis.high, 3.0);
  EXPECT_LT(axis.high, 4.0);
  const std::vector<std::vector<double>> constant{{5.0, 5.0}};
  for (const bool logarithmic : {false, true}) {
    const Axis flat = fitted_axis("", logarithmic, constant);
    EXPECT_LT(flat.low, 5.0);
    EXPECT_GT(flat.high, 5.0);
    const Axis nothing = fitted_axis("", logarithmic, {});
    EXPECT_LT(nothing.low, nothing.high);
  }
}

TEST(FittedAxis, CutsALogarithmicAxisOffBelow) {
  const std::vector<std::vector<double>> values{{1e-300, 1.0}};
  EXPECT_GT(fitted_axis("", true, values, 6.0).low, 1e-7);
}

TEST(SvgFigure, EscapesWhatXmlReservesAndDropsWhatItCannotHold) {
  const Panel panels[] = {simple_panel()};
  const std::string svg = svg_figure("a < b & c\x01 \xff φ", "", panels);
  EXPECT_NE(svg.find("a &lt; b &amp; c  ? φ"), std::string::npos);
}

TEST(SvgFigure, InterruptsALineWhereItIsNotFinite) {
  Panel panel = simple_panel();
  panel.lines[0] = {"", {0.0, 0.5, 1.0, 1.5, 2.0}, {0.0, 1.0, std::nan(""), 1.0, 0.0}};
  const Panel panels[] = {panel};
  const std::string svg = svg_figure("", "", panels);
  EXPECT_EQ(count(svg, "<polyline"), 2U);
  EXPECT_EQ(count(svg, "nan"), 0U);
}

TEST(SvgFigure, PutsCurvePointsWhereTheAxesSay) {
  Panel panel = simple_panel();
  const Panel panels[] = {panel};
  const std::string svg = svg_figure("", "", panels);
  const std::size_t at = svg.find("points=\"");
  ASSERT_NE(at, std::string::npos);
  double x0 = 0.0, y0 = 0.0, x1 = 0.0, y1 = 0.0, x2 = 0.0, y2 = 0.0;
  ASSERT_EQ(std::sscanf(svg.c_str() + at, "points=\"%lf,%lf %lf,%lf %lf,%lf", &x0, &y0, &x1, &y1,
                        &x2, &y2),
            6);
  EXPECT_NEAR(x1 - x0, x2 - x1, 0.02);
  EXPECT_GT(x1, x0);
  EXPECT_LT(y1, y0);  // up is down in SVG
  EXPECT_NEAR(y1 - y0, y2 - y1, 0.02);
}

TEST(SvgFigure, RefersToNothingOutside) {
  const Panel panels[] = {simple_panel()};
  const std::string svg = svg_figure("t", "s", panels);
  EXPECT_EQ(count(svg, "href"), 0U);
  EXPECT_EQ(count(svg, "http"), 1U);  // the namespace
  EXPECT_EQ(count(svg, "fill=\"#ffffff\""), 1U);
}

}  // namespace
}  // namespace phigp
