// The kernels that are no function of a distance: linear, constant, white. math.md (G.10, G.11)
#pragma once

#include "phigp/kernels/unit_kernel.h"

namespace phigp::detail {

// sum_k x_k z_k / l_k^2 with ard, x.z without.
class Linear final : public UnitKernel {
 public:
  using UnitKernel::UnitKernel;

  Inputs inputs(const Points& X, Eigen::Index first, Eigen::Index count) const override;
  void values(const Inputs& A, const Inputs& B, Tile& k, Tile& state) const override;
  void contract(const Inputs& A, const Inputs& B, const Tile& k, const Tile& state, Tile& W,
                std::span<double> out, Matrix* moved) const override;
  bool varies_on_diagonal() const override { return true; }
  void diagonal(const Inputs& A, Eigen::Ref<Vector> k) const override;
  void contract_diagonal(const Inputs& A, const Vector& w, std::span<double> out) const override;
};

class Constant final : public UnitKernel {
 public:
  using UnitKernel::UnitKernel;

  void values(const Inputs& A, const Inputs& B, Tile& k, Tile& state) const override;
  void contract(const Inputs& A, const Inputs& B, const Tile& k, const Tile& state, Tile& W,
                std::span<double> out, Matrix* moved) const override;
};

// Only its diagonal is ever asked for (sum_kernel.h): a term with white noise has no other.
class White final : public UnitKernel {
 public:
  using UnitKernel::UnitKernel;

  bool is_white() const override { return true; }
  void values(const Inputs& A, const Inputs& B, Tile& k, Tile& state) const override;
  void contract(const Inputs& A, const Inputs& B, const Tile& k, const Tile& state, Tile& W,
                std::span<double> out, Matrix* moved) const override;
};

UnitKernelPtr make_linear(UnitSettings settings);
UnitKernelPtr make_constant(UnitSettings settings);
UnitKernelPtr make_white(UnitSettings settings);

}  // namespace phigp::detail
