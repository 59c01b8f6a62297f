// A sampler for a law that is known by name.
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "phigp/augmentation/sampler.h"

namespace phigp {

class ExactSampler final : public OmegaSampler {
 public:
  // `weights`: none, or one exponent per row.
  using Draw =
      std::function<void(std::span<const double> c2, const Rows&, std::span<const double> weights,
                         Stream&, std::span<double> omega)>;

  // `real_powers`: whether `draw` takes any weight, or none at all.
  ExactSampler(std::string law, bool real_powers, Draw draw)
      : law_(std::move(law)), real_powers_(real_powers), draw_(std::move(draw)) {}

  void draw(std::span<const double> c2, const Rows& rows, Stream& stream,
            std::span<double> omega) const override {
    check_draw(c2, omega);
    draw_(c2, rows, {}, stream, omega);
  }
  void draw_weighted(std::span<const double> c2, const Rows& rows, std::span<const double> weights,
                     Stream& stream, std::span<double> omega) const override {
    if (!real_powers_) return OmegaSampler::draw_weighted(c2, rows, weights, stream, omega);
    check_draw(c2, omega);
    draw_(c2, rows, weights, stream, omega);
  }
  bool takes_any_weight() const override { return real_powers_; }
  Certificate certificate() const override { return {Certificate::Kind::exact, 0.0, law_}; }

 private:
  std::string law_;
  bool real_powers_;
  Draw draw_;
};

}  // namespace phigp
