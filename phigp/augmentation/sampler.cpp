#include "phigp/augmentation/sampler.h"

#include <fmt/format.h>

#include <cmath>

#include "phigp/augmentation/inversion_sampler.h"
#include "phigp/augmentation/row_sampler.h"
#include "phigp/augmentation/table_sampler.h"
#include "phigp/base/error.h"

namespace phigp {

std::string Certificate::text() const {
  if (kind == Kind::exact) return "exact: " + method;
  return fmt::format("{}, largest cdf error {:.1e}", method, cdf_error);
}

void check_draw(std::span<const double> c2, std::span<const double> omega) {
  if (c2.size() != omega.size())
    throw InvalidInput("draw of omega: numbers of c2 and omega",
                       fmt::format("{} and {}", c2.size(), omega.size()), "must agree");
  for (const double at : c2)
    require(std::isfinite(at) && at >= 0.0, "c2", at, "must be finite and not negative");
}

void OmegaSampler::draw_weighted(std::span<const double> c2, const Rows& rows,
                                 std::span<const double> weights, Stream& stream,
                                 std::span<double> omega) const {
  check_draw(c2, omega);
  for (std::size_t i = 0; i < c2.size(); ++i) {
    require(weights[i] == std::floor(weights[i]), "weight", weights[i],
            "must be a whole number, because other powers of this law are not known");
    omega[i] = 0.0;
    for (double k = 0.0; k < weights[i]; k += 1.0) {
      double one = 0.0;
      draw(c2.subspan(i, 1), rows.subrows(i, 1), stream, std::span<double>(&one, 1));
      omega[i] += one;
    }
  }
}

std::unique_ptr<OmegaSampler> make_sampler(const RadialPtr& radial, const SamplerOptions& options) {
  if (auto structural = radial->structural_sampler(options)) return structural;
  // Without tables, draws are by inversion and checked one by one: so does the sampler by row.
  if (radial->row_dependence() != Radial::RowDependence::none || options.most_tables == 0)
    return std::make_unique<RowSampler>(radial, options);
  std::string reasons;
  try {
    return std::make_unique<TableSampler>(radial, options);
  } catch (const NumericalError& error) {
    reasons = error.what();
  }
  try {
    return std::make_unique<InversionSampler>(radial, options);
  } catch (const NumericalError& error) {
    throw NumericalError(fmt::format("sampler of omega for phi = {}", radial->describe()), "",
                         fmt::format("cannot be certified ({}; {})", reasons, error.what()));
  }
}

}  // namespace phigp
