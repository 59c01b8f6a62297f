#include "phigp/likelihoods/likelihood.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "phigp/base/error.h"

namespace phigp {

std::string ParameterRange::text() const {
  const bool bounded_above = std::isfinite(high);
  const bool bounded_below = std::isfinite(low);
  if (!bounded_above && !bounded_below) return "must be finite";
  if (!bounded_above)
    return low == 0.0 ? "must be positive and finite" : fmt::format("must be greater than {}", low);
  if (high_allowed) return fmt::format("must be greater than {} and at most {}", low, high);
  return fmt::format("must lie between {} and {}, both excluded", low, high);
}

std::string to_text(Domain domain) {
  switch (domain) {
    case Domain::real:
      return "a real number";
    case Domain::label:
      return "-1 or +1";
    case Domain::count:
      return "a whole number, 0 or greater";
    case Domain::successes:
      return "a whole number from 0 to the row's trials";
  }
  return "";
}

namespace {

bool is_count(double x) { return x >= 0.0 && x == std::floor(x) && std::isfinite(x); }

bool inside(Domain domain, const Row& row) {
  switch (domain) {
    case Domain::real:
      return std::isfinite(row.y);
    case Domain::label:
      return row.y == 1.0 || row.y == -1.0;
    case Domain::count:
      return is_count(row.y);
    case Domain::successes:
      return is_count(row.y) && row.y <= row.trials;
  }
  return false;
}

}  // namespace

Likelihood::Likelihood(std::vector<double> theta, RadialPtr radial)
    : theta_(std::move(theta)), radial_(std::move(radial)), moments_(radial_) {}

double Likelihood::parameter(const std::string& wanted) const {
  const std::vector<ParameterSpec>& specs = parameter_specs();
  for (std::size_t k = 0; k < specs.size(); ++k) {
    if (specs[k].name == wanted) return theta_[k];
  }
  throw InvalidInput(name() + ": parameter " + wanted, "", "is not known");
}

void Likelihood::check(std::span<const Row> rows) const {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (domain() == Domain::successes) {
      require(is_count(rows[i].trials) && rows[i].trials >= 1.0,
              fmt::format("{}: trials in row {}", name(), i + 1), rows[i].trials,
              "must be a whole number, 1 or greater");
    }
    if (!inside(domain(), rows[i])) {
      throw InvalidInput(fmt::format("{}: y in row {}", name(), i + 1), to_text(rows[i].y),
                         "must be " + to_text(domain()));
    }
  }
}

void check_parameters(const std::string& likelihood, std::span<const ParameterSpec> specs,
                      std::span<const double> values) {
  require(values.size() == specs.size(), likelihood + ": number of parameters",
          fmt::format("{}", values.size()), fmt::format("must be {}", specs.size()));
  for (std::size_t k = 0; k < specs.size(); ++k) {
    require(specs[k].range.contains(values[k]), likelihood + ": " + specs[k].name, values[k],
            specs[k].range.text());
  }
}

}  // namespace phigp
