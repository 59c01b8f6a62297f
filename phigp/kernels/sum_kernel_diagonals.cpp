// The diagonals of a SumKernel's terms: all that white noise has, and what predictions need of the
// others.
#include "phigp/kernels/sum_kernel.h"

namespace phigp::detail {

namespace {

// The diagonals of the units of one term, one column each.
Matrix unit_diagonals(const KernelTerm& term, const std::vector<Inputs>& inputs, Eigen::Index n) {
  Matrix diagonals(n, static_cast<Eigen::Index>(term.units.size()));
  for (std::size_t u = 0; u < term.units.size(); ++u) {
    term.units[u]->diagonal(inputs[u], diagonals.col(static_cast<Eigen::Index>(u)));
  }
  return diagonals;
}

std::vector<Inputs> all_inputs(const KernelTerm& term, const Points& X) {
  std::vector<Inputs> inputs;
  for (const UnitKernelPtr& unit : term.units)
    inputs.push_back(unit->varies_on_diagonal() ? unit->inputs(X, 0, X.rows()) : Inputs{});
  return inputs;
}

}  // namespace

void SumKernel::add_diagonals(const Points& X, bool white_only, Vector& k) const {
  for (const KernelTerm& term : terms_) {
    if (white_only && !term.is_white()) continue;
    k +=
        term.variance * unit_diagonals(term, all_inputs(term, X), X.rows()).rowwise().prod().eval();
  }
}

void SumKernel::contract_diagonals(const Points& X, bool white_only, const Vector& g,
                                   std::span<double> out) const {
  std::size_t next = 0;
  for (const KernelTerm& term : terms_) {
    const std::size_t first = next;
    next += term.parameter_count();
    if (white_only && !term.is_white()) continue;

    const std::vector<Inputs> inputs = all_inputs(term, X);
    const Matrix diagonals = unit_diagonals(term, inputs, X.rows());
    out[first] += term.variance * g.dot(diagonals.rowwise().prod().eval());
    std::size_t place = first + 1;
    for (std::size_t u = 0; u < term.units.size(); ++u) {
      Vector weights = term.variance * g;
      for (Eigen::Index v = 0; v < diagonals.cols(); ++v) {
        if (v != static_cast<Eigen::Index>(u)) weights.array() *= diagonals.col(v).array();
      }
      const std::size_t count = parameters_of(term.units[u]->settings()).size();
      term.units[u]->contract_diagonal(inputs[u], weights, out.subspan(place, count));
      place += count;
    }
  }
}

}  // namespace phigp::detail
