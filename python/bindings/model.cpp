// Fitting, and what a fitted model answers. Long work runs without the lock of the interpreter.
#include <nanobind/eigen/dense.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "phigp/base/error.h"
#include "phigp/model/fit.h"
#include "phigp/model/model_file.h"
#include "phigp/model/predict.h"
#include "phigp/model/test_results.h"
#include "phigp/report/model_report.h"
#include "python/bindings/bindings.h"
#include "python/bindings/python_watcher.h"
#include "python/bindings/stated_likelihood.h"

namespace phigp {

namespace {

namespace nb = nanobind;
using namespace nb::literals;

using Texts = std::vector<std::string>;

// The model and, where something stopped the fit, the exception to raise afterwards.
std::tuple<FittedModel, nb::object> fit_table(const Table& table,
                                              const std::map<std::string, std::string>& values,
                                              const Texts& features, nb::object callback,
                                              const StatedLikelihood* likelihood) {
  FitSettings settings;
  if (likelihood != nullptr) settings.likelihood = likelihood->spec;
  for (const auto& [name, text] : values) set(settings, name, text);
  settings.features = features;  // as a list: a name may have a comma
  PythonWatcher watcher(std::move(callback));
  FittedModel model = [&] {
    const nb::gil_scoped_release unlocked;
    return fit(table, settings, watcher.watcher());
  }();
  watcher.look_for_signals();
  return {std::move(model), watcher.error()};
}

constexpr std::size_t kChunk = 4096;  // rows at a time: memory, and how soon Ctrl-C is heard

template <class Work>
void in_chunks(const Table& table, nb::object callback, const Work& work) {
  PythonWatcher watcher(std::move(callback));
  {
    const nb::gil_scoped_release unlocked;
    const Watcher watch = watcher.watcher();
    const std::size_t rows = table.rows();
    for (std::size_t first = 0; first < rows; first += kChunk) {
      const std::size_t count = std::min(kChunk, rows - first);
      work(first, count);
      if (!watch({"rows", static_cast<int>(first + count), static_cast<int>(rows)})) break;
    }
  }
  if (const nb::object error = watcher.error(); !error.is_none()) {
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.ptr())), error.ptr());
    throw nb::python_error();
  }
}

Predictions predict_table(const FittedModel& model, const Table& table, const PredictSettings& how,
                          nb::object callback) {
  require(how.draws >= 0, "draws", how.draws, "must not be negative");
  Predictions all;
  const auto n = static_cast<Eigen::Index>(table.rows());
  all.mean.resize(n);
  all.sd.resize(n);
  all.latent_mean.resize(n);
  all.latent_sd.resize(n);
  all.quantiles.resize(n, static_cast<Eigen::Index>(how.quantiles.size()));
  all.draws.resize(n, how.draws);
  in_chunks(table, std::move(callback), [&](std::size_t first, std::size_t count) {
    const Predictions block = predict(model, table, first, count, how);
    const auto at = static_cast<Eigen::Index>(first);
    const auto size = static_cast<Eigen::Index>(count);
    all.mean.segment(at, size) = block.mean;
    all.sd.segment(at, size) = block.sd;
    all.latent_mean.segment(at, size) = block.latent_mean;
    all.latent_sd.segment(at, size) = block.latent_sd;
    all.quantiles.middleRows(at, size) = block.quantiles;
    all.draws.middleRows(at, size) = block.draws;
    all.unseen.insert(all.unseen.end(), block.unseen.begin(), block.unseen.end());
  });
  return all;
}

Vector log_density(const FittedModel& model, const Table& table, int threads, nb::object callback) {
  Vector all(static_cast<Eigen::Index>(table.rows()));
  in_chunks(table, std::move(callback), [&](std::size_t first, std::size_t count) {
    all.segment(static_cast<Eigen::Index>(first), static_cast<Eigen::Index>(count)) =
        predictive_log_density(model, table, first, count, threads);
  });
  return all;
}

// Column and number of cells, by name: pieces of a table add up.
std::map<std::string, std::size_t> counts_of(const std::vector<CellCount>& counts) {
  std::map<std::string, std::size_t> all;
  for (const CellCount& count : counts) all[count.column] += count.cells;
  return all;
}

void bind_predictions(nb::module_& module) {
  nb::class_<Predictions>(module, "Predictions", "Of the rows of a table; arrays of one per row.")
      .def_ro("mean", &Predictions::mean)
      .def_ro("sd", &Predictions::sd)
      .def_ro("quantiles", &Predictions::quantiles)
      .def_ro("draws", &Predictions::draws)
      .def_ro("latent_mean", &Predictions::latent_mean)
      .def_ro("latent_sd", &Predictions::latent_sd)
      .def_prop_ro("unseen", [](const Predictions& self) { return counts_of(self.unseen); });
}

// Name and place in the training table.
std::vector<std::pair<std::size_t, std::string>> feature_columns(const FittedModel& model) {
  std::vector<std::pair<std::size_t, std::string>> columns;
  for (const FeatureColumn& column : model.encoding().features.columns())
    columns.emplace_back(column.position, column.name);
  return columns;
}

