// phigp report: a model and, if there is one, a table of known targets as one HTML page.
#include <filesystem>
#include <memory>
#include <optional>

#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/output.h"
#include "cli/table_input.h"
#include "phigp/base/error.h"
#include "phigp/base/threads.h"
#include "phigp/model/model_file.h"
#include "phigp/model/test_results.h"
#include "phigp/report/report_page.h"

namespace phigp {

namespace {

struct Options {
  std::string model;
  std::optional<std::string> table;
  std::string out = "report.html";
  int threads = 0;
  bool quiet = false;
};

int run_report(const Options& options) {
  require(!options.table || !options.table->empty(), "TABLE", "", "needs the name of a file");
  static_cast<void>(Threads(options.threads));  // refuses a wrong number before any work
  const bool to_file = options.out != "-";
  if (to_file) {
    keep_inputs({options.model, options.table.value_or("")}, {options.out});
    require_writable(options.out);
  }
  const FittedModel model = load_model(options.model);
  std::optional<TestResults> test;
  if (options.table)
    test = test_results(model, read_input_for(model, *options.table), options.threads);
  const std::string page = report_page(
      model, std::filesystem::path(options.model).filename().string(), test ? &*test : nullptr);
  if (!to_file) {
    write_standard_output(page);
    return kSuccess;
  }
  write_file(options.out, page);
  if (!options.quiet)
    write_standard_output(labelled("report", options.out, 14, standard_output_style()));
  return kSuccess;
}

}  // namespace

void add_report_command(CLI::App& program, Commands& commands) {
  CLI::App* app =
      program.add_subcommand("report", "Write a page about a model and how well it predicts");
  auto options = std::make_shared<Options>();
  app->add_option("MODEL", options->model, "Model file that `phigp fit` wrote")
      ->required()
      ->type_name("");
  app->add_option("TABLE", options->table,
                  "Table with features and known targets to test it on; - for standard input")
      ->type_name("");
  app->add_option("--out", options->out, "HTML file to write; - for standard output [report.html]")
      ->type_name("FILE");
  app->add_option("--threads", options->threads, "Processors to use; 0: all [0]")->type_name("N");
  app->add_flag("--quiet", options->quiet, "Print nothing");
  app->footer(
      "The page needs nothing else: no network, no script. It has the data, the model in\n"
      "mathematics, how it was fitted and, with a table, scores, calibration, residuals and the\n"
      "worst predictions.\n"
      "Example:\n  phigp report model.phigp test.csv --out report.html");
  commands.push_back({app, [options] { return run_report(*options); }});
}

}  // namespace phigp
