// phigp fit: from a table to a model file. phigp info: what is in a model file.
#include <memory>

#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/fit_options.h"
#include "cli/output.h"
#include "cli/progress_line.h"
#include "cli/table_input.h"
#include "phigp/model/fit.h"
#include "phigp/model/model_file.h"
#include "phigp/report/model_report.h"

namespace phigp {

namespace {

struct Options {
  std::string table;
  std::string out = "model.phigp";
  bool json = false;
  bool quiet = false;
  FitOptions fit;
};

int run_fit(const Options& options) {
  const FitSettings settings = options.fit.settings();
  keep_inputs({options.table}, {options.out});
  require_writable(options.out);
  const Table table = read_input(options.table);
  catch_interrupts();
  const FittedModel model = [&] {
    ProgressLine line(options.quiet || options.json);
    return fit(table, settings, line.watcher());
  }();
  save_model(options.out, model);
  if (options.json) {
    write_standard_output(model_json(model));
  } else if (!options.quiet) {
    const TextStyle style = standard_output_style();
    write_standard_output(model_text(model, style) +
                          labelled("model file", options.out, 14, style));
  }
  return kSuccess;
}

}  // namespace

void add_fit_command(CLI::App& program, Commands& commands) {
  CLI::App* app = program.add_subcommand("fit", "Fit a model to a table and write a model file");
  auto options = std::make_shared<Options>();
  app->add_option("TABLE", options->table,
                  "CSV, TSV, LIBSVM, .npy (plain or .gz) or column file; - for standard input")
      ->required()
      ->type_name("");
  app->add_option("--out", options->out, "Model file to write [model.phigp]")->type_name("FILE");
  app->add_flag("--json", options->json, "Print one JSON object instead of text");
  app->add_flag("--quiet", options->quiet, "Print nothing");
  options->fit.add_to(*app);
  app->footer(
      "Examples:\n"
      "  phigp fit train.csv --target y --likelihood student-t --out model.phigp\n"
      "  phigp fit train.csv --target y --density \"exp(-abs(y-f)/b)/(2*b)\" --parameters b=1\n"
      "Ctrl-C ends learning early and keeps the model as it is then.");
  commands.push_back({app, [options] { return run_fit(*options); }});
}

void add_info_command(CLI::App& program, Commands& commands) {
  CLI::App* app = program.add_subcommand("info", "Show what is in a model file");
  auto path = std::make_shared<std::string>();
  auto json = std::make_shared<bool>(false);
  app->add_option("MODEL", *path, "Model file that `phigp fit` wrote")->required()->type_name("");
  app->add_flag("--json", *json, "Print one JSON object instead of text");
  app->footer("Example:\n  phigp info model.phigp");
  commands.push_back({app, [path, json] {
                        const FittedModel model = load_model(*path);
                        write_standard_output(*json ? model_json(model)
                                                    : model_text(model, standard_output_style()));
                        return int{kSuccess};
                      }});
}

}  // namespace phigp
