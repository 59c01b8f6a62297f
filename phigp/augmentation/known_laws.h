// The functions phi whose law of omega has a name. Each is a struct for KnownRadial; the likelihood
// catalogue and the formula prover are built from these. Convention e^{-r omega} throughout.
// math.md (K.1)-(K.6)
#pragma once

#include <cmath>
#include <limits>
#include <string>

#include "phigp/augmentation/known_radial.h"
#include "phigp/augmentation/laws/generalised_inverse_gaussian.h"
#include "phigp/augmentation/laws/inverse_gaussian.h"
#include "phigp/augmentation/laws/polya_gamma.h"
#include "phigp/augmentation/laws/tilted_stable.h"

namespace phigp {

// phi = e^{-a r}: omega = a, always. theta: a.
struct PointMassPhi {
  static constexpr bool kRealPowers = true;
  static constexpr const char* kLaw = "point mass";
  static constexpr const char* kProof = "exp(-a*r) is the transform of the point mass at a";
  static auto log_phi(const auto& r, const auto* theta) { return -1.0 * (r * theta[0]); }
  static double draw(double, double power, const double* theta, Stream&) {
    return power * theta[0];
  }
  static std::string describe(const double* theta);
};

// phi = (1 + r/rate)^{-shape}: gamma. theta: shape, rate.
struct GammaPhi {
  static constexpr bool kRealPowers = true;
  static constexpr const char* kLaw = "gamma";
  static constexpr const char* kProof =
      "(1+r/t)^(-k) is the transform of the gamma law with shape k and rate t";
  static auto log_phi(const auto& r, const auto* theta) {
    return log1p(r / theta[1]) * (-1.0 * theta[0]);
  }
  static double draw(double c2, double power, const double* theta, Stream& stream) {
    return stream.gamma(power * theta[0]) / (theta[1] + c2);
  }
  static std::string describe(const double* theta);
};

// phi = exp(-s sqrt(r)): inverse Gaussian with mean s/(2c) and shape s^2/2. theta: s.
struct InverseGaussianPhi {
  static constexpr bool kRealPowers = true;
  static constexpr const char* kLaw = "inverse Gaussian";
  static constexpr const char* kProof =
      "exp(-s*sqrt(r)) is the transform of the Levy law, tilted: inverse Gaussian";
  static auto log_phi(const auto& r, const auto* theta) { return sqrt(r) * (-1.0 * theta[0]); }
  static double draw(double c2, double power, const double* theta, Stream& stream) {
    const double s = power * theta[0];
    return draw_inverse_gaussian(0.5 * s / std::sqrt(c2), 0.5 * s * s, stream);
  }
  static std::string describe(const double* theta);
};

// phi = exp(-d (sqrt(1 + r/d) - 1)), d > 0: inverse Gaussian already tilted. theta: d.
// Written with (sqrt(1+x) - 1) = x / (1 + sqrt(1+x)), which keeps full accuracy near r = 0.
struct TiltedInverseGaussianPhi {
  static constexpr bool kRealPowers = true;
  static constexpr const char* kLaw = "inverse Gaussian";
  static constexpr const char* kProof =
      "exp(-d*(sqrt(1+r/d)-1)) is the transform of an inverse Gaussian law";
  static auto log_phi(const auto& r, const auto* theta) {
    return -1.0 * (r / (1.0 + sqrt(1.0 + r / theta[0])));
  }
  static double draw(double c2, double power, const double* theta, Stream& stream) {
    const double d = theta[0];
    const double s = power * std::sqrt(d);  // -d sqrt(1 + r/d) = -sqrt(d) sqrt(d + r)
    return draw_inverse_gaussian(0.5 * s / std::sqrt(d + c2), 0.5 * s * s, stream);
  }
  static std::string describe(const double* theta);
};

// phi = exp(-(s r)^a), 0 < a < 1: exponentially tilted positive stable; a = 1 is the point mass at
// s. theta: a, s.
struct StablePhi {
  static constexpr bool kRealPowers = true;
  static constexpr const char* kLaw = "exponentially tilted stable";
  static constexpr const char* kProof =
      "exp(-(s*r)^a), 0 < a <= 1, is the transform of the positive a-stable law";
  static auto log_phi(const auto& r, const auto* theta) {
    return -1.0 * pow(r * theta[1], theta[0]);
  }
  static double draw(double c2, double power, const double* theta, Stream& stream);
  static std::string describe(const double* theta);
};

// phi = sech(sqrt(r)/2)^b, b > 0: omega = PG(b, c)/2. theta: b.
struct PolyaGammaPhi {
  static constexpr bool kRealPowers = true;
  static constexpr const char* kLaw = "Polya-Gamma";
  static constexpr const char* kProof =
      "sech(sqrt(r)/2)^b, b > 0, is the transform of half a Polya-Gamma(b, 0) variable";
  static auto log_phi(const auto& r, const auto* theta) {
    return log_cosh(0.5 * sqrt(r)) * (-1.0 * theta[0]);
  }
  static double draw(double c2, double power, const double* theta, Stream& stream) {
    return 0.5 * draw_polya_gamma(power * theta[0], std::sqrt(c2), stream);
  }
  static std::string describe(const double* theta);
};

// phi = (1 + x) e^{-x}, x = a sqrt(r): generalised inverse Gaussian of order -3/2. theta: a.
struct Matern32Phi {
  static constexpr bool kRealPowers = false;
  static constexpr const char* kLaw = "generalised inverse Gaussian (order -3/2)";
  static constexpr const char* kProof =
      "(1+x)*exp(-x), x = a*sqrt(r), is the transform of an inverse gamma law of shape 3/2";
  static auto log_phi(const auto& r, const auto* theta) {
    const auto x = sqrt(r) * theta[0];
    return log1p(x) - x;
  }
  static double draw(double c2, double power, const double* theta, Stream& stream);
  static std::string describe(const double* theta);
};

// phi = (1 + x + x^2/3) e^{-x}, x = a sqrt(r): generalised inverse Gaussian of order -5/2. theta:
// a.
struct Matern52Phi {
  static constexpr bool kRealPowers = false;
  static constexpr const char* kLaw = "generalised inverse Gaussian (order -5/2)";
  static constexpr const char* kProof =
      "(1+x+x^2/3)*exp(-x), x = a*sqrt(r), is the transform of an inverse gamma law of shape 5/2";
  static auto log_phi(const auto& r, const auto* theta) {
    const auto x = sqrt(r) * theta[0];
    return log1p(x + x * x * (1.0 / 3.0)) - x;
  }
  static double draw(double c2, double power, const double* theta, Stream& stream);
  static std::string describe(const double* theta);
};

RadialPtr point_mass_radial(double a);
RadialPtr gamma_radial(double shape, double rate);
RadialPtr inverse_gaussian_radial(double s);
RadialPtr tilted_inverse_gaussian_radial(double d);
RadialPtr stable_radial(double a, double s);
RadialPtr polya_gamma_radial(double b);
RadialPtr matern32_radial(double a);
RadialPtr matern52_radial(double a);

}  // namespace phigp
