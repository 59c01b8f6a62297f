#include "phigp/kernels/unit_arguments.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "phigp/base/error.h"
#include "phigp/kernels/expression_lexer.h"

namespace phigp::detail {

namespace {

void set_active(const UnitArguments& arguments, const KernelContext& context,
                UnitSettings& settings) {
  std::vector<Eigen::Index> all(static_cast<std::size_t>(context.dimensions));
  std::iota(all.begin(), all.end(), Eigen::Index{0});
  if (!arguments.kind->has_dims) all.clear();
  settings.active = all;
  if (!arguments.dims) return;
  settings.active.clear();
  for (const Placed<Eigen::Index>& dim : arguments.dims->value) {
    if (std::find(settings.active.begin(), settings.active.end(), dim.value) !=
        settings.active.end()) {
      fail_in_kernel(context.text, dim.position, std::to_string(dim.value) + " twice",
                     arguments.kind->name + ": dims must differ");
    }
    settings.active.push_back(dim.value);
  }
  settings.all_active = settings.active == all;
}

// A subset of the dimensions adds up fewer squares: its typical distance is smaller. (G.12)
double initial_lengthscale(const KernelContext& context, const UnitSettings& settings) {
  const std::vector<double>& each = context.initial.lengthscales;
  if (settings.all_active || each.empty()) return context.initial.lengthscale;
  double squares = 0.0;
  for (const Eigen::Index k : settings.active) {
    squares += std::pow(each[static_cast<std::size_t>(k)], 2.0);
  }
  return std::sqrt(squares / static_cast<double>(each.size()));
}

void set_initial_lengthscales(const KernelContext& context, UnitSettings& settings) {
  const std::vector<double>& each = context.initial.lengthscales;
  // Periodic distances are at most 1, whatever the scale of the inputs.
  if (settings.kind->has_period) {
    settings.lengthscales = {1.0};
  } else if (!settings.ard) {
    settings.lengthscales = {initial_lengthscale(context, settings)};
  } else if (each.empty()) {
    settings.lengthscales.assign(settings.active.size(), context.initial.lengthscale);
  } else {
    const double share =
        std::sqrt(static_cast<double>(settings.active.size()) / static_cast<double>(each.size()));
    for (const Eigen::Index k : settings.active) {
      settings.lengthscales.push_back(each[static_cast<std::size_t>(k)] * share);
    }
  }
}

void set_lengthscales(const UnitArguments& arguments, const KernelContext& context,
                      UnitSettings& settings) {
  const Lengthscales allowed = arguments.kind->lengthscales;
  settings.ard = arguments.ard.has_value() || arguments.lengthscale_is_list;
  if (allowed == Lengthscales::none || (allowed == Lengthscales::only_ard && !settings.ard)) {
    if (arguments.lengthscale) {
      fail_in_kernel(context.text, arguments.lengthscale->position, "",
                     arguments.kind->name + " has lengthscales with ard only; one scale for all " +
                         "is its variance, as in 2*" + arguments.kind->name);
    }
    return;
  }
  if (settings.ard && allowed == Lengthscales::one) {
    fail_in_kernel(context.text, arguments.lengthscale->position, "",
                   arguments.kind->name + " has one lengthscale, not a list");
  }
  if (!arguments.lengthscale) {
    set_initial_lengthscales(context, settings);
    return;
  }
  for (const Placed<double>& value : arguments.lengthscale->value) {
    require_positive(context, value, arguments.kind->name + ": lengthscale");
    settings.lengthscales.push_back(value.value);
  }
  const std::size_t wanted = settings.ard ? settings.active.size() : 1;
  if (!arguments.lengthscale_is_list) {
    settings.lengthscales.resize(wanted, settings.lengthscales.front());
  } else if (settings.lengthscales.size() != wanted) {
    fail_in_kernel(context.text, arguments.lengthscale->position,
                   std::to_string(settings.lengthscales.size()),
                   arguments.kind->name + ": number of lengthscales must be " +
                       std::to_string(wanted) + ", one per active dimension");
  }
}

}  // namespace

void require_positive(const KernelContext& context, const Placed<double>& value,
                      const std::string& what) {
  if (std::isfinite(value.value) && value.value > 0.0) return;
  fail_in_kernel(context.text, value.position, to_text(value.value),
                 what + " must be positive and finite");
}

UnitSettings settings_of(const UnitArguments& arguments, const KernelContext& context) {
  UnitSettings settings;
  settings.kind = arguments.kind;
  set_active(arguments, context, settings);
  set_lengthscales(arguments, context, settings);
  if (arguments.alpha) require_positive(context, *arguments.alpha, "rq: alpha");
  if (arguments.period) require_positive(context, *arguments.period, "periodic: period");
  settings.alpha = arguments.alpha ? arguments.alpha->value : context.initial.alpha;
  settings.period = arguments.period ? arguments.period->value : context.initial.period;
  return settings;
}

}  // namespace phigp::detail
