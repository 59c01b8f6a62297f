// The kernel that every expression becomes: a sum of terms, each a variance times a product of unit
// kernels. Everything that concerns whole matrices happens here, tile by tile: nothing larger than
// the result is ever stored. math.md (G.1, G.2)
#pragma once

#include <vector>

#include "phigp/kernels/kernel.h"
#include "phigp/kernels/unit_kernel.h"

namespace phigp::detail {

struct KernelTerm {
  double variance = 1.0;
  std::vector<UnitKernelPtr> units;  // at least one

  // A product with white noise lives on the diagonal of gram matrices only.
  bool is_white() const;
  // The variance and the parameters of the units, in this order.
  std::size_t parameter_count() const;
};

class SumKernel final : public Kernel {
 public:
  // Throws InvalidInput for a variance that is not positive and finite.
  SumKernel(std::vector<KernelTerm> terms, Eigen::Index dimensions);

  std::string text() const override;
  std::vector<std::string> parameter_names() const override;
  std::vector<double> parameters() const override;
  KernelPtr with_parameters(std::span<const double> values) const override;

  void cross(const Points& X, const Points& Z, Matrix& K) const override;
  void diagonal(const Points& X, Vector& k) const override;
  void gram(const Points& X, Matrix& K) const override;
  void contract_cross(const Points& X, const Points& Z, const Matrix& G,
                      std::span<double> out) const override;
  void taped_cross(const Points& X, const Points& Z, Matrix& K,
                   std::unique_ptr<KernelTape>& tape) const override;
  void contract_taped(KernelTape& tape, const Matrix& G, std::span<double> out,
                      Points* moved) const override;
  void contract_diagonal(const Points& X, const Vector& g, std::span<double> out) const override;
  void contract_gram(const Points& X, const Matrix& G, std::span<double> out) const override;
  void contract_inputs(const Points& X, const Points& Z, const Matrix& G,
                       Points& moved) const override;

 private:
  void check_inputs(const Points& X) const;
  void check_out(std::span<double> out) const;
  void check_moved(const Points& moved, Eigen::Index rows) const;
  // The diagonals of the terms that are white (or of all): added to k.
  void add_diagonals(const Points& X, bool white_only, Vector& k) const;
  void contract_diagonals(const Points& X, bool white_only, const Vector& g,
                          std::span<double> out) const;

  std::vector<KernelTerm> terms_;
  Eigen::Index dimensions_;
  std::size_t parameter_count_ = 0;
};

}  // namespace phigp::detail
