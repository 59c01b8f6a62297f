#include "tests/support/likelihood_contract.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "phigp/likelihoods/catalogue/catalogue.h"
#include "phigp/likelihoods/density.h"

namespace phigp::test {

namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();

// The integral of e^{-h2 omega} pi(omega) by the trapezoid rule in log omega, which converges
// exponentially; resolved when the rule with half the points agrees.
class OmegaIntegral {
 public:
  explicit OmegaIntegral(OmegaPrior prior) : prior_(std::move(prior)) {
    if (prior_.point > 0.0) return;
    for (int i = 0; i <= kPoints; ++i) {
      const double t = kLow + i * kStep;
      omega_.push_back(std::exp(t));
      log_mass_.push_back(prior_.log_density(omega_.back()) + t + std::log(kStep));
    }
  }
  struct Value {
    double log = 0.0;
    bool resolved = true;
  };
  Value at(double h2) const {
    if (prior_.point > 0.0) return {-h2 * prior_.point, true};
    double top = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < omega_.size(); ++i) {
      top = std::max(top, log_mass_[i] - h2 * omega_[i]);
    }
    double sum[2] = {0.0, 0.0};
    for (std::size_t i = 0; i < omega_.size(); ++i) {
      sum[i % 2] += std::exp(log_mass_[i] - h2 * omega_[i] - top);
    }
    const double ends = std::exp(log_mass_.back() - h2 * omega_.back() - top) +
                        std::exp(log_mass_.front() - h2 * omega_.front() - top);
    const double total = sum[0] + sum[1];
    return {top + std::log(total),
            std::abs(sum[0] - sum[1]) < 1e-11 * total && ends < 1e-14 * total};
  }

 private:
  static constexpr double kLow = -46.0;
  static constexpr double kStep = 1.0 / 32.0;
  static constexpr int kPoints = 76 * 32;
  OmegaPrior prior_;
  std::vector<double> omega_;
  std::vector<double> log_mass_;
};

// References with the same parameters and the same row, in order.
std::vector<std::vector<LikelihoodReference>> groups_of(const std::string& name) {
  std::vector<std::vector<LikelihoodReference>> groups;
  for (LikelihoodReference& reference : likelihood_references("density", name)) {
    if (groups.empty() || groups.back()[0].title != reference.title ||
        groups.back()[0].row != reference.row) {
      groups.emplace_back();
    }
    groups.back().push_back(std::move(reference));
  }
  return groups;
}

void compare(Failures& failures, const std::string& what, double found, double expected,
             double allowed) {
  if (found == expected) return;
  if (std::isfinite(expected) && std::abs(found - expected) <= allowed) return;
  failures.push_back(
      fmt::format("{}: found {:.17g}, expected {:.17g}, off by {:.2e}, allowed {:.1e}", what, found,
                  expected, found - expected, allowed));
}

}  // namespace

LikelihoodPtr from_catalogue(const std::string& name, const Parameters& parameters) {
  return make_likelihood(name, parameters);
}

std::unique_ptr<OmegaSampler> best_sampler(const Likelihood& likelihood) {
  return make_sampler(likelihood.radial_ptr());
}

std::vector<LikelihoodPtr> random_members(const std::string& name, int count, std::uint64_t seed) {
  const LikelihoodPtr initial = make_likelihood(name);
  Stream stream({.seed = seed, .purpose = Purpose::test, .chain = 7, .index = name.size()});
  std::vector<LikelihoodPtr> members;
  for (int i = 0; i < count; ++i) {
    std::vector<double> theta;
    for (const ParameterSpec& spec : initial->parameter_specs()) {
      const double u = stream.uniform();
      const ParameterRange& range = spec.range;
      theta.push_back(std::isfinite(range.high)
                          ? range.low + (0.1 + 0.85 * u) * (range.high - range.low)
                          : std::max(range.low, 0.0) + std::exp(4.0 * u - 2.0));
    }
    members.push_back(initial->with_parameters(theta));
    if (theta.empty()) break;
  }
  return members;
}

