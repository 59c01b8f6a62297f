#include "phigp/inference/hyperparameter_prior.h"

#include <fmt/format.h>

#include <cmath>

#include "phigp/base/error.h"
#include "phigp/base/nearest.h"

namespace phigp {

namespace {

// Of the default, in the free number: a factor of 20 either way for positive parameters, and three
// times the scale of a standardised target for coefficients. math.md (H.7)
constexpr double kLogWidth = 1.5;
constexpr double kRealWidth = 3.0;

}  // namespace

HyperparameterPrior::HyperparameterPrior(const FreeParameters& free,
                                         const std::vector<PriorStatement>& statements) {
  for (Eigen::Index k = 0; k < free.size(); ++k)
    all_.push_back({free.names()[static_cast<std::size_t>(k)], free.range(k), std::nullopt});
  for (const PriorStatement& statement : statements) {
    bool known = false;
    for (One& one : all_) {
      if (!fits(statement.pattern, one.name)) continue;
      require(!statement.law.needs_interval() || std::isfinite(one.range.low + one.range.high),
              fmt::format("prior of {}", one.name), statement.law.text(),
              "must not be logitnormal: the parameter lies in no bounded interval");
      one.law = statement.law;
      known = true;
    }
    require(known, fmt::format("prior: parameter {}", statement.pattern), "",
            unknown_name_rule(statement.pattern, free.names()));
  }
}

HyperparameterPrior HyperparameterPrior::proper(const FreeParameters& free,
                                                const Hyperparameters& initial,
                                                const std::vector<PriorStatement>& statements) {
  HyperparameterPrior prior(free, statements);
  const Vector centre = free.pack(initial);
  for (Eigen::Index k = 0; k < centre.size(); ++k) {
    One& one = prior.all_[static_cast<std::size_t>(k)];
    if (one.law) continue;
    const double width = std::isfinite(one.range.low) ? kLogWidth : kRealWidth;
    one.law = PriorLaw::around(one.range, centre[k], width);
  }
  return prior;
}

double HyperparameterPrior::log_density(Eigen::Index k, double free) const {
  const One& one = all_[static_cast<std::size_t>(k)];
  if (!one.law) return 0.0;
  return one.law->log_density(from_free(one.range, free), one.range) +
         std::log(from_free_slope(one.range, free));
}

double HyperparameterPrior::log_density_of_values(const Vector& free, Vector* gradient) const {
  double sum = 0.0;
  for (Eigen::Index k = 0; k < free.size(); ++k) {
    const One& one = all_[static_cast<std::size_t>(k)];
    if (!one.law) continue;
    const double value = from_free(one.range, free[k]);
    sum += one.law->log_density(value, one.range);
    if (gradient != nullptr)
      (*gradient)[k] += one.law->slope(value, one.range) * from_free_slope(one.range, free[k]);
  }
  return sum;
}

void HyperparameterPrior::check(const Vector& free) const {
  for (Eigen::Index k = 0; k < free.size(); ++k) {
    const One& one = all_[static_cast<std::size_t>(k)];
    if (!one.law) continue;
    const double value = from_free(one.range, free[k]);
    require(std::isfinite(one.law->log_density(value, one.range)), one.name, value,
            fmt::format("must start where its prior {} is positive", one.law->text()));
  }
}

std::string HyperparameterPrior::text(Eigen::Index k) const {
  const One& one = all_[static_cast<std::size_t>(k)];
  return one.law ? one.law->text() : "flat";
}

}  // namespace phigp
