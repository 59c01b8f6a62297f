// Pictures and tables of a test, of hand-made results against literal numbers.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "phigp/report/histogram.h"
#include "phigp/report/page_sections.h"

namespace phigp::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Vector vector_of(std::initializer_list<double> values) {
  Vector out(static_cast<Eigen::Index>(values.size()));
  std::copy(values.begin(), values.end(), out.begin());
  return out;
}

// Ten rows that count, one without a target and one of weight 0.
TestResults labels_by_hand() {
  TestResults test;
  test.rows.predicted.mean =
      vector_of({0.05, 0.05, 0.05, 0.45, 0.45, 0.55, 0.55, 0.95, 0.95, 0.95, 0.5, 0.5});
  test.rows.target = vector_of({0, 0, 1, 0, 1, 1, 0, 1, 1, 1, kNan, 1});
  test.rows.weight = vector_of({1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1, 0});
  return test;
}

TEST(LabelPanels, ShowSharesAndWilsonsIntervals) {
  const std::vector<Panel> panels = label_panels(labels_by_hand(), {"no", "yes"});
  ASSERT_EQ(panels.size(), 2U);
  const Dots& dots = panels[0].dots[0];
  ASSERT_EQ(dots.x.size(), 4U);
  const std::vector<double> probability{0.05, 0.45, 0.55, 0.95};
  const std::vector<double> share{1.0 / 3.0, 1.0 / 3.0, 0.5, 1.0};
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_NEAR(dots.x[k], probability[k], 1e-12);
    EXPECT_NEAR(dots.y[k], share[k], 1e-12);
  }
  // Wilson's intervals: 1 of 3 and 3 of 3 from scipy's binomtest; the second bin has weights 2 and
  // 1, as good as 9/5 rows of which 3/5 are positive, by hand.
  const std::vector<double>& ends = panels[0].lines[1].y;
  EXPECT_NEAR(ends[0], 0.061490, 1e-6);
  EXPECT_NEAR(ends[1], 0.792345, 1e-6);
  EXPECT_NEAR(ends[9], 0.438494, 1e-6);
  EXPECT_NEAR(ends[10], 1.0, 1e-6);
  EXPECT_NEAR(ends[3], 0.041607, 1e-6);
  EXPECT_NEAR(ends[4], 0.852040, 1e-6);
}

TEST(LabelPanels, CountProbabilitiesOfEachLabel) {
  const Panel panel = label_panels(labels_by_hand(), {"no", "yes"})[1];
  ASSERT_EQ(panel.bars.size(), 2U);
  EXPECT_EQ(panel.bars[0].label, "rows of no");
  EXPECT_EQ(panel.bars[0].heights[1], 2.0);
  EXPECT_EQ(panel.bars[0].heights[9], 1.0);
  EXPECT_EQ(panel.bars[0].heights[11], 1.0);
  EXPECT_EQ(panel.bars[1].heights[1], 1.0);
  EXPECT_EQ(panel.bars[1].heights[19], 3.0);
}

TEST(ConfusionTable, CountsRowsByLabelAndPrediction) {
  const std::string table = confusion_table(labels_by_hand(), {std::string(60, 'n'), std::nullopt});
  EXPECT_NE(table.find("<td>observed other</td><td class=\"n\">2</td><td class=\"n\">4</td>"),
            std::string::npos)
      << table;
  EXPECT_NE(table.find("…</td><td class=\"n\">3</td><td class=\"n\">1</td>"), std::string::npos);
  EXPECT_EQ(table.find(std::string(41, 'n')), std::string::npos);
  EXPECT_NE(table.find("each counted once"), std::string::npos);
}

// Ten rows that count; their medians are 0, 1, ..., 9 and their targets lie 1 above or below.
TestResults numbers_by_hand() {
  TestResults test;
  test.pit = vector_of({0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95, kNan, 0.5});
  test.rows.weight = vector_of({3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0});
  test.rows.predicted.quantiles.setZero(12, 7);
  test.rows.predicted.mean.setConstant(12, 100.0);
  test.rows.target.setZero(12);
  for (Eigen::Index i = 0; i < 12; ++i) {
    const auto x = static_cast<double>(i);
    test.rows.predicted.quantiles(i, kMedian) = x;
    test.rows.target[i] = x + (i % 2 == 0 ? 1.0 : -1.0);
  }
  test.rows.target[10] = kNan;
  ScoreEntry entry;
  entry.score = Score::coverage;
  entry.level = 0.9;
  entry.value = 0.75;
  test.evaluation.scores = {entry};
  return test;
}

