#include "tests/augmentation/admissibility_list.h"

namespace phigp::test {

namespace {

std::vector<Candidate> later_admissible() {
  return {
      admissible("1/(cosh(sqrt(r))+sqrt(r)*sinh(sqrt(r)))",
                 "all zeros of 1/phi are real and negative: sums of exponentials",
                 [](const auto& r) {
                   const auto x = sqrt(r);
                   return -1.0 * log_cosh(x) - log1p(x * tanh(x));
                 }),
      admissible("2/(1+exp(sqrt(r)))", "Levy times Polya-Gamma",
                 [](const auto& r) { return log(2.0) - log(1.0 + exp(sqrt(r))); }),
      admissible(
          "(1+2*r)^-0.35*exp(-1.5*r/(1+2*r))", "noncentral chi-square",
          [](const auto& r) { return -0.35 * log1p(2.0 * r) - 1.5 * (r / (1.0 + 2.0 * r)); }),
      admissible("1-r*log1p(1/r)", "Stieltjes; cancels for large r",
                 [](const auto& r) { return log(1.0 - r * log1p(1.0 / r)); }),
      admissible("exp(1-(1+r)^0.3)", "tilted stable",
                 [](const auto& r) { return 1.0 - pow(1.0 + r, 0.3); }),
      admissible("1/(1+2*(sqrt(1+r)-1))", "1/(1+Bernstein)",
                 [](const auto& r) { return -1.0 * log(2.0 * sqrt(1.0 + r) - 1.0); }),
      admissible("(log1p(r)/r)^2.5", "Stieltjes functions are infinitely divisible",
                 [](const auto& r) { return 2.5 * (log(log1p(r)) - log(r)); }),
      admissible("0.25*exp(-r)+0.5*exp(-sqrt(r))+0.25", "Levy and two atoms",
                 [](const auto& r) {
                   return log(0.25 * exp(-1.0 * r) + 0.5 * exp(-1.0 * sqrt(r)) + 0.25);
                 },
                 {{0.0, 0.25}, {1.0, 0.25}}),
      admissible("Matern-7/2", "inverse gamma of shape 7/2",
                 [](const auto& r) {
                   const auto x = sqrt(r);
                   return log1p(x + 0.4 * x * x + x * x * x / 15.0) - x;
                 }),
      admissible("(1-exp(-r))/r*exp(-sqrt(r))", "uniform plus Levy",
                 [](const auto& r) { return log(1.0 - exp(-1.0 * r)) - log(r) - sqrt(r); }),
      admissible("1/(2-exp(-sqrt(r)))", "geometric number of Levy variables",
                 [](const auto& r) { return -1.0 * log(2.0 - exp(-1.0 * sqrt(r))); }, {{0.0, 0.5}}),
      admissible("exp(-sqrt(r)*tanh(sqrt(r)))", "exp(-complete Bernstein)",
                 [](const auto& r) { return -1.0 * sqrt(r) * tanh(sqrt(r)); }),
      admissible("(1+r^2)/(1+r)^3", "density exp(-w)*(1-w)^2, touches 0",
                 [](const auto& r) { return log1p(r * r) - 3.0 * log1p(r); }),
      admissible("exp(-sqrt(r^2+r))", "geometric mean of complete Bernstein functions",
                 [](const auto& r) { return -1.0 * sqrt(r * r + r); }, {{1.0, 0.60653066}}),
      admissible("exp(-r)*cosh(r/2)", "two atoms",
                 [](const auto& r) { return log_cosh(0.5 * r) - r; }, {{0.5, 0.5}, {1.5, 0.5}}),
      admissible("1.5/(1+r)-0.5/(1+r/2)", "negative weight, positive density exp(-w)*(1.5-exp(-w))",
                 [](const auto& r) { return log(1.5 / (1.0 + r) - 0.5 / (1.0 + 0.5 * r)); }),
      admissible("exp(-r*log1p(1/r))", "exp(-complete Bernstein), atom e^-1 at 0",
                 [](const auto& r) { return -1.0 * r * log1p(1.0 / r); }, {{0.0, 0.36787944}}),
      admissible("sqrt((1+exp(-sqrt(r)))/2)", "infinitely divisible by the theta identity",
                 [](const auto& r) { return 0.5 * log(0.5 + 0.5 * exp(-1.0 * sqrt(r))); },
                 {{0.0, 0.70710678}}),
      admissible("exp(-sqrt(r))*(1+0.1*sqrt(r))^5", "fifth power of a mixture",
                 [](const auto& r) { return 5.0 * log1p(0.1 * sqrt(r)) - sqrt(r); }),
      admissible("(1+0.3*r)/((1+0.2*r)*(1+r)^2)",
                 "a gamma density less a quarter of itself at most",
                 [](const auto& r) { return log1p(0.3 * r) - log1p(0.2 * r) - 2.0 * log1p(r); }),
  };
}

std::vector<Candidate> later_inadmissible() {
  return {
      inadmissible("exp(-r)*(1+r/10)", kNoSignedLaw, "derivative of a point mass",
                   [](const auto& r) { return log1p(0.1 * r) - r; }),
      inadmissible("exp(-r*tanh(r))", kNoSignedLaw, "log phi is concave at 0",
                   [](const auto& r) { return -1.0 * r * tanh(r); }),
      inadmissible("(1+1.1*r^2)/(1+r)^3", 0.00550, "density exp(-w)*(1.1-2.2w+1.05w^2)",
                   [](const auto& r) { return log1p(1.1 * r * r) - 3.0 * log1p(r); }),
      inadmissible("exp(-r^1.001)", kNoSignedLaw, "log phi is concave",
                   [](const auto& r) { return -1.0 * pow(r, 1.001); }),
      inadmissible("1/(1+r^1.01)", 0.00144, "Mittag-Leffler above 1",
                   [](const auto& r) { return -1.0 * log1p(pow(r, 1.01)); }),
      inadmissible("1.5*sech(sqrt(r))-0.5*sech(sqrt(r))^2", 0.0466,
                   "mixture with a negative weight",
                   [](const auto& r) {
                     const auto l = log_cosh(sqrt(r));
                     return log(1.5 - 0.5 * exp(-1.0 * l)) - l;
                   }),
      inadmissible("1/(1+r*tanh(r))", kNoSignedLaw, "concave at 0",
                   [](const auto& r) { return -1.0 * log1p(r * tanh(r)); }),
      inadmissible("exp(-r)*cosh(sqrt(r))", kNoSignedLaw, "grows up every vertical line",
                   [](const auto& r) { return log_cosh(sqrt(r)) - r; }),
      inadmissible("2.2/(1+r)-1.2/(1+r/2)", 0.00833, "density negative near 0",
                   [](const auto& r) { return log(2.2 / (1.0 + r) - 1.2 / (1.0 + 0.5 * r)); }),
      inadmissible("exp(-(sqrt(r)+|sqrt(r)-1|-1)/2)", kNoSignedLaw, "flat up to r = 1, then a kink",
                   [](const auto& r) { return -0.5 * (sqrt(r) + abs(sqrt(r) - 1.0) - 1.0); }),
      inadmissible("exp(-log1p(r)^1.2)", kNoSignedLaw, "log phi is concave at 0",
                   [](const auto& r) { return -1.0 * pow(log1p(r), 1.2); }),
      inadmissible("(1+r)^(-1-r)", kNoSignedLaw, "log phi is concave",
                   [](const auto& r) { return -1.0 * (1.0 + r) * log1p(r); }),
      inadmissible("0.5*exp(-r)+0.5/(1+r^2)", kNoSignedLaw, "half the mass has density sin(w)",
                   [](const auto& r) { return log(0.5 * exp(-1.0 * r) + 0.5 / (1.0 + r * r)); }),
      inadmissible("exp(-sqrt(r))*(1+0.3*exp(-r)-0.3*exp(-2*r))", 0.0459,
                   "Levy density less its own shift",
                   [](const auto& r) {
                     return log(1.0 + 0.3 * exp(-1.0 * r) - 0.3 * exp(-2.0 * r)) - sqrt(r);
                   }),
      inadmissible(
          "1.0015/(1+r)-0.0015*exp(-3*r)", 0.0015, "negative atom",
          [](const auto& r) { return log_add(1.0015, -1.0 * log1p(r), -0.0015, -3.0 * r); }),
      inadmissible("exp(-r/2)*sech(r/2)", kNoSignedLaw, "alternating atoms",
                   [](const auto& r) { return -0.5 * r - log_cosh(0.5 * r); }),
  };
}

}  // namespace

std::vector<Candidate> later_functions() {
  std::vector<Candidate> all = later_admissible();
  for (Candidate& candidate : later_inadmissible()) all.push_back(std::move(candidate));
  return all;
}

}  // namespace phigp::test
