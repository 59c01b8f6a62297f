#include "tests/support/likelihood_reference.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <fstream>
#include <numbers>
#include <sstream>
#include <stdexcept>

namespace phigp::test {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

void parse_title(LikelihoodReference& reference) {
  const std::size_t open = reference.title.find('(');
  reference.name = reference.title.substr(0, open);
  std::istringstream items(reference.title.substr(open + 1, reference.title.size() - open - 2));
  for (std::string item; std::getline(items, item, ',');) {
    const std::size_t equals = item.find('=');
    reference.parameters[item.substr(0, equals)] = std::stod(item.substr(equals + 1));
  }
}

// stod throws for numbers below the normal range; those are read as they are.
double number(const std::string& word) { return std::strtod(word.c_str(), nullptr); }

double tanh_ratio(double c) {  // tanh(c/2) / c
  return c < 1e-4 ? 0.5 - c * c / 24.0 : std::tanh(0.5 * c) / c;
}

std::function<double(double)> inverse_gamma(double shape, double scale) {
  return [=](double x) {
    return shape * std::log(scale) - std::lgamma(shape) - (shape + 1.0) * std::log(x) - scale / x;
  };
}

// omega = PG(b, 0)/2. The alternating series of Polson, Scott and Windle, in long double: its terms
// cancel in the right tail, where the density is returned as nothing.
std::function<double(double)> half_polya_gamma(double b) {
  return [b](double omega) {
    const long double x = 2.0L * omega;
    if (x > 20.0L + 2.0L * b)
      return -kInfinity;  // less than e^{-pi^2 x/2} x^b of the mass is beyond
    long double sum = 0.0L;
    long double largest = 0.0L;
    long double coefficient = 1.0L;  // Gamma(n + b) / (n! Gamma(b))
    for (int n = 0; n < 200; ++n) {
      const long double k = 2.0L * n + b;
      const long double term = coefficient * k * std::exp(-k * k / (8.0L * x));
      sum += n % 2 == 0 ? term : -term;
      largest = std::max(largest, term);
      if (n > b && term < 1e-25L * largest) break;
      coefficient *= (n + b) / (n + 1.0L);
    }
    if (!(sum > 1e-15L * largest)) return -kInfinity;
    const long double front = (b - 1.0L) * std::log(2.0L) -
                              0.5L * std::log(2.0L * std::numbers::pi_v<long double> * x * x * x);
    return static_cast<double>(std::log(2.0L) + front + std::log(sum));
  };
}

// Zolotarev's integral over (0, pi) for the positive stable law with transform exp(-r^a), by
// tanh-sinh: in the right tail of the law all of it lies close to pi, where w = pi - u counts.
std::function<double(double)> positive_stable(double a) {
  std::vector<double> log_a;
  std::vector<double> log_weight;
  constexpr double kStep = 1.0 / 64.0;
  for (double t = -4.0; t <= 4.0; t += kStep) {
    const double turn = std::numbers::pi * std::sinh(t);
    const double w = std::numbers::pi / (1.0 + std::exp(turn));
    const double u = std::numbers::pi / (1.0 + std::exp(-turn));
    if (w < 1e-300 || u < 1e-300) continue;
    const double sine = u < w ? std::sin(u) : std::sin(w);
    log_a.push_back((a * std::log(std::sin(a * u)) + (1.0 - a) * std::log(std::sin((1.0 - a) * u)) -
                     std::log(sine)) /
                    (1.0 - a));
    log_weight.push_back(std::log(kStep * std::cosh(t) * u * w / std::numbers::pi));
  }
  return [a, log_a, log_weight](double x) {
    const double power = -a / (1.0 - a) * std::log(x);
    const auto term = [&](std::size_t i) {
      return log_weight[i] + log_a[i] - std::exp(power + log_a[i]);
    };
    double top = -kInfinity;
    for (std::size_t i = 0; i < log_a.size(); ++i) top = std::max(top, term(i));
    if (!(top > -1e4)) return -kInfinity;
    double sum = 0.0;
    for (std::size_t i = 0; i < log_a.size(); ++i) sum += std::exp(term(i) - top);
    return std::log(a / (1.0 - a)) - std::log(x) / (1.0 - a) + top + std::log(sum);
  };
}

}  // namespace

std::string LikelihoodReference::text() const {
  return fmt::format("{} y={} trials={} m={} v={}", title, row.y, row.trials, m, v);
}

std::vector<LikelihoodReference> likelihood_references(const std::string& kind) {
  std::ifstream file(PHIGP_TEST_DATA "/reference/likelihoods.txt");
  if (!file) throw std::runtime_error("tests/reference/likelihoods.txt cannot be read");
  std::vector<LikelihoodReference> all;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string found;
    words >> found;
    if (found != kind) continue;
    LikelihoodReference reference;
    words >> reference.title;
    parse_title(reference);
    if (kind != "moments") words >> reference.row.y;
    words >> reference.row.trials >> reference.m;
    if (kind != "density") words >> reference.v;
    for (std::string word; words >> word;) reference.expected.push_back(number(word));
    all.push_back(std::move(reference));
  }
  if (all.empty()) throw std::runtime_error("no references of kind " + kind);
  return all;
}

std::vector<LikelihoodReference> likelihood_references(const std::string& kind,
                                                       const std::string& name) {
  std::vector<LikelihoodReference> all = likelihood_references(kind);
  std::erase_if(all, [&](const LikelihoodReference& r) { return r.name != name; });
  return all;
}

