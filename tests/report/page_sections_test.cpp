#include "phigp/report/page_sections.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "phigp/base/random.h"
#include "phigp/model/fit.h"
#include "phigp/model/predict.h"
#include "phigp/report/kernel_units.h"
#include "phigp/report/limit_notes.h"
#include "phigp/report/model_report.h"

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

TEST(RelevanceTables, ComeByInverseLengthscales) {
  const std::string tables = relevance_tables(fitted("rbf(ard)"));
  EXPECT_LT(tables.find("<td>b</td>"), tables.find("<td>a</td>"));
  EXPECT_NE(tables.find("width:100.0%"), std::string::npos);
  EXPECT_NE(tables.find("along a feature, standardised."), std::string::npos);
  EXPECT_EQ(relevance_tables(fitted("rbf")), "");
}

// What is drawn is what predict() gives at a row with the other features at their mean.
TEST(EffectPanels, ShowPredictionsOfFInTheUnitsOfTheTable) {
  const FittedModel model = fitted("rbf(ard)");
  const Effects effects = effect_panels(model);
  const std::vector<Panel>& panels = effects.panels;
  ASSERT_FALSE(panels.empty());
  EXPECT_EQ(effects.features, 3U);
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

// y = 3 x7, and x0, ..., x69 else: found whatever says so, a shared lengthscale, the second of two
// units, or the mean.
TEST(EffectPanels, ShowTheFeaturesThatMatterAndNoOthers) {
  const auto titles = [](std::size_t features, std::size_t which, const std::string& kernel,
                         const std::string& mean) {
    Stream stream({.seed = 1, .purpose = Purpose::target, .chain = 0, .index = 0});
    std::vector<Column> columns;
    for (std::size_t j = 0; j < features; ++j) {
      std::vector<double> x;
      for (int i = 0; i < 80; ++i) x.push_back(stream.uniform());
      columns.push_back(number_column("x" + std::to_string(j), x));
    }
    std::vector<double> y;
    for (std::size_t i = 0; i < 80; ++i)
      y.push_back(3.0 * columns[which].numbers[i] + 0.01 * stream.uniform());
    columns.push_back(number_column("y", y));
    FitSettings settings;
    settings.target = "y";
    settings.kernel = kernel;
    settings.mean = mean;
    settings.likelihood.name = "gaussian";
    settings.iterations = 30;
    settings.threads = 1;
    const Effects effects = effect_panels(fit(Table("t", columns), settings));
    std::vector<std::string> found;
    for (const Panel& panel : effects.panels) found.push_back(panel.title);
    EXPECT_EQ(effects.features, features);
    return found;
  };
  EXPECT_EQ(titles(6, 5, "rbf", "constant").front(), "Along x5");
  EXPECT_EQ(titles(6, 5, "rbf(ard, dims=[0,1]) + rbf(ard)", "constant").front(), "Along x5");
  EXPECT_EQ(titles(6, 5, "constant", "linear").front(), "Along x5");
  EXPECT_EQ(titles(6, 5, "rbf(ard)", "constant").size(), 1U);  // the others fall below 2 %
  EXPECT_EQ(titles(70, 69, "constant", "linear").front(), "Along x69");
}

TEST(KernelUnits, KnowTheirFeaturesAndWhatTheseMean) {
  FitSettings settings;
  settings.target = "y";
  settings.kernel =
      "4*rbf(lengthscale=2, dims=[a,c])*white + 9*linear + 16*matern32(lengthscale=[1,8,2])";
  settings.likelihood.name = "gaussian";
  settings.optimize = false;
  settings.threads = 1;
  const FittedModel model = fit(three_features(), settings);
  const std::vector<KernelUnit> units = kernel_units(model);
  ASSERT_EQ(units.size(), 4U);
  EXPECT_EQ(units[0].kind(), "rbf");
  EXPECT_EQ(*units[0].dims, (std::vector<std::size_t>{0, 2}));
  EXPECT_DOUBLE_EQ(units[0].sensitivity(0), 1.0);
  EXPECT_EQ(units[0].sensitivity(1), 0.0);
  EXPECT_EQ(units[1].kind(), "white");
  EXPECT_EQ(units[1].term, 0U);
  EXPECT_EQ(units[1].sensitivity(0), 0.0);
  EXPECT_FALSE(units[2].dims.has_value());
  EXPECT_DOUBLE_EQ(units[2].sensitivity(2), 3.0);
  EXPECT_DOUBLE_EQ(units[3].sensitivity(1), 0.5);
  const std::string mathematics = kernel_mathematics(model);
  EXPECT_NE(mathematics.find("<mi>d</mi><mo>∈</mo><msub><mi>D</mi><mn>1</mn></msub>"),
            std::string::npos);
  EXPECT_NE(mathematics.find(": a, c</p>"), std::string::npos);
  std::size_t drawn = 0;
  const std::string section = model_section(model, drawn);
  EXPECT_NE(section.find("<td>stated</td>"), std::string::npos);
  EXPECT_EQ(section.find("<td>learned</td>"), std::string::npos);
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
  EXPECT_EQ(count(one, "<msub><mi>V</mi>"), 0U);
  EXPECT_EQ(count(one, "rbf.variance"), 1U);
  const std::string many = kernel_mathematics(fitted("rbf*periodic + 2*linear + constant + white"));
  EXPECT_EQ(count(many, "∑"), 3U);
  EXPECT_EQ(count(many, "<msub><mi>V</mi>"), 4U);
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

// Noise-free rows: no noise is left, and two features say nothing.
TEST(LimitNotes, SayWhatEachKindOfParameterMeansThereOnPageAndInText) {
  std::vector<double> x;
  std::vector<double> y;
  for (int i = 0; i < 40; ++i) {
    x.push_back(0.1 * i);
    y.push_back(1.0 + 2.0 * x.back());
  }
  const Table table("line", {number_column("x", x), number_column("y", y)});
  FitSettings settings;
  settings.target = "y";
  settings.kernel = "linear";
  settings.likelihood.name = "gaussian";
  settings.threads = 1;
  const FittedModel model = fit(table, settings);
  const std::vector<std::string> notes = limit_notes(model);
  ASSERT_EQ(notes.size(), 1U) << model_text(model, {});
  EXPECT_EQ(notes[0],
            "sigma: as small as learning goes: no noise is left and the model interpolates its "
            "rows");
  EXPECT_NE(model_text(model, {false, 200}).find(notes[0]), std::string::npos);
  const std::vector<std::string> warnings = report_warnings(model, nullptr);
  EXPECT_NE(std::find(warnings.begin(), warnings.end(), notes[0] + "."), warnings.end());
}

TEST(ReportWarnings, CountTestRowsThatWereLearnedFrom) {
  const FittedModel model = fitted("rbf(ard)");
  const Table train = three_features();
  std::vector<Column> columns = train.columns();
  std::vector<double> a(columns[0].numbers.begin(), columns[0].numbers.end());
  for (std::size_t i = 0; i < 20; ++i) a[i] += 0.5;
  columns[0] = number_column("a", a);
  const TestResults test = test_results(model, Table("part", columns), 1);
  EXPECT_EQ(test.seen, 40U);
  const std::vector<std::string> warnings = report_warnings(model, &test);
  EXPECT_TRUE(std::any_of(warnings.begin(), warnings.end(), [](const std::string& warning) {
    return warning.starts_with("40 of 60 rows of the test equal rows of training");
  }));
}

TEST(TestSection, SaysHowManyTargetsLieBelowAQuantile) {
  FitSettings settings;
  settings.target = "y";
  settings.likelihood.name = "asymmetric-laplace";
  settings.likelihood.parameters = {{"tau", 0.8}};
  settings.threads = 1;
  const Table table = three_features();
  const FittedModel model = fit(table, settings);
  TestResults test = test_results(model, table, 1);
  test.rows.predicted.latent_mean.setConstant(50.0);
  test.rows.target.setConstant(60.0);
  test.rows.target.head(15).setConstant(40.0);
  test.rows.weight.setOnes();
  test.rows.weight.head(15).setConstant(3.0);
  const std::optional<QuantileShare> share = quantile_share(model, test);
  ASSERT_TRUE(share.has_value());
  EXPECT_DOUBLE_EQ(share->level, 0.8);
  EXPECT_DOUBLE_EQ(share->below, 0.5);
  EXPECT_NEAR(share->standard_error, 0.4 * std::sqrt(180.0) / 90.0, 1e-12);
  const std::vector<std::string> warnings = report_warnings(model, &test);
  EXPECT_EQ(warnings.back(),
            "50.0 % of the test's targets lie below their predicted 0.8-quantile.");
  std::size_t drawn = 0;
  EXPECT_NE(test_section(model, test, drawn)
                .find("<td>share below 0.8-quantile</td>"
                      "<td class=\"n\">0.5000</td>"),
            std::string::npos);
  EXPECT_FALSE(quantile_share(fitted("rbf"), test).has_value());
}

}  // namespace
}  // namespace phigp::test