Parameters parameters_of(const Likelihood& likelihood) {
  Parameters parameters;
  const std::vector<ParameterSpec>& specs = likelihood.parameter_specs();
  for (std::size_t k = 0; k < specs.size(); ++k) {
    parameters[specs[k].name] = likelihood.parameters()[k];
  }
  return parameters;
}

std::string title_of(const Likelihood& likelihood) {
  std::string text = likelihood.name() + "(";
  for (const auto& [key, value] : parameters_of(likelihood)) {
    text += fmt::format("{}{}={}", text.back() == '(' ? "" : ", ", key, value);
  }
  return text + ")";
}

std::vector<Row> rows_of(Domain domain) {
  switch (domain) {
    case Domain::label:
      return {{1.0, 1.0}, {-1.0, 1.0}};
    case Domain::count:
      return {{0.0, 1.0}, {1.0, 1.0}, {4.0, 1.0}, {1000.0, 1.0}};
    case Domain::successes:
      return {{0.0, 1.0}, {1.0, 1.0}, {2.0, 7.0}, {0.0, 1000.0}, {1000.0, 1000.0}, {333.0, 1000.0}};
    case Domain::real:
      break;
  }
  return {{0.0, 1.0}, {-0.75, 1.0}, {2.5, 1.0}, {-120.0, 1.0}, {1e6, 1.0}};
}

// Relative 1e-12, absolute below 1. The family adds log C, g f and log phi(h^2); where these are
// larger than their sum (counts of 1000, shapes of 1e4) their own rounding is allowed for: 8 ulp.
Failures check_density(const std::string& name, const LikelihoodMaker& make) {
  Failures failures;
  for (const auto& group : groups_of(name)) {
    const LikelihoodPtr likelihood = make(name, group[0].parameters);
    std::vector<double> f;
    for (const LikelihoodReference& reference : group) f.push_back(reference.m);
    std::vector<double> array(f.size());
    log_density(*likelihood, Rows(group[0].row), f, array);
    const Terms<double> terms = likelihood->terms(group[0].row);
    for (std::size_t i = 0; i < group.size(); ++i) {
      const double expected = group[i].expected[0];
      const double ingredients =
          std::abs(terms.log_c()) + std::abs(terms.g) * (std::abs(f[i]) + std::abs(terms.centre));
      const double allowed = 1e-12 * std::max(1.0, std::abs(expected)) + 8.0 * kEps * ingredients;
      compare(failures, group[i].text() + " log density",
              log_density(*likelihood, group[i].row, f[i]), expected, allowed);
      compare(failures, group[i].text() + " log density on arrays", array[i], expected, allowed);
    }
  }
  if (groups_of(name).empty()) failures.push_back(name + " has no reference densities");
  return failures;
}

// Relative 1e-10, plus 1e-12 of what a derivative of this order is on the scale of the function:
// |log phi| over the k-th power of the distance, or of the natural width where that is larger. Near
// a kink and near 0 this is as strict as anywhere: noise that grows like 1/distance^k is a failure.
Failures check_derivatives(const std::string& name, const LikelihoodMaker& make) {
  Failures failures;
  for (const LikelihoodReference& reference : likelihood_references("density", name)) {
    const LikelihoodPtr likelihood = make(name, reference.parameters);
    const DensityDerivatives found =
        log_density_derivatives(*likelihood, reference.row, reference.m);
    const Terms<double> terms = likelihood->terms(reference.row);
    const double distance = std::abs(reference.m - terms.centre);
    const double width = std::max(
        distance, std::sqrt(natural_scale(likelihood->radial(), reference.row) / terms.gamma));
    const double size = std::max(1.0, std::abs(reference.expected[1] - terms.g) * distance);
    const auto allowed = [&](int order) {
      return 1e-10 * std::abs(reference.expected[static_cast<std::size_t>(order)]) +
             1e-12 * size / std::pow(width, order) +
             (order == 1 ? 8.0 * kEps * std::abs(terms.g) : 0.0);
    };
    const double at[] = {found.value, found.first, found.second, found.third};
    for (int order = 1; order <= 3; ++order) {
      compare(failures, fmt::format("{} derivative {}", reference.text(), order), at[order],
              reference.expected[static_cast<std::size_t>(order)], allowed(order));
    }
    double value = 0.0;
    double slope = 0.0;
    log_density_and_slope(*likelihood, Rows(reference.row), std::span(&reference.m, 1),
                          std::span(&value, 1), std::span(&slope, 1));
    compare(failures, reference.text() + " slope on arrays", slope, reference.expected[1],
            allowed(1));
  }
  return failures;
}

