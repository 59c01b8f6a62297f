// The table of unit kernels: a line here and a class make a kernel that is parsed, listed, tested.
#include "phigp/kernels/kernel_names.h"
#include "phigp/kernels/periodic.h"
#include "phigp/kernels/simple_kernels.h"
#include "phigp/kernels/stationary.h"
#include "phigp/kernels/unit_settings.h"

namespace phigp {

namespace detail {

namespace {

UnitKind distance_kind(std::string name, std::string description,
                       UnitKernelPtr (*make)(UnitSettings)) {
  UnitKind kind;
  kind.name = std::move(name);
  kind.description = std::move(description);
  kind.lengthscales = Lengthscales::one_or_ard;
  kind.make = make;
  return kind;
}

UnitKind dimensionless_kind(std::string name, std::string description,
                            UnitKernelPtr (*make)(UnitSettings)) {
  UnitKind kind = distance_kind(std::move(name), std::move(description), make);
  kind.lengthscales = Lengthscales::none;
  kind.has_dims = false;
  return kind;
}

std::vector<UnitKind> make_table() {
  UnitKind rq = distance_kind("rq", "rational quadratic: rbf of many lengthscales at once",
                              make_rational_quadratic);
  rq.has_alpha = true;
  UnitKind periodic =
      distance_kind("periodic", "functions that repeat after a period", make_periodic);
  periodic.lengthscales = Lengthscales::one;
  periodic.has_period = true;
  UnitKind linear = distance_kind("linear", "linear functions through the origin", make_linear);
  linear.lengthscales = Lengthscales::only_ard;
  linear.stationary = false;
  return {distance_kind("rbf", "squared exponential: very smooth functions", make_rbf),
          distance_kind("matern12", "exponential: continuous, rough functions", make_matern12),
          distance_kind("matern32", "Matern 3/2: functions with one derivative", make_matern32),
          distance_kind("matern52", "Matern 5/2: functions with two derivatives", make_matern52),
          rq,
          periodic,
          linear,
          dimensionless_kind("constant", "one unknown offset", make_constant),
          dimensionless_kind("white", "independent noise at every observation", make_white)};
}

}  // namespace

const std::vector<UnitKind>& unit_kinds() {
  static const std::vector<UnitKind> table = make_table();
  return table;
}

}  // namespace detail

std::vector<KernelName> kernel_names() {
  std::vector<KernelName> names;
  for (const detail::UnitKind& kind : detail::unit_kinds()) {
    const bool ard = kind.lengthscales == detail::Lengthscales::only_ard ||
                     kind.lengthscales == detail::Lengthscales::one_or_ard;
    names.push_back({kind.name, kind.description, ard, kind.has_dims, kind.stationary});
  }
  return names;
}

}  // namespace phigp
