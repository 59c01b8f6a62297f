// The catalogue, and what `phigp likelihood show | check` finds out.
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include "phigp/model/likelihood_spec.h"
#include "phigp/report/catalogue_table.h"
#include "phigp/report/formula_check.h"
#include "phigp/report/likelihood_json.h"
#include "phigp/report/likelihood_text.h"
#include "python/bindings/bindings.h"
#include "python/bindings/stated_likelihood.h"

namespace phigp {

namespace {

namespace nb = nanobind;
using namespace nb::literals;

LikelihoodSummary summary_of(const LikelihoodSpec& spec) {
  if (spec.given) {
    const LikelihoodPtr likelihood = make_likelihood(spec);
    return summarise(likelihood, example_row(likelihood->domain()));
  }
  if (!spec.phi.empty()) return check_phi({spec.phi, spec.link, false}, spec.parameters).summary;
  if (!spec.density.empty())
    return check_density(spec.density, spec.parameters, spec.domain).summary;
  const LikelihoodPtr likelihood = make_likelihood(spec);
  return summarise(likelihood, example_row(likelihood->domain()));
}

std::tuple<std::string, std::string> check(const StatedLikelihood& likelihood) {
  const LikelihoodSummary summary = summary_of(likelihood.spec);
  return {likelihood_json(summary), likelihood_text(summary)};
}

}  // namespace

void bind_likelihoods(nb::module_& module) {
  module.def("catalogue", &catalogue_json, "The likelihoods that have a name, as JSON.");
  module.def("check_likelihood", &check, "likelihood"_a, nb::call_guard<nb::gil_scoped_release>(),
             "The report on a stated likelihood, as JSON and as text.");
}

}  // namespace phigp
