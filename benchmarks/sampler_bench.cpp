// What the certified table costs: its build, and a draw against the exact sampler of the same law.
// Both samplers run in turn over the same c2, the best of many rounds counts, and it is checked
// first that their draws agree in law. Laws without an exact sampler are typed as formulas. Bars:
// 200 ns per draw, 1 s to build, certificate 1e-6.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "phigp/augmentation/known_laws.h"
#include "phigp/augmentation/sampler.h"
#include "phigp/likelihoods/formula/formula_radial.h"

namespace {

using namespace phigp;

constexpr std::size_t kDraws = 4096;
constexpr int kRounds = 200;
constexpr int kBuilds = 3;
constexpr double kMostNanoseconds = 200.0;
constexpr double kMostSeconds = 1.0;
constexpr double kMostError = 1e-6;

struct Case {
  std::string name;
  RadialPtr radial;
  bool known;  // has an exact sampler
};

RadialPtr formula(const std::string& phi) {
  return std::make_shared<FormulaRadial>(Expression::parse(phi, {"r", false, false, {}}),
                                         std::vector<double>{});
}

std::vector<Case> cases() {
  std::vector<Case> all{
      {"inverse Gaussian (laplace)", inverse_gaussian_radial(1.7), true},
      {"gamma (student-t)", gamma_radial(2.3, 0.6), true},
      {"Polya-Gamma b=1 (logistic)", polya_gamma_radial(1.0), true},
      {"Polya-Gamma b=2.6", polya_gamma_radial(2.6), true},
      {"GIG -3/2 (matern32)", matern32_radial(1.4), true},
      {"GIG -5/2 (matern52)", matern52_radial(0.6), true},
      {"tilted stable a=0.35", stable_radial(0.35, 2.0), true},
      {"tilted stable a=0.7", stable_radial(0.7, 0.5), true},
      {"tilted stable a=0.95", stable_radial(0.95, 0.5), true},
      {"inverse Gaussian (pseudo-huber)", tilted_inverse_gaussian_radial(2.5), true},
  };
  for (const char* phi : {"1/(1+r+r^0.3)", "1/(1+sqrt(r))", "1/(1+r^0.9)", "exp(-r^0.3-r^0.8)",
                          "exp(-r-sqrt(r))", "0.3/(1+r)^2+0.7/(1+0.2*r)^3"})
    all.push_back({phi, formula(phi), false});
  return all;
}

// c2 from 0.01 to 1e4, in random order.
std::vector<double> tilts() {
  Stream stream({.seed = 1, .purpose = Purpose::test, .chain = 0, .index = 0});
  std::vector<double> c2(kDraws);
  for (double& x : c2) x = std::pow(10.0, -2.0 + 6.0 * stream.uniform());
  return c2;
}

double seconds_of_draws(const OmegaSampler& sampler, const std::vector<double>& c2, Stream& stream,
                        std::vector<double>& omega) {
  const auto start = std::chrono::steady_clock::now();
  sampler.draw(c2, Rows(), stream, omega);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Largest distance of the empirical cdfs of n draws each, over its limit for a false alarm in 1e9.
double disagreement(const OmegaSampler& a, const OmegaSampler& b, double c2) {
  constexpr std::size_t n = 50000;
  const auto sorted = [&](const OmegaSampler& sampler, std::uint64_t index) {
    std::vector<double> omega(n);
    Stream stream({.seed = 2, .purpose = Purpose::test, .chain = 0, .index = index});
    sampler.draw(std::vector<double>(n, c2), Rows(), stream, omega);
    std::sort(omega.begin(), omega.end());
    return omega;
  };
  const std::vector<double> x = sorted(a, 0);
  const std::vector<double> y = sorted(b, 1);
  std::size_t most = 0;
  for (std::size_t i = 0, j = 0; i < n; ++i) {
    while (j < n && y[j] <= x[i]) ++j;
    most = std::max(most, i + 1 > j ? i + 1 - j : j - i - 1);
  }
  const double statistic = std::sqrt(0.5 / static_cast<double>(n)) * static_cast<double>(most);
  return statistic / std::sqrt(0.5 * std::log(2e9));
}

struct Cost {
  double build = 1e9;  // seconds of processor time
  double table = 1e9;  // seconds for kDraws
  double exact = 1e9;
};

Cost measure(const Case& c, const OmegaSampler& table) {
  Cost cost;
  for (int i = 0; i < kBuilds; ++i) {
    const std::clock_t start = std::clock();
    make_sampler(c.radial, {.allow_exact = false});
    cost.build = std::min(cost.build, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  }
  const auto exact = c.known ? make_sampler(c.radial) : nullptr;
  if (exact) {
    for (const double c2 : {0.0, 0.3, 1e4}) {
      if (disagreement(table, *exact, c2) <= 1.0) continue;
      fmt::print(stderr, "{}: draws at c2 = {} differ in law\n", c.name, c2);
      std::exit(1);
    }
  }
  const std::vector<double> c2 = tilts();
  std::vector<double> omega(kDraws);
  Stream stream({.seed = 3, .purpose = Purpose::test, .chain = 0, .index = 0});
  for (int round = 0; round < kRounds; ++round) {
    cost.table = std::min(cost.table, seconds_of_draws(table, c2, stream, omega));
    if (exact) cost.exact = std::min(cost.exact, seconds_of_draws(*exact, c2, stream, omega));
  }
  return cost;
}

}  // namespace

int main() {
  bool kept = true;
  fmt::print("{:32} {:>8} {:>9} {:>9} {:>9} {:>7}  {}\n", "law", "build s", "cdf error", "table ns",
             "exact ns", "ratio", "method");
  for (const Case& c : cases()) {
    const auto table = make_sampler(c.radial, {.allow_exact = false});
    const Certificate certificate = table->certificate();
    const Cost cost = measure(c, *table);
    constexpr double per_draw = 1e9 / static_cast<double>(kDraws);
    fmt::print("{:32} {:8.3f} {:9.1e} {:9.1f} ", c.name, cost.build, certificate.cdf_error,
               cost.table * per_draw);
    if (c.known) {
      fmt::print("{:9.1f} {:7.2f}  ", cost.exact * per_draw, cost.table / cost.exact);
    } else {
      fmt::print("{:>9} {:>7}  ", "-", "-");
    }
    fmt::print("{}\n", certificate.method);
    kept = kept && certificate.kind == Certificate::Kind::table &&
           certificate.cdf_error <= kMostError && cost.build <= kMostSeconds &&
           cost.table * per_draw <= kMostNanoseconds;
  }
  fmt::print("bars (table, {:.0f} ns, {:.0f} s, {:.0e}): {}\n", kMostNanoseconds, kMostSeconds,
             kMostError, kept ? "kept" : "missed");
  return kept ? 0 : 1;
}
