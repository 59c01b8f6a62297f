// Small data sets on which every likelihood can be fitted.
#pragma once

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "phigp/base/training_set.h"
#include "phigp/inference/hyperparameters.h"
#include "phigp/kernels/parse_kernel.h"
#include "phigp/likelihoods/catalogue/catalogue.h"

namespace phigp::test {

// A smooth function with noise that needs no random numbers, as targets of the given domain.
inline TrainingSet small_data(Domain domain, Eigen::Index n = 15) {
  TrainingSet data;
  data.X.resize(n, 2);
  for (Eigen::Index i = 0; i < n; ++i) {
    const double x = static_cast<double>(i) / static_cast<double>(n) * 4.0 - 2.0;
    data.X(i, 0) = x;
    data.X(i, 1) = std::sin(7.0 * x);
    const double noise =
        std::cos(static_cast<double>(i * i)) + std::sin(5.3 * static_cast<double>(i));
    const double f = std::sin(2.0 * x) + 0.5 * x + 0.4 * noise;
    switch (domain) {
      case Domain::real:
        data.rows.push_back({f, 1.0});
        break;
      case Domain::label:
        data.rows.push_back({f > 0.0 ? 1.0 : -1.0, 1.0});
        break;
      case Domain::count:
        data.rows.push_back({std::floor(std::exp(f)), 1.0});
        break;
      case Domain::successes:
        data.rows.push_back({std::floor(7.0 / (1.0 + std::exp(-f))), 7.0});
        break;
    }
  }
  return data;
}

// Parameters away from 1, where a slip of a factor would hide.
inline LikelihoodPtr odd_likelihood(const std::string& name) {
  const LikelihoodPtr plain = make_likelihood(name);
  std::vector<double> values = plain->parameters();
  for (std::size_t k = 0; k < values.size(); ++k) {
    const ParameterRange& range = plain->parameter_specs()[k].range;
    const double wanted = values[k] * (k == 0 ? 0.7 : 0.6);
    if (range.contains(wanted)) values[k] = wanted;
  }
  return plain->with_parameters(values);
}

inline Hyperparameters small_model(
    const std::string& likelihood,
    const std::string& kernel = "1.3*rbf(ard, lengthscale=[0.8,2])") {
  return {parse_kernel(kernel, 2), MeanFunction(MeanFunction::Kind::linear, 2, {0.2, -0.1, 0.3}),
          odd_likelihood(likelihood)};
}

}  // namespace phigp::test
