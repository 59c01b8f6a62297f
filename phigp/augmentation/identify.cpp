#include "phigp/augmentation/identify.h"

#include <array>
#include <cmath>
#include <vector>

#include "phigp/augmentation/composition.h"
#include "phigp/augmentation/known_laws.h"
#include "phigp/augmentation/moments.h"

namespace phigp {

namespace {

template <class Phi, std::size_t N>
IdentifiedLaw scaled_law(const RadialPtr& known, const std::array<double, N>& theta, double scale,
                         bool real_powers) {
  return {Phi::kLaw, scale == 1.0 ? known : scaled(known, scale),
          [theta, scale](double c2, double power, Stream& stream) {
            return scale * Phi::draw(scale * c2, power, theta.data(), stream);
          },
          real_powers};
}

std::vector<IdentifiedLaw> candidates(const Moments& moments, const Row& row) {
  std::vector<IdentifiedLaw> all;
  const double scale = natural_scale(moments.radial(), row);
  const double fall = -moments.log_phi(scale, row);
  if (!(fall > 0.0)) return all;
  const double index = scale * moments.mean(scale, row) / fall;  // d log(-log phi) / d log r
  const double mean = moments.mean(0.0, row);
  const double variance = moments.variance(0.0, row);
  if (std::abs(index - 1.0) < 1e-8) {
    all.push_back(scaled_law<PointMassPhi>(point_mass_radial(fall / scale),
                                           std::array{fall / scale}, 1.0, true));
    return all;
  }
  if (std::abs(index - 0.5) < 1e-8) {
    const double s = fall / std::sqrt(scale);
    all.push_back(
        scaled_law<InverseGaussianPhi>(inverse_gaussian_radial(s), std::array{s}, 1.0, true));
    return all;
  }
  if (index > 0.0 && index < 1.0 && std::isinf(mean)) {
    const double s = std::pow(fall, 1.0 / index) / scale;
    all.push_back(scaled_law<StablePhi>(stable_radial(index, s), std::array{index, s}, 1.0, true));
  }
  if (!std::isfinite(mean) || !(mean > 0.0)) return all;
  // The Matern functions have one parameter, their mean at zero: a^2/2 and a^2/6.
  const double a3 = std::sqrt(2.0 * mean);
  all.push_back(scaled_law<Matern32Phi>(matern32_radial(a3), std::array{a3}, 1.0, false));
  const double a5 = std::sqrt(6.0 * mean);
  all.push_back(scaled_law<Matern52Phi>(matern52_radial(a5), std::array{a5}, 1.0, false));
  if (!std::isfinite(variance) || !(variance > 0.0)) return all;
  const double rate = mean / variance;
  all.push_back(scaled_law<GammaPhi>(gamma_radial(mean * rate, rate), std::array{mean * rate, rate},
                                     1.0, true));
  // sech(sqrt(k r)/2)^b has mean b k / 8 and variance b k^2 / 96 at zero.
  const double k = 12.0 * variance / mean;
  const double b = 8.0 * mean / k;
  all.push_back(scaled_law<PolyaGammaPhi>(polya_gamma_radial(b), std::array{b}, k, true));
  // exp(-d (sqrt(1 + k r / d) - 1)) has mean k / 2 and variance k^2 / (4 d) at zero.
  const double d = mean * mean / variance;
  all.push_back(scaled_law<TiltedInverseGaussianPhi>(tilted_inverse_gaussian_radial(d),
                                                     std::array{d}, 2.0 * mean, true));
  return all;
}

bool same(const Radial& phi, const Row& row, const Radial& known, double scale) {
  for (double r = 1e-6 * scale; r < 2e6 * scale; r *= 2.7) {
    const double expected = phi.log_phi(r, row);
    if (!(std::abs(known.log_phi(r) - expected) <= 1e-10 * (1e-3 + std::abs(expected))))
      return false;
    for (const double angle : {0.7, 1.3}) {
      const Complex z = std::polar(r, angle);
      const Complex wanted = phi.log_phi(z, row);
      if (!(std::abs(std::exp(known.log_phi(z) - wanted) - 1.0) <= 1e-9 * (1.0 + std::abs(wanted))))
        return false;
    }
  }
  return true;
}

}  // namespace

std::optional<IdentifiedLaw> identify(const RadialPtr& radial, const Row& row) {
  const Moments moments(radial);
  const double scale = natural_scale(*radial, row);
  for (IdentifiedLaw& candidate : candidates(moments, row)) {
    if (same(*radial, row, *candidate.radial, scale)) return std::move(candidate);
  }
  return std::nullopt;
}

}  // namespace phigp
