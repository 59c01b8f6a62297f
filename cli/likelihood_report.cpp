#include "cli/likelihood_report.h"

#include <algorithm>

#include "cli/exit_code.h"
#include "cli/output.h"
#include "phigp/base/error.h"
#include "phigp/report/likelihood_json.h"
#include "phigp/report/likelihood_picture.h"
#include "phigp/report/likelihood_text.h"

namespace phigp {

namespace {

// Empty when the picture was written; else why it was not drawn.
std::string draw(const CheckedFormula& checked, const std::string& path) {
  if (!checked.summary.complete()) return "the likelihood was refused";
  std::string picture;
  try {
    picture = likelihood_picture(checked.likelihood, checked.summary);
  } catch (const NumericalError& error) {
    return error.what();
  }
  write_file(path, picture);
  return "";
}

}  // namespace

void ReportOptions::add_to(CLI::App& app) {
  app.add_flag("--json", json, "Print one JSON object instead of text");
  app.add_option("--plot", plot, "Write pictures of the likelihood to this file")
      ->type_name("FILE.svg");
  app.add_option("--y", y, "The observation for facts that depend on it");
  app.add_option("--trials", trials, "Its number of trials (binomial)");
}

Row ReportOptions::row(Domain domain) const {
  Row row = example_row(domain);
  if (trials) {
    row.trials = *trials;
    row.y = std::min(row.y, *trials);
  }
  if (y) row.y = *y;
  return row;
}

int report(const CheckedFormula& checked, const ReportOptions& options) {
  require(!options.plot || !options.plot->empty(), "--plot", "", "needs the name of a file");
  const TextStyle style = standard_output_style();
  std::string out =
      options.json ? likelihood_json(checked.summary) : likelihood_text(checked.summary, style);
  if (options.plot) {
    const std::string failure = draw(checked, *options.plot);
    const std::string line = failure.empty() ? *options.plot : "not drawn: " + failure;
    if (!options.json) out += labelled("picture", line, 14, style);
  }
  write_standard_output(out);
  return checked.summary.accepted() ? kSuccess : kRefused;
}

}  // namespace phigp
