#include "phigp/report/report_page.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cctype>
#include <cmath>

#include "phigp/likelihoods/catalogue/catalogue.h"
#include "phigp/model/fit.h"
#include "phigp/report/model_report.h"
#include "phigp/report/text_layout.h"
#include "tests/report/well_formed.h"
#include "tests/support/awkward_data.h"
#include "tests/support/changed_column.h"

namespace phigp::test {
namespace {

FitSettings quick(const Table& table) {
  FitSettings settings;
  settings.target = "y";
  settings.iterations = 5;
  settings.threads = 1;
  if (table.find("n") != nullptr) settings.trials = "n";
  return settings;
}

Table ordinary(Domain domain) { return few_awkward_sets(domain).front().table; }

// Every rule that a page has to obey, whatever is in it.
void expect_sound(const std::string& page, const std::string& what) {
  EXPECT_EQ(defect_of(page), "") << what;
  EXPECT_EQ(odd_number_in(page), "") << what;
  std::size_t outside = 0;
  for (std::size_t at = page.find("http"); at != std::string::npos; at = page.find("http", at + 1))
    if (page.substr(at - 7, 7) != "xmlns=\"") ++outside;
  EXPECT_EQ(outside, 0U) << what;
  EXPECT_EQ(page.find("<script"), std::string::npos) << what;
  EXPECT_EQ(page.find("src="), std::string::npos) << what;
}

// `finite`: numbers of the table are such that every score is.
void expect_sound_pages(const FittedModel& model, const Table& table, const std::string& what,
                        bool finite = true) {
  expect_sound(report_page(model, "model.phigp", nullptr), what + ", model alone");
  const TestResults test = test_results(model, table, 1);
  const std::string page = report_page(model, "model.phigp", &test);
  expect_sound(page, what + ", with a table");
  if (finite) {
    EXPECT_EQ(page.find("∞<"), std::string::npos) << what;
  }
  EXPECT_NE(page.find("Worst predictions"), std::string::npos) << what;
}

TEST(ReportPage, IsSoundForEveryLikelihood) {
  for (const std::string& name : likelihood_names()) {
    const Table table = ordinary(make_likelihood(name)->domain());
    FitSettings settings = quick(table);
    settings.likelihood.name = name;
    expect_sound_pages(fit(table, settings), table, name);
  }
}

TEST(ReportPage, IsSoundForSparseModelsOfEveryDomain) {
  for (const char* name : {"student-t", "logistic", "negative-binomial", "binomial"}) {
    const Table table = ordinary(make_likelihood(name)->domain());
    FitSettings settings = quick(table);
    settings.likelihood.name = name;
    settings.inference = "sparse";
    settings.inducing = 5;
    expect_sound_pages(fit(table, settings), table, std::string(name) + ", sparse");
  }
}

TEST(ReportPage, IsSoundForFormulasKernelsAndMeans) {
  const Table table = ordinary(Domain::real);
  FitSettings settings = quick(table);
  settings.likelihood.density = "exp(-abs(y-f)/b)/(2*b)";
  settings.likelihood.parameters = {{"b", 1.0}};
  settings.kernel = "rbf*periodic + 2*linear(ard) + rq + matern52(ard) + constant + 0.1*white";
  settings.mean = "linear";
  settings.restarts = 2;
  const FittedModel model = fit(table, settings);
  expect_sound_pages(model, table, "density");
  const std::string page = report_page(model, "model.phigp", nullptr);
  EXPECT_NE(page.find("restart 2"), std::string::npos);
  settings = quick(table);
  settings.likelihood.phi = "(1+sqrt(3*r)/rho)*exp(-sqrt(3*r)/rho)";
  settings.likelihood.parameters = {{"rho", 1.0}};
  settings.refine = true;
  settings.priors = parse_priors("rbf.variance=lognormal(0,1)");
  expect_sound_pages(fit(table, settings), table, "phi");
}

void expect_sound_for_awkward(Domain domain) {
  for (const AwkwardSet& set : few_awkward_sets(domain)) {
    FitSettings settings = quick(set.table);
    settings.iterations = 2;
    if (domain == Domain::count) settings.likelihood.name = "negative-binomial";
    expect_sound_pages(fit(set.table, settings), set.table, set.name, false);
  }
}

TEST(ReportPage, IsSoundForAwkwardLabels) { expect_sound_for_awkward(Domain::label); }
TEST(ReportPage, SlowIsSoundForAwkwardNumbers) { expect_sound_for_awkward(Domain::real); }
TEST(ReportPage, SlowIsSoundForAwkwardSuccesses) { expect_sound_for_awkward(Domain::successes); }
TEST(ReportPage, SlowIsSoundForAwkwardCounts) { expect_sound_for_awkward(Domain::count); }

TEST(ReportPage, EscapesWhatComesFromData) {
  const std::string nasty = "<script>alert(\"&\")</script>";
  std::vector<double> x;
  std::vector<std::string> kind;
  std::vector<std::string> y;
  for (int i = 0; i < 12; ++i) {
    x.push_back(i);
    kind.emplace_back(i % 3 == 0 ? "<b>" : "\"'&amp;");
    y.emplace_back(i % 4 < 2 ? "</td>" : "]]>");
  }
  const Table table("<i>.csv",
                    {number_column(nasty, x), text_column("<&>", kind), text_column("\">", y)});
  FitSettings settings = quick(table);
  settings.target = "\">";
  settings.kernel = "rbf(ard)";
  const FittedModel model = fit(table, settings);
  const TestResults test = test_results(model, table, 1);
  const std::string page = report_page(model, "<u>.phigp", &test);
  expect_sound(page, "names");
  for (const char* piece : {"<script", "<b>, ", "<i>.csv", "<u>", "]]>"})
    EXPECT_EQ(page.find(piece), std::string::npos) << piece;
  for (const char* piece :
       {"&lt;script&gt;", "&lt;b&gt;, &quot;'&amp;amp;", "&lt;i&gt;.csv", "&lt;u&gt;", "]]&gt;"})
    EXPECT_NE(page.find(piece), std::string::npos) << piece;
}

TEST(ReportPage, GivesScoresAsEvaluationDoes) {
  const Table table = ordinary(Domain::real);
  const FittedModel model = fit(table, quick(table));
  const TestResults test = test_results(model, table, 1);
  const Evaluation evaluation = evaluate(model, table, 1);
  ASSERT_EQ(test.evaluation.scores.size(), evaluation.scores.size());
  const std::string page = report_page(model, "model.phigp", &test);
  for (std::size_t k = 0; k < evaluation.scores.size(); ++k) {
    const ScoreEntry& entry = evaluation.scores[k];
    EXPECT_EQ(test.evaluation.scores[k].value, entry.value);
    std::string row(describe(entry.score).title);
    if (entry.level) row += fmt::format(" of {:g} % interval", 100.0 * *entry.level);
    row = fmt::format("<tr><td>{}</td><td class=\"n\">{}</td>", row, score_text(entry.value));
    const std::size_t place = page.find(row);
    EXPECT_NE(place, std::string::npos) << row;
    EXPECT_EQ(page.find(row, place + 1), std::string::npos) << row << " twice";
  }
}

// A target in units of 1e-6, of which four decimals show nothing.
TEST(ReportPage, ShowsSmallScores) {
  std::vector<double> x;
  std::vector<double> y;
  for (int i = 0; i < 30; ++i) {
    x.push_back(0.1 * i);
    y.push_back(1e-6 * (std::sin(x.back()) + 0.3 * std::sin(997.0 * i)));
  }
  const Table table("small", {number_column("x", x), number_column("y", y)});
  const FittedModel model = fit(table, quick(table));
  const TestResults test = test_results(model, table, 1);
  const std::string page = report_page(model, "model.phigp", &test);
  const std::string text = evaluation_text(test.evaluation, {});
  for (const ScoreEntry& entry : test.evaluation.scores) {
    if (entry.score != Score::root_mean_square_error) continue;
    EXPECT_LT(entry.value, 1e-6);
    const std::string four = fmt::format("{:.3e}", entry.value);
    EXPECT_NE(page.find(">" + four + "<"), std::string::npos) << four;
    EXPECT_NE(text.find(" " + four), std::string::npos) << text;
  }
}

// An axis or a bar too many would not end.
TEST(ReportPage, IsSoundForNumbersThatAreHardToTellApart) {
  std::vector<double> x;
  std::vector<double> y;
  for (int i = 0; i < 16; ++i) {
    x.push_back(1e17 + 16.0 * (i % 4));
    y.push_back(1e16 + 2.0 * ((i * 7) % 4));
  }
  const Table table("far", {number_column("x", x), number_column("y", y)});
  expect_sound_pages(fit(table, quick(table)), table, "far from zero");
}

TEST(ReportPage, LeavesTheStandardErrorOfASingleRowOut) {
  const Table table = ordinary(Domain::real);
  const FittedModel model = fit(table, quick(table));
  std::vector<Column> columns = table.columns();
  for (Column& column : columns) {
    if (column.name != "y") continue;
    std::vector<double> y(column.numbers.size(), std::nan(""));
    y[3] = column.numbers[3];
    column = number_column("y", y);
  }
  const TestResults test = test_results(model, Table("one", columns), 1);
  const std::string page = report_page(model, "model.phigp", &test);
  expect_sound(page, "one row");
  EXPECT_EQ(evaluation_text(test.evaluation, {}).find("inf"), std::string::npos);
}

}  // namespace
}  // namespace phigp::test
