// The prior mean of f as a function of the inputs: zero, one constant, or a constant and a slope
// per input. Its coefficients are learned with the other hyperparameters. math.md (H.1)
#pragma once

#include <span>
#include <string>
#include <vector>

#include "phigp/base/matrix.h"

namespace phigp {

class MeanFunction {
 public:
  enum class Kind { zero, constant, linear };

  MeanFunction() = default;
  MeanFunction(Kind kind, Eigen::Index inputs);  // coefficients 0
  // Throws InvalidInput unless there are as many coefficients as the kind has.
  MeanFunction(Kind kind, Eigen::Index inputs, std::vector<double> coefficients);

  Kind kind() const { return kind_; }
  Eigen::Index inputs() const { return inputs_; }
  const std::vector<double>& coefficients() const { return coefficients_; }
  MeanFunction with_coefficients(std::span<const double> values) const;

  Vector at(const Points& X) const;  // n
  // out[p] += sum_i g_i d mean_i / d coefficient_p.
  void contract(const Points& X, const Vector& g, std::span<double> out) const;

 private:
  Kind kind_ = Kind::zero;
  Eigen::Index inputs_ = 0;
  std::vector<double> coefficients_;
};

std::string to_text(MeanFunction::Kind kind);
// Throws InvalidInput for an unknown name.
MeanFunction::Kind mean_kind(const std::string& name);

}  // namespace phigp
