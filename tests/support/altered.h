// Wrong parts for planted bugs: a likelihood whose terms and a sampler whose draws are changed on
// their way out, through the public interface.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "phigp/augmentation/sampler.h"
#include "phigp/likelihoods/likelihood.h"

namespace phigp::test {

// A likelihood whose terms pass through `change` (double and Dual alike).
template <class Change>
class Altered final : public Likelihood {
 public:
  Altered(LikelihoodPtr right, Change change)
      : Likelihood(right->parameters(), right->radial_ptr()), right_(right), change_(change) {}
  std::string name() const override { return right_->name(); }
  std::string formula() const override { return right_->formula(); }
  Domain domain() const override { return right_->domain(); }
  const std::vector<ParameterSpec>& parameter_specs() const override {
    return right_->parameter_specs();
  }
  LikelihoodPtr with_parameters(std::span<const double> values) const override {
    return std::make_shared<Altered>(right_->with_parameters(values), change_);
  }
  Terms<double> terms(const Row& row) const override { return change_(right_->terms(row)); }
  Terms<Dual> terms(const Row& row, std::size_t k) const override {
    return change_(right_->terms(row, k));
  }
  bool is_location_family() const override { return right_->is_location_family(); }

 private:
  LikelihoodPtr right_;
  Change change_;
};

// A sampler that calls the right one at another c^2 and multiplies what it gets.
class AlteredSampler final : public OmegaSampler {
 public:
  AlteredSampler(std::unique_ptr<OmegaSampler> right, double c2_factor, double omega_factor)
      : right_(std::move(right)), c2_factor_(c2_factor), omega_factor_(omega_factor) {}
  void draw(std::span<const double> c2, const Rows& rows, Stream& stream,
            std::span<double> omega) const override {
    std::vector<double> moved(c2.begin(), c2.end());
    for (double& x : moved) x *= c2_factor_;
    right_->draw(moved, rows, stream, omega);
    for (double& x : omega) x *= omega_factor_;
  }
  Certificate certificate() const override { return right_->certificate(); }

 private:
  std::unique_ptr<OmegaSampler> right_;
  double c2_factor_;
  double omega_factor_;
};

}  // namespace phigp::test
