#include "phigp/model/leave_one_out.h"

#include <cmath>
#include <limits>

#include "phigp/likelihoods/density.h"

namespace phigp {

DrawnDensities::DrawnDensities(const FittedModel& model, int chains, int draws)
    : model_(model), draws_(draws) {
  const DataEncoding& encoding = model.encoding();
  log_unit_ = encoding.domain == Domain::real ? std::log(encoding.response.scale) : 0.0;
  densities_.resize(chains * draws_, model.training().size());
}

void DrawnDensities::take(int chain, int draw, const Vector& f, const Likelihood& likelihood) {
  std::vector<double> density(static_cast<std::size_t>(f.size()));
  log_density(likelihood, Rows(model_.training().rows), {f.data(), density.size()}, density);
  const std::vector<double>& weights = model_.training().weights;
  for (std::size_t i = 0; i < density.size(); ++i) {
    density[i] -= log_unit_;
    if (weights.empty()) continue;
    density[i] =
        weights[i] > 0.0 ? weights[i] * density[i] : std::numeric_limits<double>::quiet_NaN();
  }
  densities_.row(chain * draws_ + draw) =
      Eigen::Map<const Vector>(density.data(), f.size()).transpose();
}

std::optional<LeaveOneOut> DrawnDensities::leave_one_out(const UsedDraws& used) const {
  if (used.draws < 2) return std::nullopt;
  const auto chains = static_cast<Eigen::Index>(used.chains.size());
  const auto judge = [&](const Eigen::Ref<const Matrix>& all) {
    const Vector efficiency = relative_efficiency(all, static_cast<int>(chains));
    return phigp::leave_one_out(all,
                                {efficiency.data(), static_cast<std::size_t>(efficiency.size())});
  };
  if (chains * used.draws == densities_.rows()) return judge(densities_);
  Matrix some(chains * used.draws, densities_.cols());  // of a run that was stopped
  for (Eigen::Index c = 0; c < chains; ++c) {
    const auto chain = static_cast<Eigen::Index>(used.chains[static_cast<std::size_t>(c)]);
    some.middleRows(c * used.draws, used.draws) = densities_.middleRows(chain * draws_, used.draws);
  }
  return judge(some);
}

}  // namespace phigp
