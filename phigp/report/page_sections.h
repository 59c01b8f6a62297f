// The sections of a model's report, each as HTML. `drawn` counts the panels of the page.
#pragma once

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
// The features that matter most, best first: all numbers where lengthscales do not tell.
std::vector<std::size_t> relevant_features(const FittedModel& model);

// f along single features, the others at their mean or commonest category.
std::vector<Panel> effect_panels(const FittedModel& model);

// Panels of a test: those of labels, and those of numbers and counts.
std::vector<Panel> label_panels(const TestResults& test, const Labels& labels);
std::vector<Panel> number_panels(const FittedModel& model, const TestResults& test);

}  // namespace phigp
