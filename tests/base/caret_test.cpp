#include "phigp/base/caret.h"

#include <gtest/gtest.h>

namespace phigp {
namespace {

TEST(Caret, StandsBelowItsCharacter) {
  EXPECT_EQ(with_caret("2*rbf + x", 8), "\n  2*rbf + x\n          ^");
  EXPECT_EQ(with_caret("abc", 3), "\n  abc\n     ^");
  EXPECT_EQ(with_caret("", 0), "\n  \n  ^");
}

TEST(Caret, CountsCharactersNotBytes) {
  EXPECT_EQ(with_caret("\u00e9\u00e9x", 4), "\n  \u00e9\u00e9x\n    ^");
}

TEST(Caret, ShowsThePieceOfALongTextAroundThePlace) {
  const std::string text = std::string(100, 'a') + "!" + std::string(100, 'b');
  EXPECT_EQ(with_caret(text, 100), "\n  ..." + std::string(50, 'a') + "!" + std::string(29, 'b') +
                                       "...\n  " + std::string(53, ' ') + "^");
}

TEST(Caret, KeepsTheTextOnOneLine) { EXPECT_EQ(with_caret("a\nb", 2), "\n  a b\n    ^"); }

}  // namespace
}  // namespace phigp
