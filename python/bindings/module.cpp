// phigp._core: the C++ library as the Python package sees it.
#include <nanobind/stl/string.h>

#include "phigp/base/version.h"
#include "python/bindings/bindings.h"

NB_MODULE(_core, module) {
  module.doc() = "The compiled part of phigp. The package phigp is the way in.";
  module.def("version", [] { return std::string(phigp::version()); });
  phigp::bind_errors();
  phigp::bind_table(module);
  phigp::bind_settings(module);
  phigp::bind_model(module);
  phigp::bind_likelihoods(module);
  phigp::bind_tilted_law(module);
  phigp::bind_sample(module);
}
