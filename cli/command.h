// A command of the program: what CLI11 parses into it, and what it then does. Each file
// <name>_command.cpp adds one; main.cpp knows only this list.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <vector>

namespace phigp {

struct Command {
  const CLI::App* app;       // parsed() tells whether it was called
  std::function<int()> run;  // returns the exit code
};

using Commands = std::vector<Command>;

// phigp likelihood list | show | check
void add_likelihood_command(CLI::App& program, Commands& commands);
void add_likelihood_check(CLI::App& likelihood, Commands& commands);

// phigp fit, info, predict, evaluate, report, cv, sample, recover, convert
void add_fit_command(CLI::App& program, Commands& commands);
void add_info_command(CLI::App& program, Commands& commands);
void add_predict_command(CLI::App& program, Commands& commands);
void add_evaluate_command(CLI::App& program, Commands& commands);
void add_report_command(CLI::App& program, Commands& commands);
void add_cv_command(CLI::App& program, Commands& commands);
void add_compare_command(CLI::App& program, Commands& commands);
void add_sample_command(CLI::App& program, Commands& commands);
void add_recover_command(CLI::App& program, Commands& commands);
void add_convert_command(CLI::App& program, Commands& commands);

}  // namespace phigp
