// The prior of one hyperparameter: a law of the parameter itself, not of its logarithm or logit,
// restricted to the parameter's range. math.md (H.6)
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "phigp/likelihoods/parameter.h"

namespace phigp {

class PriorLaw {
 public:
  enum class Kind { normal, lognormal, logitnormal, gamma, inverse_gamma, half_cauchy, uniform };

  // Throws InvalidInput for scales, shapes and rates that are not positive, and empty intervals.
  PriorLaw(Kind kind, double first, double second = 0.0);
  // "lognormal(0, 1.5)". Throws InvalidInput, with the nearest name for an unknown one.
  static PriorLaw parse(std::string_view text);
  // The normal law of the free number: lognormal, logitnormal or normal, by the range. (H.7)
  static PriorLaw around(const ParameterRange& range, double free, double sd);

  std::string text() const;  // in the form that parse reads
  bool needs_interval() const { return kind_ == Kind::logitnormal; }  // as the parameter's range

  // Of a value inside `range`, which only logitnormal looks at; -infinity outside the law's
  // support. Where the range cuts the law off, the constant that this would cost is left out.
  double log_density(double value, const ParameterRange& range) const;
  double slope(double value, const ParameterRange& range) const;  // its derivative

  bool operator==(const PriorLaw&) const = default;

 private:
  Kind kind_;
  double first_;
  double second_;
};

// The prior of every parameter whose name fits the pattern: `*` stands for any text, and a name
// without its index stands for all of them ("rbf.lengthscale").
struct PriorStatement {
  std::string pattern;
  PriorLaw law;

  bool operator==(const PriorStatement&) const = default;
};

// "rbf.lengthscale=lognormal(0,1), sigma=half-cauchy(1)". Throws InvalidInput.
std::vector<PriorStatement> parse_priors(std::string_view text);
bool fits(std::string_view pattern, std::string_view name);

}  // namespace phigp
