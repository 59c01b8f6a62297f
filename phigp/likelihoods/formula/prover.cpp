#include "phigp/likelihoods/formula/prover.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace phigp {

namespace {

// Formulas made to be hard must not keep anybody waiting; what is not proven by then stays
// unproven.
constexpr std::size_t kMostQuestions = 4000;

const char* words(Property property) {
  switch (property) {
    case Property::completely_monotone:
      return "is completely monotone";
    case Property::log_monotone:
      return "is infinitely divisible";
    case Property::stieltjes:
      return "is a Stieltjes function";
    case Property::increasing:
      return "has a completely monotone derivative";
    case Property::bernstein:
      return "is a Bernstein function";
    case Property::complete_bernstein:
      return "is a complete Bernstein function";
  }
  return "";
}

}  // namespace

bool Prover::holds(NodeId id, Property property) {
  const Premise question{id, property};
  if (const auto found = known_.find(question); found != known_.end()) return found->second.holds;
  if (known_.size() >= kMostQuestions) return false;
  known_[question] = {};  // a question that leads back to itself is answered no
  const Derivation answer = derive(id, property);
  known_[question] = answer;
  return answer.holds;
}

Prover::Derivation Prover::by(const char* reason, std::vector<Premise> premises) {
  for (const Premise& premise : premises) {
    if (!holds(premise.node, premise.property)) return {};
  }
  return {true, reason, std::move(premises)};
}

bool Prover::is_variable(NodeId id) const { return graph_.node(id).op == Op::symbol; }

double Prover::exponent(const Factor& factor) const {
  return graph_.is_number(factor.exponent) ? graph_.node(factor.exponent).number : std::nan("");
}

Prover::Derivation Prover::derive(NodeId id, Property property) {
  if (graph_.is_number(id)) {
    const double value = graph_.node(id).number;
    const bool any = property == Property::increasing;
    return {std::isfinite(value) && (any || value >= 0.0),
            any ? "constant" : "constant, not negative",
            {}};
  }
  switch (property) {
    case Property::completely_monotone:
      return derive_completely_monotone(id);
    case Property::log_monotone:
      return derive_log_monotone(id);
    case Property::stieltjes:
      return derive_stieltjes(id);
    case Property::increasing:
      return derive_increasing(id);
    case Property::bernstein:
      if (auto d = by("complete Bernstein functions are Bernstein",
                      {{id, Property::complete_bernstein}});
          d.holds) {
        return d;
      }
      // An increasing function is not negative if it is not at 0, where its smallest value is.
      if (!graph_.not_negative(id)) return {};
      return by("derivative completely monotone, not negative at 0", {{id, Property::increasing}});
    case Property::complete_bernstein:
      return derive_complete_bernstein(id);
  }
  return {};
}

Prover::Derivation Prover::derive_completely_monotone(NodeId id) {
  if (auto d = by("infinitely divisible", {{id, Property::log_monotone}}); d.holds) return d;
  const Node n = graph_.node(id);
  if (n.op == Op::sum) {
    std::vector<Premise> premises;
    bool positive = n.number >= 0.0;
    for (std::size_t i = 0; i < n.args.size(); ++i) {
      positive = positive && n.coefficients[i] > 0.0;
      premises.push_back({n.args[i], Property::completely_monotone});
    }
    if (positive) {
      if (auto d = by("sum with positive weights of completely monotone functions", premises);
          d.holds)
        return d;
    }
    if (auto d = derive_common_exponential(id, Property::completely_monotone); d.holds) return d;
  }
  if (n.op == Op::product) {
    if (auto d = derive_product(id, Property::completely_monotone); d.holds) return d;
  }
  if (n.op == Op::erfcx) {
    if (auto d = by("erfcx(B) with B Bernstein: the law is half-normal",
                    {{n.args[0], Property::bernstein}});
        d.holds)
      return d;
  }
  if (graph_.not_negative(id)) {
    const NodeId minus = graph_.scale(-1.0, id);
    return by("not negative, and minus its derivative is completely monotone",
              {{minus, Property::increasing}});
  }
  return {};
}

Prover::Derivation Prover::derive_log_monotone(NodeId id) {
  const Node n = graph_.node(id);
  if (auto d = by("Stieltjes functions are infinitely divisible", {{id, Property::stieltjes}});
      d.holds)
    return d;
  const Term part = graph_.coefficient_and_term(id);
  if (part.node != id) {
    if (part.coefficient < 0.0) return {};
    return by("positive multiple", {{part.node, Property::log_monotone}});
  }
  switch (n.op) {
    case Op::exp:
      return by("exp(-B) with B' completely monotone",
                {{graph_.scale(-1.0, n.args[0]), Property::increasing}});
    case Op::erfcx:
      if (!graph_.not_negative(n.args[0])) return {};  // erfcx(-sqrt(B)) grows
      return by("erfcx(sqrt(B)) with B Bernstein",
                {{graph_.raise(n.args[0], 2.0), Property::bernstein}});
    case Op::matern:
      if (!(graph_.constant_value(n.args[0]) >= 0.0)) return {};
      return by("x^nu K_nu(x) with x^2 Bernstein: the law of ω is inverse gamma",
                {{n.args[1], Property::bernstein}});
    case Op::product:
      return derive_product(id, Property::log_monotone);
    case Op::sum:
      return derive_common_exponential(id, Property::log_monotone);
    default:
      return {};
  }
}

