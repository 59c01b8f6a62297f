// The rules of the prover for products of powers. Factors that are not monotone alone are first
// matched with the ones that make up for them: x/sinh(x), tanh(x)/x, (1 + x) e^-x, g(B)/B, (1 +
// aB)/(1 + bB).
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "phigp/base/special.h"
#include "phigp/likelihoods/formula/prover.h"

namespace phigp {

namespace {

bool close(double a, double b) {
  return std::abs(a - b) <= 1e-13 * std::max(std::abs(a), std::abs(b));
}

}  // namespace

// base^p alone.
Prover::Derivation Prover::derive_factor(const Factor& factor) {
  const double p = exponent(factor);
  const NodeId base = factor.base;
  if (p > 0.0)
    return by("positive power of an infinitely divisible function",
              {{base, Property::log_monotone}});
  if (!(p < 0.0)) return {};
  if (graph_.node(base).op == Op::cosh) {
    const NodeId square = graph_.raise(graph_.node(base).args[0], 2.0);
    return by("power of sech(sqrt(B)) with B Bernstein", {{square, Property::bernstein}});
  }
  return by("negative power of a Bernstein function", {{base, Property::bernstein}});
}

Prover::Derivation Prover::derive_product(NodeId id, Property property) {
  if (auto d = derive_polynomial_times_exponential(id); d.holds) return d;
  if (auto d = derive_ratio(id, property); d.holds) return d;
  const std::vector<Factor> factors = graph_.factors(id);
  const bool whole = property == Property::completely_monotone;
  if (factors.size() == 1) {
    const Factor& factor = factors[0];
    if (auto d = derive_factor(factor); d.holds) return d;
    if (whole && graph_.is_integer(factor.exponent) && exponent(factor) > 0.0) {
      return by("whole power of a completely monotone function",
                {{factor.base, Property::completely_monotone}});
    }
    return {};
  }
  std::vector<Premise> premises;
  for (const Factor& factor : factors) {
    premises.push_back({graph_.product(1.0, std::vector<Factor>{factor}), property});
  }
  return by(whole ? "product of completely monotone functions"
                  : "product of infinitely divisible functions",
            std::move(premises));
}

// Two factors of which only the quotient has the property; what remains of the product has to have
// it too.
Prover::Derivation Prover::derive_ratio(NodeId id, Property property) {
  const std::vector<Factor> factors = graph_.factors(id);
  const NodeId one = graph_.number(1.0);
  const bool monotone =
      property == Property::completely_monotone || property == Property::log_monotone;
  const auto rest_without = [&](const Factor& a, NodeId partner,
                                double p) {  // id / (a.base^p partner^-p)
    return graph_.product(
        1.0, std::array<Factor, 3>{
                 {{id, one}, {a.base, graph_.number(-p)}, {partner, graph_.number(p)}}});
  };
  const auto with_rest = [&](const char* reason, Premise premise, NodeId rest) -> Derivation {
    // A Stieltjes or Bernstein quotient may only have a constant beside it.
    if (!monotone && !graph_.is_number(rest)) return {};
    if (rest == id) return {};
    std::vector<Premise> premises{premise};
    if (graph_.is_number(rest)) {
      if (graph_.node(rest).number < 0.0) return {};
    } else {
      premises.push_back({rest, property});
    }
    return by(reason, std::move(premises));
  };
  for (const Factor& factor : factors) {
    const double p = exponent(factor);
    const Node base = graph_.node(factor.base);
    if (std::isnan(p)) continue;
    if (base.op == Op::sinh && p < 0.0 && monotone) {
      const NodeId square = graph_.raise(base.args[0], 2.0);
      auto d = with_rest("power of x/sinh(x), x^2 Bernstein", {square, Property::bernstein},
                         rest_without(factor, base.args[0], p));
      if (d.holds) return d;
    }
    if (base.op == Op::tanh && p > 0.0) {
      const NodeId square = graph_.raise(base.args[0], 2.0);
      const NodeId rest = rest_without(factor, base.args[0], p);
      const bool stieltjes = property == Property::stieltjes && p <= 1.0;
      if (stieltjes || monotone) {
        auto d = with_rest("power of tanh(x)/x, x^2 Bernstein",
                           {square, stieltjes ? Property::complete_bernstein : Property::bernstein},
                           rest);
        if (d.holds) return d;
      }
    }
    if (base.op == Op::tanh && std::abs(p) == 1.0 && !monotone && property != Property::stieltjes) {
      const NodeId x = base.args[0];
      const NodeId rest = graph_.product(
          1.0, std::array<Factor, 3>{
                   {{id, one}, {factor.base, graph_.number(-p)}, {x, graph_.number(-1.0)}}});
      auto d = with_rest(p > 0.0 ? "x*tanh(x), x^2 Bernstein" : "x/tanh(x), x^2 Bernstein",
                         {graph_.raise(x, 2.0), property == Property::complete_bernstein
                                                    ? Property::complete_bernstein
                                                    : Property::bernstein},
                         rest);
      if (d.holds) return d;
    }
    if (base.op == Op::log1p && p > 0.0) {
      const NodeId rest = rest_without(factor, base.args[0], p);
      const bool stieltjes = property == Property::stieltjes && p <= 1.0;
      if (stieltjes || monotone) {
        auto d = with_rest(
            "power of log1p(B)/B, B Bernstein",
            {base.args[0], stieltjes ? Property::complete_bernstein : Property::bernstein}, rest);
        if (d.holds) return d;
      }
    }
    if (base.op != Op::sum) continue;
    if (property == Property::completely_monotone && graph_.is_integer(factor.exponent) &&
        p > 0.0) {
      const Term last{base.coefficients.back(), base.args.back()};
      if (base.args.size() == 1 && base.number == 1.0 && last.coefficient == -1.0 &&
          graph_.node(last.node).op == Op::exp) {
        const NodeId b = graph_.scale(-1.0, graph_.node(last.node).args[0]);
        auto d = with_rest("(1 - exp(-B))/B, B Bernstein: the law is uniform",
                           {b, Property::bernstein}, rest_without(factor, b, p));
        if (d.holds) return d;
      }
      // (exp(-B) - 1 + B)/B^2.
      if (base.args.size() == 2 && base.number == -1.0 && p == 1.0) {
        for (std::size_t i = 0; i < 2; ++i) {
          if (graph_.node(base.args[i]).op != Op::exp || base.coefficients[i] != 1.0) continue;
          const NodeId b = graph_.scale(-1.0, graph_.node(base.args[i]).args[0]);
          if (b != graph_.scale(base.coefficients[1 - i], base.args[1 - i])) continue;
          auto d =
              with_rest("(exp(-B) - 1 + B)/B^2, B Bernstein: the law is triangular",
                        {b, Property::bernstein}, rest_without(factor, graph_.raise(b, 2.0), p));
          if (d.holds) return d;
        }
      }
      for (const Factor& other : factors) {
        if (!is_variable(other.base) || !(exponent(other) <= -1.0)) continue;
        auto d = with_rest("B/r with B Bernstein", {factor.base, Property::bernstein},
                           rest_without(factor, other.base, p));
        if (d.holds) return d;
      }
    }
    // (1 + a B)^p (1 + b B)^-q: decreasing in B if a <= b, p <= q; increasing for a >= b, p = q
    // = 1.
    if (base.args.size() == 1 && base.number == 1.0 && base.coefficients[0] > 0.0 && p > 0.0) {
      for (const Factor& other : factors) {
        const Node below = graph_.node(other.base);
        const double q = -exponent(other);
        if (below.op != Op::sum || below.args != base.args || below.number != 1.0 || !(q >= p))
          continue;
        const double a = base.coefficients[0];
        const double b = below.coefficients[0];
        if (!(b > 0.0)) continue;  // a pole where B = -1/b
        const NodeId rest = rest_without(factor, other.base, p);
        const bool complete =
            property == Property::stieltjes || property == Property::complete_bernstein;
        const bool falls = a <= b && (monotone || (property == Property::stieltjes && p <= 1.0));
        const bool rises = a >= b && p == 1.0 && !monotone && property != Property::stieltjes;
        if (!falls && !rises) continue;
        auto d = with_rest(
            falls ? "(1+a*B)/(1+b*B) with a <= b, B Bernstein"
                  : "(1+a*B)/(1+b*B) with a >= b, B Bernstein",
            {base.args[0], complete ? Property::complete_bernstein : Property::bernstein}, rest);
        if (d.holds) return d;
      }
    }
    // B/(1 + c B) = (1 - 1/(1 + c B))/c.
    if (p == -1.0 && base.args.size() == 1 && base.number == 1.0 && base.coefficients[0] > 0.0 &&
        !monotone && property != Property::stieltjes &&
        base.args[0] ==
            graph_.product(1.0, std::array<Factor, 2>{{{id, one}, {factor.base, one}}})) {
      const bool complete = property == Property::complete_bernstein;
      return by("B/(1+c*B)",
                {{base.args[0], complete ? Property::complete_bernstein : Property::bernstein}});
    }
  }
  return {};
}

int Prover::matern_polynomial_order(NodeId id, NodeId root) {
  const Node n = graph_.node(id);
  if (n.op != Op::sum || n.number != 1.0) return 0;
  const int order = static_cast<int>(n.args.size());
  if (order > detail::kMostHalfInteger) return 0;
  std::array<double, detail::kMostHalfInteger + 1> c{};
  detail::matern_polynomial(order, c);
  for (int k = 1; k <= order; ++k) {
    const Term wanted = graph_.coefficient_and_term(graph_.raise(root, k));
    bool found = false;
    for (std::size_t i = 0; i < n.args.size(); ++i) {
      const double expected = wanted.coefficient * c[static_cast<std::size_t>(k)] / c[0];
      found = found || (n.args[i] == wanted.node && close(n.coefficients[i], expected));
    }
    if (!found) return 0;
  }
  return order;
}

// p(x)^m e^(-m x - B): the polynomials that turn e^-x into a half-integer Matern function, with
// room for more.
Prover::Derivation Prover::derive_polynomial_times_exponential(NodeId id) {
  const std::vector<Factor> factors = graph_.factors(id);
  const auto exponential = std::find_if(factors.begin(), factors.end(), [&](const Factor& f) {
    return graph_.node(f.base).op == Op::exp;
  });
  if (exponential == factors.end()) return {};
  double constant = 0.0;
  const NodeId argument = graph_.node(exponential->base).args[0];
  for (const Factor& factor : factors) {
    const double m = exponent(factor);
    if (!(m > 0.0) || graph_.node(factor.base).op != Op::sum) continue;
    for (const Term& term : graph_.terms(argument, constant)) {
      if (!(term.coefficient < 0.0)) continue;
      // x = c t is read off the polynomial, whose term of first order is x itself.
      const Node polynomial = graph_.node(factor.base);
      for (std::size_t i = 0; i < polynomial.args.size(); ++i) {
        if (polynomial.args[i] != term.node || !(polynomial.coefficients[i] > 0.0)) continue;
        const NodeId x = graph_.scale(polynomial.coefficients[i], term.node);
        if (matern_polynomial_order(factor.base, x) == 0) continue;
        // The exponential must hold at least m x; equality up to rounding is equality.
        const double left = -term.coefficient - m * polynomial.coefficients[i];
        if (left < 0.0 && !close(-term.coefficient, m * polynomial.coefficients[i])) continue;
        const NodeId rest = graph_.product(
            1.0, std::array<Factor, 3>{{{id, graph_.number(1.0)},
                                        {factor.base, graph_.number(-m)},
                                        {graph_.exp(graph_.scale(m, x)), graph_.number(1.0)}}});
        if (rest == id) continue;
        auto d = by("p(x)*exp(-x), x^2 Bernstein, a Matern function: inverse gamma law",
                    {{graph_.raise(x, 2.0), Property::bernstein}, {rest, Property::log_monotone}});
        if (d.holds) return d;
      }
    }
  }
  return {};
}

// Sum of terms that all carry the same exponential: taken outside, as it might have been typed.
Prover::Derivation Prover::derive_common_exponential(NodeId id, Property property) {
  double constant = 0.0;
  const std::vector<Term> terms = graph_.terms(id, constant);
  if (constant != 0.0 || terms.size() < 2) return {};
  const auto exponential_of = [&](NodeId node) {
    for (const Factor& factor : graph_.factors(node)) {
      if (graph_.node(factor.base).op == Op::exp) return factor.base;
    }
    return -1;
  };
  const NodeId common = exponential_of(terms[0].node);
  if (common < 0) return {};
  std::vector<Term> left;
  for (const Term& term : terms) {
    if (exponential_of(term.node) != common) return {};
    left.push_back({term.coefficient, graph_.divide(term.node, common)});
  }
  const NodeId whole = graph_.multiply(graph_.sum(0.0, left), common);
  if (whole == id) return {};
  return by("with the common exponential taken outside", {{whole, property}});
}

// Both classes are closed under f^a g^b with a + b <= 1; powers of r may be moved between numerator
// and denominator, for r times a Stieltjes function is complete Bernstein, and vice versa.
Prover::Derivation Prover::derive_mean_of_powers(NodeId id, Property property) {
  const bool stieltjes = property == Property::stieltjes;
  std::vector<Premise> premises;
  double total = 0.0;     // of the exponents of what has the property
  double opposite = 0.0;  // of the exponents of what has the other property, r apart
  double variable = 0.0;  // the exponent of r
  for (const Factor& factor : graph_.factors(id)) {
    const double p = exponent(factor);
    if (std::isnan(p)) return {};
    if (is_variable(factor.base)) {
      variable = p;
      continue;
    }
    // f^p with f complete Bernstein is (1/f)^-p with 1/f Stieltjes, so the sign of p says what the
    // base has to be.
    const double signed_power = stieltjes ? p : -p;
    const Premise as_stieltjes{factor.base, Property::stieltjes};
    const Premise as_bernstein{factor.base, Property::complete_bernstein};
    // Factors that count as Stieltjes with positive weight: Stieltjes^+p or CBF^-p. For complete
    // Bernstein: the inverses.
    if (holds(as_stieltjes.node, as_stieltjes.property)) {
      premises.push_back(as_stieltjes);
      (signed_power > 0.0 ? total : opposite) += std::abs(p);
    } else if (holds(as_bernstein.node, as_bernstein.property)) {
      premises.push_back(as_bernstein);
      (signed_power < 0.0 ? total : opposite) += std::abs(p);
    } else {
      return {};
    }
  }
  // Each opposite factor g^-c (or CBF^c) borrows r: g/r has the property when g has the opposite
  // one.
  const double from_variable = stieltjes ? -variable : variable;
  if (!(from_variable >= opposite) || !(total + from_variable <= 1.0)) return {};
  if (premises.empty() && !(from_variable > 0.0)) return {};
  return by(
      stieltjes
          ? "product of powers of Stieltjes functions, exponents adding up to at most 1"
          : "product of powers of complete Bernstein functions, exponents adding up to at most 1",
      std::move(premises));
}

}  // namespace phigp
