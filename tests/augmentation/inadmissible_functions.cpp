#include "tests/augmentation/admissibility_list.h"

namespace phigp::test {

namespace {

std::vector<Candidate> not_transforms() {
  return {
      inadmissible("exp(-r^2)", kNoSignedLaw, "grows up the imaginary axis",
                   [](const auto& r) { return -1.0 * r * r; }),
      inadmissible("exp(-r^1.01)", kNoSignedLaw, "log phi is concave",
                   [](const auto& r) { return -1.0 * pow(r, 1.01); }),
      inadmissible("exp(-r^1.2)", kNoSignedLaw, "log phi is concave",
                   [](const auto& r) { return -1.0 * pow(r, 1.2); }),
      inadmissible("exp(-r^1.5)", kNoSignedLaw, "log phi is concave",
                   [](const auto& r) { return -1.0 * pow(r, 1.5); }),
      inadmissible("exp(1-cosh(sqrt(r)))", kNoSignedLaw, "falls faster than any exponential",
                   [](const auto& r) { return 1.0 - cosh(sqrt(r)); }),
      inadmissible("exp(-(exp(r)-1))", kNoSignedLaw, "falls faster than any exponential",
                   [](const auto& r) { return -1.0 * expm1(r); }),
      inadmissible("exp(-(sqrt(1+r^2)-1))", 2.46,
                   "log phi is concave at 0: pseudo-Huber in the wrong variable",
                   [](const auto& r) { return 1.0 - sqrt(1.0 + r * r); }),
      inadmissible("exp(-Huber), threshold 1", kNoSignedLaw, "kink: not analytic at r = 1",
                   [](const auto& r) {
                     using T = std::decay_t<decltype(r)>;
                     return value(r) < 1.0 ? T(-0.5 * r) : T(0.5 - sqrt(r));
                   }),
      inadmissible("exp(-Huber), threshold 2", kNoSignedLaw, "kink: not analytic at r = 4",
                   [](const auto& r) {
                     using T = std::decay_t<decltype(r)>;
                     return value(r) < 4.0 ? T(-0.5 * r) : T(2.0 - 2.0 * sqrt(r));
                   }),
      inadmissible("exp(-Huber), threshold 0.2, written with abs", kNoSignedLaw,
                   "kink: not analytic at r = 0.04",
                   [](const auto& r) {  // h = sqrt(r), m = min(h, d): m*h - m*m/2
                     const auto h = sqrt(r);
                     const auto m = 0.5 * (h + 0.2 - abs(h - 0.2));
                     return -1.0 * (m * h - 0.5 * m * m);
                   }),
      inadmissible("exp(-Huber), threshold 1.345", kNoSignedLaw, "kink: not analytic at r = 1.81",
                   [](const auto& r) {
                     using T = std::decay_t<decltype(r)>;
                     return value(r) < 1.809025 ? T(-0.5 * r) : T(0.9045125 - 1.345 * sqrt(r));
                   }),
      inadmissible("exp(-Huber), threshold 8", kNoSignedLaw, "kink at r = 64, where phi is e^-32",
                   [](const auto& r) {
                     using T = std::decay_t<decltype(r)>;
                     return value(r) < 64.0 ? T(-0.5 * r) : T(32.0 - 8.0 * sqrt(r));
                   }),
      inadmissible("exp(-r-0.1*|1-r|+0.1)", kNoSignedLaw, "kink at r = 1",
                   [](const auto& r) { return 0.1 - r - 0.1 * abs(1.0 - r); }),
      inadmissible("exp(-sqrt(r)-0.01*|2-r|+0.02)", kNoSignedLaw, "small kink at r = 2",
                   [](const auto& r) { return 0.02 - sqrt(r) - 0.01 * abs(2.0 - r); }),
      inadmissible("max(exp(-r), 0.5*exp(-r/4))", kNoSignedLaw, "kink",
                   [](const auto& r) {
                     const auto d = 0.69314718 - 0.75 * r;  // log of the ratio
                     return 0.5 * (d + abs(d)) - 0.69314718 - 0.25 * r;
                   }),
      inadmissible("Tukey biweight (1-r)^3 below 1", kNoSignedLaw, "zero above r = 1",
                   [](const auto& r) { return 3.0 * log(0.5 * (1.0 - r + abs(1.0 - r))); }),
      inadmissible("(1+r)*exp(-r)", kNoSignedLaw, "derivative of a point mass",
                   [](const auto& r) { return log1p(r) - r; }),
      inadmissible("(1+r/2)*exp(-r)", kNoSignedLaw, "derivative of a point mass",
                   [](const auto& r) { return log1p(0.5 * r) - r; }),
      inadmissible("r/(exp(r)-1)", kNoSignedLaw, "poles at +-2 pi i but none at 0",
                   [](const auto& r) { return log(r) - log(expm1(r)); }),
      inadmissible("sech(r)", kNoSignedLaw, "alternating atoms",
                   [](const auto& r) { return -1.0 * log_cosh(r); }),
      inadmissible("1-tanh(r)", kNoSignedLaw, "alternating atoms",
                   [](const auto& r) { return log(1.0 - tanh(r)); }),
      inadmissible("1/(1+r^2)", kNoSignedLaw, "density sin(w)",
                   [](const auto& r) { return -1.0 * log1p(r * r); }),
      inadmissible("1/sqrt(1+r^2)", kNoSignedLaw, "density J0(w)",
                   [](const auto& r) { return -0.5 * log1p(r * r); }),
      inadmissible("(1+e^-5)/(1+exp(r-5))", kNoSignedLaw, "smoothed step: poles at 5 + i pi",
                   [](const auto& r) { return log1p(exp(-5.0)) - log(1.0 + exp(r - 5.0)); }),
      inadmissible("exp(-r)*(1+0.3*cos(r))/1.3", kNoSignedLaw, "oscillates along the real axis",
                   [](const auto& r) { return log((1.0 + 0.3 * cosine(r)) / 1.3) - r; }),
      inadmissible(
          "exp(-sqrt(r))*(1+0.02*cos(3*r))/1.02", kNoSignedLaw, "oscillates along the real axis",
          [](const auto& r) { return log((1.0 + 0.02 * cosine(3.0 * r)) / 1.02) - sqrt(r); }),
      inadmissible("(1-r/7)^3, Student-t with negative nu", kNoSignedLaw, "negative from r = 7",
                   [](const auto& r) { return 3.0 * log(1.0 - r / 7.0); }),
      inadmissible("(1+r)^0.3", kNoSignedLaw, "increases",
                   [](const auto& r) { return 0.3 * log1p(r); }),
      inadmissible("exp(-sqrt(r))*(1+2*sqrt(r))", kNoSignedLaw, "increases near 0",
                   [](const auto& r) { return log1p(2.0 * sqrt(r)) - sqrt(r); }),
      inadmissible("1/(0.3+r)", kNoSignedLaw, "phi(0) = 3.33",
                   [](const auto& r) { return -1.0 * log(0.3 + r); }),
      inadmissible("1/sqrt(r)", kNoSignedLaw, "unbounded at 0",
                   [](const auto& r) { return -0.5 * log(r); }),
      inadmissible("sech(r^0.6)", 0.0931, "log phi is concave at 0",
                   [](const auto& r) { return -1.0 * log_cosh(pow(r, 0.6)); }),
      inadmissible("exp(-r)*(1+r^2/2)", kNoSignedLaw, "second derivative of a point mass",
                   [](const auto& r) { return log1p(0.5 * r * r) - r; }),
  };
}

std::vector<Candidate> negative_weights() {
  return {
      inadmissible("1.05*exp(-sqrt(r))-0.05*exp(-r)", 0.05, "negative atom inside a smooth density",
                   [](const auto& r) { return log_add(1.05, -1.0 * sqrt(r), -0.05, -1.0 * r); }),
      inadmissible("1.01*exp(-sqrt(r))-0.01*exp(-r)", 0.01, "negative atom",
                   [](const auto& r) { return log_add(1.01, -1.0 * sqrt(r), -0.01, -1.0 * r); }),
      inadmissible("1.002*exp(-sqrt(r))-0.002*exp(-r)", 0.002, "negative atom",
                   [](const auto& r) { return log_add(1.002, -1.0 * sqrt(r), -0.002, -1.0 * r); }),
      inadmissible(
          "1.0005*exp(-sqrt(r))-0.0005*exp(-r)", 5e-4, "negative atom, small enough to be accepted",
          [](const auto& r) { return log_add(1.0005, -1.0 * sqrt(r), -0.0005, -1.0 * r); }),
      inadmissible(
          "1.002*(1+r)^-3-0.002*exp(-20*r)", 0.002, "negative atom in the tail of a gamma law",
          [](const auto& r) { return log_add(1.002, -3.0 * log1p(r), -0.002, -20.0 * r); }),
      inadmissible("1.02/(1+r)-0.02", 0.02, "negative atom at 0",
                   [](const auto& r) { return log(1.02 / (1.0 + r) - 0.02); }),
      inadmissible("1.02/(1+r)-0.02/(1+1e-5*r)", 0.0199, "negative mass near 0",
                   [](const auto& r) { return log(1.02 / (1.0 + r) - 0.02 / (1.0 + 1e-5 * r)); }),
      inadmissible("1.02/(1+r)-0.02/(1+1e5*r)", 0.0200, "negative mass far out",
                   [](const auto& r) { return log(1.02 / (1.0 + r) - 0.02 / (1.0 + 1e5 * r)); }),
      inadmissible("1.1*sech(sqrt(r)/2)-0.1*(1+r)^-2", 0.0841, "mixture with a negative weight",
                   [](const auto& r) {
                     return log_add(1.1, -1.0 * log_cosh(0.5 * sqrt(r)), -0.1, -2.0 * log1p(r));
                   }),
      inadmissible("0.9*exp(-sqrt(r))+0.2*exp(-10*r)-0.1*exp(-10.001*r)", 0.1,
                   "positive and negative atom 1e-4 apart",
                   [](const auto& r) {
                     return log_add(0.9, -1.0 * sqrt(r), 1.0,
                                    log(0.2 - 0.1 * exp(-0.001 * r)) - 10.0 * r);
                   }),
      inadmissible(
          "exp(-100*r)*(1.05*exp(-sqrt(r))-0.05*exp(-r))", 0.05, "negative atom, far from 0",
          [](const auto& r) { return log_add(1.05, -1.0 * sqrt(r), -0.05, -1.0 * r) - 100.0 * r; }),
      inadmissible(
          "1.03*exp(-r^0.95)-0.03*exp(-1.5*r)", 0.03, "negative atom beside a narrow law",
          [](const auto& r) { return log_add(1.03, -1.0 * pow(r, 0.95), -0.03, -1.5 * r); }),
  };
}

std::vector<Candidate> negative_densities() {
  return {
      inadmissible("1/(1+r+r^2)", 0.195, "density exp(-w/2) sin(w sqrt(3)/2)",
                   [](const auto& r) { return -1.0 * log1p(r + r * r); }),
      inadmissible("1/(1+r^1.05)", 0.0110, "Mittag-Leffler above 1",
                   [](const auto& r) { return -1.0 * log1p(pow(r, 1.05)); }),
      inadmissible("1/(1+r^1.3)", 0.136, "Mittag-Leffler above 1",
                   [](const auto& r) { return -1.0 * log1p(pow(r, 1.3)); }),
      inadmissible("sqrt(1+r^2)-r", 0.274, "density J1(w)/w",
                   [](const auto& r) { return -1.0 * log(r + sqrt(1.0 + r * r)); }),
      inadmissible("density exp(-w)*(1+1.5*cos(3*w))", 0.0648, "negative in every period",
                   [](const auto& r) {
                     const auto s = 1.0 + r;
                     return log((1.0 / s + 1.5 * s / (s * s + 9.0)) / (1.0 + 1.5 / 10.0));
                   }),
      inadmissible("density exp(-w)*(1+1.2*cos(20*w))", 0.0245, "negative in every period",
                   [](const auto& r) {
                     const auto s = 1.0 + r;
                     return log((1.0 / s + 1.2 * s / (s * s + 400.0)) / (1.0 + 1.2 / 401.0));
                   }),
      inadmissible("density exp(-w)*(1+1.1*cos(100*w))", 0.00909, "negative in every period",
                   [](const auto& r) {
                     const auto s = 1.0 + r;
                     return log((1.0 / s + 1.1 * s / (s * s + 1e4)) / (1.0 + 1.1 / 10001.0));
                   }),
      inadmissible("density exp(-w)*(1-w+0.2*w^2)", 0.0865, "negative between 1.4 and 3.6",
                   [](const auto& r) {
                     const auto s = 1.0 + r;
                     return log((1.0 / s - 1.0 / (s * s) + 0.4 / (s * s * s)) / 0.4);
                   }),
      inadmissible("density exp(-w)*(1-w+0.245*w^2)", 0.00210, "negative between 1.75 and 2.33",
                   [](const auto& r) {
                     const auto s = 1.0 + r;
                     return log((1.0 / s - 1.0 / (s * s) + 0.49 / (s * s * s)) / 0.49);
                   }),
      inadmissible("sqrt((1+exp(-r))/2)", 0.206, "binomial with half a trial",
                   [](const auto& r) { return 0.5 * log(0.5 + 0.5 * exp(-1.0 * r)); }),
      inadmissible("((1+exp(-r))/2)^0.9", 0.0359, "binomial with 0.9 trials",
                   [](const auto& r) { return 0.9 * log(0.5 + 0.5 * exp(-1.0 * r)); }),
      inadmissible("((1+exp(-r))/2)^0.99", 0.00348, "binomial with 0.99 trials",
                   [](const auto& r) { return 0.99 * log(0.5 + 0.5 * exp(-1.0 * r)); }),
      inadmissible("((1+exp(-r))/2)^2.5", 0.00823, "binomial with 2.5 trials",
                   [](const auto& r) { return 2.5 * log(0.5 + 0.5 * exp(-1.0 * r)); }),
      inadmissible("((1-exp(-r))/r)^0.5", 0.291, "the uniform law is not infinitely divisible",
                   [](const auto& r) { return 0.5 * (log(-1.0 * expm1(-1.0 * r)) - log(r)); }),
      inadmissible("((1+exp(-r)+exp(-2*r))/3)^0.5", 0.242, "the die is not infinitely divisible",
                   [](const auto& r) {
                     const auto e = exp(-1.0 * r);
                     return 0.5 * log((1.0 + e + e * e) / 3.0);
                   }),
      inadmissible("(0.7*exp(-sqrt(r))+0.3*exp(-3*r))^0.5", kNoSignedLaw,
                   "zeros in the right half-plane become branch points",
                   [](const auto& r) { return 0.5 * log_add(0.7, -1.0 * sqrt(r), 0.3, -3.0 * r); }),
      inadmissible("exp(-r^2/(1+r))", 1.72, "exp(+compound Poisson exponent)",
                   [](const auto& r) { return -1.0 * (r * r / (1.0 + r)); }),
      inadmissible("(1+0.6*r)*exp(-sqrt(r))", 0.0580,
                   "Levy density times 1+0.6*(v^2-3v), v = 1/(2w)",
                   [](const auto& r) { return log1p(0.6 * r) - sqrt(r); }),
      inadmissible("(1+0.46*r)*exp(-sqrt(r))", 0.00199,
                   "Levy density times 1+0.46*(v^2-3v): just below 0 (limit 4/9)",
                   [](const auto& r) { return log1p(0.46 * r) - sqrt(r); }),
      inadmissible("exp(-sqrt(r))*(1+sqrt(r)+0.4*r)", 0.00677,
                   "Matern-5/2 with the wrong coefficient",
                   [](const auto& r) {
                     const auto x = sqrt(r);
                     return log1p(x + 0.4 * x * x) - x;
                   }),
      inadmissible("exp(-r^0.5-0.3*(1-exp(-r))+0.3*(1-exp(-2*r)))", 0.0456, "negative jump rate",
                   [](const auto& r) {
                     return -1.0 * sqrt(r) + 0.3 * expm1(-1.0 * r) - 0.3 * expm1(-2.0 * r);
                   }),
      inadmissible(
          "exp(-r/(1+r)+0.1*r/(1+5*r))", 0.00297, "negative jump rate",
          [](const auto& r) { return -1.0 * (r / (1.0 + r)) + 0.1 * (r / (1.0 + 5.0 * r)); }),
      inadmissible("(1+1.5*r)/(1+r)^3", 0.00496, "gamma polynomial",
                   [](const auto& r) { return log1p(1.5 * r) - 3.0 * log1p(r); }),
  };
}

}  // namespace

std::vector<Candidate> inadmissible_functions() {
  std::vector<Candidate> all = not_transforms();
  for (auto* part : {negative_weights, negative_densities})
    for (Candidate& candidate : part()) all.push_back(std::move(candidate));
  return all;
}

}  // namespace phigp::test
