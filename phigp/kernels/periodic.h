// exp(-2 sum_k sin^2(pi (x_k - z_k) / period) / l^2). math.md (G.9)
#pragma once

#include "phigp/kernels/unit_kernel.h"

namespace phigp::detail {

class Periodic final : public UnitKernel {
 public:
  explicit Periodic(UnitSettings settings);

  void values(const Inputs& A, const Inputs& B, Tile& k, Tile& state) const override;
  void contract(const Inputs& A, const Inputs& B, const Tile& k, const Tile& state, Tile& W,
                std::span<double> out, Matrix* moved) const override;

 private:
  double steepness_;  // 2 / l^2
};

UnitKernelPtr make_periodic(UnitSettings settings);

}  // namespace phigp::detail
