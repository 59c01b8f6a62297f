// A likelihood whose six functions C, g, alpha, beta, gamma, phi are all formulas. math.md (F.9)
#pragma once

#include "phigp/likelihoods/custom.h"
#include "phigp/likelihoods/formula/formula.h"

namespace phigp {

class TermsLikelihood final : public Likelihood {
 public:
  TermsLikelihood(TermFormulas text, std::vector<ParameterSpec> specs, std::vector<double> values,
                  RadialPtr radial);

  std::string name() const override { return "terms"; }
  std::string formula() const override;
  Domain domain() const override { return text_.domain; }
  const std::vector<ParameterSpec>& parameter_specs() const override { return specs_; }
  LikelihoodPtr with_parameters(std::span<const double> values) const override;
  Terms<double> terms(const Row& row) const override;
  Terms<Dual> terms(const Row& row, std::size_t k) const override;
  bool is_location_family() const override { return location_family_; }
  bool is_normalised() const override { return normalised_; }

 private:
  TermFormulas text_;
  std::vector<ParameterSpec> specs_;
  Formula c_;
  Formula g_;
  Formula alpha_;
  Formula beta_;
  Formula gamma_;
  bool location_family_ = false;
  bool normalised_ = true;
};

}  // namespace phigp
