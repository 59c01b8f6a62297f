#include "phigp/base/special.h"
#include "tests/augmentation/admissibility_list.h"

namespace phigp::test {

namespace {

auto log_logistic(const auto& r) { return -1.0 * log_cosh(0.5 * sqrt(r)); }
auto log_matern32(const auto& r, double a) {
  const auto x = a * sqrt(r);
  return log1p(x) - x;
}
auto log_matern52(const auto& r, double a) {
  const auto x = a * sqrt(r);
  return log1p(x + x * x / 3.0) - x;
}

std::vector<Candidate> named_laws() {
  std::vector<Candidate> all = {
      admissible("exp(-1.7*r)", "point mass at 1.7", [](const auto& r) { return -1.7 * r; },
                 {{1.7, 1.0}}),
      admissible("exp(-sqrt(r)/1.5)", "Levy: Laplace noise",
                 [](const auto& r) { return sqrt(r) / -1.5; }),
      admissible("Matern-3/2, rho = 0.7", "inverse gamma of shape 3/2",
                 [](const auto& r) { return log_matern32(r, 1.7320508 / 0.7); }),
      admissible("Matern-5/2, rho = 2.3", "inverse gamma of shape 5/2",
                 [](const auto& r) { return log_matern52(r, 2.2360680 / 2.3); }),
      admissible("sech(sqrt(r)/2)", "Polya-Gamma(1): logistic",
                 [](const auto& r) { return log_logistic(r); }),
      admissible("cosh(sqrt(r)/2)^(-2.7), by log(cosh)",
                 "Polya-Gamma(2.7); the complex logarithm leaves its branch",
                 [](const auto& r) { return -2.7 * log(cosh(0.5 * sqrt(r))); }),
      admissible("(1+3*r+3*r*r+r*r*r)^(-0.7)",
                 "gamma of shape 2.1; the complex logarithm leaves its branch",
                 [](const auto& r) { return -0.7 * log(1.0 + 3.0 * r + 3.0 * r * r + r * r * r); }),
      admissible("exp(-0.25*(sqrt(1+r/0.25)-1))", "inverse Gaussian: pseudo-Huber, delta = 0.5",
                 [](const auto& r) { return -0.25 * sqrt1pm1(r / 0.25); }),
      admissible("exp(-1.69*(sqrt(1+r/1.69)-1))", "inverse Gaussian: pseudo-Huber, delta = 1.3",
                 [](const auto& r) { return -1.69 * (sqrt(1.0 + r / 1.69) - 1.0); }),
      admissible("exp(-25*(sqrt(1+r/25)-1))", "inverse Gaussian: pseudo-Huber, delta = 5",
                 [](const auto& r) { return -25.0 * sqrt1pm1(r / 25.0); }),
      admissible("(1-exp(-r))/r", "uniform on [0, 1]; cancels badly near 0",
                 [](const auto& r) { return log(1.0 - exp(-1.0 * r)) - log(r); }),
      admissible("-expm1(-r)/r", "uniform on [0, 1]",
                 [](const auto& r) { return log(-1.0 * expm1(-1.0 * r)) - log(r); }),
      admissible("(exp(-r)-exp(-2*r))/r", "uniform on [1, 2]",
                 [](const auto& r) { return log(-1.0 * expm1(-1.0 * r)) - log(r) - r; }),
      admissible("((1-exp(-r/2))/(r/2))^2", "triangular on [0, 1]",
                 [](const auto& r) { return 2.0 * (log(-1.0 * expm1(-0.5 * r)) - log(0.5 * r)); }),
      admissible(
          "2*(1-(1+r)*exp(-r))/r^2", "density 2w on [0, 1]; cancels badly near 0",
          [](const auto& r) { return log(2.0 - 2.0 * (1.0 + r) * exp(-1.0 * r)) - 2.0 * log(r); }),
      admissible("sqrt(r)/sinh(sqrt(r))", "first passage of a Bessel bridge; sums of gammas",
                 [](const auto& r) { return log(sqrt(r)) - log(sinh(sqrt(r))); }),
      admissible("tanh(sqrt(r))/sqrt(r)", "mixture of exponentials (Mittag-Leffler expansion)",
                 [](const auto& r) { return log(tanh(sqrt(r))) - 0.5 * log(r); }),
      admissible("3*(sqrt(r)*coth(sqrt(r))-1)/r", "mixture of exponentials",
                 [](const auto& r) {
                   const auto x = sqrt(r);
                   return log(3.0 * (x / tanh(x) - 1.0)) - log(r);
                 }),
  };
  all.push_back(admissible("exp(r)*erfc(sqrt(r))", "mixture of exponentials (Mittag-Leffler 1/2)",
                           [](const auto& r) { return log_erfcx(sqrt(r)); }));
  for (const double nu : {0.3, 4.2}) {
    const double at_zero = log_matern(nu, 0.0);
    all.push_back(admissible("Matern, order " + to_text(nu), "inverse gamma",
                             [nu, at_zero](const auto& r) { return log_matern(nu, r) - at_zero; }));
  }
  for (const double a : {0.05, 0.1, 0.3, 0.8, 0.95, 0.99}) {
    all.push_back(admissible("exp(-(1.3*r)^" + to_text(a) + ")", "positive stable",
                             [a](const auto& r) { return -1.0 * pow(1.3 * r, a); }));
  }
  for (const double nu : {0.5, 1.5, 3.0, 30.0, 1e4}) {
    all.push_back(admissible("Student-t, nu = " + to_text(nu), "gamma",
                             [nu](const auto& r) { return -0.5 * (nu + 1.0) * log1p(r / nu); }));
  }
  for (const double shape : {0.02, 200.0}) {
    all.push_back(admissible("(1+r)^-" + to_text(shape), "gamma",
                             [shape](const auto& r) { return -shape * log1p(r); }));
  }
  for (const double b : {0.1, 0.5, 2.0, 2.7, 10.0, 50.0}) {
    all.push_back(admissible("sech(sqrt(r)/2)^" + to_text(b), "Polya-Gamma",
                             [b](const auto& r) { return b * log_logistic(r); }));
  }
  return all;
}

std::vector<Candidate> compositions() {
  return {
      admissible("0.3*exp(-sqrt(r))+0.7*(1+r)^-2", "mixture",
                 [](const auto& r) { return log_add(0.3, -1.0 * sqrt(r), 0.7, -2.0 * log1p(r)); }),
      admissible("0.9*exp(-r)+0.1*exp(-5*r)", "two atoms",
                 [](const auto& r) { return log_add(0.9, -1.0 * r, 0.1, -5.0 * r); },
                 {{1.0, 0.9}, {5.0, 0.1}}),
      admissible(
          "0.6*student(3)+0.4*logistic", "mixture",
          [](const auto& r) { return log_add(0.6, -2.0 * log1p(r / 3.0), 0.4, log_logistic(r)); }),
      admissible("0.5/(1+1e-4*r)+0.5/(1+1e4*r)", "exponentials eight decades apart",
                 [](const auto& r) {
                   return log_add(0.5, -1.0 * log1p(1e-4 * r), 0.5, -1.0 * log1p(1e4 * r));
                 }),
      admissible("0.999*exp(-sqrt(r))+0.001", "Levy with an atom of 0.001 at 0",
                 [](const auto& r) { return log(0.999 * exp(-1.0 * sqrt(r)) + 0.001); },
                 {{0.0, 0.001}}),
      admissible("0.98*exp(-sqrt(r))+0.02*exp(-r)", "Levy with an atom of 0.02 inside",
                 [](const auto& r) { return log_add(0.98, -1.0 * sqrt(r), 0.02, -1.0 * r); },
                 {{1.0, 0.02}}),
      admissible("(0.5/(1+r)+0.5/(1+10*r))^0.3",
                 "completely monotone densities are infinitely divisible",
                 [](const auto& r) {
                   return 0.3 * log_add(0.5, -1.0 * log1p(r), 0.5, -1.0 * log1p(10.0 * r));
                 }),
      admissible("exp(-r-sqrt(r))", "Levy shifted by 1",
                 [](const auto& r) { return -1.0 * (r + sqrt(r)); }),
      admissible("exp(-100*r-sqrt(r))", "Levy shifted by 100 times its scale",
                 [](const auto& r) { return -1.0 * (100.0 * r + sqrt(r)); }),
      admissible("exp(-sqrt(r))/sqrt(1+r)", "product",
                 [](const auto& r) { return -1.0 * sqrt(r) - 0.5 * log1p(r); }),
      admissible("logistic*matern32", "product",
                 [](const auto& r) { return log_logistic(r) + log_matern32(r, 0.8); }),
      admissible("logistic(r+2)/logistic(2)", "shift",
                 [](const auto& r) { return log_logistic(r + 2.0) - log_logistic(2.0); }),
      admissible("matern32(r+0.3)/matern32(0.3)", "shift",
                 [](const auto& r) { return log_matern32(r + 0.3, 1.1) - log_matern32(0.3, 1.1); }),
      admissible("exp(-r/(1+r))", "Geman-McClure: compound Poisson of exponentials",
                 [](const auto& r) { return -1.0 * (r / (1.0 + r)); }, {{0.0, 0.36787944}}),
      admissible("exp(exp(-r)-1)", "Welsch: Poisson(1)",
                 [](const auto& r) { return expm1(-1.0 * r); },
                 {{0.0, 0.36787944}, {1.0, 0.36787944}, {2.0, 0.18393972}}),
      admissible("exp(50*(exp(-r)-1))", "Poisson(50)",
                 [](const auto& r) { return 50.0 * expm1(-1.0 * r); },
                 {{49.0, 0.05632501}, {50.0, 0.05632501}}),
      admissible("exp(2.5*((1+r)^-0.4-1))", "compound Poisson of gammas",
                 [](const auto& r) { return 2.5 * expm1(-0.4 * log1p(r)); }, {{0.0, 0.0820850}}),
      admissible("exp(3*(exp(-sqrt(r))-1))", "compound Poisson of Levy variables",
                 [](const auto& r) { return 3.0 * expm1(-1.0 * sqrt(r)); }, {{0.0, 0.04978707}}),
      admissible("(1+exp(-r))/2", "fair coin",
                 [](const auto& r) { return log(0.5 + 0.5 * exp(-1.0 * r)); },
                 {{0.0, 0.5}, {1.0, 0.5}}),
      admissible("((1+exp(-r))/2)^2", "binomial",
                 [](const auto& r) { return 2.0 * log(0.5 + 0.5 * exp(-1.0 * r)); },
                 {{0.0, 0.25}, {1.0, 0.5}, {2.0, 0.25}}),
      admissible("(0.7+0.3*exp(-r))^20", "binomial(20, 0.3)",
                 [](const auto& r) { return 20.0 * log(0.7 + 0.3 * exp(-1.0 * r)); },
                 {{6.0, 0.19163898}, {5.0, 0.17886305}}),
      admissible("0.5/(1-0.5*exp(-r))", "geometric",
                 [](const auto& r) { return -1.0 * log(2.0 - exp(-1.0 * r)); },
                 {{0.0, 0.5}, {1.0, 0.25}, {2.0, 0.125}}),
      admissible("(0.5/(1-0.5*exp(-r)))^1.3", "negative binomial law",
                 [](const auto& r) { return -1.3 * log(2.0 - exp(-1.0 * r)); },
                 {{0.0, 0.40612620}, {1.0, 0.26398203}}),
      admissible("(0.4*exp(-r)+0.6*exp(-sqrt(2)*r))^5", "atoms that are not on a lattice",
                 [](const auto& r) { return 5.0 * log_add(0.4, -1.0 * r, 0.6, -1.41421356 * r); },
                 {{6.24264068, 0.3456}, {6.65685424, 0.2592}}),
      admissible("prod_{k=1..6} (1+exp(-2*r/3^k))/2", "64 atoms on the way to the Cantor law",
                 [](const auto& r) {
                   auto sum = log(0.5 + 0.5 * exp(-2.0 / 3.0 * r));
                   double third = 1.0 / 9.0;
                   for (int k = 2; k <= 6; ++k, third /= 3.0)
                     sum = sum + log(0.5 + 0.5 * exp(-2.0 * third * r));
                   return sum;
                 },
                 {{0.0, 0.015625}}),
  };
}

std::vector<Candidate> bernstein_functions() {
  return {
      admissible("1/(1+log1p(r))", "1/Bernstein; varies slowly",
                 [](const auto& r) { return -1.0 * log1p(log1p(r)); }),
      admissible("1/(1+log1p(log1p(r)))", "1/Bernstein; varies very slowly",
                 [](const auto& r) { return -1.0 * log1p(log1p(log1p(r))); }),
      admissible("1/(1+1/log1p(1/r))", "1/(1+complete Bernstein); reaches 1 too slowly to be seen",
                 [](const auto& r) { return -1.0 * log1p(1.0 / log1p(1.0 / r)); }),
      admissible("1/(1+r^0.4)", "Mittag-Leffler (Linnik)",
                 [](const auto& r) { return -1.0 * log1p(pow(r, 0.4)); }),
      admissible("1/(1+r^0.9)", "Mittag-Leffler",
                 [](const auto& r) { return -1.0 * log1p(pow(r, 0.9)); }),
      admissible("1/(1+sqrt(r))", "Mittag-Leffler",
                 [](const auto& r) { return -1.0 * log1p(sqrt(r)); }),
      admissible("(1+sqrt(r))^-2.2", "geometric-stable mixture",
                 [](const auto& r) { return -2.2 * log1p(sqrt(r)); }),
      admissible("1/(1+r+sqrt(r))", "1/Bernstein",
                 [](const auto& r) { return -1.0 * log1p(r + sqrt(r)); }),
      admissible("1/(1+r^0.3+r^0.7)", "1/Bernstein",
                 [](const auto& r) { return -1.0 * log1p(pow(r, 0.3) + pow(r, 0.7)); }),
      admissible("log1p(r)/r", "Stieltjes", [](const auto& r) { return log(log1p(r)) - log(r); }),
      admissible("log(1+r)/r, by log", "Stieltjes; cancels near 0",
                 [](const auto& r) { return log(log(1.0 + r)) - log(r); }),
      admissible("exp(-log1p(r)^0.5)", "exp(-Bernstein)",
                 [](const auto& r) { return -1.0 * sqrt(log1p(r)); }),
      admissible("exp(-log1p(r)^0.8)", "exp(-Bernstein)",
                 [](const auto& r) { return -1.0 * pow(log1p(r), 0.8); }),
      admissible("2/(1+sqrt(1+4*r))", "Stieltjes (Catalan)",
                 [](const auto& r) { return -1.0 * log(0.5 + 0.5 * sqrt(1.0 + 4.0 * r)); }),
      admissible("(sqrt(1+4*r)-1)/(2*r)", "the same; cancels near 0",
                 [](const auto& r) { return log(sqrt(1.0 + 4.0 * r) - 1.0) - log(2.0 * r); }),
      admissible("sqrt(1+r)-sqrt(r)", "Stieltjes",
                 [](const auto& r) { return -1.0 * log(sqrt(1.0 + r) + sqrt(r)); }),
      admissible("(sqrt(1+r)-sqrt(r))^0.7", "exp(-0.7 asinh sqrt(r)), exp(-Bernstein)",
                 [](const auto& r) { return -0.7 * log(sqrt(1.0 + r) + sqrt(r)); }),
      admissible("1-sqrt(r/(1+r))", "Stieltjes; cancels for large r",
                 [](const auto& r) { return log(1.0 - sqrt(r / (1.0 + r))); }),
      admissible("exp(-r/(1+sqrt(r)))", "exp(-complete Bernstein)",
                 [](const auto& r) { return -1.0 * (r / (1.0 + sqrt(r))); }),
      admissible("exp(-(sqrt(1+r)-1)^0.8)", "exp(-Bernstein)",
                 [](const auto& r) { return -1.0 * pow(sqrt1pm1(r), 0.8); }),
      admissible("exp(-sqrt(r)-r^0.25)", "exp(-Bernstein)",
                 [](const auto& r) { return -1.0 * (sqrt(r) + pow(r, 0.25)); }),
      admissible("(1+0.44*r)*exp(-sqrt(r))",
                 "Levy density times 1+0.44*(v^2-3v) > 0, v = 1/(2w) (limit 4/9)",
                 [](const auto& r) { return log1p(0.44 * r) - sqrt(r); }),
      admissible("(1+r/20)*exp(-r-sqrt(r))", "the same at 0.05, shifted by 1",
                 [](const auto& r) { return log1p(0.05 * r) - r - sqrt(r); }),
      admissible("exp(-sqrt(r))*(1-0.1*sqrt(r)+0.1*r)", "Levy density times 1.1-0.4v+0.1v^2 > 0",
                 [](const auto& r) {
                   const auto x = sqrt(r);
                   return log(1.0 - 0.1 * x + 0.1 * x * x) - x;
                 }),
      admissible("(1+r/3)/(1+r)^2", "mixture of gammas",
                 [](const auto& r) { return log1p(r / 3.0) - 2.0 * log1p(r); }),
      admissible("exp(-0.6*sqrt(r+sqrt(r)))", "exp(-Bernstein)",
                 [](const auto& r) { return -0.6 * sqrt(r + sqrt(r)); }),
  };
}

}  // namespace

std::vector<Candidate> admissible_functions() {
  std::vector<Candidate> all = named_laws();
  for (auto* part : {compositions, bernstein_functions})
    for (Candidate& candidate : part()) all.push_back(std::move(candidate));
  return all;
}

}  // namespace phigp::test