ReferenceSite reference_site(const std::string& name, const Parameters& p, const Row& row, double m,
                             double v) {
  const double y = row.y;
  // h = (f - centre)/s: c2 = ((m - centre)^2 + v)/s^2, precision 2 omega/s^2, shift g +
  // centre*precision.
  const auto site = [&](double g, double centre, double s, auto&& omega_of) {
    ReferenceSite out;
    out.c2 = ((m - centre) * (m - centre) + v) / (s * s);
    out.precision = 2.0 * omega_of(std::sqrt(out.c2)) / (s * s);
    out.shift = g + out.precision * centre;
    return out;
  };
  const auto polya_gamma = [](double b) {
    return [b](double c) { return b * tanh_ratio(c) / 4.0; };
  };
  const auto student = [](double nu) {
    return [nu](double c) { return (nu + 1.0) / (2.0 * (nu + c * c)); };
  };
  const auto inverse = [](double b) { return [b](double c) { return 1.0 / (2.0 * b * c); }; };
  if (name == "gaussian") {
    const double sigma = p.at("sigma");
    return site(0.0, y, 1.0, [=](double) { return 1.0 / (2.0 * sigma * sigma); });
  }
  if (name == "laplace") return site(0.0, y, 1.0, inverse(p.at("b")));
  if (name == "student-t") return site(0.0, y, p.at("sigma"), student(p.at("nu")));
  if (name == "cauchy") return site(0.0, y, p.at("sigma"), student(1.0));
  if (name == "matern32") {
    const double a = std::sqrt(3.0) / p.at("rho");
    return site(0.0, y, 1.0, [=](double c) { return a * a / (2.0 * (1.0 + a * c)); });
  }
  if (name == "matern52") {
    const double a = std::sqrt(5.0) / p.at("rho");
    return site(0.0, y, 1.0, [=](double c) {
      return a * a * (1.0 + a * c) / (6.0 * (1.0 + a * c + a * a * c * c / 3.0));
    });
  }
  if (name == "logistic") return site(0.5 * y, 0.0, 1.0, polya_gamma(1.0));
  if (name == "bayesian-svm") return site(y, y, 1.0, inverse(1.0));
  if (name == "binomial") return site(y - 0.5 * row.trials, 0.0, 1.0, polya_gamma(row.trials));
  if (name == "negative-binomial") {
    const double s = p.at("s");
    return site(0.5 * (y - s), std::log(s), 1.0, polya_gamma(y + s));
  }
  if (name == "asymmetric-laplace") {
    return site((p.at("tau") - 0.5) / p.at("sigma"), y, 1.0, inverse(2.0 * p.at("sigma")));
  }
  if (name == "logistic-noise") return site(0.0, y, p.at("s"), polya_gamma(2.0));
  if (name == "pseudo-huber") {
    const double delta = p.at("delta");
    return site(0.0, y, p.at("s"),
                [=](double c) { return 0.5 / std::sqrt(1.0 + c * c / (delta * delta)); });
  }
  if (name == "exponential-power") {
    const double q = p.at("q");
    return site(0.0, y, p.at("s"), [=](double c) { return 0.5 * q * std::pow(c, q - 2.0); });
  }
  throw std::runtime_error("reference_site: no closed form written for " + name);
}

OmegaPrior omega_prior(const std::string& name, const Parameters& p, const Row& row) {
  const auto levy = [](double s) { return inverse_gamma(0.5, 0.25 * s * s); };
  if (name == "gaussian") return {0.5 / (p.at("sigma") * p.at("sigma")), {}};
  if (name == "laplace") return {0.0, levy(1.0 / p.at("b"))};
  if (name == "asymmetric-laplace") return {0.0, levy(0.5 / p.at("sigma"))};
  if (name == "bayesian-svm") return {0.0, levy(1.0)};
  if (name == "student-t" || name == "cauchy") {
    const double nu = name == "cauchy" ? 1.0 : p.at("nu");
    const double shape = 0.5 * (nu + 1.0);
    return {0.0, [=](double x) {
              return shape * std::log(nu) - std::lgamma(shape) + (shape - 1.0) * std::log(x) -
                     nu * x;
            }};
  }
  if (name == "matern32") return {0.0, inverse_gamma(1.5, 0.75 / (p.at("rho") * p.at("rho")))};
  if (name == "matern52") return {0.0, inverse_gamma(2.5, 1.25 / (p.at("rho") * p.at("rho")))};
  if (name == "logistic") return {0.0, half_polya_gamma(1.0)};
  if (name == "logistic-noise") return {0.0, half_polya_gamma(2.0)};
  if (name == "binomial") return {0.0, half_polya_gamma(row.trials)};
  if (name == "negative-binomial") return {0.0, half_polya_gamma(row.y + p.at("s"))};
  if (name == "pseudo-huber") {  // inverse Gaussian with mean 1/2 and shape delta^2/2
    const double lambda = 0.5 * p.at("delta") * p.at("delta");
    return {0.0, [=](double x) {
              return 0.5 * std::log(lambda / (2.0 * std::numbers::pi * x * x * x)) -
                     lambda * (x - 0.5) * (x - 0.5) / (0.5 * x);
            }};
  }
  if (name == "exponential-power") {
    if (p.at("q") == 2.0) return {1.0, {}};
    return {0.0, positive_stable(0.5 * p.at("q"))};
  }
  throw std::runtime_error("omega_prior: no law written for " + name);
}

}  // namespace phigp::test
