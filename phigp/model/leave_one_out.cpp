#include "phigp/model/leave_one_out.h"

#include <cmath>
#include <limits>

#include "phigp/likelihoods/density.h"

namespace phigp {

DrawnDensities::DrawnDensities(const FittedModel& model, int chains, int draws) : model_(model) {
  chains_.assign(static_cast<std::size_t>(chains), Matrix(draws, model.training().size()));
}

void DrawnDensities::take(int chain, int draw, const Vector& f) {
  take(chain, draw, f, *model_.values().likelihood);
}

void DrawnDensities::take(int chain, int draw, const Vector& f, const Likelihood& likelihood) {
  std::vector<double> density(static_cast<std::size_t>(f.size()));
  log_density(likelihood, Rows(model_.training().rows), {f.data(), density.size()}, density);
  chains_[static_cast<std::size_t>(chain)].row(draw) =
      Eigen::Map<const Vector>(density.data(), f.size()).transpose();
}

std::optional<LeaveOneOut> DrawnDensities::leave_one_out(int draws) const {
  if (draws < 2) return std::nullopt;
  const DataEncoding& encoding = model_.encoding();
  const double log_unit = encoding.domain == Domain::real ? std::log(encoding.response.scale) : 0.0;
  const Eigen::Index rows = model_.training().size();
  const auto chains = static_cast<Eigen::Index>(chains_.size());
  Matrix all(chains * draws, rows);
  for (Eigen::Index c = 0; c < chains; ++c)
    all.middleRows(c * draws, draws) =
        (chains_[static_cast<std::size_t>(c)].topRows(draws).array() - log_unit).matrix();
  const std::vector<double>& weights = model_.training().weights;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const auto column = static_cast<Eigen::Index>(i);
    if (weights[i] > 0.0) {
      all.col(column) *= weights[i];
    } else {
      all.col(column).setConstant(std::numeric_limits<double>::quiet_NaN());
    }
  }
  const Vector efficiency = relative_efficiency(all, static_cast<int>(chains));
  return phigp::leave_one_out(all,
                              {efficiency.data(), static_cast<std::size_t>(efficiency.size())});
}

}  // namespace phigp
