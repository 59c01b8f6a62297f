#include "phigp/report/markup.h"

#include <gtest/gtest.h>

#include <limits>

namespace phigp {
namespace {

TEST(EscapedText, MeansNothingToXml) {
  EXPECT_EQ(escaped("<script>\"a\" & 'b'</script>"),
            "&lt;script&gt;&quot;a&quot; &amp; 'b'&lt;/script&gt;");
  EXPECT_EQ(escaped("größe → ∞"), "größe → ∞");
}

TEST(EscapedText, HoldsNothingThatXmlCannot) {
  EXPECT_EQ(escaped("a\x01\tb"), "a  b");
  EXPECT_EQ(escaped("\xff"), "?");
  EXPECT_EQ(escaped("\xc0\xaf"), "??");            // an overlong slash
  EXPECT_EQ(escaped("\xe0\x80\xaf"), "???");       // another
  EXPECT_EQ(escaped("\xed\xa0\x80"), "???");       // half of a surrogate pair
  EXPECT_EQ(escaped("\xef\xbf\xbf"), "???");       // U+FFFF
  EXPECT_EQ(escaped("\xf4\x90\x80\x80"), "????");  // beyond Unicode
  EXPECT_EQ(escaped("\xe2\x82"), "??");            // cut short
}

TEST(ShownNumbers, AreForPeople) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(shown_number(kInfinity), "∞");
  EXPECT_EQ(shown_number(-kInfinity), "−∞");
  EXPECT_EQ(shown_number(std::numeric_limits<double>::quiet_NaN()), "–");
  EXPECT_EQ(shown_number(-0.0), "0");
  EXPECT_EQ(shown_number(-2.71828), "−2.718");
  EXPECT_EQ(shown_number(11837.9), "11838");
  EXPECT_EQ(shown_number(9999.7), "10000");
  EXPECT_EQ(shown_number(270.0), "270");
  EXPECT_EQ(shown_count(1234567.0), "1\u202f234\u202f567");
  EXPECT_EQ(shown_count(1234.0), "1234");
}

TEST(ShownNumbers, HaveTheDigitsThatAStepAsksFor) {
  EXPECT_EQ(shown_number(1.7e9 + 6e5, 600.0), "1700600000");
  EXPECT_EQ(shown_number(-1000.123456, 1e-3), "−1000.123");
  EXPECT_EQ(shown_number(3.14159, 1e-2), "3.142");
  EXPECT_EQ(shown_number(1.7e9, 1e6), "1.7e+09");
  EXPECT_EQ(shown_number(std::numeric_limits<double>::infinity(), 1.0), "∞");
}

TEST(ShownNumbers, OfSecondsNeverSaySixty) {
  EXPECT_EQ(shown_seconds(1.254), "1.25 s");
  EXPECT_EQ(shown_seconds(179.6), "3 min 0 s");
  EXPECT_EQ(shown_seconds(179.4), "2 min 59 s");
}

TEST(ShortenedText, CountsLettersNotBytes) {
  EXPECT_EQ(shortened("größe", 5), "größe");
  EXPECT_EQ(shortened("größer", 5), "größ…");
}

}  // namespace
}  // namespace phigp
