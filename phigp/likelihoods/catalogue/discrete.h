// Likelihoods for labels (-1, +1) and counts. Each entry is what docs/math.md (L.10) says of it.
#pragma once

#include <array>
#include <cmath>
#include <numbers>

#include "phigp/likelihoods/catalogue/noise.h"
#include "phigp/likelihoods/entry_likelihood.h"
#include "phigp/likelihoods/log_gamma.h"

namespace phigp {

inline double sigmoid(double f) {
  return f < 0.0 ? std::exp(f) / (1.0 + std::exp(f)) : 1.0 / (1.0 + std::exp(-f));
}

struct LogisticEntry {
  using Law = PolyaGammaPhi;
  static EntryInfo info() { return {"logistic", "1 / (1 + exp(-y*f))", Domain::label, false, {}}; }
  template <class P>
  static auto law_parameters(const P*) {
    return std::array<P, 1>{1.0};
  }
  template <class P>
  static Terms<P> terms(const Row& row, const P*) {
    return {-std::numbers::ln2, 0.5 * row.y, 1.0, 0.0, 0.0};
  }
};

struct BayesianSvmEntry {
  using Law = InverseGaussianPhi;
  static constexpr bool kPseudoLikelihood = true;
  static EntryInfo info() {
    return {"bayesian-svm",
            "exp(-2*max(0, 1 - y*f))   (hinge loss; not a density in y)",
            Domain::label,
            false,
            {}};
  }
  template <class P>
  static auto law_parameters(const P*) {
    return std::array<P, 1>{1.0};
  }
  template <class P>
  static Terms<P> terms(const Row& row, const P*) {
    return {0.0, row.y, 1.0, row.y, 0.0};  // (1 - y f)^2 = (f - y)^2 for y = -1, +1; log C = -1
  }
};

struct BinomialEntry {
  using Law = PolyaGammaPhi;
  static EntryInfo info() {
    return {"binomial",
            "choose(trials, y) * exp(y*f) / (1 + exp(f))^trials",
            Domain::successes,
            false,
            {}};
  }
  template <class P>
  static auto law_parameters(const P*) {
    return std::array<P, 1>{1.0};
  }
  static double power(const Row& row, const auto*) { return row.trials; }
  template <class P>
  static Terms<P> terms(const Row& row, const P*) {
    const double n = row.trials;
    const double log_choose =
        log_gamma(n + 1.0) - log_gamma(row.y + 1.0) - log_gamma(n - row.y + 1.0);
    return {log_choose - n * std::numbers::ln2, row.y - 0.5 * n, 1.0, 0.0, 0.0};
  }
  static double mean(double f, double trials, const double*) { return trials * sigmoid(f); }
  static double variance(double f, double trials, const double*) {
    return trials * sigmoid(f) * sigmoid(-f);
  }
  static double cdf(const Row& row, double f, const double*) {
    return binomial_cdf(row.y, row.trials, sigmoid(f));
  }
};

struct NegativeBinomialEntry {
  using Law = PolyaGammaPhi;
  static EntryInfo info() {
    return {"negative-binomial",
            "Gamma(y+s)/(Gamma(s)*y!) * (exp(f)/(exp(f)+s))^y * (s/(exp(f)+s))^s",
            Domain::count,
            false,
            {{"s", 1.0, kPositive, "shape: the variance is mean + mean^2/s"}}};
  }
  template <class P>
  static auto law_parameters(const P*) {
    return std::array<P, 1>{1.0};
  }
  template <class P>
  static P power(const Row& row, const P* theta) {
    return row.y + theta[0];
  }
  template <class P>
  static Terms<P> terms(const Row& row, const P* theta) {
    const P s = theta[0];
    const P log_peak =
        log_gamma_step(s, row.y) - log_gamma(row.y + 1.0) - (row.y + s) * std::numbers::ln2;
    return {log_peak, 0.5 * (row.y - s), 1.0, log(s), 0.0};
  }
  static double mean(double f, double, const double*) { return std::exp(f); }
  static double variance(double f, double, const double* theta) {
    return std::exp(f) * (1.0 + std::exp(f) / theta[0]);
  }
  static double cdf(const Row& row, double f, const double* theta) {
    return negative_binomial_cdf(row.y, theta[0], std::exp(f));
  }
  // E e^f = e^{m + v/2} and E e^{2f} = (E e^f)^2 e^v.
  static PredictiveMoments predictive_moments(double m, double v, double, const double* theta) {
    const double mu = std::exp(m + 0.5 * v);
    return {mu, mu + std::exp(2.0 * m + 2.0 * v) * (1.0 / theta[0] - std::expm1(-v))};
  }
};

}  // namespace phigp
