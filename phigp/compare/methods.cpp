#include "phigp/compare/methods.h"

#include <algorithm>

#include "phigp/base/error.h"
#include "phigp/base/nearest.h"
#include "phigp/baselines/baseline_sampler.h"

namespace phigp {

const std::vector<ComparedMethod>& compared_methods() {
  static const std::vector<ComparedMethod> all = [] {
    std::vector<ComparedMethod> methods = {
        {"gibbs", "exact Gibbs sampling, f over-relaxed, as phigp sample does it"},
        {"gibbs-plain", "the same without over-relaxation"},
        {"gibbs-cholesky", "the same with one factorisation per draw"},
        {"gibbs-table", "gibbs-plain, omega from the certified table, whatever law it has"},
        {"gibbs-inversion", "gibbs-plain, omega by inverting its transform draw by draw"}};
    for (const BaselineMethod& method : baseline_methods())
      methods.push_back({method.name, method.meaning});
    const std::vector<ComparedMethod> approximations = {
        {"vi", "coordinate ascent on the augmented model, as phigp fit does it", false},
        {"vi-refined", "the same, then natural gradients on the original model", false},
        {"vi-original", "natural gradients on the original model, from the prior", false},
        {"vi-adam", "Adam on the original model, from the prior, 1000 steps", false},
        {"laplace-approximation", "a normal law at the mode", false},
        {"ep", "expectation propagation", false},
        {"annealing", "the log evidence itself, by annealed importance sampling from q", false}};
    methods.insert(methods.end(), approximations.begin(), approximations.end());
    return methods;
  }();
  return all;
}

namespace {

void add(std::vector<ComparedMethod>& chosen, const ComparedMethod& method) {
  const bool known = std::any_of(chosen.begin(), chosen.end(),
                                 [&](const auto& other) { return other.name == method.name; });
  if (!known) chosen.push_back(method);
}

void add_named(std::vector<ComparedMethod>& chosen, const std::string& name) {
  std::vector<std::string> known{"all", "samplers", "approximations"};
  bool found = false;
  for (const ComparedMethod& method : compared_methods()) {
    known.push_back(method.name);
    if (method.name == name || name == "all" ||
        name == (method.samples ? "samplers" : "approximations")) {
      add(chosen, method);
      found = true;
    }
  }
  if (found) return;
  if (const auto baseline = find_baseline(name))
    return add(chosen, {baseline->name, baseline->meaning});
  throw InvalidInput("method", name, unknown_name_rule(name, known));
}

}  // namespace

std::vector<ComparedMethod> find_methods(const std::vector<std::string>& names) {
  require(!names.empty(), "methods", "", "must name at least one");
  std::vector<ComparedMethod> chosen;
  for (const std::string& name : names) add_named(chosen, name);
  return chosen;
}

}  // namespace phigp
