// The program phigp: parses, calls one command, and turns every way to fail into one message on
// standard error and an exit code.
#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <sstream>

#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/output.h"
#include "phigp/base/error.h"
#include "phigp/base/nearest.h"
#include "phigp/base/version.h"
#include "phigp/io/atomic_file.h"
#include "phigp/io/data_error.h"
#include "phigp/model/settings_error.h"

namespace phigp {
namespace {

int fail(int code, std::string_view message) {
  const std::string line = fmt::format("phigp: {}\n", message);
  std::fwrite(line.data(), 1, line.size(), stderr);
  return code;
}

const CLI::App& deepest_called(const CLI::App& app) {
  const std::vector<CLI::App*> called = app.get_subcommands();
  return called.empty() ? app : deepest_called(*called.front());
}

std::string full_name(const CLI::App& app) {
  return app.get_parent() == nullptr ? "phigp"
                                     : full_name(*app.get_parent()) + " " + app.get_name();
}

// "option --jsn is not known; did you mean --json? ..."
std::string unexpected_argument(const CLI::App& app, const std::string& word) {
  std::vector<std::string> known;
  if (word.starts_with('-')) {
    for (const CLI::Option* option : app.get_options()) {
      if (!option->get_lnames().empty()) known.push_back("--" + option->get_lnames().front());
    }
    std::string text = fmt::format("option {} {}", word, unknown_name_rule(word, known));
    if (!word.starts_with("--")) text += "; a formula that starts with a minus sign goes after --";
    return text;
  }
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    known.push_back(command->get_name());
  }
  if (known.empty()) return fmt::format("argument {} was not expected", word);
  return fmt::format("command {} {}", word, unknown_name_rule(word, known));
}

int usage_error(const CLI::App& program, const CLI::ParseError& error) {
  const CLI::App& app = deepest_called(program);
  std::vector<std::string> rest = program.remaining(true);
  // A value that is refused may be why there are words left over.
  const bool refused = dynamic_cast<const CLI::ValidationError*>(&error) != nullptr;
  const std::string what =
      rest.empty() || refused ? error.what() : unexpected_argument(app, rest.front());
  return fail(kUsage, fmt::format("{} (see {} --help)", what, full_name(app)));
}

int parse_and_run(int argc, char** argv) {
  CLI::App program{
      "Gaussian processes with super-Gaussian likelihoods: give phi, and the augmentation "
      "follows."};
  program.name("phigp");
  program.set_version_flag("--version", "phigp " + std::string(version()),
                           "Print the version and exit");
  program.require_subcommand(1);
  program.footer(
      "Examples:\n"
      "  phigp fit train.csv --target y --out model.phigp\n"
      "  phigp predict model.phigp test.csv --out predictions.csv\n"
      "  phigp likelihood show student-t nu=4 sigma=2");
  Commands commands;
  add_fit_command(program, commands);
  add_predict_command(program, commands);
  add_evaluate_command(program, commands);
  add_report_command(program, commands);
  add_cv_command(program, commands);
  add_sample_command(program, commands);
  add_compare_command(program, commands);
  add_recover_command(program, commands);
  add_info_command(program, commands);
  add_convert_command(program, commands);
  add_likelihood_command(program, commands);
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != kSuccess) return usage_error(program, error);
    std::ostringstream out;  // --help or --version
    program.exit(error, out, out);
    std::string text = out.str();
    if (!text.ends_with('\n')) text += '\n';
    write_standard_output(text);
    return kSuccess;
  }
  for (const Command& command : commands) {
    if (command.app->parsed()) return command.run();
  }
  return fail(kUsage, "no command given (see phigp --help)");
}

int guarded(int argc, char** argv) {
  try {
    return parse_and_run(argc, argv);
  } catch (const WriteError& error) {
    return fail(kOutputFailed, error.what());
  } catch (const FileError& error) {
    return fail(kMissingInput, error.what());
  } catch (const DataError& error) {
    return fail(kRefused, error.what());
  } catch (const SettingsError& error) {
    return fail(kSettings, error.what());
  } catch (const InvalidInput& error) {
    return fail(kUsage, error.what());
  } catch (const Error& error) {
    return fail(kInternal, error.what());
  } catch (const std::exception& error) {
    return fail(kInternal, fmt::format("internal error: {}", error.what()));
  } catch (...) {
    return fail(kInternal, "internal error");
  }
}

}  // namespace
}  // namespace phigp

int main(int argc, char** argv) {
  // A reader that stops reading (`phigp ... | head -1`) is an error to report, not a signal to die
  // of.
  std::signal(SIGPIPE, SIG_IGN);
  return phigp::guarded(argc, argv);
}
