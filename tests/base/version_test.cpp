#include "phigp/base/version.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

namespace phigp {
namespace {

TEST(Version, IsTheOneInTheFileVersion) {
  std::ifstream file(PHIGP_TEST_DATA "/../VERSION");
  std::string stated;
  ASSERT_TRUE(std::getline(file, stated));
  EXPECT_EQ(version(), stated);
}

// The citation file is read by tools that cannot look elsewhere, so it repeats the number; never
// alone.
TEST(Version, IsTheOneInTheCitation) {
  std::ifstream file(PHIGP_TEST_DATA "/../CITATION.cff");
  std::string line;
  while (std::getline(file, line) && !line.starts_with("version: ")) {
  }
  EXPECT_EQ(line, "version: " + std::string(version()));
}

}  // namespace
}  // namespace phigp