TEST(NumberPanels, ShowWeightedPitAndCoverage) {
  const std::vector<Panel> panels = number_panels(numbers_by_hand(), true, "y");
  ASSERT_EQ(panels.size(), 4U);
  const std::vector<double>& heights = panels[0].bars[0].heights;
  ASSERT_EQ(heights.size(), 10U);
  EXPECT_NEAR(heights[0], 0.25, 1e-12);  // 3 of a weight of 12
  EXPECT_NEAR(heights[7], 1.0 / 12.0, 1e-12);
  // 144 / 18 = 8 rows in effect.
  EXPECT_NEAR(panels[0].bands[0].high[0], 0.1 + 1.96 * std::sqrt(0.09 / 8.0), 1e-12);
  const Line& found = panels[1].lines[1];
  EXPECT_NEAR(found.x[20], 0.4, 1e-12);
  EXPECT_NEAR(found.y[20], 4.0 / 12.0, 1e-12);  // 0.35, 0.45, 0.55, 0.65
  EXPECT_NEAR(found.y[46], 1.0, 1e-12);
  EXPECT_NEAR(found.y[44], 8.0 / 12.0, 1e-12);
  EXPECT_NEAR(panels[1].bands[0].high[10], 0.2 + 1.96 * std::sqrt(0.16 / 8.0), 1e-12);
  EXPECT_EQ(panels[1].dots[0].x, (std::vector<double>{0.9}));
  EXPECT_EQ(panels[1].dots[0].y, (std::vector<double>{0.75}));
}

TEST(NumberPanels, ShowResidualsFromTheMedianOrOfCountsFromTheMean) {
  const std::vector<Panel> real = number_panels(numbers_by_hand(), true, "y");
  EXPECT_EQ(real[2].dots[0].x, (std::vector<double>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
  EXPECT_EQ(real[2].dots[0].y, (std::vector<double>{1, 0, 3, 2, 5, 4, 7, 6, 9, 8}));
  EXPECT_EQ(real[3].dots[0].y, (std::vector<double>{1, -1, 1, -1, 1, -1, 1, -1, 1, -1}));
  EXPECT_EQ(real[2].x.label, "predicted median of y");
  const std::vector<Panel> counts = number_panels(numbers_by_hand(), false, "y");
  EXPECT_EQ(counts[3].dots[0].y[3], 2.0 - 100.0);
}

TEST(NumberPanels, StandWithoutASingleRow) {
  TestResults none = numbers_by_hand();
  none.pit.setConstant(kNan);
  for (const Panel& panel : number_panels(none, true, "y")) {
    const std::string svg = inline_svg(panel, 0);
    EXPECT_EQ(svg.find("nan"), std::string::npos) << panel.title;
    EXPECT_EQ(svg.find("inf"), std::string::npos) << panel.title;
  }
}

TEST(Histogram, CountsWithWeightsAndKeepsTheUpperEdge) {
  const std::vector<double> values{0.0, 0.1, 0.5, 1.0, kNan, 1.5};
  const std::vector<double> weights{1.0, 2.0, 3.0, 4.0, 5.0, 6.0};
  const Bars bars = histogram(values, weights, 0.0, 1.0, 2, 10.0);
  EXPECT_EQ(bars.edges, (std::vector<double>{0.0, 0.5, 1.0}));
  EXPECT_EQ(bars.heights, (std::vector<double>{0.3, 0.7}));
}

TEST(Histogram, HasABarForEachOfFewWholeNumbers) {
  const std::vector<double> values{2.0, 5.0, 5.0};
  const Panel panel = histogram_panel("", "", values);
  EXPECT_EQ(panel.bars[0].heights, (std::vector<double>{1.0, 0.0, 0.0, 2.0}));
  EXPECT_EQ(panel.bars[0].edges.front(), 1.5);
}

// Whole numbers so large that half a step away is no other number.
TEST(Histogram, StandsForValuesThatCannotBeToldApart) {
  const std::vector<double> values{1e16, 1e16 + 2.0, 1e16 + 4.0, 1e16 + 6.0};
  const Panel panel = histogram_panel("", "", values);
  ASSERT_EQ(panel.bars[0].heights.size(), 8U);
  EXPECT_LT(panel.x.low, 1e16);
  EXPECT_GT(panel.x.high, 1e16 + 6.0);
  EXPECT_LT(inline_svg(panel, 0).size(), 20000U);
}

}  // namespace
}  // namespace phigp::test
