// From Python's statement of a likelihood to the library's. phi as a function is called with an
// array of complex numbers and its parameters, from any thread.
#include "python/bindings/stated_likelihood.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "phigp/base/error.h"
#include "phigp/likelihoods/function_likelihood.h"
#include "python/bindings/bindings.h"

namespace phigp {

namespace {

namespace nb = nanobind;
using namespace nb::literals;

using ComplexArray = nb::ndarray<nb::numpy, const Complex, nb::ndim<1>, nb::c_contig>;

// Copies may come and go while the lock of the interpreter is released.
std::shared_ptr<const nb::object> kept(nb::object object) {
  return {new nb::object(std::move(object)), [](const nb::object* held) {
            const nb::gil_scoped_acquire lock;
            delete held;
          }};
}

// `adapted` takes and returns complex arrays of one dimension (phigp/_functions.py sees to that).
AnalyticFunction::Call calling(const nb::object& adapted) {
  return [function = kept(adapted)](std::span<const Complex> r, std::span<const double> theta,
                                    std::span<Complex> out) {
    const nb::gil_scoped_acquire lock;
    ComplexArray at(r.data(), {r.size()});
    nb::list values;
    for (const double value : theta) values.append(value);
    const auto found = nb::cast<ComplexArray>((*function)(at.cast(nb::rv_policy::copy), values));
    require(found.size() == out.size(), "phi", static_cast<double>(found.size()),
            "must give one value for each r");
    std::copy(found.data(), found.data() + found.size(), out.begin());
  };
}

StatedLikelihood from_function(const nb::object& adapted, bool logarithm, const std::string& text,
                               const std::vector<std::pair<std::string, double>>& parameters,
                               const std::string& link, std::optional<double> scale) {
  PhiFunction stated{{calling(adapted), logarithm, text}, parameters, link_named(link), scale};
  StatedLikelihood likelihood;
  likelihood.spec.link = stated.link;
  const nb::gil_scoped_release unlocked;
  likelihood.spec.given = likelihood_from_function(stated);
  return likelihood;
}

}  // namespace

void bind_stated_likelihood(nb::module_& module) {
  nb::class_<StatedLikelihood>(module, "StatedLikelihood",
                               "A likelihood as it was stated: text, or a function.")
      .def_static(
          "from_json",
          [](const std::string& text) { return StatedLikelihood{LikelihoodSpec::from_json(text)}; },
          "text"_a)
      .def_static("from_function", &from_function, "function"_a, "logarithm"_a, "text"_a,
                  "parameters"_a, "link"_a, "scale"_a.none(),
                  "phi as a function of a complex array and a list of parameters; checked.")
      .def(
          "require", [](const StatedLikelihood& self) { self.make(); },
          nb::call_guard<nb::gil_scoped_release>(), "Raises InvalidInput unless it can be made.")
      .def("json", [](const StatedLikelihood& self) { return self.spec.to_json(); });
}

}  // namespace phigp
