// Methods side by side on one posterior, and a model as an HTML page: as the program does both.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "phigp/compare/compare.h"
#include "phigp/io/atomic_file.h"
#include "phigp/report/compare_report.h"
#include "phigp/report/report_page.h"
#include "python/bindings/bindings.h"
#include "python/bindings/python_watcher.h"

namespace phigp {

namespace {

namespace nb = nanobind;
using namespace nb::literals;

std::tuple<std::string, std::string, nb::object> compare_methods(
    const FittedModel& model, const std::optional<std::vector<std::string>>& methods, int chains,
    int warm_up, int draws, int thin, double seconds, int particles, int temperatures,
    std::uint64_t seed, int threads, nb::object callback) {
  CompareSettings settings;
  if (methods) settings.methods = *methods;
  settings.chains = chains;
  settings.warm_up = warm_up;
  settings.draws = draws;
  settings.thin = thin;
  settings.seconds = seconds;
  settings.particles = particles;
  settings.temperatures = temperatures;
  settings.seed = seed;
  settings.threads = threads;
  PythonWatcher watcher(std::move(callback));
  const Comparison comparison = [&] {
    const nb::gil_scoped_release unlocked;
    return compare(model, settings, watcher.watcher());
  }();
  watcher.look_for_signals();
  return {comparison_json(comparison), comparison_text(comparison, {}), watcher.error()};
}

void write_report(const FittedModel& model, const std::string& path, const std::string& name,
                  const Table* test, int threads) {
  const nb::gil_scoped_release unlocked;
  AtomicFile file(path);  // before the work: whether it can be written
  std::optional<TestResults> results;
  if (test != nullptr) results = test_results(model, *test, threads);
  file.write(report_page(model, name, results ? &*results : nullptr));
  file.commit();
}

}  // namespace

void bind_reports(nb::module_& module) {
  module.def("compare", &compare_methods,
             nb::sig("def compare(model: Model, methods: Sequence[str] | None, chains: int, "
                     "warm_up: int, draws: int, thin: int, seconds: float, particles: int, "
                     "temperatures: int, seed: int, threads: int, callback: object = None) -> "
                     "tuple[str, str, BaseException | None]"),
             "model"_a, "methods"_a.none(), "chains"_a, "warm_up"_a, "draws"_a, "thin"_a,
             "seconds"_a, "particles"_a, "temperatures"_a, "seed"_a, "threads"_a,
             "callback"_a = nb::none(),
             "The comparison as JSON and as text, and the exception that stopped it early, if one "
             "did.");
  module.def("compared_methods", [] {
    std::vector<std::tuple<std::string, std::string, bool>> all;
    for (const ComparedMethod& one : compared_methods())
      all.emplace_back(one.name, one.meaning, one.samples);
    return all;
  });
  module.def("write_report", &write_report, "model"_a, "path"_a, "name"_a, "test"_a.none(),
             "threads"_a, "The page of `phigp report`; `test` has known targets.");
}

}  // namespace phigp
