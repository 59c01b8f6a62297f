// The units of a model's kernel with their values, as its parameters and its text have them.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "phigp/model/fitted_model.h"

namespace phigp {

// One factor of a term, "rbf_2".
struct KernelUnit {
  std::string name;
  std::size_t number = 1;                                    // within the kernel, from 1
  std::size_t term = 0;                                      // from 0
  double variance = 1.0;                                     // of the term
  std::optional<std::vector<std::size_t>> dims;              // features it looks at; none: all
  std::optional<double> lengthscale;                         // shared by its features
  std::vector<std::pair<std::size_t, double>> lengthscales;  // by feature

  std::string kind() const { return name.substr(0, name.find('_')); }
  bool has_ard() const { return !lengthscales.empty(); }
  // How strongly f may change along a feature: the term's standard deviation over the lengthscale.
  double sensitivity(std::size_t feature) const;
};

std::vector<KernelUnit> kernel_units(const FittedModel& model);

}  // namespace phigp
