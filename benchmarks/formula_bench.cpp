// What a formula costs against the same phi written in C++: log phi and the mean of omega on arrays
// (MeanJet), as coordinate ascent evaluates them. Both run in turn, the best of many rounds counts,
// and equal answers are checked first. Bar: ratio <= 5.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "phigp/augmentation/known_laws.h"
#include "phigp/likelihoods/formula/formula_radial.h"

namespace {

using namespace phigp;

struct Case {
  const char* name;
  const char* phi;
  std::vector<double> parameters;
  std::vector<std::string> names;
  RadialPtr written;
};

double seconds_of(const Radial& radial, const std::vector<MeanJet>& r, std::vector<MeanJet>& out) {
  const auto start = std::chrono::steady_clock::now();
  radial.log_phi(std::span<const MeanJet>(r), Rows(), std::span<MeanJet>(out));
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void check_equal(const Case& c, const std::vector<MeanJet>& a, const std::vector<MeanJet>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (int k = 0; k <= 1; ++k) {
      if (std::abs(a[i][k] - b[i][k]) <= 1e-12 * std::abs(b[i][k])) continue;
      fmt::print(stderr, "{}: {} against {}\n", c.name, a[i][k], b[i][k]);
      std::exit(1);
    }
  }
}

}  // namespace

int main() {
  const double root3 = std::sqrt(3.0);
  const double root5 = std::sqrt(5.0);
  const std::vector<Case> cases{
      {"laplace", "exp(-sqrt(r)/b)", {1.7}, {"b"}, inverse_gaussian_radial(1.0 / 1.7)},
      {"student-t", "(1+r/nu)^(-(nu+1)/2)", {3.3}, {"nu"}, gamma_radial(2.15, 3.3)},
      {"matern32",
       "(1+sqrt(3*r)/rho)*exp(-sqrt(3*r)/rho)",
       {1.3},
       {"rho"},
       matern32_radial(root3 / 1.3)},
      {"logistic", "1/cosh(sqrt(r)/2)", {}, {}, polya_gamma_radial(1.0)},
      {"matern52",
       "(1+sqrt(5*r)/rho+5*r/(3*rho^2))*exp(-sqrt(5*r)/rho)",
       {0.8},
       {"rho"},
       matern52_radial(root5 / 0.8)},
      {"pseudo-huber",
       "exp(-d*(sqrt(1+r/d)-1))",
       {2.9},
       {"d"},
       tilted_inverse_gaussian_radial(2.9)},
  };
  double worst = 0.0;
  fmt::print("{:14} {:>8} {:>12} {:>12} {:>8}\n", "phi", "n", "C++ ns", "formula ns", "ratio");
  for (const Case& c : cases) {
    const FormulaRadial formula(Expression::parse(c.phi, {"r", false, false, c.names}),
                                c.parameters);
    for (const std::size_t n : {std::size_t{1000}, std::size_t{10000}}) {
      std::vector<MeanJet> r(n);
      for (std::size_t i = 0; i < n; ++i) {
        r[i] = MeanJet::variable(
            std::pow(10.0, -2.0 + 4.0 * static_cast<double>(i) / static_cast<double>(n)));
      }
      std::vector<MeanJet> a(n);
      std::vector<MeanJet> b(n);
      double written = 1e9;
      double typed = 1e9;
      for (int round = 0; round < 400; ++round) {
        written = std::min(written, seconds_of(*c.written, r, a));
        typed = std::min(typed, seconds_of(formula, r, b));
      }
      check_equal(c, b, a);
      const auto per_point = 1e9 / static_cast<double>(n);
      fmt::print("{:14} {:8} {:12.2f} {:12.2f} {:8.2f}\n", c.name, n, written * per_point,
                 typed * per_point, typed / written);
      worst = std::max(worst, typed / written);
    }
  }
  fmt::print("worst ratio {:.2f}, bar 5\n", worst);
  return worst <= 5.0 ? 0 : 1;
}
