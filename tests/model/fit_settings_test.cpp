#include "phigp/model/fit_settings.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "phigp/base/error.h"
#include "tests/io/temporary_folder.h"

namespace phigp::test {
namespace {

std::string some_value(const SettingInfo& info) {
  if (info.name == "link") return "classification";
  if (info.name == "domain") return "count";
  if (info.name == "inference") return "sparse";
  if (info.name == "inducing-by") return "greedy";
  if (info.name == "precision") return "single";
  if (info.name == "move-inducing") return "false";
  if (info.name == "prior") return "sigma=half-cauchy(1),rbf.lengthscale=lognormal(0,1)";
  switch (info.kind) {
    case SettingInfo::Kind::flag:
      return info.initial == "true" ? "false" : "true";
    case SettingInfo::Kind::integer:
      return "17";
    case SettingInfo::Kind::number:
      return "0.5";
    case SettingInfo::Kind::assignments:
      return "nu=3,sigma=0.5";
    default:
      return "a,b";
  }
}

TEST(FitSettings, EverySettingOfTheTableCanBeSetAndChangesTheSettings) {
  for (const SettingInfo& info : fit_setting_table()) {
    FitSettings settings;
    set(settings, info.name, some_value(info));
    EXPECT_NE(settings, FitSettings()) << info.name;
  }
}

TEST(FitSettings, AsTextReadBackAsTheSame) {
  for (const SettingInfo& info : fit_setting_table()) {
    FitSettings settings;
    set(settings, info.name, some_value(info));
    FitSettings again;
    set(again, info.name, setting_text(settings, info.name));
    EXPECT_EQ(settings, again) << info.name;
    EXPECT_EQ(setting_text(FitSettings(), info.name), info.initial) << info.name;
  }
  EXPECT_EQ(setting_texts(FitSettings()).size(), fit_setting_table().size());
}

TEST(FitSettings, HaveTheDefaultsThatTheTableStates) {
  for (const SettingInfo& info : fit_setting_table()) {
    if (info.initial.empty()) continue;
    FitSettings settings;
    set(settings, info.name, info.initial);
    EXPECT_EQ(settings, FitSettings()) << info.name;
  }
}

TEST(FitSettings, SuggestTheNearestNameForAnUnknownOne) {
  FitSettings settings;
  const std::string text = message_of<InvalidInput>([&] { set(settings, "kernl", "rbf"); });
  EXPECT_NE(text.find("did you mean kernel"), std::string::npos) << text;
}

TEST(FitSettings, RefuseBadValuesByName) {
  FitSettings settings;
  const auto refusal = [&](const char* name, const char* text) {
    return message_of<InvalidInput>([&] { set(settings, name, text); });
  };
  EXPECT_EQ(refusal("optimize", "yes"), "optimize must be true or false, got yes");
  EXPECT_EQ(refusal("iterations", "-1"), "iterations must be a whole number, at least 0, got -1");
  EXPECT_EQ(refusal("tolerance", "nan").substr(0, 9), "tolerance");
  EXPECT_EQ(refusal("threads", "2.5").substr(0, 7), "threads");
  EXPECT_EQ(refusal("parameters", "nu").substr(0, 10), "parameters");
  EXPECT_EQ(refusal("prior", "sigma=1").substr(0, 5), "prior");
  EXPECT_EQ(refusal("link", "probit").substr(0, 4), "link");
  EXPECT_EQ(settings, FitSettings());
}

// To renew the page: put what this test prints in the place of its tables.
TEST(FitSettings, AreThoseOfTheDocumentation) {
  std::ifstream in(PHIGP_TEST_DATA "/../docs/parameters.md");
  const std::string page{std::istreambuf_iterator<char>(in), {}};
  EXPECT_NE(page.find(settings_markdown(fit_setting_table())), std::string::npos)
      << "docs/parameters.md should contain:\n"
      << settings_markdown(fit_setting_table());
}

}  // namespace
}  // namespace phigp::test
