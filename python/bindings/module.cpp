// phigp._core: the C++ library as the Python package sees it.
#include <nanobind/stl/string.h>

#include "phigp/base/version.h"
#include "python/bindings/bindings.h"

NB_MODULE(_core, module) {
  // phi as a function of a module is held by a likelihood that the module holds: a circle, at exit.
  nanobind::set_leak_warnings(false);
  module.doc() = "The compiled part of phigp. The package phigp is the way in.";
  module.def("version", [] { return std::string(phigp::version()); });
  phigp::bind_errors();
  phigp::bind_table(module);
  phigp::bind_settings(module);
  phigp::bind_stated_likelihood(module);
  phigp::bind_model(module);
  phigp::bind_likelihoods(module);
  phigp::bind_tilted_law(module);
  phigp::bind_sample(module);
  phigp::bind_reports(module);
  phigp::bind_inference(module);
}
