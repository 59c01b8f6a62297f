// A likelihood from any phi and a link: regression, y = f + scale * noise with density proportional
// to phi(noise^2), or classification. The normaliser C and its derivatives come from quadrature.
// math.md (F.8)
#pragma once

#include <optional>

#include "phigp/likelihoods/custom.h"
#include "phigp/likelihoods/likelihood.h"

namespace phigp {

// What quadrature finds out about phi, the same for every scale.
struct PhiNormaliser {
  bool normalised = true;
  double log_value = 0.0;      // log of the integral of phi(u^2) over u
  std::vector<double> slopes;  // in each parameter of phi
};

class LinkLikelihood final : public Likelihood {
 public:
  // `phi_parameters` name the parameters of `radial`, in its order. `scale_name` is the name of an
  // extra parameter for the scale (regression) or the slope k (classification), at the end of
  // `values`; empty: there is none and it is 1. `known`: for this phi, where it is at hand.
  LinkLikelihood(std::string name, RadialPtr radial, Link link, std::vector<ParameterSpec> specs,
                 bool has_scale, std::vector<double> values,
                 const std::optional<PhiNormaliser>& known = std::nullopt);

  std::string name() const override { return name_; }
  std::string formula() const override;
  Domain domain() const override {
    return link_ == Link::regression ? Domain::real : Domain::label;
  }
  const std::vector<ParameterSpec>& parameter_specs() const override { return specs_; }
  LikelihoodPtr with_parameters(std::span<const double> values) const override;
  Terms<double> terms(const Row& row) const override;
  Terms<Dual> terms(const Row& row, std::size_t k) const override;
  bool phi_depends_on(std::size_t k) const override { return k < phi_count(); }
  bool is_location_family() const override { return link_ == Link::regression; }
  bool is_normalised() const override { return normaliser_.normalised; }

  // The same regression with a scale to learn, 1 at first. None for a classification, where there
  // is a scale already, and where small changes of phi's own parameters stretch r: two parameters
  // would then do the work of one.
  std::shared_ptr<const LinkLikelihood> with_scale() const;

 private:
  double scale() const { return has_scale_ ? parameters().back() : 1.0; }
  bool stretches() const;
  std::size_t phi_count() const { return parameters().size() - (has_scale_ ? 1 : 0); }

  std::string name_;
  Link link_;
  std::vector<ParameterSpec> specs_;
  bool has_scale_;
  PhiNormaliser normaliser_;
};

// A composition of phi (composition.h) as a likelihood; its parameters are called theta1, theta2,
// ...
LikelihoodPtr likelihood_from_radial(RadialPtr radial, Link link, double scale = 1.0);

}  // namespace phigp
