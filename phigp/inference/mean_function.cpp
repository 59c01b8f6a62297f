#include "phigp/inference/mean_function.h"

#include <utility>

#include "phigp/base/error.h"

namespace phigp {

namespace {

std::size_t count_of(MeanFunction::Kind kind, Eigen::Index inputs) {
  switch (kind) {
    case MeanFunction::Kind::zero:
      return 0;
    case MeanFunction::Kind::constant:
      return 1;
    case MeanFunction::Kind::linear:
      return 1 + static_cast<std::size_t>(inputs);
  }
  return 0;
}

}  // namespace

MeanFunction::MeanFunction(Kind kind, Eigen::Index inputs)
    : MeanFunction(kind, inputs, std::vector<double>(count_of(kind, inputs), 0.0)) {}

MeanFunction::MeanFunction(Kind kind, Eigen::Index inputs, std::vector<double> coefficients)
    : kind_(kind), inputs_(inputs), coefficients_(std::move(coefficients)) {
  require(coefficients_.size() == count_of(kind, inputs), "mean coefficients",
          std::to_string(coefficients_.size()),
          "must be " + std::to_string(count_of(kind, inputs)) + " in number");
}

MeanFunction MeanFunction::with_coefficients(std::span<const double> values) const {
  return {kind_, inputs_, std::vector<double>(values.begin(), values.end())};
}

Vector MeanFunction::at(const Points& X) const {
  Vector mean = Vector::Zero(X.rows());
  if (kind_ == Kind::zero) return mean;
  mean.setConstant(coefficients_[0]);
  if (kind_ == Kind::linear) {
    mean += X * Eigen::Map<const Vector>(coefficients_.data() + 1, inputs_);
  }
  return mean;
}

void MeanFunction::contract(const Points& X, const Vector& g, std::span<double> out) const {
  if (kind_ == Kind::zero) return;
  out[0] += g.sum();
  if (kind_ != Kind::linear) return;
  const Vector slopes = X.transpose() * g;
  for (Eigen::Index k = 0; k < inputs_; ++k) out[static_cast<std::size_t>(k) + 1] += slopes[k];
}

std::string to_text(MeanFunction::Kind kind) {
  switch (kind) {
    case MeanFunction::Kind::zero:
      return "zero";
    case MeanFunction::Kind::constant:
      return "constant";
    case MeanFunction::Kind::linear:
      return "linear";
  }
  return "";
}

MeanFunction::Kind mean_kind(const std::string& name) {
  for (const auto kind :
       {MeanFunction::Kind::zero, MeanFunction::Kind::constant, MeanFunction::Kind::linear}) {
    if (to_text(kind) == name) return kind;
  }
  throw InvalidInput("mean", name, "must be zero, constant or linear");
}

}  // namespace phigp
