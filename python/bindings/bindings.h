// What each file here adds to the module phigp._core. A thin skin: it turns arrays into tables and
// errors into exceptions, and decides nothing.
#pragma once

#include <nanobind/nanobind.h>

namespace phigp {

void bind_errors();
void bind_table(nanobind::module_& module);
void bind_settings(nanobind::module_& module);
void bind_model(nanobind::module_& module);
void bind_likelihoods(nanobind::module_& module);
void bind_tilted_law(nanobind::module_& module);
void bind_sample(nanobind::module_& module);
void bind_reports(nanobind::module_& module);
void bind_stated_likelihood(nanobind::module_& module);
void bind_inference(nanobind::module_& module);

}  // namespace phigp
