// Everything that can be said about a fit, with defaults that work. The one table of settings:
// command line, help texts, docs/parameters.md and Python all read it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "phigp/inference/prior_law.h"
#include "phigp/model/likelihood_spec.h"

namespace phigp {

struct FitSettings {
  // Data.
  std::string target;
  std::vector<std::string> features;  // none: all other columns
  std::string weights;                // columns, or none
  std::string offset;
  std::string trials;
  bool impute = false;
  bool standardise = true;
  // Model.
  LikelihoodSpec likelihood;  // nothing stated: chosen from the target
  std::string kernel = "rbf(ard)";
  std::string mean = "constant";
  std::vector<PriorStatement> priors;
  // Inference.
  std::string inference = "auto";  // dense, sparse, stochastic, paper
  int inducing = 0;                // inputs of a sparse model; 0: (Z.13)
  std::string inducing_by = "kmeans";
  std::string inducing_file;           // a table with the features, instead
  std::string move_inducing = "auto";  // true, false
  std::string precision = "double";
  bool optimize = true;
  int iterations = 200;
  double tolerance = 1e-7;
  double time_limit = 0.0;  // in seconds; 0: none
  int restarts = 0;
  bool refine = false;
  std::uint64_t seed = 0;
  int threads = 0;

  bool operator==(const FitSettings&) const = default;
};

struct SettingInfo {
  enum class Kind { text, list, flag, integer, number, assignments };
  std::string name;   // "target": --target on the command line
  std::string group;  // "Data", "Model", "Inference"
  Kind kind = Kind::text;
  std::string initial;  // as text; empty for none
  std::string meaning;
};

const std::vector<SettingInfo>& fit_setting_table();

// Reads one setting from text. Throws InvalidInput for an unknown name (with the nearest) and for
// text that is no value of its kind. Lists and assignments are separated by commas; flags are true
// or false.
void set(FitSettings& settings, const std::string& name, const std::string& text);

// The inverse: text that set() reads as the value that the setting has; empty for none.
std::string setting_text(const FitSettings& settings, const std::string& name);
struct SettingText {
  std::string name;
  std::string text;

  bool operator==(const SettingText&) const = default;
};
std::vector<SettingText> setting_texts(const FitSettings& settings);  // all, as the table has them

// The table as a page of documentation.
std::string settings_markdown(const std::vector<SettingInfo>& table);

}  // namespace phigp
