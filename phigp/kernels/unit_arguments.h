// The arguments of a unit kernel as they stand in the text, and what they mean for given inputs.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "phigp/kernels/initial_scales.h"
#include "phigp/kernels/unit_settings.h"

namespace phigp::detail {

template <class Value>
struct Placed {
  Value value{};
  std::size_t position = 0;  // in the text, for messages
};

// As written; each at most once.
struct UnitArguments {
  const UnitKind* kind = nullptr;
  std::size_t position = 0;
  std::optional<Placed<bool>> ard;
  std::optional<Placed<std::vector<Placed<double>>>> lengthscale;
  bool lengthscale_is_list = false;
  std::optional<Placed<double>> alpha;
  std::optional<Placed<double>> period;
  std::optional<Placed<std::vector<Placed<Eigen::Index>>>> dims;
};

// What the inputs are, for reading and completing arguments.
struct KernelContext {
  std::string_view text;
  Eigen::Index dimensions = 0;
  const InitialScales& initial;
  std::span<const std::string> input_names;
};

// Fills in what is not stated; throws InvalidInput at the place that breaks a rule.
UnitSettings settings_of(const UnitArguments& arguments, const KernelContext& context);

// Throws unless the value is positive and finite.
void require_positive(const KernelContext& context, const Placed<double>& value,
                      const std::string& what);

}  // namespace phigp::detail