using Numbers = std::vector<double>;

std::vector<std::tuple<std::string, double, std::vector<int>, Numbers, Numbers>> trace_of(
    const FittedModel& model) {
  std::vector<std::tuple<std::string, double, std::vector<int>, Numbers, Numbers>> all;
  for (const TracePhase& phase : model.report().trace)
    all.emplace_back(phase.name, phase.rows, phase.iteration, phase.bound, phase.seconds);
  return all;
}

std::tuple<std::vector<int>, Numbers, Numbers, Numbers> stochastic_curve(const FittedModel& model) {
  const LearningCurve& curve = model.report().curve;
  return {curve.step, curve.bound, curve.held_out_density, curve.seconds};
}

}  // namespace

void bind_model(nb::module_& module) {
  bind_predictions(module);
  nb::class_<FittedModel>(module, "Model", "A fitted model: what a model file holds.")
      .def(
          "predict",
          [](const FittedModel& model, const Table& table, const std::vector<double>& quantiles,
             int draws, std::uint64_t seed, int threads, nb::object callback) {
            return predict_table(model, table, {quantiles, threads, draws, seed},
                                 std::move(callback));
          },
          "table"_a, "quantiles"_a, "draws"_a = 0, "seed"_a = 0, "threads"_a = 0,
          "callback"_a = nb::none())
      .def("log_density", &log_density, "table"_a, "threads"_a = 0, "callback"_a = nb::none())
      .def(
          "pit",
          [](const FittedModel& model, const Table& table, int threads) {
            return test_results(model, table, threads).pit;
          },
          "table"_a, "threads"_a = 0, nb::call_guard<nb::gil_scoped_release>(),
          "Where in its predicted law each target fell; NaN for rows beyond the number looked at.")
      .def(
          "joint",
          [](const FittedModel& model, const Table& table) {
            JointPredictions joint = predict_jointly(model, table);
            return std::make_tuple(std::move(joint.latent_mean), std::move(joint.latent_covariance),
                                   counts_of(joint.unseen));
          },
          "table"_a, nb::call_guard<nb::gil_scoped_release>())
      .def(
          "save",
          [](const FittedModel& model, const std::string& path) { save_model(path, model); },
          "path"_a, nb::call_guard<nb::gil_scoped_release>())
      .def_static("load", &load_model, "path"_a, nb::call_guard<nb::gil_scoped_release>())
      .def("json", &model_json, "What the fit reports, as `phigp info --json` prints it.")
      .def(
          "text", [](const FittedModel& model) { return model_text(model, {}); },
          "The same for people.")
      .def_prop_ro("target", [](const FittedModel& model) { return model.encoding().target; })
      .def_prop_ro("weights", [](const FittedModel& model) { return model.encoding().weights; })
      .def_prop_ro("offset", [](const FittedModel& model) { return model.encoding().offset; })
      .def_prop_ro("trials", [](const FittedModel& model) { return model.encoding().trials; })
      .def_prop_ro("domain",
                   [](const FittedModel& model) { return name_of(model.encoding().domain); })
      .def_prop_ro("labels",
                   [](const FittedModel& model) {
                     const Labels& labels = model.encoding().labels;
                     return std::make_tuple(labels.negative, labels.positive);
                   })
      .def_prop_ro("text_labels",
                   [](const FittedModel& model) { return model.encoding().text_labels; })
      .def_prop_ro("start",
                   [](const FittedModel& model) {
                     std::optional<std::tuple<std::string, std::map<std::string, double>>> found;
                     if (const auto& start = model.report().start)
                       found.emplace(start->kernel, start->parameters);
                     return found;
                   })
      .def_prop_ro(
          "trace", &trace_of,
          "Of each phase of the fit its name, the rows that a step read (0: all), and step, bound "
          "and seconds since the fit began, of each step that was kept.")
      .def_prop_ro("stochastic_curve", &stochastic_curve,
                   "Of stochastic inference: step, bound per row, log density per row held out "
                   "(empty without "
                   "such rows), and seconds.")
      .def_prop_ro("feature_columns", &feature_columns)
      .def_prop_ro("named",
                   [](const FittedModel& model) { return model.encoding().features.named(); })
      .def_prop_ro("impute",
                   [](const FittedModel& model) { return model.encoding().features.impute(); })
      .def_prop_ro("likelihood", [](const FittedModel& model) {
        return StatedLikelihood{model.likelihood_spec()};
      });
  module.def("fit", &fit_table,
             nb::sig("def fit(table: Table, settings: dict[str, str], features: list[str], "
                     "callback: object = None, likelihood: StatedLikelihood | None = None) -> "
                     "tuple[Model, BaseException | None]"),
             "table"_a, "settings"_a, "features"_a, "callback"_a = nb::none(),
             "likelihood"_a.none() = nb::none(),
             "The model, and the exception that stopped the fit early, if one did.");
}

}  // namespace phigp
