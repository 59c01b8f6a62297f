// Draws by solving F(omega) = u for each point: tens of microseconds a draw, for laws that no table
// can hold. math.md (S.5)
#pragma once

#include "phigp/augmentation/inversion.h"
#include "phigp/augmentation/sampler.h"

namespace phigp {

class InversionSampler final : public OmegaSampler {
 public:
  // For phi at one row. Throws NumericalError where the inversion cannot promise options.tolerance.
  explicit InversionSampler(const RadialPtr& radial, const SamplerOptions& options = {},
                            const Row& row = {});

  // Rows are not looked at: all points share the row given to the constructor.
  void draw(std::span<const double> c2, const Rows& rows, Stream& stream,
            std::span<double> omega) const override;
  Certificate certificate() const override;

 private:
  Inversion inversion_;
  double cdf_error_ = 0.0;
};

}  // namespace phigp
