// The report that `likelihood show` and `likelihood check` share: its options, and printing it.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "phigp/report/formula_check.h"

namespace phigp {

struct ReportOptions {
  bool json = false;
  std::optional<std::string> plot;
  std::optional<double> y;
  std::optional<double> trials;

  void add_to(CLI::App& app);
  // The observation asked for, completed by an ordinary one of the domain.
  Row row(Domain domain) const;
};

// Prints the summary as text or JSON and writes the picture; returns the exit code.
int report(const CheckedFormula& checked, const ReportOptions& options);

}  // namespace phigp
