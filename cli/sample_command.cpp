// phigp sample: posterior draws by the exact Gibbs sampler.
#include <filesystem>
#include <memory>
#include <optional>

#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/fit_options.h"
#include "cli/output.h"
#include "cli/progress_line.h"
#include "cli/table_input.h"
#include "phigp/io/csv_writer.h"
#include "phigp/io/tensor_stream.h"
#include "phigp/model/fit.h"
#include "phigp/model/sample.h"
#include "phigp/report/sample_report.h"

namespace phigp {

namespace {

struct Options {
  std::string table;
  std::string at;
  std::string out = "draws";
  SampleSettings sample;
  FitOptions fit;
  bool json = false;
  bool quiet = false;
};

// Columns of a summary of many numbers, collected before they are written.
class SummaryColumns {
 public:
  explicit SummaryColumns(std::size_t rows) : rows_(rows) {}

  template <class Value>
  void add(const std::string& name, Value&& value) {
    std::vector<double> column(rows_);
    for (std::size_t i = 0; i < rows_; ++i) column[i] = value(i);
    columns_.emplace_back(name, std::move(column));
  }
  // mean, mcse, sd, quantiles and, of chains that are to be judged, R-hat and effective sizes.
  void add(const std::string& prefix, const std::vector<ChainSummary>& all, const Vector* means) {
    const auto column = [&](const char* name, double ChainSummary::* field) {
      add(prefix + name, [&](std::size_t i) { return all[i].*field; });
    };
    if (means != nullptr) {
      add(prefix + "mean", [&](std::size_t i) { return (*means)[static_cast<Eigen::Index>(i)]; });
    } else {
      column("mean", &ChainSummary::mean);
    }
    column("mcse", &ChainSummary::mean_error);
    column("sd", &ChainSummary::sd);
    column("q0.05", &ChainSummary::lower);
    column("q0.95", &ChainSummary::upper);
    column("r_hat", &ChainSummary::r_hat);
    column("ess_bulk", &ChainSummary::bulk_effective_size);
    column("ess_tail", &ChainSummary::tail_effective_size);
    column("ess_second_moment", &ChainSummary::second_moment_effective_size);
    column("autocorrelation", &ChainSummary::lag_one_autocorrelation);
  }
  void write(const std::string& path, const std::vector<OutputColumn>& first = {}) const {
    std::vector<OutputColumn> out = first;
    for (const auto& [name, column] : columns_)
      out.push_back({name, std::span<const double>(column)});
    write_csv(path, out);
  }

