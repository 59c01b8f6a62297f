// Random formulas for property tests: half of them are put together by the rules that keep phi
// admissible, the other half by rules that look similar and are not.
#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace phigp {

class RandomFormula {
 public:
  // `signs`: one number in eight is negative, which most rules must notice.
  explicit RandomFormula(std::uint64_t seed, bool signs = false) : engine_(seed), signs_(signs) {}

  int pick(int n) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(n)); }

  // A candidate for phi.
  std::string falling(int depth) {
    if (depth <= 0) return pick(2) == 0 ? "exp(-r)" : "1/(1+r)";
    const int d = depth - 1;
    switch (pick(20)) {
      case 0:
        return "exp(-(" + rising(d) + "))";
      case 1:
        return "1/(" + number() + "+" + rising(d) + ")";
      case 2:
        return "(" + number() + "+" + rising(d) + ")^(-" + number() + ")";
      case 3:
        return "(" + number() + "*" + falling(d) + "+" + number() + "*" + falling(d) + ")";
      case 4:
        return "(" + falling(d) + ")*(" + falling(d) + ")";
      case 5:
        return "(" + falling(d) + ")^" + number();
      case 6:
        return "exp(" + number() + "*(" + falling(d) + "-1))";
      case 7:
        return "sech(" + rising(d) + ")";
      case 8:
        return "erfcx(" + rising(d) + ")";
      case 9:
        return "(1-exp(-" + rising(d) + "))/(" + rising(d) + ")";
      case 10:
        return "log1p(" + rising(d) + ")/(" + rising(d) + ")";
      case 11:
        return "(1+" + number() + "*sqrt(" + rising(d) + "))*exp(-" + number() + "*sqrt(" +
               rising(d) + "))";
      case 12:
        return "tanh(" + rising(d) + ")/(" + rising(d) + ")";
      case 13:
        return "(" + rising(d) + ")/sinh(" + rising(d) + ")";
      case 14:
        return "(" + number() + "*" + falling(d) + "-" + number() + "*" + falling(d) + ")";
      case 15:
        return "1/(" + number() + "+" + number() + "-" + falling(d) + ")";
      case 16:
        return "(" + number() + "+" + number() + "*" + rising(d) + ")/(1+" + number() + "*" +
               rising(d) + ")";
      case 17:
        return "(" + rising(d) + ")^" + number() + "*besselk(" + number() + "," + rising(d) + ")";
      case 18:
        return "log(" + number() + "+" + falling(d) + ")";
      default: {
        const std::string x = "sqrt(" + rising(d) + ")";
        return "(1+" + x + "+" + x + "^2/3)*exp(-" + x + ")";
      }
    }
  }

  // A candidate for a Bernstein function.
  std::string rising(int depth) {
    if (depth <= 0) return pick(2) == 0 ? "r" : "sqrt(r)";
    const int d = depth - 1;
    switch (pick(12)) {
      case 0:
        return "r";
      case 1:
        return "sqrt(" + rising(d) + ")";
      case 2:
        return "(" + rising(d) + ")^" + number();
      case 3:
        return "log1p(" + rising(d) + ")";
      case 4:
        return "(" + rising(d) + "+" + number() + "*" + rising(d) + ")";
      case 5:
        return number() + "*" + rising(d);
      case 6:
        return "(1-" + falling(d) + ")";
      case 7:
        return "(" + rising(d) + ")/(" + number() + "+" + rising(d) + ")";
      case 8:
        return "logcosh(" + rising(d) + ")";
      case 9:
        return "(sqrt(" + number() + "+" + rising(d) + ")-" + number() + ")";
      case 10:
        return "(" + rising(d) + ")*(" + rising(d) + ")";
      default:
        return "(" + rising(d) + ")*tanh(" + rising(d) + ")";
    }
  }

  std::string number() {
    static constexpr const char* kNumbers[] = {"0.3", "0.5", "1",   "2",   "0.7",
                                               "1.3", "3",   "0.1", "1.5", "0.25"};
    const std::string size = kNumbers[pick(10)];
    return signs_ && pick(8) == 0 ? "(-" + size + ")" : size;
  }

 private:
  std::mt19937_64 engine_;
  bool signs_;
};

}  // namespace phigp