Failures check_augmentation(const std::string& name, const LikelihoodMaker& make) {
  Failures failures;
  int resolved = 0;
  for (const auto& group : groups_of(name)) {
    if (std::abs(group[0].row.y) > 100.0 || group[0].row.trials > 20.0) continue;
    const LikelihoodPtr likelihood = make(name, group[0].parameters);
    const Terms<double> terms = likelihood->terms(group[0].row);
    const OmegaIntegral integral(omega_prior(name, group[0].parameters, group[0].row));
    for (const LikelihoodReference& reference : group) {
      const OmegaIntegral::Value mixed = integral.at(terms.h2(reference.m, 0.0));
      if (!mixed.resolved) continue;
      ++resolved;
      compare(failures, reference.text() + " mixture over omega",
              terms.log_c() + terms.g * reference.m + mixed.log, reference.expected[0],
              1e-10 * std::max(1.0, std::abs(reference.expected[0])));
    }
  }
  if (resolved < 8) failures.push_back(fmt::format("{}: {} points resolved", name, resolved));
  return failures;
}

Failures check_draws(const std::string& name, const LikelihoodMaker& make,
                     const SamplerMaker& make_omega) {
  constexpr std::size_t kDraws = 20000;
  Failures failures;
  std::uint64_t index = 0;
  std::set<std::string> seen;
  for (const auto& group : groups_of(name)) {
    const LikelihoodPtr likelihood = make(name, group[0].parameters);
    const Terms<double> terms = likelihood->terms(group[0].row);
    if (std::abs(terms.centre) > 100.0) continue;  // a shifted copy, with fewer digits in h^2
    const auto h2 = [&](const LikelihoodReference& r) { return terms.h2(r.m, 0.0); };
    const std::unique_ptr<OmegaSampler> sampler = make_omega(*likelihood);
    for (const LikelihoodReference& from : group) {
      std::vector<double> omega;
      int used = 0;
      for (const LikelihoodReference& to : group) {
        const double t = h2(to) - h2(from);
        const double log_mean = to.expected[0] - from.expected[0] - terms.g * (to.m - from.m);
        // Informative: the transform is neither 1 nor too rare to average.
        if (!(t > 1e-3 * h2(from)) || !(log_mean < -0.02 && log_mean > -5.0) || used == 2) continue;
        ++used;
        if (omega.empty()) {
          omega.resize(kDraws);
          Stream stream({.seed = 31, .purpose = Purpose::test, .chain = 1, .index = index++});
          const std::vector<double> c2(kDraws, h2(from));
          sampler->draw(c2, Rows(group[0].row), stream, omega);
        }
        double sum = 0.0;
        double squares = 0.0;
        const double expected = std::exp(log_mean);
        for (const double w : omega) {
          const double off = std::exp(-t * w) - expected;
          sum += off;
          squares += off * off;
        }
        const double n = static_cast<double>(kDraws);
        const double error = std::sqrt((squares / n - sum / n * sum / n) / n) + 1e-9 * expected;
        seen.insert(group[0].title);
        if (!(std::abs(sum / n) <= 7.0 * error)) {
          failures.push_back(
              fmt::format("{} t={:.4g}: E exp(-t omega) = {:.6g}, expected {:.6g}, z = {:.1f}",
                          from.text(), t, expected + sum / n, expected, sum / n / error));
        }
      }
    }
  }
  if (seen.empty()) failures.push_back(name + ": no informative pair of latent values");
  return failures;
}

void expect_none(const Failures& failures) {
  for (std::size_t i = 0; i < failures.size() && i < 10; ++i) ADD_FAILURE() << failures[i];
  if (failures.size() > 10) ADD_FAILURE() << failures.size() - 10 << " more";
}

}  // namespace phigp::test
