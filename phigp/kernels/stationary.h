// Kernels of the scaled squared distance s = sum_k (x_k - z_k)^2 / l_k^2. math.md (G.3)
#pragma once

#include "phigp/kernels/unit_kernel.h"

namespace phigp::detail {

class Stationary : public UnitKernel {
 public:
  explicit Stationary(UnitSettings settings);

  Inputs inputs(const Points& X, Eigen::Index first, Eigen::Index count) const final;
  void prepare_products(const Eigen::RowVectorXd& origin, Inputs& kept) const final;
  void values(const Inputs& A, const Inputs& B, Tile& k, Tile& state) const final;
  void contract(const Inputs& A, const Inputs& B, const Tile& k, const Tile& state, Tile& W,
                std::span<double> out, Matrix* moved) const final;

 protected:
  // k(s).
  virtual void profile(const Tile& s, Tile& k) const = 0;
  // W *= -2 k'(s), from s and k alone: no second exponential. Any finite number will do at s = 0
  // where the derivative is infinite: it meets a factor 0.
  virtual void multiply_slope(const Tile& s, const Tile& k, Tile& W) const = 0;
  // sum W dk / d log of the parameter that follows the lengthscales, if there is one.
  virtual double contract_shape(const Tile& s, const Tile& k, const Tile& W) const;

 private:
  Eigen::ArrayXd inverse_;  // 1 / l_k
};

UnitKernelPtr make_rbf(UnitSettings settings);
UnitKernelPtr make_matern12(UnitSettings settings);
UnitKernelPtr make_matern32(UnitSettings settings);
UnitKernelPtr make_matern52(UnitSettings settings);
UnitKernelPtr make_rational_quadratic(UnitSettings settings);

}  // namespace phigp::detail
