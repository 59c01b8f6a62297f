#include "phigp/kernels/sum_kernel.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "phigp/base/error.h"

namespace phigp::detail {

bool KernelTerm::is_white() const {
  return std::any_of(units.begin(), units.end(),
                     [](const UnitKernelPtr& unit) { return unit->is_white(); });
}

std::size_t KernelTerm::parameter_count() const {
  std::size_t count = 1;
  for (const UnitKernelPtr& unit : units) count += parameters_of(unit->settings()).size();
  return count;
}

SumKernel::SumKernel(std::vector<KernelTerm> terms, Eigen::Index dimensions)
    : terms_(std::move(terms)), dimensions_(dimensions) {
  const std::vector<std::string> names = parameter_names();
  std::size_t next = 0;
  for (const KernelTerm& term : terms_) {
    require(std::isfinite(term.variance) && term.variance > 0.0, names[next], term.variance,
            "must be positive and finite");
    next += term.parameter_count();
  }
  parameter_count_ = next;
}

std::string SumKernel::text() const {
  std::string text;
  for (const KernelTerm& term : terms_) {
    text += (text.empty() ? "" : " + ") + to_text(term.variance);
    for (const UnitKernelPtr& unit : term.units) text += "*" + text_of(unit->settings());
  }
  return text;
}

std::vector<std::string> SumKernel::parameter_names() const {
  // The second rbf of an expression is rbf_2, so that names stay unique.
  std::map<std::string, int> seen;
  std::vector<std::string> names;
  for (const KernelTerm& term : terms_) {
    std::string product;
    std::vector<std::string> of_units;
    for (const UnitKernelPtr& unit : term.units) {
      std::string label = unit->settings().kind->name;
      const int occurrence = ++seen[label];
      if (occurrence > 1) label += "_" + std::to_string(occurrence);
      product += (product.empty() ? "" : "*") + label;
      for (const std::string& name : parameter_names_of(unit->settings())) {
        of_units.push_back(label + "." + name);
      }
    }
    names.push_back(product + ".variance");
    names.insert(names.end(), of_units.begin(), of_units.end());
  }
  return names;
}

std::vector<double> SumKernel::parameters() const {
  std::vector<double> values;
  for (const KernelTerm& term : terms_) {
    values.push_back(term.variance);
    for (const UnitKernelPtr& unit : term.units) {
      const std::vector<double> of_unit = parameters_of(unit->settings());
      values.insert(values.end(), of_unit.begin(), of_unit.end());
    }
  }
  return values;
}

KernelPtr SumKernel::with_parameters(std::span<const double> values) const {
  require(values.size() == parameter_count_, "kernel: number of parameters",
          std::to_string(values.size()), "must be " + std::to_string(parameter_count_));
  std::vector<KernelTerm> terms = terms_;
  std::size_t next = 0;
  for (KernelTerm& term : terms) {
    term.variance = values[next++];
    for (UnitKernelPtr& unit : term.units) {
      const std::size_t count = parameters_of(unit->settings()).size();
      unit =
          make_unit_kernel(detail::with_parameters(unit->settings(), values.subspan(next, count)));
      next += count;
    }
  }
  return std::make_shared<SumKernel>(std::move(terms), dimensions_);
}

void SumKernel::check_inputs(const Points& X) const {
  require(X.cols() == dimensions_, "kernel: columns of the inputs", std::to_string(X.cols()),
          "must be " + std::to_string(dimensions_));
}

void SumKernel::check_out(std::span<double> out) const {
  require(out.size() == parameter_count_, "kernel: length of the gradient",
          std::to_string(out.size()), "must be " + std::to_string(parameter_count_));
}

}  // namespace phigp::detail
