// Posterior draws by the exact Gibbs sampler, streamed to a file.
#include "phigp/model/sample.h"

#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include "phigp/model/fit.h"
#include "phigp/report/sample_report.h"
#include "python/bindings/bindings.h"
#include "python/bindings/python_watcher.h"

namespace phigp {

namespace {

namespace nb = nanobind;
using namespace nb::literals;

std::tuple<std::string, std::string, nb::object> sample_model(
    const FittedModel& model, const std::string& path, const Table* new_rows, int chains,
    int warm_up, int draws, int thin, bool hyperparameters, bool targets,
    const std::map<std::string, std::string>& fitted_with, const std::string& priors,
    std::uint64_t seed, int threads, nb::object callback) {
  SampleSettings settings;
  settings.chains = chains;
  settings.warm_up = warm_up;
  settings.draws = draws;
  settings.thin = thin;
  settings.hyperparameters = hyperparameters;
  settings.targets = targets;
  FitSettings fit;
  for (const auto& [name, text] : fitted_with) set(fit, name, text);
  if (!priors.empty()) set(fit, "prior", priors);
  settings.priors = fit.priors;
  if (hyperparameters) settings.initial = initial_hyperparameters(fit, model);
  settings.seed = seed;
  settings.threads = threads;
  PythonWatcher watcher(std::move(callback));
  const SampleResult result = [&] {
    const nb::gil_scoped_release unlocked;
    return sample(model, settings, path, watcher.watcher(), new_rows);
  }();
  watcher.look_for_signals();
  return {sample_json(result), sample_text(result, {}), watcher.error()};
}

}  // namespace

void bind_sample(nb::module_& module) {
  module.def("sample", &sample_model,
             nb::sig("def sample(model: Model, path: str, new_rows: Table | None, chains: int, "
                     "warm_up: int, draws: int, thin: int, hyperparameters: bool, targets: bool, "
                     "fitted_with: dict[str, str], "
                     "priors: str, seed: int, threads: int, callback: object = None) -> "
                     "tuple[str, str, BaseException | None]"),
             "model"_a, "path"_a, "new_rows"_a.none(), "chains"_a, "warm_up"_a, "draws"_a, "thin"_a,
             "hyperparameters"_a, "targets"_a, "fitted_with"_a, "priors"_a, "seed"_a, "threads"_a,
             "callback"_a = nb::none(),
             "Draws go to a safetensors file; returned are the report as JSON and as text, and the "
             "exception that stopped the run early, if one did.");
}

}  // namespace phigp
