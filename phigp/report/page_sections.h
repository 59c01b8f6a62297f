// The sections of a model's report, each as HTML. `drawn` counts the panels of the page.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "phigp/model/fitted_model.h"
#include "phigp/model/test_results.h"
#include "phigp/report/svg.h"

namespace phigp {

// "rbf.lengthscale[2]" as "rbf.lengthscale[age]".
std::string with_feature_name(const std::string& name, const std::vector<std::string>& features);

std::string data_section(const FittedModel& model, std::size_t& drawn);
std::string model_section(const FittedModel& model, std::size_t& drawn);
std::string fit_section(const FittedModel& model, std::size_t& drawn);
std::string test_section(const FittedModel& model, const TestResults& test, std::size_t& drawn);
std::string settings_section(const FittedModel& model);

// What a reader should know before believing the rest; text.
std::vector<std::string> report_warnings(const FittedModel& model, const TestResults* test);

// Of the kernel: what it is in mathematics, and how much each input matters to it.
std::string kernel_mathematics(const FittedModel& model);
std::string relevance_tables(const FittedModel& model);
// What a step of 1 along a feature is: "standardised", or "in its own unit".
std::string unit_of_features(const FeatureEncoding& features);

// f along single features that are numbers, the others at their mean or commonest category. Those
// along which the curve changes most come first; at most four.
struct Effects {
  std::vector<Panel> panels;
  std::size_t features = 0;  // that could be shown
};
Effects effect_panels(const FittedModel& model);

// Of a quantile model: how many targets, by weight, lie below the quantile that it predicts. None
// for others.
struct QuantileShare {
  double level = 0.5;
  double below = 0.0;
  double standard_error = 0.0;  // of independent rows, if the model is right
};
std::optional<QuantileShare> quantile_share(const FittedModel& model, const TestResults& test);

// "b" or, for a label that training did not have, "other", as predictions name it.
std::string label_name(const std::optional<std::string>& label);

// Panels of a test: those of labels, and those of numbers (`real`) and counts.
std::vector<Panel> label_panels(const TestResults& test, const Labels& labels);
std::vector<Panel> number_panels(const TestResults& test, bool real, const std::string& target);
// Rows by label and prediction, as HTML.
std::string confusion_table(const TestResults& test, const Labels& labels);

}  // namespace phigp
