// phigp convert: from a table in text to a column file, which is mapped instead of read.
#include <fmt/format.h>

#include <memory>

#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/output.h"
#include "cli/progress_line.h"
#include "phigp/io/table_conversion.h"
#include "phigp/io/table_file.h"

namespace phigp {

namespace {

struct Options {
  std::string table;
  std::string out;
  TableOptions reading;
  ConversionSettings conversion;
  bool check = false;
  bool quiet = false;
};

int run(const Options& options) {
  if (options.check) {
    require(options.out.empty(), "--out", options.out, "must be left out with --check");
    check_table(options.table);
    if (!options.quiet) write_standard_output(fmt::format("{} is whole\n", options.table));
    return kSuccess;
  }
  require(!options.out.empty(), "--out", "", "must name the file to write");
  keep_inputs({options.table}, {options.out});
  catch_interrupts();
  const ConversionReport report = [&] {
    ProgressLine line(options.quiet);
    return convert_table(options.table, options.out, options.reading, options.conversion,
                         line.watcher());
  }();
  if (!options.quiet) {
    write_standard_output(fmt::format("{}: {} rows, {} columns ({} of text)\n", options.out,
                                      report.rows, report.columns, report.text_columns));
  }
  return kSuccess;
}

}  // namespace

void add_convert_command(CLI::App& program, Commands& commands) {
  CLI::App* app =
      program.add_subcommand("convert", "Make a column file of a table, for data beyond memory");
  auto options = std::make_shared<Options>();
  app->add_option("TABLE", options->table, "CSV, TSV, LIBSVM or .npy, plain or .gz")
      ->required()
      ->type_name("");
  app->add_option("--out", options->out, "Column file to write")->type_name("FILE");
  app->add_option("--text", options->reading.text_columns,
                  "Columns that are text although they look like numbers")
      ->delimiter(',')
      ->type_name("COLUMN,...");
  app->add_option("--threads", options->conversion.threads, "Processors to use; 0: all [0]")
      ->type_name("N");
  app->add_flag("--check", options->check,
                "Instead: read TABLE, a column file, to its end and compare its checksum");
  app->add_flag("--quiet", options->quiet, "Print nothing");
  app->footer(
      "Every command takes a column file where it takes a table. CSV is converted in blocks, in\n"
      "memory that does not grow with its rows; --out appears whole or not at all.\n"
      "Examples:\n"
      "  phigp convert big.csv.gz --out big.table\n"
      "  phigp convert big.table --check");
  commands.push_back({app, [options] { return run(*options); }});
}

}  // namespace phigp
