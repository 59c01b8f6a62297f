// A likelihood stated as its density p(y|f). math.md (F.10)
#pragma once

#include "phigp/likelihoods/custom.h"
#include "phigp/likelihoods/formula/density_radial.h"

namespace phigp {

class DensityLikelihood final : public Likelihood {
 public:
  DensityLikelihood(std::shared_ptr<const DensityRadial> radial, Domain domain,
                    std::vector<ParameterSpec> specs, bool location_family, bool normalised);

  std::string name() const override { return "density"; }
  std::string formula() const override { return radial_->density().expression().text(); }
  Domain domain() const override { return domain_; }
  const std::vector<ParameterSpec>& parameter_specs() const override { return specs_; }
  LikelihoodPtr with_parameters(std::span<const double> values) const override;
  Terms<double> terms(const Row& row) const override;
  Terms<Dual> terms(const Row& row, std::size_t k) const override;
  bool is_location_family() const override { return location_family_; }
  bool is_normalised() const override { return normalised_; }

 private:
  std::shared_ptr<const DensityRadial> radial_;
  Domain domain_;
  std::vector<ParameterSpec> specs_;
  bool location_family_;
  bool normalised_;
};

}  // namespace phigp
