// phigp sample: posterior draws by the exact Gibbs sampler.
#include <memory>

#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/fit_options.h"
#include "cli/output.h"
#include "cli/progress_line.h"
#include "cli/table_input.h"
#include "phigp/io/csv_writer.h"
#include "phigp/model/fit.h"
#include "phigp/model/sample.h"
#include "phigp/report/model_report.h"

namespace phigp {

namespace {

struct Options {
  std::string table;
  std::string out = "draws";
  SampleSettings sample;
  FitOptions fit;
  bool json = false;
  bool quiet = false;
};

void write_summary(const std::string& path, const SampleResult& result) {
  const std::size_t n = result.latent.size();
  std::vector<std::vector<double>> columns(8, std::vector<double>(n));
  for (std::size_t i = 0; i < n; ++i) {
    const ChainSummary& s = result.latent[i];
    const double values[] = {result.conditional_mean[static_cast<Eigen::Index>(i)],
                             s.mean_error,
                             s.sd,
                             s.lower,
                             s.upper,
                             s.r_hat,
                             s.bulk_effective_size,
                             s.tail_effective_size};
    for (std::size_t k = 0; k < columns.size(); ++k) columns[k][i] = values[k];
  }
  const char* names[] = {"mean", "mcse", "sd", "q0.05", "q0.95", "r_hat", "ess_bulk", "ess_tail"};
  std::vector<OutputColumn> out;
  const auto add = [&](const char* name, const Vector& cells) {
    out.push_back({name, std::span<const double>(cells.data(), n)});
  };
  for (std::size_t k = 0; k < columns.size(); ++k)
    out.push_back({names[k], std::span<const double>(columns[k])});
  if (result.leave_one_out) {
    add("elpd_loo", result.leave_one_out->log_density_rows);
    add("pareto_k", result.leave_one_out->pareto_shape);
  }
  write_csv(path, out);
}

int run_sample(const Options& options) {
  const FitSettings settings = options.fit.settings();
  const Table table = read_input(options.table);
  catch_interrupts();
  const bool quiet = options.quiet || options.json;
  SampleSettings sampling = options.sample;
  sampling.seed = settings.seed;
  sampling.threads = settings.threads;
  const SampleResult result = [&] {
    ProgressLine line(quiet);
    const FittedModel model = fit(table, settings, line.watcher());
    return sample(model, sampling, options.out + ".safetensors", line.watcher());
  }();
  write_summary(options.out + ".csv", result);
  if (options.json) {
    write_standard_output(sample_json(result));
  } else if (!options.quiet) {
    const TextStyle style = standard_output_style();
    write_standard_output(sample_text(result, style) +
                          labelled("files", result.file + ", " + options.out + ".csv", 14, style));
  }
  return kSuccess;
}

}  // namespace

void add_sample_command(CLI::App& program, Commands& commands) {
  CLI::App* app =
      program.add_subcommand("sample", "Draw from the posterior of f by Gibbs sampling");
  auto options = std::make_shared<Options>();
  SampleSettings& sampling = options->sample;
  app->add_option("TABLE", options->table,
                  "CSV, TSV, LIBSVM or .npy, plain or .gz; - for standard input")
      ->required()
      ->type_name("");
  app->add_option("--out", options->out,
                  "Draws go to OUT.safetensors, a summary of each row to OUT.csv [draws]")
      ->type_name("OUT");
  app->add_option("--chains", sampling.chains, "Chains [4]")->type_name("N");
  app->add_option("--warm-up", sampling.warm_up, "Sweeps of each chain before draws are kept [200]")
      ->type_name("N");
  app->add_option("--draws", sampling.draws, "Draws kept of each chain [1000]")->type_name("N");
  app->add_option("--thin", sampling.thin, "Sweeps per kept draw [1]")->type_name("N");
  app->add_flag("--json", options->json, "Print one JSON object instead of text");
  app->add_flag("--quiet", options->quiet, "Print nothing");
  options->fit.add_to(*app);
  app->footer(
      "Hyperparameters are learned first, by variational inference, and then held fixed.\n"
      "Example:\n  phigp sample train.csv --target y --likelihood laplace --chains 4 --out draws");
  commands.push_back({app, [options] { return run_sample(*options); }});
}

}  // namespace phigp
