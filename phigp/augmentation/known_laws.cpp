#include "phigp/augmentation/known_laws.h"

#include <fmt/format.h>

namespace phigp {

namespace {

template <class Phi>
RadialPtr make(std::vector<double> theta, std::initializer_list<const char*> names) {
  auto name = names.begin();
  for (const double value : theta) {
    require(value > 0.0 && std::isfinite(value), fmt::format("{}: {}", Phi::kLaw, *name++), value,
            "must be positive and finite");
  }
  return std::make_shared<KnownRadial<Phi>>(std::move(theta));
}

// The order -(k + 1/2) law has no named powers; whole powers are sums of independent draws.
double draw_whole_power(double power, const char* law, auto&& once) {
  require(power == std::floor(power) && power >= 1.0 && power <= 1e6, fmt::format("{}: power", law),
          power, "must be a whole number, because other powers have no known law");
  double sum = 0.0;
  for (int i = 0; i < static_cast<int>(power); ++i) sum += once();
  return sum;
}

}  // namespace

double StablePhi::draw(double c2, double power, const double* theta, Stream& stream) {
  const double a = theta[0];
  const double s = theta[1] * std::pow(power, 1.0 / a);  // p (s r)^a = (p^{1/a} s r)^a
  if (a == 1.0) return s;
  if (a == 0.5) return draw_inverse_gaussian(0.5 * std::sqrt(s / c2), 0.5 * s, stream);
  return s * draw_tilted_stable(a, s * c2, stream);
}

double Matern32Phi::draw(double c2, double power, const double* theta, Stream& stream) {
  return draw_whole_power(power, kLaw, [&] {
    return draw_generalised_inverse_gaussian(-1.5, 2.0 * c2, 0.5 * theta[0] * theta[0], stream);
  });
}

double Matern52Phi::draw(double c2, double power, const double* theta, Stream& stream) {
  return draw_whole_power(power, kLaw, [&] {
    return draw_generalised_inverse_gaussian(-2.5, 2.0 * c2, 0.5 * theta[0] * theta[0], stream);
  });
}

std::string PointMassPhi::describe(const double* t) { return fmt::format("exp(-{}*r)", t[0]); }
std::string GammaPhi::describe(const double* t) {
  return fmt::format("(1 + r/{})^(-{})", t[1], t[0]);
}
std::string InverseGaussianPhi::describe(const double* t) {
  return fmt::format("exp(-{}*sqrt(r))", t[0]);
}
std::string TiltedInverseGaussianPhi::describe(const double* t) {
  return fmt::format("exp(-{0}*(sqrt(1 + r/{0}) - 1))", t[0]);
}
std::string StablePhi::describe(const double* t) {
  return fmt::format("exp(-({}*r)^{})", t[1], t[0]);
}
std::string PolyaGammaPhi::describe(const double* t) {
  return fmt::format("sech(sqrt(r)/2)^{}", t[0]);
}
std::string Matern32Phi::describe(const double* t) {
  return fmt::format("(1 + x)*exp(-x), x = {}*sqrt(r)", t[0]);
}
std::string Matern52Phi::describe(const double* t) {
  return fmt::format("(1 + x + x^2/3)*exp(-x), x = {}*sqrt(r)", t[0]);
}

RadialPtr point_mass_radial(double a) { return make<PointMassPhi>({a}, {"a"}); }
RadialPtr gamma_radial(double shape, double rate) {
  return make<GammaPhi>({shape, rate}, {"shape", "rate"});
}
RadialPtr inverse_gaussian_radial(double s) { return make<InverseGaussianPhi>({s}, {"s"}); }
RadialPtr tilted_inverse_gaussian_radial(double d) {
  return make<TiltedInverseGaussianPhi>({d}, {"d"});
}
RadialPtr stable_radial(double a, double s) {
  require(a <= 1.0, "exponentially tilted stable: a", a, "must be at most 1");
  return make<StablePhi>({a, s}, {"a", "s"});
}
RadialPtr polya_gamma_radial(double b) { return make<PolyaGammaPhi>({b}, {"b"}); }
RadialPtr matern32_radial(double a) { return make<Matern32Phi>({a}, {"a"}); }
RadialPtr matern52_radial(double a) { return make<Matern52Phi>({a}, {"a"}); }

}  // namespace phigp
