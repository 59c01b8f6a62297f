#include "phigp/report/page_sections.h"

#include <gtest/gtest.h>

#include <cmath>

#include "phigp/model/fit.h"
#include "phigp/model/predict.h"

namespace phigp::test {
namespace {

// y depends on b strongly, on a a little, on nothing else.
Table three_features() {
  std::vector<double> a;
  std::vector<double> b;
  std::vector<double> c;
  std::vector<double> y;
  for (int i = 0; i < 60; ++i) {
    a.push_back(std::fmod(17.0 * i, 60.0));
    b.push_back(std::fmod(23.0 * i, 60.0) * 1e-3);
    c.push_back(std::fmod(41.0 * i, 60.0));
    y.push_back(50.0 + 10.0 * std::sin(b.back() * 200.0) + 0.05 * a.back() + std::sin(997.0 * i));
  }
  return Table("three", {number_column("a", a), number_column("b", b), number_column("c", c),
                         number_column("y", y)});
}

FittedModel fitted(const std::string& kernel) {
  FitSettings settings;
  settings.target = "y";
  settings.kernel = kernel;
  settings.likelihood.name = "gaussian";
  settings.threads = 1;
  return fit(three_features(), settings);
}

TEST(RelevantFeatures, ComeByTheirInverseLengthscales) {
  const FittedModel model = fitted("rbf(ard)");
  const std::vector<double> values = model.values().kernel->parameters();
  const std::vector<std::size_t> features = relevant_features(model);
  ASSERT_FALSE(features.empty());
  EXPECT_EQ(features.front(), 1U);
  for (std::size_t k = 1; k < features.size(); ++k)
    EXPECT_LE(values[1 + features[k - 1]], values[1 + features[k]]);  // behind the variance
  const std::string tables = relevance_tables(model);
  EXPECT_LT(tables.find("<td>b</td>"), tables.find("<td>a</td>"));
  EXPECT_NE(tables.find("width:100.0%"), std::string::npos);
  EXPECT_EQ(relevance_tables(fitted("rbf")), "");
  EXPECT_EQ(relevant_features(fitted("rbf")).size(), 3U);
}

// What is drawn is what predict() gives at a row with the other features at their mean.
TEST(EffectPanels, ShowPredictionsOfFInTheUnitsOfTheTable) {
  const FittedModel model = fitted("rbf(ard)");
  const std::vector<Panel> panels = effect_panels(model);
  ASSERT_FALSE(panels.empty());
  EXPECT_EQ(panels[0].title, "Along b");
  const Line& line = panels[0].lines[0];
  const std::vector<FeatureColumn>& columns = model.encoding().features.columns();
  const Table rows("rows",
                   {number_column("a", std::vector<double>(line.x.size(), columns[0].mean)),
                    number_column("b", line.x),
                    number_column("c", std::vector<double>(line.x.size(), columns[2].mean))});
  const Predictions expected = predict(model, rows, 0, line.x.size());
  for (std::size_t i = 0; i < line.x.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    EXPECT_NEAR(line.y[i], expected.latent_mean[k], 1e-6);
    EXPECT_NEAR(panels[0].bands[0].high[i] - panels[0].bands[0].low[i],
                2.0 * 1.6449 * expected.latent_sd[k], 1e-6);
  }
}

TEST(KernelMathematics, HasATermForEachVarianceAndASumForEachDistance) {
  const auto count = [](const std::string& text, const std::string& piece) {
    std::size_t found = 0;
    for (std::size_t at = text.find(piece); at != std::string::npos; at = text.find(piece, at + 1))
      ++found;
    return found;
  };
  const std::string one = kernel_mathematics(fitted("rbf(ard)"));
  EXPECT_EQ(count(one, "∑"), 1U);
  EXPECT_EQ(count(one, "<msub><mi>v</mi>"), 0U);
  EXPECT_EQ(count(one, "rbf.variance"), 1U);
  const std::string many = kernel_mathematics(fitted("rbf*periodic + 2*linear + constant + white"));
  EXPECT_EQ(count(many, "∑"), 3U);
  EXPECT_EQ(count(many, "<msub><mi>v</mi>"), 4U);
  EXPECT_EQ(count(many, "<mi>sin</mi>"), 1U);
  EXPECT_EQ(count(many, "δ"), 2U);  // in the formula, and what it means
}

TEST(ReportWarnings, TellOfAFitThatDidNotConvergeAndOfBadCalibration) {
  FitSettings settings;
  settings.target = "y";
  settings.kernel = "rbf(ard)";
  settings.likelihood.name = "gaussian";
  settings.iterations = 1;
  settings.threads = 1;
  const Table table = three_features();
  const FittedModel model = fit(table, settings);
  std::vector<std::string> warnings = report_warnings(model, nullptr);
  ASSERT_FALSE(warnings.empty());
  EXPECT_NE(warnings[0].find("without converging"), std::string::npos);
  std::vector<Column> columns = table.columns();
  columns[3] = number_column("y", std::vector<double>(60, 1e4));
  const TestResults test = test_results(model, Table("moved", columns), 1);
  warnings = report_warnings(model, &test);
  EXPECT_NE(warnings.back().find("not calibrated"), std::string::npos) << warnings.back();
}

}  // namespace
}  // namespace phigp::test
