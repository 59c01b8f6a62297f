// phigp predict: a model and a table in, predictions out. phigp evaluate: how good they are.
#include <fmt/format.h>

#include <iostream>
#include <map>
#include <memory>

#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/output.h"
#include "cli/progress_line.h"
#include "cli/table_input.h"
#include "phigp/base/span_of.h"
#include "phigp/io/csv_writer.h"
#include "phigp/io/tensor_file.h"
#include "phigp/model/evaluate.h"
#include "phigp/model/model_file.h"
#include "phigp/model/predict.h"
#include "phigp/report/model_report.h"

namespace phigp {

namespace {

constexpr std::size_t kChunk = 4096;  // rows predicted and written at a time

struct Options {
  std::string model;
  std::string table;
  std::string out = "-";
  std::string joint;
  PredictSettings predict;
  bool quiet = false;
  bool json = false;
};

std::vector<std::string> column_names(const Options& options, bool label) {
  std::vector<std::string> names{"mean", "sd"};
  for (const double p : options.predict.quantiles) names.push_back(fmt::format("q{}", p));
  names.insert(names.end(), {"latent_mean", "latent_sd"});
  for (int k = 1; k <= options.predict.draws; ++k) names.push_back(fmt::format("draw{}", k));
  if (label) names.emplace_back("label");
  return names;
}

void append(CsvWriter& writer, const std::vector<std::string>& names, const Predictions& block) {
  std::vector<OutputColumn> columns;
  const auto add = [&](auto cells) { columns.push_back({names[columns.size()], cells}); };
  add(span_of(block.mean));
  add(span_of(block.sd));
  for (Eigen::Index k = 0; k < block.quantiles.cols(); ++k) add(span_of(block.quantiles.col(k)));
  add(span_of(block.latent_mean));
  add(span_of(block.latent_sd));
  for (Eigen::Index k = 0; k < block.draws.cols(); ++k) add(span_of(block.draws.col(k)));
  if (!block.label.empty()) add(std::span<const std::string>(block.label));
  writer.append(columns);
}

void write_joint(const std::string& path, const JointPredictions& joint) {
  const auto n = static_cast<std::size_t>(joint.latent_mean.size());
  const double* mean = joint.latent_mean.data();
  const double* covariance = joint.latent_covariance.data();
  TensorFile file;
  file.format = "phigp-joint-predictions";
  file.tensors["latent_mean"] = {{n}, std::vector<double>(mean, mean + n)};
  file.tensors["latent_covariance"] = {{n, n}, std::vector<double>(covariance, covariance + n * n)};
  write_tensors(path, file);
}

int run_predict(const Options& options) {
  keep_inputs({options.model, options.table}, {options.out, options.joint});
  const FittedModel model = load_model(options.model);
  const Table table = read_input_for(model, options.table);
  predict(model, table, 0, 0, options.predict);  // names missing columns before anything is written
  if (!options.joint.empty()) write_joint(options.joint, predict_jointly(model, table));
  const std::vector<std::string> names =
      column_names(options, model.encoding().domain == Domain::label);
  CsvWriter writer = options.out == "-" ? CsvWriter(std::cout, names, "standard output")
                                        : CsvWriter(options.out, names);
  catch_interrupts();
  ProgressLine line(options.quiet || options.out == "-");
  const Watcher watch = line.watcher();
  std::map<std::string, std::size_t> unseen;
  for (std::size_t first = 0; first < table.rows(); first += kChunk) {
    const std::size_t count = std::min(kChunk, table.rows() - first);
    const Predictions block = predict(model, table, first, count, options.predict);
    append(writer, names, block);
    for (const CellCount& cells : block.unseen) unseen[cells.column] += cells.cells;
    if (!watch({"rows", static_cast<int>(first + count), static_cast<int>(table.rows())}) &&
        first + count < table.rows()) {
      const std::string kept = writer.keep();
      throw WriteError(kept, "", "holds the rows predicted before the interruption");
    }
  }
  writer.commit();
  for (const auto& [column, cells] : unseen) {
    if (!options.quiet)
      std::cerr << fmt::format(
          "phigp: {} cells of column {} have a category that training did not have\n", cells,
          column);
  }
  return kSuccess;
}

int run_evaluate(const Options& options) {
  const FittedModel model = load_model(options.model);
  const Table table = read_input_for(model, options.table);
  const Evaluation evaluation =
      evaluate(model, table, options.predict.threads, 0, ProgressLine(options.json).watcher());
  write_standard_output(options.json ? evaluation_json(evaluation)
                                     : evaluation_text(evaluation, standard_output_style()));
  return kSuccess;
}

void add_inputs(CLI::App& app, Options& options) {
  app.add_option("MODEL", options.model, "Model file that `phigp fit` wrote")
      ->required()
      ->type_name("");
  app.add_option("TABLE", options.table, "Table with the model's features; - for standard input")
      ->required()
      ->type_name("");
  app.add_option("--threads", options.predict.threads, "Processors to use; 0: all [0]")
      ->type_name("N");
}

}  // namespace

void add_predict_command(CLI::App& program, Commands& commands) {
  CLI::App* app = program.add_subcommand("predict", "Predict the rows of a table");
  auto options = std::make_shared<Options>();
  add_inputs(*app, *options);
  app->add_option("--out", options->out, "CSV file to write; - for standard output [-]")
      ->type_name("FILE");
  app->add_option("--quantiles", options->predict.quantiles,
                  "Quantiles of y to report [0.025,0.5,0.975]")
      ->delimiter(',')
      ->type_name("P,...");
  app->add_option("--draws", options->predict.draws, "Draws of y for each row, as columns [0]")
      ->type_name("N");
  app->add_option("--seed", options->predict.seed, "Of the draws [0]")->type_name("N");
  app->add_option("--joint", options->joint,
                  fmt::format("Safetensors file for mean and covariance of all latent values "
                              "together; at most {} rows",
                              kMostJointRows))
      ->type_name("FILE");
  app->add_flag("--quiet", options->quiet, "Show no progress and no notes");
  app->footer(
      "Columns: mean, sd and quantiles of y, mean and sd of the latent f; for labels the mean is\n"
      "the probability of the positive one, and a column `label` has the likelier one.\n"
      "Example:\n  phigp predict model.phigp test.csv --out predictions.csv");
  commands.push_back({app, [options] { return run_predict(*options); }});
}

void add_evaluate_command(CLI::App& program, Commands& commands) {
  CLI::App* app = program.add_subcommand("evaluate", "Score predictions against known targets");
  auto options = std::make_shared<Options>();
  add_inputs(*app, *options);
  app->add_flag("--json", options->json, "Print one JSON object instead of text");
  app->footer("Example:\n  phigp evaluate model.phigp test.csv");
  commands.push_back({app, [options] { return run_evaluate(*options); }});
}

}  // namespace phigp
