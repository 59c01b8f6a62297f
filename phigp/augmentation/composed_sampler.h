// Samplers put together from the samplers of the parts; what is announced to the whole is announced
// to them. math.md (C.1)-(C.5)
#pragma once

#include <memory>
#include <vector>

#include "phigp/augmentation/sampler.h"

namespace phigp {

using SamplerPtr = std::unique_ptr<OmegaSampler>;

// Component k with probability w_k phi_k(c^2) / phi(c^2), then a draw from its tilted law.
class MixtureSampler final : public OmegaSampler {
 public:
  MixtureSampler(std::vector<double> weights, std::vector<RadialPtr> radials,
                 std::vector<SamplerPtr> samplers);
  void draw(std::span<const double> c2, const Rows& rows, Stream& stream,
            std::span<double> omega) const override;
  Certificate certificate() const override;
  void prepare(std::span<const Row> rows) const override;

 private:
  std::vector<double> weights_;
  std::vector<RadialPtr> radials_;
  std::vector<SamplerPtr> samplers_;
};

// A product of phi: independent draws, added.
class SumSampler final : public OmegaSampler {
 public:
  explicit SumSampler(std::vector<SamplerPtr> samplers);
  void draw(std::span<const double> c2, const Rows& rows, Stream& stream,
            std::span<double> omega) const override;
  void draw_weighted(std::span<const double> c2, const Rows& rows, std::span<const double> weights,
                     Stream& stream, std::span<double> omega) const override;
  bool takes_any_weight() const override;
  Certificate certificate() const override;
  void prepare(std::span<const Row> rows) const override;

 private:
  std::vector<SamplerPtr> samplers_;
};

// phi(a r + s) / phi(s): a times a draw at a c^2 + s.
class AffineSampler final : public OmegaSampler {
 public:
  AffineSampler(SamplerPtr sampler, double scale, double shift);
  void draw(std::span<const double> c2, const Rows& rows, Stream& stream,
            std::span<double> omega) const override;
  void draw_weighted(std::span<const double> c2, const Rows& rows, std::span<const double> weights,
                     Stream& stream, std::span<double> omega) const override;
  bool takes_any_weight() const override;
  Certificate certificate() const override;
  void prepare(std::span<const Row> rows) const override;

 private:
  std::vector<double> moved(std::span<const double> c2) const;

  SamplerPtr sampler_;
  double scale_;
  double shift_;
};

// exp(rate (phi - 1)): a Poisson number, with mean rate phi(c^2), of draws at c^2, added.
class CompoundPoissonSampler final : public OmegaSampler {
 public:
  CompoundPoissonSampler(RadialPtr radial, SamplerPtr sampler, double rate);
  void draw(std::span<const double> c2, const Rows& rows, Stream& stream,
            std::span<double> omega) const override;
  Certificate certificate() const override;
  void prepare(std::span<const Row> rows) const override;

 private:
  RadialPtr radial_;
  SamplerPtr sampler_;
  double rate_;
};

}  // namespace phigp
