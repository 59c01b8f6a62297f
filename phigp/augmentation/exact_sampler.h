// A sampler for a law that is known by name.
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "phigp/augmentation/sampler.h"

namespace phigp {

class ExactSampler final : public OmegaSampler {
 public:
  using Draw = std::function<void(std::span<const double> c2, const Rows&, Stream&,
                                  std::span<double> omega)>;

  ExactSampler(std::string law, Draw draw) : law_(std::move(law)), draw_(std::move(draw)) {}

  void draw(std::span<const double> c2, const Rows& rows, Stream& stream,
            std::span<double> omega) const override {
    check_draw(c2, omega);
    draw_(c2, rows, stream, omega);
  }
  Certificate certificate() const override { return {Certificate::Kind::exact, 0.0, law_}; }

 private:
  std::string law_;
  Draw draw_;
};

}  // namespace phigp
