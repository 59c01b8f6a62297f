// A unit kernel: one factor of a term, without a variance. It computes tiles of its matrix and
// contracts tiles with its derivatives; gram matrices, sums and products are made of these in
// sum_kernel.h, once for all units. math.md (G.2)
#pragma once

#include <Eigen/Core>
#include <memory>
#include <span>
#include <utility>

#include "phigp/base/matrix.h"
#include "phigp/kernels/tile.h"
#include "phigp/kernels/unit_settings.h"

namespace phigp::detail {

// What a unit keeps of some inputs (of at most kTileSide for a tile): its active columns.
struct Inputs {
  Matrix columns;        // rows x active dimensions
  bool extreme = false;  // scaled differences may overflow when squared
  // For distances by products (distance_products.h), empty where they are not to be taken so.
  Matrix scaled;  // (x - origin) / l
  Vector norms;   // of its rows, squared
};

class UnitKernel {
 public:
  explicit UnitKernel(UnitSettings settings) : settings_(std::move(settings)) {}
  virtual ~UnitKernel() = default;

  const UnitSettings& settings() const { return settings_; }

  // White noise: 1 on the diagonal of a gram matrix, 0 elsewhere.
  virtual bool is_white() const { return false; }

  // Rows first ... first + count - 1 of X, as the functions below want them.
  virtual Inputs inputs(const Points& X, Eigen::Index first, Eigen::Index count) const;

  // Makes them ready for a faster way with a few digits less, where nothing is factorised. origin:
  // see distance_products.h.
  virtual void prepare_products(const Eigen::RowVectorXd& /*origin*/, Inputs& /*kept*/) const {}

  // k(a_i, b_j). `state` is what `contract` will want again (squared distances, mostly). Both tiles
  // are shaped already.
  virtual void values(const Inputs& A, const Inputs& B, Tile& k, Tile& state) const = 0;
  // out[p] += sum_ij W_ij dk_ij / d log theta_p and, unless moved is nullptr, moved(i, c) +=
  // sum_j W_ij dk_ij / d a_ic, c an active dimension; k and state as `values` left them. W is used
  // up.
  virtual void contract(const Inputs& A, const Inputs& B, const Tile& k, const Tile& state, Tile& W,
                        std::span<double> out, Matrix* moved) const = 0;

  // k(a_i, a_i) and its contraction; as for a stationary kernel, for which A is empty, unless
  // overridden.
  virtual bool varies_on_diagonal() const { return false; }
  virtual void diagonal(const Inputs& A, Eigen::Ref<Vector> k) const;
  virtual void contract_diagonal(const Inputs& A, const Vector& w, std::span<double> out) const;

 private:
  UnitSettings settings_;
};

using UnitKernelPtr = std::shared_ptr<const UnitKernel>;

// The kernel that `settings.kind` names. Throws InvalidInput for values that are not positive and
// finite.
UnitKernelPtr make_unit_kernel(UnitSettings settings);

}  // namespace phigp::detail
