// What expressions mean, and what is said about those that mean nothing.
#include "phigp/kernels/parse_kernel.h"

#include <gtest/gtest.h>

#include "phigp/base/error.h"

namespace phigp::test {
namespace {

std::string text_of(const std::string& text, int dimensions = 3, const InitialScales& scales = {},
                    const std::vector<std::string>& names = {}) {
  return parse_kernel(text, dimensions, scales, names)->text();
}

std::string complaint(const std::string& text, int dimensions = 3,
                      const std::vector<std::string>& names = {}) {
  try {
    parse_kernel(text, dimensions, {}, names);
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "accepted";
}

TEST(ParseKernel, FillsInEveryValue) {
  EXPECT_EQ(text_of("2.0*rbf(ard) + linear"), "2*rbf(ard, lengthscale=[1,1,1]) + 1*linear");
  EXPECT_EQ(text_of("matern32(lengthscale=0.5)"), "1*matern32(lengthscale=0.5)");
  EXPECT_EQ(text_of("rbf(ard, lengthscale=[1,2,3])"), "1*rbf(ard, lengthscale=[1,2,3])");
  EXPECT_EQ(text_of("rbf(lengthscale=[1,2,3])"), "1*rbf(ard, lengthscale=[1,2,3])");
  EXPECT_EQ(text_of("rbf(ard, lengthscale=4)"), "1*rbf(ard, lengthscale=[4,4,4])");
  EXPECT_EQ(text_of("rq(alpha=2)"), "1*rq(lengthscale=1, alpha=2)");
  EXPECT_EQ(text_of("periodic(period=1e-3, lengthscale=1, dims=[0])"),
            "1*periodic(lengthscale=1, period=0.001, dims=[0])");
  EXPECT_EQ(text_of("rbf(dims=[0,2])*periodic(dims=[1]) + 0.1*white"),
            "1*rbf(lengthscale=1, dims=[0,2])*periodic(lengthscale=1, period=1, dims=[1]) + "
            "0.1*white");
}

TEST(ParseKernel, IgnoresSpaceAndWritesShortestNumbers) {
  EXPECT_EQ(text_of(" 0.1 *\trbf ( lengthscale = 1e-17 )\n+ white "),
            "0.1*rbf(lengthscale=1e-17) + 0.1*white");
  EXPECT_EQ(text_of("0.30000000000000004*linear()"), "0.30000000000000004*linear");
}

TEST(ParseKernel, EveryTermHasOneVariance) {
  const KernelPtr kernel = parse_kernel("2*rbf*3*linear + rbf(ard)*rbf + 5", 2);
  EXPECT_EQ(kernel->text(),
            "6*rbf(lengthscale=1)*linear + 1*rbf(ard, lengthscale=[1,1])*rbf(lengthscale=1) + "
            "5*constant");
  EXPECT_EQ(
      kernel->parameter_names(),
      (std::vector<std::string>{"rbf*linear.variance", "rbf.lengthscale", "rbf_2*rbf_3.variance",
                                "rbf_2.lengthscale[0]", "rbf_2.lengthscale[1]", "rbf_3.lengthscale",
                                "constant.variance"}));
}

TEST(ParseKernel, MultipliesSumsOut) {
  EXPECT_EQ(text_of("2*(linear + 3*constant)*(linear + white)", 1),
            "2*linear*linear + 2*linear*white + 6*constant*linear + 6*constant*white");
}

TEST(ParseKernel, TakesUnstatedValuesFromTheScales) {
  InitialScales scales;
  scales.variance = 4.0;
  scales.lengthscale = 5.0;
  scales.lengthscales = {1.0, 2.0, 3.0};
  scales.alpha = 6.0;
  scales.period = 7.0;
  EXPECT_EQ(text_of("rbf", 3, scales), "4*rbf(lengthscale=5)");
  EXPECT_EQ(text_of("rbf(ard)", 3, scales), "4*rbf(ard, lengthscale=[1,2,3])");
  EXPECT_EQ(text_of("rq", 3, scales), "4*rq(lengthscale=5, alpha=6)");
  EXPECT_EQ(text_of("periodic", 3, scales), "4*periodic(lengthscale=1, period=7)");
  EXPECT_EQ(text_of("white", 3, scales), "0.4*white");
  // Fewer squares add up on fewer dimensions. (G.12)
  const std::vector<double> two = parse_kernel("rbf(ard, dims=[2,0])", 3, scales)->parameters();
  EXPECT_NEAR(two[1], 3.0 * std::sqrt(2.0 / 3.0), 1e-15);
  EXPECT_NEAR(two[2], std::sqrt(2.0 / 3.0), 1e-15);
  const std::vector<double> shared = parse_kernel("rbf(dims=[0,1])", 3, scales)->parameters();
  EXPECT_NEAR(shared[1], std::sqrt(5.0 / 3.0), 1e-15);
}

TEST(ParseKernel, DimsMayBeNames) {
  const std::vector<std::string> names = {"age", "body mass", "sex"};
  EXPECT_EQ(text_of("rbf(dims=['body mass', age])", 3, {}, names),
            "1*rbf(lengthscale=1, dims=[1,0])");
  EXPECT_EQ(complaint("rbf(dims=[agee])", 3, names),
            "kernel rbf: input agee is not known; did you mean age? Known: age, body mass, sex\n"
            "  rbf(dims=[agee])\n"
            "            ^");
}

TEST(ParseKernel, PointsAtMistakesAndSuggests) {
  EXPECT_EQ(complaint("2*rbff + linear"),
            "kernel rbff is not known; did you mean rbf? Known: rbf, matern12, matern32, matern52, "
            "rq, periodic, linear, constant, white\n"
            "  2*rbff + linear\n"
            "    ^");
  EXPECT_EQ(complaint("rbf(lenghtscale=1)"),
            "kernel rbf: argument lenghtscale is not known; did you mean lengthscale? Known: ard, "
            "lengthscale, dims\n"
            "  rbf(lenghtscale=1)\n"
            "      ^");
  EXPECT_EQ(complaint("rbf(lengthscale=0)"),
            "kernel rbf: lengthscale must be positive and finite, got 0\n"
            "  rbf(lengthscale=0)\n"
            "                  ^");
}

TEST(ParseKernel, RefusesWithTheRule) {
  const std::vector<std::pair<const char*, const char*>> mistakes = {
      {"", "misses a kernel"},
      {"rbf +", "misses a kernel"},
      {"rbf rbf", "more text"},
      {"2rbf", "misses a sign after a number"},
      {"rbf - linear", "minus"},
      {"rbf/2", "means nothing"},
      {"(rbf", "misses ')'"},
      {"rbf(ard", "misses ')'"},
      {"rbf(ard, ard)", "given twice"},
      {"rbf(lengthscale=1, lengthscale=2)", "given twice"},
      {"rbf(ard=1)", "misses ')'"},
      {"rbf(2)", "misses the name of an argument"},
      {"rbf(lengthscale)", "misses '='"},
      {"rbf(lengthscale=x)", "misses a number"},
      {"rbf(lengthscale=[1,2])",
       "number of lengthscales must be 3, one per active dimension, got 2"},
      {"rbf(ard, dims=[0], lengthscale=[1,2])", "number of lengthscales must be 1"},
      {"rbf(dims=[3])", "rbf: dims must be whole numbers from 0 to 2, got 3"},
      {"rbf(dims=[0.5])", "whole numbers"},
      {"rbf(dims=[1,1])", "dims must differ, got 1 twice"},
      {"rbf(dims=[])", "misses an input"},
      {"rbf(dims=1)", "misses '['"},
      {"rbf(dims=[age])", "input age is not known; there are none here"},
      {"rbf(dims=['age])", "closing quote"},
      {"0*rbf", "a variance must be positive and finite, got 0"},
      {"1e300*1e300*rbf", "rbf.variance must be positive and finite, got inf"},
      {"1e999*rbf", "out of range"},
      {"rq(alpha=0)", "rq: alpha must be positive"},
      {"periodic(period=0)", "periodic: period must be positive"},
      {"periodic(ard)", "argument ard is not known"},
      {"periodic(lengthscale=[1,2,3])", "one lengthscale"},
      {"linear(lengthscale=2)", "lengthscales with ard only"},
      {"constant(dims=[0])", "argument dims is not known"},
  };
  for (const auto& [text, rule] : mistakes) {
    EXPECT_NE(complaint(text).find(rule), std::string::npos) << text << ": " << complaint(text);
  }
}

TEST(ParseKernel, IsBoundedInLengthDepthAndTerms) {
  EXPECT_NE(complaint(std::string(20000, ' ')).find("at most 10000 characters"), std::string::npos);
  EXPECT_NE(complaint(std::string(3000, '(')).find("nested"), std::string::npos);
  std::string product = "(rbf+linear)";
  for (int i = 0; i < 10; ++i) product += "*(rbf+linear)";
  EXPECT_NE(complaint(product).find("too many terms"), std::string::npos);
  std::string long_product = "rbf";
  for (int i = 0; i < 30; ++i) long_product += "*rbf";
  EXPECT_NE(complaint(long_product).find("too many kernels"), std::string::npos);
}

TEST(ParseKernel, ShowsThePieceOfALongTextThatIsWrong) {
  std::string text = "rbf";
  for (int i = 0; i < 60; ++i) text += " + rbf";
  const std::string message = complaint(text + " + oops + rbf");
  EXPECT_LT(message.size(), 300U) << message;
  const std::size_t caret = message.rfind('^') - message.rfind('\n');
  const std::size_t line = message.find("\n  ...");
  EXPECT_EQ(message.substr(line + caret, 4), "oops") << message;
}

}  // namespace
}  // namespace phigp::test
