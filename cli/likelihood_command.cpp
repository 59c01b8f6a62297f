// phigp likelihood: which likelihoods there are, and what one of them is.
#include <memory>
#include <string>
#include <vector>

#include "cli/assignments.h"
#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/likelihood_report.h"
#include "cli/output.h"
#include "phigp/likelihoods/catalogue/catalogue.h"
#include "phigp/report/catalogue_table.h"

namespace phigp {

namespace {

void add_list(CLI::App& likelihood, Commands& commands) {
  CLI::App* app = likelihood.add_subcommand("list", "List the likelihoods that have a name");
  auto json = std::make_shared<bool>(false);
  app->add_flag("--json", *json, "Print JSON instead of a table");
  app->footer("Example:\n  phigp likelihood list");
  commands.push_back({app, [json] {
                        write_standard_output(*json ? catalogue_json()
                                                    : catalogue_text(standard_output_style()));
                        return int{kSuccess};
                      }});
}

struct ShowOptions {
  std::string name;
  std::vector<std::string> words;
  ReportOptions report;
};

void add_show(CLI::App& likelihood, Commands& commands) {
  CLI::App* app =
      likelihood.add_subcommand("show", "Show a named likelihood: proof, moments, tails, sampler");
  auto options = std::make_shared<ShowOptions>();
  app->add_option("NAME", options->name, "One of the names that `phigp likelihood list` shows")
      ->required()
      ->type_name("");
  app->add_option("VALUES", options->words, "Parameter values in place of the defaults")
      ->type_name("name=value");
  options->report.add_to(*app);
  app->footer("Example:\n  phigp likelihood show student-t nu=4 sigma=2 --plot student-t.svg");
  commands.push_back({app, [options] {
                        CheckedFormula found;
                        found.likelihood =
                            make_likelihood(options->name, parse_assignments(options->words));
                        const Row row = options->report.row(found.likelihood->domain());
                        found.summary = summarise(found.likelihood, row);
                        return report(found, options->report);
                      }});
}

}  // namespace

void add_likelihood_command(CLI::App& program, Commands& commands) {
  CLI::App* likelihood = program.add_subcommand("likelihood", "List, show and check likelihoods");
  likelihood->require_subcommand(1);
  likelihood->footer("Example:\n  phigp likelihood check \"exp(-sqrt(r)/b)\" b=1.5");
  add_list(*likelihood, commands);
  add_show(*likelihood, commands);
  add_likelihood_check(*likelihood, commands);
}

}  // namespace phigp
