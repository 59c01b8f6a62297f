#include "phigp/likelihoods/formula/recognise.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "phigp/augmentation/composition.h"
#include "phigp/augmentation/known_laws.h"
#include "phigp/base/special.h"
#include "phigp/likelihoods/formula/program.h"

namespace phigp {

namespace {

constexpr double kMostFactors = 32;  // of whole powers that are spelt out

// known(shift + slope r) / known(shift).
RadialPtr at_affine(RadialPtr known, double shift, double slope) {
  if (shift > 0.0) known = shifted(std::move(known), shift);
  return slope == 1.0 ? known : scaled(std::move(known), slope);
}

RadialPtr product_of(std::vector<RadialPtr> parts) {
  if (parts.empty()) return nullptr;
  return parts.size() == 1 ? parts.front() : product(std::move(parts));
}

bool usable(double x) { return x > 1e-100 && x < 1e100; }

}  // namespace

std::optional<Recogniser::Affine> Recogniser::affine(NodeId id) const {
  double constant = 0.0;
  const std::vector<Term> terms = graph_.terms(id, constant);
  if (terms.size() != 1 || graph_.node(terms[0].node).op != Op::symbol) return std::nullopt;
  if (!(constant >= 0.0) || !usable(terms[0].coefficient)) return std::nullopt;
  return Affine{constant, terms[0].coefficient};
}

double Recogniser::value_near_zero(NodeId id) {
  const Program program(graph_, graph_.log(id), {});
  const double r = 1e-300;
  double out = 0.0;
  program.run(std::span<const double>(&r, 1), Rows(), std::span<double>(&out, 1));
  return std::exp(out);
}

RadialPtr Recogniser::recognise(NodeId id) {
  const Term part = graph_.coefficient_and_term(id);
  if (part.coefficient < 0.0) return nullptr;
  const Node n = graph_.node(part.node);
  switch (n.op) {
    case Op::sum:
      return recognise_sum(part.node);
    case Op::product:
    case Op::exp:
      return recognise_product(part.node);
    case Op::matern:
      return recognise_power(part.node, 1.0);
    default:
      return nullptr;
  }
}

RadialPtr Recogniser::recognise_sum(NodeId id) {
  const Node n = graph_.node(id);
  // exp(-x) + x exp(-x) is a product in disguise.
  const auto exponential_of = [&](NodeId node) {
    for (const Factor& factor : graph_.factors(node)) {
      if (graph_.node(factor.base).op == Op::exp) return factor.base;
    }
    return -1;
  };
  const NodeId common = exponential_of(n.args[0]);
  if (n.number == 0.0 && common >= 0 && std::all_of(n.args.begin(), n.args.end(), [&](NodeId arg) {
        return exponential_of(arg) == common;
      })) {
    std::vector<Term> left;
    for (std::size_t i = 0; i < n.args.size(); ++i)
      left.push_back({n.coefficients[i], graph_.divide(n.args[i], common)});
    const NodeId whole = graph_.multiply(graph_.sum(0.0, left), common);
    return whole == id ? nullptr : recognise(whole);
  }
  if (n.number != 0.0) return nullptr;  // an atom at omega = 0 has no law of its own here
  std::vector<WeightedRadial> components;
  for (std::size_t i = 0; i < n.args.size(); ++i) {
    if (!(n.coefficients[i] > 0.0)) return nullptr;
    RadialPtr component = recognise(n.args[i]);
    const double weight = n.coefficients[i] * value_near_zero(n.args[i]);
    if (component == nullptr || !usable(weight)) return nullptr;
    components.push_back({weight, std::move(component)});
  }
  return mixture(std::move(components));
}

RadialPtr Recogniser::recognise_product(NodeId id) {
  std::vector<RadialPtr> parts;
  NodeId exponent = graph_.number(0.0);
  std::vector<Factor> powers;
  for (const Factor& factor : graph_.factors(id)) {
    if (!graph_.is_number(factor.exponent)) return nullptr;
    if (graph_.node(factor.base).op == Op::exp) {
      exponent = graph_.add(exponent, graph_.node(factor.base).args[0]);
    } else {
      powers.push_back(factor);
    }
  }
  for (const Factor& factor : powers) {
    const double p = graph_.node(factor.exponent).number;
    const Node base = graph_.node(factor.base);
    // A polynomial in x takes its exp(-x) out of the exponential: (1 + x + x^2/3) e^-x.
    bool matern = false;
    if (base.op == Op::sum && base.number == 1.0 && p == std::floor(p) && p > 0.0 &&
        p <= kMostFactors) {
      for (std::size_t i = 0; i < base.args.size() && !matern; ++i) {
        const NodeId x = graph_.scale(base.coefficients[i], base.args[i]);
        const std::size_t order = base.args.size();
        if (order > 2) break;
        std::array<double, 3> c{};
        detail::matern_polynomial(static_cast<int>(order), c);
        const Term square = graph_.coefficient_and_term(graph_.raise(x, 2.0));
        const std::size_t other = order == 2 ? 1 - i : i;
        if (order == 2 &&
            (base.args[other] != square.node ||
             std::abs(base.coefficients[other] * 3.0 / square.coefficient - 1.0) > 1e-13)) {
          continue;
        }
        const RadialPtr known =
            recognise_matern(static_cast<double>(order) + 0.5, graph_.raise(x, 2.0));
        if (known == nullptr) continue;
        for (int k = 0; k < static_cast<int>(p); ++k) parts.push_back(known);
        exponent = graph_.add(exponent, graph_.scale(p, x));
        matern = true;
      }
    }
    if (matern) continue;
    RadialPtr known = recognise_power(factor.base, p);
    if (known == nullptr) return nullptr;
    parts.push_back(std::move(known));
  }
  double constant = 0.0;
  for (const Term& term : graph_.terms(exponent, constant)) {
    RadialPtr known = recognise_exponential(-term.coefficient, term.node);
    if (known == nullptr) return nullptr;
    parts.push_back(std::move(known));
  }
  return product_of(std::move(parts));
}

RadialPtr Recogniser::recognise_matern(double order, NodeId square) {
  const auto s = affine(square);
  if (!s) return nullptr;
  RadialPtr known;
  if (order == 0.5) known = inverse_gaussian_radial(1.0);
  if (order == 1.5) known = matern32_radial(1.0);
  if (order == 2.5) known = matern52_radial(1.0);
  if (known == nullptr) return nullptr;
  // Without a shift the scale goes into the law itself, which is then drawn without a wrapper.
  if (s->shift > 0.0) return at_affine(known, s->shift, s->slope);
  const double a = std::sqrt(s->slope);
  return order == 0.5   ? inverse_gaussian_radial(a)
         : order == 1.5 ? matern32_radial(a)
                        : matern52_radial(a);
}

RadialPtr Recogniser::recognise_power(NodeId base, double p) {
  const Node n = graph_.node(base);
  if (p < 0.0 && n.op == Op::sum) {
    const auto s = affine(base);
    if (!s || !(s->shift > 0.0)) return nullptr;
    return gamma_radial(-p, s->shift / s->slope);
  }
  if (p < 0.0 && n.op == Op::cosh) {
    const auto s = affine(graph_.raise(n.args[0], 2.0));
    if (!s) return nullptr;
    return at_affine(polya_gamma_radial(-p), 4.0 * s->shift, 4.0 * s->slope);
  }
  if (!(p > 0.0)) return nullptr;
  RadialPtr known = n.op == Op::matern
                        ? recognise_matern(graph_.constant_value(n.args[0]), n.args[1])
                    : p == 1.0 && n.op != Op::sum ? nullptr
                                                  : recognise(base);
  if (known == nullptr || p == 1.0) return known;
  if (p != std::floor(p) || p > kMostFactors) return nullptr;
  return product_of(std::vector<RadialPtr>(static_cast<std::size_t>(p), known));
}

RadialPtr Recogniser::recognise_exponential(double c, NodeId term) {
  if (!usable(std::abs(c))) return nullptr;
  if (c < 0.0) {  // exp(|c| f) with f completely monotone: a Poisson number of draws
    RadialPtr known = recognise(term);
    const double rate = -c * (known ? value_near_zero(term) : 0.0);
    return known && usable(rate) ? compound_poisson(std::move(known), rate) : nullptr;
  }
  const Node n = graph_.node(term);
  if (n.op == Op::symbol) return point_mass_radial(c);
  if (n.op == Op::logcosh) return recognise_power(graph_.function(Op::cosh, n.args[0]), -c);
  if (n.op != Op::product || n.args.size() != 2 || !graph_.is_number(n.args[1])) return nullptr;
  const double p = graph_.node(n.args[1]).number;
  const auto s = affine(n.args[0]);
  if (!s || !(p > 0.0) || !(p < 1.0)) return nullptr;
  if (s->shift == 0.0) {
    const double slope = c * std::pow(s->slope, p);
    return p == 0.5 ? inverse_gaussian_radial(slope) : stable_radial(p, std::pow(slope, 1.0 / p));
  }
  // c (h + k r)^(1/2) = d sqrt(1 + (k d r / h) / d), d = c sqrt(h).
  if (p == 0.5) {
    const double d = c * std::sqrt(s->shift);
    const double slope = s->slope * d / s->shift;
    RadialPtr known = tilted_inverse_gaussian_radial(d);
    return std::abs(slope - 1.0) < 1e-15 ? known : scaled(std::move(known), slope);
  }
  return at_affine(stable_radial(p, std::pow(c, 1.0 / p)), s->shift, s->slope);
}

}  // namespace phigp
