// The settings of a fit as options of a command, made from the one table of settings.
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <vector>

#include "phigp/model/fit_settings.h"

namespace phigp {

class FitOptions {
 public:
  void add_to(CLI::App& app);
  // Throws InvalidInput for a value that makes no sense.
  FitSettings settings() const;
  // The names of options that were given a value other than their default.
  std::vector<std::string> changed() const;

 private:
  std::map<std::string, std::string> texts_;
  std::map<std::string, bool> flags_;
};

}  // namespace phigp
