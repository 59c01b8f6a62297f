// Likelihoods for real y, p(y|f) = p0(y - f). Each entry is what docs/math.md (L.10) says of it:
// law, terms, closed forms. Entries are read by EntryLikelihood (entry_likelihood.h); parameters
// are in the order of info().
#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "phigp/likelihoods/catalogue/noise.h"
#include "phigp/likelihoods/entry_likelihood.h"
#include "phigp/likelihoods/log_gamma.h"

namespace phigp {

struct GaussianEntry {
  using Law = PointMassPhi;
  static EntryInfo info() {
    return {"gaussian",
            "exp(-(y-f)^2/(2*sigma^2)) / (sigma*sqrt(2*pi))",
            Domain::real,
            true,
            {{"sigma", 1.0, kPositive, "standard deviation of the noise"}}};
  }
  template <class P>
  static auto law_parameters(const P* theta) {
    return std::array<P, 1>{0.5 / (theta[0] * theta[0])};
  }
  template <class P>
  static Terms<P> terms(const Row& row, const P* theta) {
    return {-log(theta[0]) - 0.5 * std::log(2.0 * std::numbers::pi), 0.0, 1.0, row.y, 0.0};
  }
  static double noise_mean(const double*) { return 0.0; }
  static double noise_variance(const double* theta) { return theta[0] * theta[0]; }
  static double noise_cdf(double u, const double* theta) { return normal_cdf(u / theta[0]); }
};

struct LaplaceEntry {
  using Law = InverseGaussianPhi;
  static EntryInfo info() {
    return {"laplace",
            "exp(-|y-f|/b) / (2*b)",
            Domain::real,
            true,
            {{"b", 1.0, kPositive, "scale: the mean of |y - f|"}}};
  }
  template <class P>
  static auto law_parameters(const P* theta) {
    return std::array<P, 1>{1.0 / theta[0]};
  }
  template <class P>
  static Terms<P> terms(const Row& row, const P* theta) {
    return {-log(2.0 * theta[0]), 0.0, 1.0, row.y, 0.0};
  }
  static double noise_mean(const double*) { return 0.0; }
  static double noise_variance(const double* theta) { return 2.0 * theta[0] * theta[0]; }
  static double noise_cdf(double u, const double* theta) {
    return symmetric_cdf(u, 0.5 * std::exp(-std::abs(u) / theta[0]));
  }
};

struct StudentTEntry {
  using Law = GammaPhi;
  static EntryInfo info() {
    return {
        "student-t",
        "Gamma((nu+1)/2)/(Gamma(nu/2)*sqrt(pi*nu)*sigma) * (1 + (y-f)^2/(nu*sigma^2))^(-(nu+1)/2)",
        Domain::real,
        true,
        {{"nu", 4.0, kPositive, "degrees of freedom: small means heavy tails"},
         {"sigma", 1.0, kPositive, "scale of the noise"}}};
  }
  template <class P>
  static auto law_parameters(const P* theta) {
    return std::array<P, 2>{0.5 * (theta[0] + 1.0), theta[0]};
  }
  template <class P>
  static Terms<P> terms(const Row& row, const P* theta) {
    const P log_c = log_gamma_half_step(0.5 * theta[0]) - 0.5 * log(std::numbers::pi * theta[0]) -
                    log(theta[1]);
    return {log_c, 0.0, 1.0 / (theta[1] * theta[1]), row.y, 0.0};
  }
  static double noise_mean(const double*) { return 0.0; }  // the median where nu <= 1
  static double noise_variance(const double* theta) {
    return theta[0] > 2.0 ? theta[1] * theta[1] * theta[0] / (theta[0] - 2.0)
                          : std::numeric_limits<double>::infinity();
  }
  static double noise_cdf(double u, const double* theta) {
    return student_cdf(u / theta[1], theta[0]);
  }
};

struct CauchyEntry {
  using Law = GammaPhi;
  static EntryInfo info() {
    return {"cauchy",
            "1 / (pi*sigma*(1 + (y-f)^2/sigma^2))",
            Domain::real,
            true,
            {{"sigma", 1.0, kPositive, "scale: half the distance between the quartiles"}}};
  }
  template <class P>
  static auto law_parameters(const P*) {
    return std::array<P, 2>{1.0, 1.0};
  }
  template <class P>
  static Terms<P> terms(const Row& row, const P* theta) {
    return {-log(std::numbers::pi * theta[0]), 0.0, 1.0 / (theta[0] * theta[0]), row.y, 0.0};
  }
  static double noise_mean(const double*) { return 0.0; }  // the median: there is no mean
  static double noise_variance(const double*) { return std::numeric_limits<double>::infinity(); }
  static double noise_cdf(double u, const double* theta) {
    return symmetric_cdf(u, std::atan2(theta[0], std::abs(u)) / std::numbers::pi);
  }
};

struct Matern32Entry {
  using Law = Matern32Phi;
  static EntryInfo info() {
    return {"matern32",
            "sqrt(3)/(4*rho) * (1 + sqrt(3)*|y-f|/rho) * exp(-sqrt(3)*|y-f|/rho)",
            Domain::real,
            true,
            {{"rho", 1.0, kPositive, "scale of the noise"}}};
  }
  template <class P>
  static auto law_parameters(const P* theta) {
    return std::array<P, 1>{std::numbers::sqrt3 / theta[0]};
  }
  template <class P>
  static Terms<P> terms(const Row& row, const P* theta) {
    return {-log(theta[0] * (4.0 / std::numbers::sqrt3)), 0.0, 1.0, row.y, 0.0};
  }
  static double noise_mean(const double*) { return 0.0; }
  static double noise_variance(const double* theta) { return 4.0 / 3.0 * theta[0] * theta[0]; }
  static double noise_cdf(double u, const double* theta) {
    const double t = std::numbers::sqrt3 * std::abs(u) / theta[0];
    return symmetric_cdf(u, 0.25 * (2.0 + t) * std::exp(-t));
  }
};

struct Matern52Entry {
  using Law = Matern52Phi;
  static EntryInfo info() {
    return {"matern52",
            "3*sqrt(5)/(16*rho) * (1 + x + x^2/3) * exp(-x),  x = sqrt(5)*|y-f|/rho",
            Domain::real,
            true,
            {{"rho", 1.0, kPositive, "scale of the noise"}}};
  }
  template <class P>
  static auto law_parameters(const P* theta) {
    return std::array<P, 1>{std::sqrt(5.0) / theta[0]};
  }
  template <class P>
  static Terms<P> terms(const Row& row, const P* theta) {
    return {-log(theta[0] * (16.0 / (3.0 * std::sqrt(5.0)))), 0.0, 1.0, row.y, 0.0};
  }
  static double noise_mean(const double*) { return 0.0; }
  static double noise_variance(const double* theta) { return 6.0 / 5.0 * theta[0] * theta[0]; }
  static double noise_cdf(double u, const double* theta) {
    const double t = std::sqrt(5.0) * std::abs(u) / theta[0];
    return symmetric_cdf(u, (8.0 + t * (5.0 + t)) / 16.0 * std::exp(-t));
  }
};

struct AsymmetricLaplaceEntry {
  using Law = InverseGaussianPhi;
  static EntryInfo info() {
    return {"asymmetric-laplace",
            "tau*(1-tau)/sigma * exp(-(|y-f| + (2*tau-1)*(y-f))/(2*sigma))",
            Domain::real,
            true,
            {{"tau", 0.5, kUnitInterval, "f is the tau-quantile of y", false},
             {"sigma", 1.0, kPositive, "scale of the noise"}}};
  }
  template <class P>
  static auto law_parameters(const P* theta) {
    return std::array<P, 1>{0.5 / theta[1]};
  }
  template <class P>
  static Terms<P> terms(const Row& row, const P* theta) {
    const P g = (theta[0] - 0.5) / theta[1];
    return {log(theta[0] * (1.0 - theta[0]) / theta[1]), g, 1.0, row.y, 0.0};
  }
  static double noise_mean(const double* t) {
    return t[1] * (1.0 - 2.0 * t[0]) / (t[0] * (1.0 - t[0]));
  }
  static double noise_variance(const double* t) {
    const double scale = t[1] / (t[0] * (1.0 - t[0]));
    return scale * scale * (1.0 - 2.0 * t[0] + 2.0 * t[0] * t[0]);
  }
  static double noise_cdf(double u, const double* t) {
    return u < 0.0 ? t[0] * std::exp((1.0 - t[0]) * u / t[1])
                   : 1.0 - (1.0 - t[0]) * std::exp(-t[0] * u / t[1]);
  }
};

struct LogisticNoiseEntry {
  using Law = PolyaGammaPhi;
  static EntryInfo info() {
    return {"logistic-noise",
            "sech((y-f)/(2*s))^2 / (4*s)",
            Domain::real,
            true,
            {{"s", 1.0, kPositive, "scale of the noise"}}};
  }
  template <class P>
  static auto law_parameters(const P*) {
    return std::array<P, 1>{2.0};
  }
  template <class P>
  static Terms<P> terms(const Row& row, const P* theta) {
    return {-log(4.0 * theta[0]), 0.0, 1.0 / (theta[0] * theta[0]), row.y, 0.0};
  }
  static double noise_mean(const double*) { return 0.0; }
  static double noise_variance(const double* theta) {
    return std::numbers::pi * std::numbers::pi / 3.0 * theta[0] * theta[0];
  }
  static double noise_cdf(double u, const double* theta) {
    return symmetric_cdf(u, 1.0 / (1.0 + std::exp(std::abs(u) / theta[0])));
  }
};

struct PseudoHuberEntry {
  using Law = TiltedInverseGaussianPhi;
  static EntryInfo info() {
    return {
        "pseudo-huber",
        "exp(-delta^2*sqrt(1 + (y-f)^2/(s*delta)^2)) / (2*s*delta*besselk(1, delta^2))",
        Domain::real,
        true,
        {{"delta", 1.0, kPositive, "where the loss turns from quadratic to linear, in units of s"},
         {"s", 1.0, kPositive, "scale of the noise"}}};
  }
  template <class P>
  static auto law_parameters(const P* theta) {
    return std::array<P, 1>{theta[0] * theta[0]};
  }
  template <class P>
  static Terms<P> terms(const Row& row, const P* theta) {
    const P log_c = -log(2.0 * (theta[1] * theta[0])) - log_scaled_bessel_k1(theta[0] * theta[0]);
    return {log_c, 0.0, 1.0 / (theta[1] * theta[1]), row.y, 0.0};
  }
  static double noise_mean(const double*) { return 0.0; }
};

struct ExponentialPowerEntry {
  using Law = StablePhi;
  static EntryInfo info() {
    return {"exponential-power",
            "q/(2*s*Gamma(1/q)) * exp(-(|y-f|/s)^q)",
            Domain::real,
            true,
            {{"q", 1.5, ParameterRange{0.0, 2.0, true}, "exponent: 2 is Gaussian, 1 is Laplace"},
             {"s", 1.0, kPositive, "scale of the noise"}}};
  }
  template <class P>
  static auto law_parameters(const P* theta) {
    return std::array<P, 2>{0.5 * theta[0], 1.0};
  }
  template <class P>
  static Terms<P> terms(const Row& row, const P* theta) {
    const P log_c = log(theta[0]) - log(2.0 * theta[1]) - log_gamma(1.0 / theta[0]);
    return {log_c, 0.0, 1.0 / (theta[1] * theta[1]), row.y, 0.0};
  }
  static double noise_mean(const double*) { return 0.0; }
  static double noise_variance(const double* theta) {
    return theta[1] * theta[1] * std::exp(log_gamma(3.0 / theta[0]) - log_gamma(1.0 / theta[0]));
  }
  static double noise_cdf(double u, const double* theta) {
    return symmetric_cdf(
        u, 0.5 * upper_gamma(1.0 / theta[0], std::pow(std::abs(u) / theta[1], theta[0])));
  }
};

}  // namespace phigp