 private:
  std::size_t rows_;
  std::vector<std::pair<std::string, std::vector<double>>> columns_;
};

// Where the rows of summaries are in their files, as an editor counts them.
struct RowNumbers {
  std::vector<std::size_t> training;
  std::vector<std::size_t> fresh;
};

RowNumbers row_numbers(const FittedModel& model, const Table& table, const Table* new_rows) {
  RowNumbers numbers;
  for (const std::size_t row : encode_training(table, model.encoding()).table_rows)
    numbers.training.push_back(table.row_number(row));
  for (std::size_t i = 0; new_rows != nullptr && i < new_rows->rows(); ++i)
    numbers.fresh.push_back(new_rows->row_number(i));
  return numbers;
}

// OUT.csv, OUT.at.csv and OUT.parameters.csv, as far as there is something to tell; one of an
// earlier run that this one has no news of is removed, so that files of one name are of one run.
// Returns the names of the files.
std::string write_summaries(const std::string& out, const SampleResult& result,
                            const RowNumbers& numbers) {
  const auto number_of = [](const std::vector<std::size_t>& all) {
    return [&all](std::size_t i) { return static_cast<double>(all[i]); };
  };
  SummaryColumns training(result.latent.size());
  training.add("row", number_of(numbers.training));
  training.add("", result.latent, &result.conditional_mean);
  if (!result.targets.empty()) training.add("y_", result.targets, nullptr);
  if (const auto& loo = result.leave_one_out) {
    const auto row = [](const Vector& all) {
      return [&all](std::size_t i) { return all[static_cast<Eigen::Index>(i)]; };
    };
    training.add("elpd_loo", row(loo->log_density_rows));
    training.add("pareto_k", row(loo->pareto_shape));
  }
  training.write(out + ".csv");
  std::string files = out + ".csv";
  if (!result.new_latent.empty()) {
    SummaryColumns fresh(result.new_latent.size());
    fresh.add("row", number_of(numbers.fresh));
    fresh.add("", result.new_latent, &result.new_conditional_mean);
    fresh.add("y_", result.new_targets, nullptr);
    fresh.write(out + ".at.csv");
    files += ", " + out + ".at.csv";
  } else {
    std::filesystem::remove(out + ".at.csv");
  }
  if (!result.parameters.empty()) {
    std::vector<std::string> names;
    std::vector<std::string> priors;
    std::vector<ChainSummary> summaries;
    for (const SampledParameter& parameter : result.parameters) {
      names.push_back(parameter.name);
      priors.push_back(parameter.prior);
      summaries.push_back(parameter.summary);
    }
    SummaryColumns parameters(summaries.size());
    parameters.add("", summaries, nullptr);
    parameters.write(out + ".parameters.csv", {{"parameter", std::span<const std::string>(names)},
                                               {"prior", std::span<const std::string>(priors)}});
    files += ", " + out + ".parameters.csv";
  } else {
    std::filesystem::remove(out + ".parameters.csv");
  }
  return files;
}

// Said before the work, and with what to type.
void require_no_journal(const std::string& path) {
  const std::string journal = journal_path(path);
  if (!std::filesystem::exists(journal)) return;
  throw WriteError(journal, "",
                   "holds the draws of a run that was killed, unless it is still working: "
                   "`phigp recover " +
                       path + "` saves them; or delete it");
}

int run_sample(const Options& options) {
  FitSettings settings = options.fit.settings();
  if (options.sample.hyperparameters && settings.inference == "auto") settings.inference = "dense";
  require_no_journal(options.out + ".safetensors");
  require_writable(options.out + ".safetensors");
  require(options.at != "-" || options.table != "-", "--at", options.at,
          "must not be standard input when the table is");
  keep_inputs({options.table, options.at},
              {options.out + ".safetensors", options.out + ".csv", options.out + ".at.csv",
               options.out + ".parameters.csv"});
  if (!options.at.empty() && options.at != "-")
    read_input(options.at);  // unreadable: said before the work
  const Table table = read_input(options.table);
  catch_interrupts();
  const bool quiet = options.quiet || options.json;
  SampleSettings sampling = options.sample;
  sampling.seed = settings.seed;
  sampling.threads = settings.threads;
  sampling.priors = settings.priors;
  RowNumbers numbers;
  const SampleResult result = [&] {
    ProgressLine line(quiet);
    const FittedModel model = fit(table, settings, line.watcher());
    sampling.initial = initial_hyperparameters(settings, model);
    std::optional<Table> new_rows;
    if (!options.at.empty()) new_rows = read_input_for(model, options.at);
    const Table* fresh = new_rows ? &*new_rows : nullptr;
    numbers = row_numbers(model, table, fresh);
    return sample(model, sampling, options.out + ".safetensors", line.watcher(), fresh);
  }();
  const std::string files = write_summaries(options.out, result, numbers);
  if (options.json) {
    write_standard_output(sample_json(result));
  } else if (!options.quiet) {
    const TextStyle style = standard_output_style();
    write_standard_output(sample_text(result, style) +
                          labelled("files", result.file + ", " + files, 14, style));
  }
  return kSuccess;
}

}  // namespace

void add_sample_command(CLI::App& program, Commands& commands) {
  CLI::App* app = program.add_subcommand("sample", "Draw from the posterior by Gibbs sampling");
  auto options = std::make_shared<Options>();
  SampleSettings& sampling = options->sample;
  app->add_option("TABLE", options->table,
                  "CSV, TSV, LIBSVM or .npy, plain or .gz; - for standard input")
      ->required()
      ->type_name("");
  app->add_option("--out", options->out,
                  "Draws go to OUT.safetensors, summaries to OUT.csv and the like [draws]")
      ->type_name("OUT");
  app->add_flag("--hyperparameters", sampling.hyperparameters,
                "Sample the parameters of kernel, mean and likelihood too, under their priors");
  app->add_option("--kernel-moves", sampling.kernel_moves,
                  "With --hyperparameters: kernel parameters moved per sweep, at random [4]")
      ->type_name("N");
  app->add_option("--at", options->at, "Table with new rows at which to draw f and y")
      ->type_name("TABLE");
  app->add_flag("--draw-targets", sampling.targets,
                "Draw y at the training rows as well (posterior predictive)");
  app->add_option("--chains", sampling.chains, "Chains [4]")->type_name("N");
  app->add_option("--warm-up", sampling.warm_up, "Sweeps of each chain before draws are kept [200]")
      ->type_name("N");
  app->add_option("--draws", sampling.draws, "Draws kept of each chain [1000]")->type_name("N");
  app->add_option("--thin", sampling.thin, "Sweeps per kept draw [1]")->type_name("N");
  app->add_flag("--json", options->json, "Print one JSON object instead of text");
  app->add_flag("--quiet", options->quiet, "Print nothing");
  options->fit.add_to(*app);
  app->footer(
      "Hyperparameters are learned first, by variational inference, and then held fixed, or\n"
      "sampled with the rest (--hyperparameters).\n"
      "Examples:\n"
      "  phigp sample train.csv --target y --likelihood laplace --chains 4 --out draws\n"
      "  phigp sample train.csv --target y --hyperparameters --at test.csv \\\n"
      "      --prior \"rbf.lengthscale=lognormal(0,1),sigma=half-cauchy(1)\"");
  commands.push_back({app, [options] { return run_sample(*options); }});
}

}  // namespace phigp
