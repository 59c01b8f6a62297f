#include "phigp/report/mathml.h"

#include <gtest/gtest.h>

#include "phigp/likelihoods/catalogue/catalogue.h"

namespace phigp {
namespace {

TEST(Mathml, DropsParenthesesThatAFractionMakesNeedless) {
  EXPECT_EQ(mathml("(a+b)/(2*c)"),
            "<mrow><mfrac><mrow><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow></mrow><mrow><mrow><mn>2"
            "</mn><mspace width=\"0.17em\"/><mi>c</mi></mrow></mrow></mfrac></mrow>");
}

TEST(Mathml, KeepsParenthesesThatChangeTheMeaning) {
  const std::string open = "<mo stretchy=\"false\">(</mo>";
  for (const char* text : {"(a+b)*c", "a*(b-c)", "(a+b)^2", "(a*b)^2", "a-(b+c)", "(-a)^2"})
    EXPECT_NE(mathml(text)->find(open), std::string::npos) << text;
  for (const char* text : {"(a*b)+c", "a^(b+c)", "(a)", "sqrt(a+b)", "(a^2)*b", "-a^2"})
    EXPECT_EQ(mathml(text)->find(open), std::string::npos) << text;
}

TEST(Mathml, DividesFromLeftToRight) {
  EXPECT_EQ(mathml("a/b/c"),
            "<mrow><mfrac><mrow><mfrac><mrow><mi>a</mi></mrow><mrow><mi>b</mi></mrow></mfrac>"
            "</mrow><mrow><mi>c</mi></mrow></mfrac></mrow>");
}

TEST(Mathml, RaisesFromRightToLeft) {
  EXPECT_EQ(mathml("a^b^c"),
            "<mrow><msup><mi>a</mi><mrow><msup><mi>b</mi><mrow><mi>c</mi></mrow></msup></mrow>"
            "</msup></mrow>");
}

TEST(Mathml, WritesGreekLettersRootsAndIndices) {
  EXPECT_EQ(mathml("sqrt(sigma)*v_1"),
            "<mrow><mrow><msqrt><mi>σ</mi></msqrt><mspace width=\"0.17em\"/><msub><mi>v</mi><mi>1"
            "</mi></msub></mrow></mrow>");
}

TEST(Mathml, WritesNumbersAsTheyWereTyped) {
  EXPECT_EQ(mathml("1.234567"), "<mrow><mn>1.234567</mn></mrow>");
  EXPECT_EQ(mathml("1e-7"), "<mrow><mn>1e-7</mn></mrow>");
}

TEST(Mathml, ReadsEveryFormulaOfTheCatalogue) {
  for (const std::string& name : likelihood_names()) {
    std::string formula = make_likelihood(name)->formula();
    formula = formula.substr(0, formula.find("   ("));
    EXPECT_TRUE(mathml(formula).has_value()) << name << ": " << formula;
  }
}

TEST(Mathml, HasNothingForTextThatIsNoFormula) {
  for (const char* text : {"", "a+", "(a", "a)", "|a", "a b", "1..2", "sqrt(", "a,,b", "<b>"})
    EXPECT_FALSE(mathml(text).has_value()) << text;
  EXPECT_FALSE(mathml(std::string(5000, '(')).has_value());
  EXPECT_EQ(inline_formula("<b>"), "<code>&lt;b&gt;</code>");
}

}  // namespace
}  // namespace phigp
