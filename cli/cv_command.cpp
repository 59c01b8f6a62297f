// phigp cv: how well a model predicts rows it has not seen, by k-fold cross-validation.
#include <fmt/format.h>

#include <memory>

#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/fit_options.h"
#include "cli/output.h"
#include "cli/progress_line.h"
#include "cli/table_input.h"
#include "phigp/base/span_of.h"
#include "phigp/io/csv_writer.h"
#include "phigp/model/cross_validation.h"
#include "phigp/report/cross_validation_report.h"

namespace phigp {

namespace {

struct Options {
  std::string table;
  std::string out;
  CrossValidationSettings how;
  FitOptions fit;
  bool json = false;
  bool quiet = false;
};

// One line for each row and repeat. Returns where it is: a run that was stopped leaves a part.
std::string write_predictions(const std::string& path, const Table& table,
                              const std::string& target, const CrossValidation& result) {
  std::vector<std::vector<double>> numbers(3);  // line in the file; repeat and fold from 1
  std::vector<std::string> observed;
  const Column& column = table.at(target);
  for (const OutOfFoldRow& at : result.where) {
    numbers[0].push_back(static_cast<double>(table.row_number(at.row)));
    numbers[1].push_back(at.repeat + 1.0);
    numbers[2].push_back(at.fold + 1.0);
    observed.push_back(column.text(at.row));
  }
  const Predictions& predicted = result.held_out.predicted;
  std::vector<OutputColumn> columns;
  const auto add = [&](std::string name, auto cells) {
    columns.push_back({std::move(name), cells});
  };
  add("row", std::span<const double>(numbers[0]));
  add("repeat", std::span<const double>(numbers[1]));
  add("fold", std::span<const double>(numbers[2]));
  add("target", std::span<const std::string>(observed));
  add("mean", span_of(predicted.mean));
  add("sd", span_of(predicted.sd));
  for (std::size_t k = 0; k < scored_quantiles().size(); ++k)
    add(fmt::format("q{}", scored_quantiles()[k]),
        span_of(predicted.quantiles.col(static_cast<Eigen::Index>(k))));
  add("latent_mean", span_of(predicted.latent_mean));
  add("latent_sd", span_of(predicted.latent_sd));
  add("log_density", span_of(result.held_out.log_density));
  if (!predicted.label.empty()) add("label", std::span<const std::string>(predicted.label));
  std::vector<std::string> names;
  for (const OutputColumn& each : columns) names.push_back(each.name);
  CsvWriter writer(path, names);
  writer.append(columns);
  if (result.stop == Stop::stopped) return writer.keep();
  writer.commit();
  return path;
}

int run_cv(const Options& options) {
  const FitSettings settings = options.fit.settings();
  keep_inputs({options.table}, {options.out});
  if (!options.out.empty()) require_writable(options.out);
  const Table table = read_input(options.table);
  catch_interrupts();
  const CrossValidation result = [&] {
    ProgressLine line(options.quiet || options.json);
    return cross_validate(table, settings, options.how, line.watcher());
  }();
  std::string file;
  if (!options.out.empty() && result.done > 0)
    file = write_predictions(options.out, table, settings.target, result);
  if (options.json) {
    write_standard_output(cross_validation_json(result));
  } else if (!options.quiet) {
    const TextStyle style = standard_output_style();
    std::string text = cross_validation_text(result, style);
    if (!file.empty()) text += "\n" + labelled("predictions", file, 14, style);
    write_standard_output(text);
  }
  return result.failed > 0 ? kRefused : kSuccess;
}

}  // namespace

void add_cv_command(CLI::App& program, Commands& commands) {
  CLI::App* app =
      program.add_subcommand("cv", "Score predictions of rows not seen, by cross-validation");
  auto options = std::make_shared<Options>();
  app->add_option("TABLE", options->table,
                  "CSV, TSV, LIBSVM or .npy, plain or .gz; - for standard input")
      ->required()
      ->type_name("");
  app->add_option("--folds", options->how.folds, "Parts to predict, each from all the others [10]")
      ->type_name("N");
  app->add_option("--repeats", options->how.repeats, "Times to do it, with other folds [1]")
      ->type_name("N");
  app->add_option("--out", options->out, "CSV file for the predictions of each row")
      ->type_name("FILE");
  app->add_flag("--json", options->json, "Print one JSON object instead of text");
  app->add_flag("--quiet", options->quiet, "Print nothing");
  options->fit.add_to(*app);
  app->footer(
      "Folds follow from --seed; those of a target of labels have their share of both labels.\n"
      "Ctrl-C keeps the folds that are done. The exit code is 65 when a fold could not be fitted.\n"
      "Example:\n  phigp cv train.csv --target y --folds 10 --out predictions.csv");
  commands.push_back({app, [options] { return run_cv(*options); }});
}

}  // namespace phigp
