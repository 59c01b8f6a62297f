// The table of settings, from which the package takes keywords, defaults and their meaning.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "phigp/model/fit_settings.h"
#include "python/bindings/bindings.h"

namespace phigp {

namespace nb = nanobind;

namespace {

const char* name_of(SettingInfo::Kind kind) {
  switch (kind) {
    case SettingInfo::Kind::text:
      return "text";
    case SettingInfo::Kind::list:
      return "list";
    case SettingInfo::Kind::flag:
      return "flag";
    case SettingInfo::Kind::integer:
      return "integer";
    case SettingInfo::Kind::number:
      return "number";
    case SettingInfo::Kind::assignments:
      return "assignments";
  }
  return "";
}

}  // namespace

void bind_settings(nb::module_& module) {
  nb::class_<SettingInfo>(module, "SettingInfo", "One setting of a fit.")
      .def_ro("name", &SettingInfo::name)
      .def_ro("group", &SettingInfo::group)
      .def_prop_ro("kind", [](const SettingInfo& info) { return name_of(info.kind); })
      .def_ro("initial", &SettingInfo::initial)
      .def_ro("meaning", &SettingInfo::meaning);
  module.def("setting_table", &fit_setting_table, "Every setting of a fit, as the program has it.");
}

}  // namespace phigp
