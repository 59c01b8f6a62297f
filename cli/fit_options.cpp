#include "cli/fit_options.h"

namespace phigp {

namespace {

std::string type_name(SettingInfo::Kind kind) {
  switch (kind) {
    case SettingInfo::Kind::list:
      return "A,B,...";
    case SettingInfo::Kind::integer:
      return "N";
    case SettingInfo::Kind::number:
      return "NUMBER";
    case SettingInfo::Kind::assignments:
      return "name=value,...";
    default:
      return "TEXT";
  }
}

// The parser takes what follows an option for its value, whatever it is; the complaint would then
// be about the word after that.
CLI::Validator is_no_option() {
  const auto complain = [](const std::string& text) {
    return text.rfind("--", 0) == 0 ? "must be followed by a value, not by " + text : std::string();
  };
  return CLI::Validator(complain, "");
}

}  // namespace

void FitOptions::add_to(CLI::App& app) {
  for (const SettingInfo& info : fit_setting_table()) {
    std::string meaning = info.meaning;
    if (info.kind == SettingInfo::Kind::flag) {
      bool& value = flags_[info.name];
      value = info.initial == "true";
      app.add_flag("--" + info.name + ",!--no-" + info.name, value,
                   meaning + (value ? " (default; --no-" + info.name + " turns it off)" : ""))
          ->group(info.group);
      continue;
    }
    if (!info.initial.empty()) meaning += " [" + info.initial + "]";
    app.add_option("--" + info.name, texts_[info.name], meaning)
        ->type_name(type_name(info.kind))
        ->check(is_no_option())
        ->group(info.group);
  }
}

std::vector<std::string> FitOptions::changed() const {
  std::vector<std::string> names;
  for (const SettingInfo& info : fit_setting_table()) {
    const bool flag = info.kind == SettingInfo::Kind::flag;
    if (flag ? flags_.at(info.name) != (info.initial == "true") : !texts_.at(info.name).empty())
      names.push_back(info.name);
  }
  return names;
}

FitSettings FitOptions::settings() const {
  FitSettings settings;
  for (const auto& [name, text] : texts_) {
    if (!text.empty()) set(settings, name, text);
  }
  for (const auto& [name, value] : flags_) set(settings, name, value ? "true" : "false");
  return settings;
}

}  // namespace phigp