Prover::Derivation Prover::derive_stieltjes(NodeId id) {
  const Node n = graph_.node(id);
  switch (n.op) {
    case Op::sum: {
      std::vector<Premise> premises;
      if (n.number < 0.0) return {};
      for (std::size_t i = 0; i < n.args.size(); ++i) {
        if (n.coefficients[i] < 0.0) return {};
        premises.push_back({n.args[i], Property::stieltjes});
      }
      return by("sum with positive weights of Stieltjes functions", std::move(premises));
    }
    case Op::erfcx:
      if (!graph_.not_negative(n.args[0])) return {};
      return by("erfcx(sqrt(B)) with B complete Bernstein",
                {{graph_.raise(n.args[0], 2.0), Property::complete_bernstein}});
    case Op::product:
      if (auto d = derive_mean_of_powers(id, Property::stieltjes); d.holds) return d;
      return derive_ratio(id, Property::stieltjes);
    default:
      return {};
  }
}

Prover::Derivation Prover::derive_increasing(NodeId id) {
  if (auto d = by("complete Bernstein functions have that", {{id, Property::complete_bernstein}});
      d.holds)
    return d;
  const Node n = graph_.node(id);
  switch (n.op) {
    case Op::sum: {
      std::vector<Premise> premises;
      for (std::size_t i = 0; i < n.args.size(); ++i) {
        const bool up = n.coefficients[i] > 0.0;
        premises.push_back({n.args[i], up ? Property::increasing : Property::completely_monotone});
      }
      return by("sum of such functions, minus completely monotone ones, plus a constant",
                std::move(premises));
    }
    case Op::log:
      return by("log of a Bernstein function", {{n.args[0], Property::bernstein}});
    case Op::log1p:
      return by("log of a Bernstein function",
                {{graph_.add(n.args[0], graph_.number(1.0)), Property::bernstein}});
    case Op::logcosh:
      return by("log cosh(sqrt(B)) with B Bernstein",
                {{graph_.raise(n.args[0], 2.0), Property::bernstein}});
    case Op::product: {
      const std::vector<Factor> factors = graph_.factors(id);
      if (factors.size() == 1) {
        const double p = exponent(factors[0]);
        if (p > 0.0 && p <= 1.0) {
          return by("power between 0 and 1 of a Bernstein function",
                    {{factors[0].base, Property::bernstein}});
        }
      }
      return derive_ratio(id, Property::increasing);
    }
    default:
      return {};
  }
}

Prover::Derivation Prover::derive_complete_bernstein(NodeId id) {
  if (is_variable(id)) return {true, "the identity", {}};
  const Node n = graph_.node(id);
  switch (n.op) {
    case Op::sum: {
      if (!graph_.not_negative(id)) return {};
      std::vector<Premise> premises;
      for (std::size_t i = 0; i < n.args.size(); ++i) {
        const bool up = n.coefficients[i] > 0.0;
        premises.push_back({n.args[i], up ? Property::complete_bernstein : Property::stieltjes});
      }
      return by("sum of such functions, minus Stieltjes ones, not negative at 0",
                std::move(premises));
    }
    case Op::log1p:
      return by("log1p of a complete Bernstein function",
                {{n.args[0], Property::complete_bernstein}});
    case Op::logcosh:
      return by("log cosh(sqrt(B)) with B complete Bernstein",
                {{graph_.raise(n.args[0], 2.0), Property::complete_bernstein}});
    case Op::product:
      if (auto d = derive_mean_of_powers(id, Property::complete_bernstein); d.holds) return d;
      return derive_ratio(id, Property::complete_bernstein);
    default:
      return {};
  }
}

std::vector<std::string> Prover::steps(NodeId id, Property property) const {
  std::vector<Premise> seen;
  std::vector<std::string> lines;
  collect_steps({id, property}, seen, lines);
  return lines;
}

void Prover::collect_steps(const Premise& premise, std::vector<Premise>& seen,
                           std::vector<std::string>& lines) const {
  if (graph_.is_number(premise.node) || std::find(seen.begin(), seen.end(), premise) != seen.end())
    return;
  seen.push_back(premise);
  const Derivation& derivation = known_.at(premise);
  for (const Premise& earlier : derivation.premises) collect_steps(earlier, seen, lines);
  lines.push_back(fmt::format("{} {}: {}", graph_.text(premise.node, names_),
                              words(premise.property), derivation.reason));
}

}  // namespace phigp
