// phigp compare: samplers and approximations side by side on the posterior of one model.
#include <fmt/format.h>

#include <memory>

#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/fit_options.h"
#include "cli/output.h"
#include "cli/progress_line.h"
#include "cli/table_input.h"
#include "phigp/compare/compare.h"
#include "phigp/model/fit.h"
#include "phigp/model/model_file.h"
#include "phigp/report/compare_report.h"

namespace phigp {

namespace {

struct Options {
  std::string table;
  std::string model;
  std::vector<std::string> methods;
  CompareSettings compare;
  FitOptions fit;
  bool json = false;
  bool rows = false;
  bool quiet = false;
};

std::string method_list() {
  std::string text = "Methods (--methods; also all, samplers, approximations):\n";
  for (const ComparedMethod& method : compared_methods())
    text += fmt::format("  {:<24}{}\n", method.name, method.meaning);
  return text;
}

// Commas inside parentheses belong to a method: hmc(0.05,10).
std::vector<std::string> separate(const std::vector<std::string>& typed) {
  std::vector<std::string> names;
  for (const std::string& text : typed) {
    int depth = 0;
    names.emplace_back();
    for (const char c : text) {
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (c == ',' && depth == 0) {
        names.emplace_back();
      } else if (c != ' ') {
        names.back() += c;
      }
    }
  }
  return names;
}

FittedModel model_of(const Options& options, const FitSettings& settings, const Watcher& watch) {
  if (!options.model.empty()) return load_model(options.model);
  return fit(read_input(options.table), settings, watch);
}

int run_compare(const Options& options) {
  require(options.table.empty() != options.model.empty(), "compare",
          options.table.empty() ? "neither" : "both", "needs either TABLE or --model");
  for (const std::string& name : options.fit.changed()) {
    require(options.model.empty() || name == "seed" || name == "threads", "--" + name, "a value",
            "has no meaning with --model, which is fitted already");
  }
  FitSettings settings = options.fit.settings();
  if (settings.inference == "auto") settings.inference = "dense";
  CompareSettings how = options.compare;
  if (!options.methods.empty()) how.methods = separate(options.methods);
  find_methods(how.methods);  // a slip is said before the work
  how.seed = settings.seed;
  how.threads = settings.threads;
  catch_interrupts();
  const Comparison comparison = [&] {
    ProgressLine line(options.quiet || options.json);
    return compare(model_of(options, settings, line.watcher()), how, line.watcher());
  }();
  if (options.json) {
    write_standard_output(comparison_json(comparison, options.rows));
  } else if (!options.quiet) {
    write_standard_output(comparison_text(comparison, standard_output_style()));
  }
  return kSuccess;
}

}  // namespace

void add_compare_command(CLI::App& program, Commands& commands) {
  CLI::App* app = program.add_subcommand("compare", "Run samplers and approximations side by side");
  auto options = std::make_shared<Options>();
  CompareSettings& how = options->compare;
  app->add_option("TABLE", options->table,
                  "CSV, TSV, LIBSVM or .npy, plain or .gz; - for standard input")
      ->type_name("");
  app->add_option("--model", options->model, "A fitted model instead of a table")
      ->type_name("FILE");
  app->add_option("--methods", options->methods,
                  "Names, see below [gibbs,gibbs-plain,nuts-prior,nuts-eigen,nuts-variational,"
                  "elliptical]")
      ->type_name("A,B,...");
  app->add_option("--chains", how.chains, "Chains [4]")->type_name("N");
  app->add_option("--warm-up", how.warm_up, "Steps of each chain before draws are kept [500]")
      ->type_name("N");
  app->add_option("--draws", how.draws, "Draws kept of each chain, at most [1000]")->type_name("N");
  app->add_option("--thin", how.thin, "Steps per kept draw [1]")->type_name("N");
  app->add_option("--seconds", how.seconds,
                  "Processor time of each chain after its warm-up; 0 for no limit [0]")
      ->type_name("NUMBER");
  app->add_option("--particles", how.particles, "Of annealing [64]")->type_name("N");
  app->add_option("--temperatures", how.temperatures, "Of annealing [200]")->type_name("N");
  app->add_flag("--json", options->json, "Print one JSON object instead of text");
  app->add_flag("--rows", options->rows,
                "With --json: posterior mean and sd of f at every row, as each sampler has them");
  app->add_flag("--quiet", options->quiet, "Print nothing");
  options->fit.add_to(*app);
  app->footer(
      method_list() +
      "All methods see the same posterior of f, at hyperparameters that are learned first\n"
      "(--no-optimize: those that are stated). Diagnostics are of f, times are of processors.\n"
      "Examples:\n"
      "  phigp compare train.csv --target y --likelihood laplace --draws 2000\n"
      "  phigp compare --model model.phigp --methods \"gibbs,hmc(0.05,10),ep,annealing\"");
  commands.push_back({app, [options] { return run_compare(*options); }});
}

}  // namespace phigp
