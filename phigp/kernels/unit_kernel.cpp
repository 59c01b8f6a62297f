#include "phigp/kernels/unit_kernel.h"

namespace phigp::detail {

Inputs UnitKernel::inputs(const Points& X, Eigen::Index first, Eigen::Index count) const {
  const std::vector<Eigen::Index>& active = settings_.active;
  Inputs kept;
  kept.columns.resize(count, static_cast<Eigen::Index>(active.size()));
  Eigen::Index column = 0;
  for (const Eigen::Index k : active) {
    kept.columns.col(column++) = X.col(k).segment(first, count);
  }
  return kept;
}

void UnitKernel::diagonal(const Inputs& /*A*/, Eigen::Ref<Vector> k) const { k.setOnes(); }

void UnitKernel::contract_diagonal(const Inputs& /*A*/, const Vector& /*w*/,
                                   std::span<double> /*out*/) const {}

UnitKernelPtr make_unit_kernel(UnitSettings settings) {
  check_values(settings);
  const UnitKind& kind = *settings.kind;
  return kind.make(std::move(settings));
}

}  // namespace phigp::detail
