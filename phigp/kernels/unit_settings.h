// What is known about each unit kernel besides its mathematics: its name, its arguments, its
// parameters, its text. One table (unit_kinds) drives the parser, the help texts and the contract
// tests: a kernel that stands there is parsed, documented and tested.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace phigp::detail {

class UnitKernel;
struct UnitSettings;

// Which lengthscales a kind can have.
enum class Lengthscales : std::uint8_t { none, one, only_ard, one_or_ard };

struct UnitKind {
  std::string name;
  std::string description;  // one line
  Lengthscales lengthscales = Lengthscales::none;
  bool has_dims = true;
  bool has_alpha = false;
  bool has_period = false;
  bool stationary = true;
  std::shared_ptr<const UnitKernel> (*make)(UnitSettings settings) = nullptr;
};

const std::vector<UnitKind>& unit_kinds();

// One unit kernel in numbers.
struct UnitSettings {
  const UnitKind* kind = nullptr;
  std::vector<Eigen::Index> active;  // columns of X that it sees, in the order of lengthscales
  bool all_active = true;            // active is 0, 1, ..., d - 1: the text need not say it
  bool ard = false;                  // one lengthscale per active column, else at most one
  std::vector<double> lengthscales;
  double alpha = 1.0;   // where the kind has one
  double period = 1.0;  // likewise
};

// "rbf(ard, lengthscale=[1,2.5], dims=[0,2])"
std::string text_of(const UnitSettings& settings);
// Lengthscales first, then alpha or period: "lengthscale[2]", "alpha". Numbers are columns of X.
std::vector<std::string> parameter_names_of(const UnitSettings& settings);
std::vector<double> parameters_of(const UnitSettings& settings);
UnitSettings with_parameters(UnitSettings settings, std::span<const double> values);
// Throws InvalidInput unless every parameter is positive and finite.
void check_values(const UnitSettings& settings);

// 1 / lengthscale for each active column, at most 1e150 so that its square is a number.
Eigen::ArrayXd inverse_lengthscales(const UnitSettings& settings);

}  // namespace phigp::detail
