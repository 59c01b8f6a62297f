#include "phigp/augmentation/inversion_sampler.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "phigp/augmentation/normal_score.h"
#include "phigp/augmentation/support.h"
#include "phigp/base/error.h"

namespace phigp {

namespace {

constexpr InversionAccuracy kSamplerAccuracy{24.0, 1e-10, 1 << 13};
constexpr int kTilts = 16;  // at which the inversion is tried

}  // namespace

InversionSampler::InversionSampler(const RadialPtr& radial, const SamplerOptions& options,
                                   const Row& row)
    : inversion_(radial, row, kSamplerAccuracy) {
  const double least = std::min(negligible_c2(*radial, row, 1e-9), kMostC2);
  for (int i = 0; i <= kTilts; ++i) {
    const double c2 =
        i == 0 ? 0.0 : least * std::pow(kMostC2 / least, static_cast<double>(i) / kTilts);
    const TiltedLaw law = inversion_.law(c2);
    for (const double z : {-4.0, -2.5, -1.0, -0.3, 0.3, 1.0, 2.5, 4.0}) {
      const double omega = law.quantile(normal_cdf(-std::abs(z)), z > 0.0);
      if (omega == inversion_.support().start) continue;  // an atom, or below the least double
      const InvertedLaw value = law.at(omega);
      const double miss = z < 0.0 ? value.cdf - normal_cdf(z) : value.complement - normal_cdf(-z);
      const double error =
          beyond_rounding(miss, value, omega) + beyond_rounding(value.error, value, omega);
      if (!(error <= options.tolerance)) {
        throw NumericalError(
            "inversion",
            fmt::format("a cdf error of {:.1e} at c2 = {:.3g}, omega = {:.6g}", error, c2, omega),
            fmt::format("must have at most {:.1e}: the law may have atoms inside its support",
                        options.tolerance));
      }
      cdf_error_ = std::max(cdf_error_, error);
    }
  }
}

void InversionSampler::draw(std::span<const double> c2, const Rows&, Stream& stream,
                            std::span<double> omega) const {
  check_draw(c2, omega);
  for (std::size_t i = 0; i < c2.size(); ++i) {
    const double z = stream.normal();
    omega[i] = inversion_.quantile(normal_cdf(-std::abs(z)), c2[i], z > 0.0);
  }
}

Certificate InversionSampler::certificate() const {
  return {Certificate::Kind::inversion, cdf_error_, "numerical inversion draw by draw"};
}

}  // namespace phigp
