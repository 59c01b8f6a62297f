#include "phigp/report/tail.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "phigp/augmentation/zero_expansion.h"
#include "phigp/likelihoods/density.h"

namespace phigp {

namespace {

constexpr double kSame = 2e-4;       // a local exponent this close to 1/2 or 1 is 1/2 or 1
constexpr double kPowerless = 2e-3;  // one this close to 0 is 0

// Growth of -log phi(r) as r -> infinity: coefficient * r^exponent, or coefficient * log r when the
// exponent is 0.
struct Growth {
  double exponent = 0.0;
  double coefficient = 0.0;
  bool bounded = false;
  bool slower = false;  // unbounded, but slower than any multiple of log r
  bool settled = true;
};

// With e(r) = r * mean = d(-log phi)/d log r, the local exponent is d log e / d log r
// = 1 - r * variance / mean: exact derivatives, no differences. math.md (R.1)
struct Local {
  double elasticity = 0.0;
  double exponent = 0.0;
};

Local local_growth(const Moments& moments, double r, const Row& row) {
  const double mean = moments.mean(r, row);
  if (!(mean > 0.0)) return {};
  return {r * mean, 1.0 - r * moments.variance(r, row) / mean};
}

double snapped(double exponent) {
  for (const double simple : {0.5, 1.0}) {
    if (std::abs(exponent - simple) < kSame) return simple;
  }
  return exponent;
}

Growth growth(const Moments& moments, const Row& row) {
  const double scale = natural_scale(moments.radial(), row);
  const Local near = local_growth(moments, 1e10 * scale, row);
  const Local far = local_growth(moments, 1e16 * scale, row);
  Growth result;
  result.settled = std::abs(far.exponent - near.exponent) < kPowerless;
  if (far.exponent > kPowerless) {
    result.exponent = result.settled ? snapped(far.exponent) : far.exponent;
    result.coefficient = std::exp(std::log(far.elasticity / result.exponent) -
                                  result.exponent * std::log(1e16 * scale));
    return result;
  }
  // A mass m at omega = 0 makes phi tend to m and e(r) vanish like a power; e(r) ~ 1/log r, whose
  // local exponent here is -1/37, belongs to a phi that does tend to 0.
  result.bounded = far.elasticity < 1e-3 || far.exponent < -0.09;
  result.slower = far.exponent < -kPowerless;
  result.coefficient = far.elasticity;
  return result;
}

// phi's part in u, without the tilt: h^2 = gamma u^2 + offset, so r = gamma u^2 for large u.
TailSide untilted(const Growth& growth, double gamma) {
  TailSide side;
  side.settled = growth.settled;
  if (growth.bounded) return side;
  if (growth.slower) {
    side.kind = TailSide::Kind::slower;
  } else if (growth.exponent > 0.0) {
    side.kind = TailSide::Kind::power_of_distance;
    side.exponent = 2.0 * growth.exponent;
    side.coefficient = growth.coefficient * std::pow(gamma, growth.exponent);
  } else {
    side.kind = TailSide::Kind::power_law;
    side.coefficient = 2.0 * growth.coefficient;
  }
  return side;
}

// The same with exp(tilt * u) multiplied on.
TailSide tilted(TailSide side, double tilt) {
  const bool power = side.kind == TailSide::Kind::power_of_distance;
  if (tilt == 0.0 || (power && side.exponent > 1.0)) return side;
  const double own = power && side.exponent == 1.0 ? side.coefficient : 0.0;
  const double rate = own - tilt;
  if (std::abs(rate) <= 1e-6 * std::max(own, std::abs(tilt))) {
    side.kind = TailSide::Kind::constant;
    side.coefficient = side.exponent = 0.0;
    return side;
  }
  side.kind = rate > 0.0 ? TailSide::Kind::power_of_distance : TailSide::Kind::rises;
  side.coefficient = rate;
  side.exponent = 1.0;
  return side;
}

TailSide one_side(const Likelihood& likelihood, const Row& row, const Growth& growth, double sign) {
  const Terms<double> terms = likelihood.terms(row);
  TailSide side = tilted(untilted(growth, terms.gamma), sign * terms.g);
  if (side.kind == TailSide::Kind::constant) {
    const double width = std::sqrt(natural_scale(likelihood.radial(), row) / terms.gamma);
    const double near = log_density(likelihood, row, terms.centre + sign * 1e4 * width);
    const double far = log_density(likelihood, row, terms.centre + sign * 1e6 * width);
    side.limit = std::exp(far);
    // Where tilt and phi cancel to first order, something slower than exponential may be left.
    if (std::abs(far - near) > 1e-3) {
      side.kind = far < near ? TailSide::Kind::slower : TailSide::Kind::rises;
    }
  }
  return side;
}

bool close(double a, double b) { return std::abs(a - b) <= 1e-6 * std::max(std::abs(a), 1e-300); }

}  // namespace

bool TailBehaviour::symmetric() const {
  return below.kind == above.kind && close(below.coefficient, above.coefficient) &&
         close(below.exponent, above.exponent) && close(below.limit, above.limit);
}

TailBehaviour tail_behaviour(const Likelihood& likelihood, const Row& row) {
  const Growth of_phi = growth(likelihood.moments(), row);
  return {one_side(likelihood, row, of_phi, -1.0), one_side(likelihood, row, of_phi, 1.0)};
}

std::string tail_name(const TailSide& side) {
  switch (side.kind) {
    case TailSide::Kind::power_of_distance:
      if (close(side.exponent, 2.0)) return "gaussian";
      if (close(side.exponent, 1.0)) return "exponential";
      return side.exponent < 1.0 ? "stretched exponential" : "between exponential and gaussian";
    case TailSide::Kind::power_law:
      return "power law";
    case TailSide::Kind::slower:
      return "slower than any power";
    case TailSide::Kind::constant:
      return "constant";
    case TailSide::Kind::rises:
      return "rises";
  }
  return "";
}

std::string tail_text(const TailSide& side, const std::string& distance) {
  const std::string name = tail_name(side);
  const char* like = side.settled ? "like" : "about like";
  switch (side.kind) {
    case TailSide::Kind::power_of_distance: {
      std::string text =
          fmt::format("log p falls {} -{:.4g} * {}", like, side.coefficient, distance);
      if (name == "exponential") return text + ": exponential";
      text += fmt::format("^{:.4g}: ", side.exponent);
      if (name != "gaussian") return text + name;
      return text +
             fmt::format("Gaussian, standard deviation {:.4g}", std::sqrt(0.5 / side.coefficient));
    }
    case TailSide::Kind::power_law:
      return fmt::format("log p falls {} -{:.4g} * log {}: power law, nu = {:.4g}", like,
                         side.coefficient, distance, side.coefficient - 1.0);
    case TailSide::Kind::slower:
      return "p falls more slowly than any power of " + distance;
    case TailSide::Kind::constant:
      return fmt::format("p tends to {:.4g}", side.limit);
    case TailSide::Kind::rises:
      return "p grows without bound";
  }
  return "";
}

}  // namespace phigp
