#include <gtest/gtest.h>

#include <chrono>
#include <random>
#include <string>
#include <vector>

#include "phigp/base/error.h"
#include "phigp/likelihoods/formula/formula.h"
#include "phigp/likelihoods/formula/syntax.h"
#include "tests/likelihoods/random_formula.h"

namespace phigp {
namespace {

FormulaNames names() { return {"r", true, true, {"rho", "nu"}}; }

double value(const std::string& text, double r = 2.0) {
  return Formula(Expression::parse(text, names()), {1.5, 3.5}).evaluate(r);
}

std::string message(const std::string& text) {
  try {
    Expression::parse(text, names());
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "accepted";
}

TEST(FormulaParser, OperatorsBindAsInMathematics) {
  EXPECT_EQ(value("-r^2"), -4.0);
  EXPECT_EQ(value("2^3^2"), 512.0);
  EXPECT_EQ(value("2^-1"), 0.5);
  EXPECT_EQ(value("2^-r^2"), 0.0625);
  EXPECT_EQ(value("10-4-3"), 3.0);
  EXPECT_EQ(value("24/4/3"), 2.0);
  EXPECT_EQ(value("24/(4/3)"), 18.0);
  EXPECT_EQ(value("2+3*4^2/8-1"), 7.0);
  EXPECT_EQ(value("--r"), 2.0);
  EXPECT_EQ(value("2*-r"), -4.0);
  EXPECT_EQ(value("+r - +r"), 0.0);
  EXPECT_EQ(value("(r+1)*(r-1)"), 3.0);
  EXPECT_DOUBLE_EQ(value("pi"), 3.14159265358979323846);
  EXPECT_DOUBLE_EQ(value(" 1.5e+2 * .5\t+\n1. "), 76.0);
}

TEST(FormulaParser, NamesReachTheirValues) {
  EXPECT_EQ(value("rho*nu*r"), 10.5);
  const Formula formula(Expression::parse("y + 10*trials + 100*r", names()), {1.5, 3.5});
  EXPECT_EQ(formula.evaluate(2.0, {3.0, 4.0}), 243.0);
}

TEST(FormulaParser, ErrorsPointAtTheirPlace) {
  struct Case {
    const char* text;
    std::size_t column;
    const char* phrase;
  };
  const std::vector<Case> cases{
      {"exp(-sqt(r))", 5, "did you mean 'sqrt'"},
      {"1 + rho + nuu", 10, "did you mean 'nu'"},
      {"exp(-r", 3, "never closed"},
      {"exp(-r))", 7, "not opened"},
      {"2r", 1, "2*r"},
      {"1.2.3", 3, "misses an operator"},
      {"r**2", 1, "r^2"},
      {"r +", 3, "ends where"},
      {"r + * 2", 4, "'*' where"},
      {"rho(3)", 0, "not a function"},
      {"exp + 1", 0, "needs an argument"},
      {"pow(r)", 5, "takes 2"},
      {"exp(r, 2)", 7, "takes 1"},
      {"exp()", 4, "')' where"},
      {"(r, 2)", 2, "comma"},
      {"r 2", 2, "misses an operator"},
      {"r $ 2", 2, "means nothing"},
      {"1e999*r", 0, "out of range"},
      {"r + .", 4, "not part of a number"},
      {"besselk(r, 2)", 0, "order"},
      {"besselk(y, r)", 0, "order"},
      {"lgamma(r+y)", 0, "lgamma of r"},
      {"", 0, "is empty"},
      {"   ", 3, "is empty"},
  };
  for (const Case& c : cases) {
    const std::string text = message(c.text);
    SCOPED_TRACE(text);
    EXPECT_NE(text.find(c.phrase), std::string::npos) << c.text;
    const std::size_t last = text.rfind('\n');
    ASSERT_NE(last, std::string::npos);
    EXPECT_EQ(text.substr(last + 1), std::string(2 + c.column, ' ') + "^") << c.text;
  }
}

TEST(FormulaParser, CaretStaysUnderTheCharacterInUnicodeAndLongText) {
  const std::string greek = message("r + \xCF\x86");
  EXPECT_NE(greek.find("\n      ^"), std::string::npos) << greek;
  const std::string longer = message(std::string(300, '1') + "+rr+" + std::string(300, '2'));
  const std::size_t first = longer.find('\n');
  const std::size_t second = longer.find('\n', first + 1);
  const std::string shown = longer.substr(first + 1, second - first - 1);
  const std::string caret = longer.substr(second + 1);
  EXPECT_LT(shown.size(), 120u);
  EXPECT_EQ(shown[caret.size() - 1], 'r') << longer;
}

TEST(FormulaParser, UnknownNamesListWhatIsAllowed) {
  EXPECT_NE(message("q").find("known: r, y, trials, rho, nu, pi"), std::string::npos)
      << message("q");
  EXPECT_NE(message("gamma(r)").find("besselk"), std::string::npos);
}

TEST(FormulaParser, DepthAndLengthAreBounded) {
  const auto nested = [](const std::string& open, const std::string& middle,
                         const std::string& close, int n) {
    std::string text = middle;
    for (int i = 0; i < n; ++i) text = open + text + close;
    return text;
  };
  EXPECT_EQ(message(nested("(", "r", ")", 190)), "accepted");
  EXPECT_EQ(message(nested("exp(-", "r", ")", 90)), "accepted");
  for (const std::string& bomb :
       {nested("(", "r", ")", 2000), nested("exp(", "r", ")", 1500), nested("-", "r", "", 9000),
        nested("2^", "r", "", 4000), nested("(", "", "", 9999), nested("r^(", "r", ")", 2000)}) {
    EXPECT_NE(message(bomb).find("levels deep"), std::string::npos);
  }
  EXPECT_NE(message(std::string(10001, '1')).find("at most 10000"), std::string::npos);
  std::string flat = "r";
  while (flat.size() < 9990) flat += "+r";
  EXPECT_EQ(value(flat, 1.0), 4996.0);  // breadth is not depth
}

TEST(FormulaParser, NamesAreChecked) {
  const auto refused = [](FormulaNames bad) {
    EXPECT_THROW(Expression::parse("1", std::move(bad)), InvalidInput);
  };
  refused({"r", true, true, {"exp"}});
  refused({"r", true, true, {"a", "a"}});
  refused({"r", true, true, {"r"}});
  refused({"r", true, true, {"y"}});
  refused({"r", true, true, {"2a"}});
  refused({"r", true, true, {"a b"}});
  refused({"r", true, true, {""}});
  EXPECT_NO_THROW(Expression::parse("y", {"r", false, false, {"y"}}));
}

TEST(FormulaParser, TellsWhatAFormulaUses) {
  const Expression e = Expression::parse("besselk(nu, r) * y", names());
  EXPECT_TRUE(e.uses("nu") && e.uses("r") && e.uses("y"));
  EXPECT_FALSE(e.uses("rho") || e.uses("trials") || e.uses("other"));
  EXPECT_TRUE(e.learnable(0));
  EXPECT_FALSE(e.learnable(1));
  EXPECT_EQ(names_in_formula("exp(-a*r)/pi + a + b2"), (std::vector<std::string>{"a", "r", "b2"}));
}

// Parses; if accepted, evaluates everything that an accepted formula promises. Only InvalidInput
// may come out.
void digest(const std::string& text) {
  try {
    const Formula formula(Expression::parse(text, names()), {1.5, 3.5});
    formula.evaluate(0.7, {2.0, 3.0});
    formula.evaluate_log(0.7, {2.0, 3.0});
    const Complex z(0.4, 1.1);
    Complex out;
    formula.evaluate_log(std::span<const Complex>(&z, 1), Rows(Row{1.0, 2.0}),
                         std::span<Complex>(&out, 1));
  } catch (const InvalidInput&) {
  }
}

TEST(FormulaParser, RandomBytesAndMutationsAreAcceptedOrRefusedCleanly) {
  std::mt19937_64 engine(20240601);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(engine() % n); };
  RandomFormula formulas(7);
  const std::string pieces = "0123456789.e+-*/^(),r yrhonutrialsexplogsqrtabs\xff\x80$#";
  for (int i = 0; i < 4000; ++i) {
    std::string text;
    if (i % 4 == 0) {
      for (std::size_t k = below(40); k > 0; --k) text += static_cast<char>(below(256));
    } else if (i % 4 == 1) {
      for (std::size_t k = below(60); k > 0; --k) text += pieces[below(pieces.size())];
    } else {
      text = formulas.falling(1 + formulas.pick(3));
      for (std::size_t k = 1 + below(3); k > 0; --k) {
        const std::size_t at = below(text.size());
        const std::size_t what = below(3);
        if (what == 0) text.erase(at, 1 + below(3));
        if (what == 1) text.insert(at, 1, pieces[below(pieces.size())]);
        if (what == 2) text[at] = pieces[below(pieces.size())];
        if (text.empty()) text = "r";
      }
    }
    EXPECT_NO_FATAL_FAILURE(digest(text));
  }
}

TEST(FormulaParser, LargeFormulasAreCompiledInReasonableTime) {
  RandomFormula formulas(11);
  for (int i = 0; i < 6; ++i) {
    std::string text = "exp(-r)";
    while (text.size() < 9000) {
      const std::string more = formulas.falling(3);
      if (text.size() + more.size() > 9900) break;
      text = i % 2 == 0 ? text + "+" + more : text + "*(" + more + ")";
    }
    const auto start = std::chrono::steady_clock::now();
    digest(text);
    EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), 5.0);
  }
}

}  // namespace
}  // namespace phigp
