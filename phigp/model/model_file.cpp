#include "phigp/model/model_file.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "phigp/base/error.h"
#include "phigp/base/version.h"
#include "phigp/io/tensor_file.h"
#include "phigp/kernels/parse_kernel.h"
#include "phigp/linalg/blas.h"

namespace phigp {

namespace {

constexpr const char* kFormat = "phigp-model";
constexpr int kVersion = 2;
constexpr int kDenseVersion = 1;  // of models that keep their rows: 0.1 reads those too

Tensor tensor(const double* data, std::vector<std::size_t> shape) {
  std::size_t count = 1;
  for (const std::size_t length : shape) count *= length;
  return {std::move(shape), std::vector<double>(data, data + count)};
}
Tensor tensor(const std::vector<double>& values) { return tensor(values.data(), {values.size()}); }

// Reads arrays by name and checks their shapes.
class Arrays {
 public:
  Arrays(const std::string& path, const TensorFile& file) : path_(path), file_(file) {}

  bool has(const std::string& name) const { return file_.tensors.contains(name); }

  const Tensor& get(const std::string& name, std::size_t dimensions) const {
    const auto found = file_.tensors.find(name);
    if (found == file_.tensors.end()) throw damaged("array " + name + " is missing");
    const Tensor& array = found->second;
    if (array.shape.size() != dimensions ||
        !std::holds_alternative<std::vector<double>>(array.values))
      throw damaged("array " + name + " has another type or shape");
    return array;
  }

  std::vector<double> column(const std::string& name, std::size_t length) const {
    if (get(name, 1).shape[0] != length) throw damaged("array " + name + " has another length");
    return column(name);
  }

  std::vector<double> column(const std::string& name) const {
    std::vector<double> values = std::get<std::vector<double>>(get(name, 1).values);
    for (const double value : values) {
      if (!std::isfinite(value)) throw damaged("array " + name + " has a value that is not finite");
    }
    return values;
  }

  const std::string& text(const std::string& name) const {
    const auto found = file_.metadata.find(name);
    if (found == file_.metadata.end()) throw damaged("entry " + name + " is missing");
    return found->second;
  }

  FileError damaged(const std::string& what) const {
    return {path_, "", "is no complete model file: " + what};
  }

 private:
  const std::string& path_;
  const TensorFile& file_;
};

std::string report_json(const FitReport& report) {
  nlohmann::json object{{"engine", report.engine},
                        {"rows", report.rows},
                        {"missing_targets", report.missing_targets},
                        {"elbo", report.elbo},
                        {"first_elbo", report.first_elbo},
                        {"learning_steps", report.learning_steps},
                        {"ascent_iterations", report.ascent_iterations},
                        {"stop", static_cast<int>(report.stop)},
                        {"largest_fall", report.largest_fall},
                        {"jitter", report.jitter},
                        {"seconds", report.seconds}};
  for (const FitStage& stage : report.stages)
    object["stages"].push_back({{"name", stage.name},
                                {"rows", stage.rows},
                                {"iterations", stage.iterations},
                                {"seconds", stage.seconds}});
  for (const TracePhase& phase : report.trace)
    object["trace"].push_back({{"name", phase.name},
                               {"rows", phase.rows},
                               {"iteration", phase.iteration},
                               {"bound", phase.bound},
                               {"seconds", phase.seconds}});
  if (const LearningCurve& curve = report.curve; !curve.step.empty())
    object["curve"] = {{"step", curve.step},
                       {"seconds", curve.seconds},
                       {"bound", curve.bound},
                       {"held_out_density", curve.held_out_density}};
  for (const SettingText& setting : report.settings)
    object["settings"].push_back({{"name", setting.name}, {"text", setting.text}});
  for (const CellCount& count : report.imputed) object["imputed"][count.column] = count.cells;
  for (const double bound : report.start_bounds)
    object["start_bounds"].push_back(std::isfinite(bound) ? nlohmann::json(bound) : nullptr);
  if (report.start)
    object["start"] = {{"kernel", report.start->kernel}, {"parameters", report.start->parameters}};
  if (!report.at_limit.empty()) object["at_limit"] = report.at_limit;
  if (report.log_prior)
    object["log_prior"] = {{"reached", report.log_prior->reached},
                           {"first", report.log_prior->first}};
  if (const auto& refinement = report.refinement) {
    object["refinement"] = {{"original_elbo", refinement->original_elbo},
                            {"refined_elbo", refinement->refined_elbo},
                            {"steps", refinement->steps},
                            {"stop", static_cast<int>(refinement->stop)},
                            {"largest_fall", refinement->largest_fall},
                            {"seconds", refinement->seconds}};
  }
  return object.dump();
}

// JSON has no NaN and no infinity: those were written as null.
std::vector<double> numbers_of(const nlohmann::json& array, double instead_of_null) {
  std::vector<double> numbers;
  for (const nlohmann::json& number : array)
    numbers.push_back(number.is_null() ? instead_of_null : number.get<double>());
  return numbers;
}

FitReport report_from_json(const std::string& text) {
  const nlohmann::json object = nlohmann::json::parse(text);
  FitReport report;
  report.engine = object.value("engine", "dense");  // files of 0.1 do not say
  if (object.contains("stages")) {
    for (const nlohmann::json& stage : object["stages"])
      report.stages.push_back(
          {stage.at("name"), stage.at("rows"), stage.at("iterations"), stage.at("seconds")});
  }
  if (object.contains("trace")) {
    for (const nlohmann::json& phase : object["trace"])
      report.trace.push_back({phase.at("name"), phase.at("rows"), phase.at("iteration"),
                              phase.at("bound"), phase.at("seconds")});
  }
  if (object.contains("curve")) {
    const nlohmann::json& curve = object["curve"];
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    report.curve = {curve.at("step"), numbers_of(curve.at("seconds"), kNan),
                    numbers_of(curve.at("bound"), kNan),
                    numbers_of(curve.at("held_out_density"), kNan)};
  }
  if (object.contains("settings")) {
    for (const nlohmann::json& setting : object["settings"])
      report.settings.push_back({setting.at("name"), setting.at("text")});
  }
  report.rows = object.at("rows");
  report.missing_targets = object.at("missing_targets");
  report.elbo = object.at("elbo");
  report.first_elbo = object.at("first_elbo");
  report.learning_steps = object.at("learning_steps");
  report.ascent_iterations = object.at("ascent_iterations");
  report.stop = static_cast<Stop>(object.at("stop").get<int>());
  report.largest_fall = object.at("largest_fall");
  report.jitter = object.at("jitter");
  report.seconds = object.at("seconds");
  if (object.contains("start_bounds"))
    report.start_bounds =
        numbers_of(object["start_bounds"], -std::numeric_limits<double>::infinity());
  if (object.contains("imputed")) {
    for (const auto& [column, cells] : object["imputed"].items())
      report.imputed.push_back({column, cells});
  }
  if (object.contains("start"))
    report.start = {object["start"].at("kernel"),
                    object["start"].at("parameters").get<std::map<std::string, double>>()};
  if (object.contains("at_limit")) report.at_limit = object["at_limit"];
  if (object.contains("log_prior"))
    report.log_prior = {object["log_prior"].at("reached"), object["log_prior"].at("first")};
  if (object.contains("refinement")) {  // as files of 0.1 never do
    const nlohmann::json& part = object["refinement"];
    report.refinement = {part.at("original_elbo"), part.at("refined_elbo"),
                         part.at("steps"),         static_cast<Stop>(part.at("stop").get<int>()),
                         part.at("largest_fall"),  part.at("seconds")};
  }
  return report;
}

}  // namespace

namespace {

void put_rows(const FittedModel& model, TensorFile& file) {
  const TrainingSet& data = model.training();
  const auto n = static_cast<std::size_t>(data.X.rows());
  const auto d = static_cast<std::size_t>(data.X.cols());
  std::vector<double> y;
  std::vector<double> trials;
  for (const Row& row : data.rows) {
    y.push_back(row.y);
    trials.push_back(row.trials);
  }
  file.tensors["inputs"] = tensor(data.X.data(), {n, d});
  file.tensors["targets"] = tensor(y);
  file.tensors["trials"] = tensor(trials);
  file.tensors["site_precision"] = tensor(model.sites().precision);
  file.tensors["site_centre"] = tensor(model.sites().centre);
  file.tensors["site_tilt"] = tensor(model.sites().tilt);
  if (!data.weights.empty()) file.tensors["weights"] = tensor(data.weights);
  if (data.offset.size() > 0) file.tensors["offset"] = tensor(data.offset.data(), {n});
}

void put_inducing(const SparseState& sparse, TensorFile& file) {
  const auto size = static_cast<std::size_t>(sparse.Z.rows());
  Matrix P = sparse.q.P;
  mirror_lower(P);
  file.tensors["inducing_inputs"] =
      tensor(sparse.Z.data(), {size, static_cast<std::size_t>(sparse.Z.cols())});
  file.tensors["inducing_precision"] = tensor(P.data(), {size, size});
  file.tensors["inducing_shift"] = tensor(sparse.q.b.data(), {size});
}

Points matrix_of(const Arrays& arrays, const std::string& name) {
  const Tensor& array = arrays.get(name, 2);
  Points values = Eigen::Map<const Points>(std::get<std::vector<double>>(array.values).data(),
                                           static_cast<Eigen::Index>(array.shape[0]),
                                           static_cast<Eigen::Index>(array.shape[1]));
  if (!values.allFinite())
    throw arrays.damaged("array " + name + " has a value that is not finite");
  return values;
}

SparseState get_inducing(const Arrays& arrays) {
  SparseState sparse;
  sparse.Z = matrix_of(arrays, "inducing_inputs");
  sparse.q.P = matrix_of(arrays, "inducing_precision");
  const auto size = static_cast<std::size_t>(sparse.Z.rows());
  const std::vector<double> b = arrays.column("inducing_shift", size);
  sparse.q.b = Eigen::Map<const Vector>(b.data(), sparse.Z.rows());
  if (sparse.q.P.rows() != sparse.Z.rows() || sparse.q.P.cols() != sparse.Z.rows())
    throw arrays.damaged("array inducing_precision has another shape");
  return sparse;
}

TrainingSet get_rows(const Arrays& arrays) {
  TrainingSet data;
  data.X = matrix_of(arrays, "inputs");
  const auto n = static_cast<std::size_t>(data.X.rows());
  const std::vector<double> y = arrays.column("targets", n);
  const std::vector<double> trials = arrays.column("trials", n);
  for (std::size_t i = 0; i < n; ++i) data.rows.push_back({y[i], trials[i]});
  if (arrays.has("weights")) data.weights = arrays.column("weights", n);
  if (arrays.has("offset")) {
    const std::vector<double> offset = arrays.column("offset", n);
    data.offset = Eigen::Map<const Vector>(offset.data(), static_cast<Eigen::Index>(n));
  }
  check(data);
  return data;
}

}  // namespace

void save_model(const std::string& path, const FittedModel& model) {
  if (model.likelihood_spec().given)
    throw InvalidInput("likelihood", model.values().likelihood->formula(),
                       "cannot be written to a file, which keeps no function of a program; a "
                       "likelihood that is stated as a formula can");
  TensorFile file;
  file.format = kFormat;
  file.format_version = model.sparse() ? kVersion : kDenseVersion;
  file.metadata["phigp"] = std::string(version());
  file.metadata["encoding"] = model.encoding().to_json();
  file.metadata["likelihood"] = model.likelihood_spec().to_json();
  file.metadata["kernel"] = model.values().kernel->text();
  file.metadata["mean"] = to_text(model.values().mean.kind());
  file.metadata["report"] = report_json(model.report());
  file.tensors["mean_coefficients"] = tensor(model.values().mean.coefficients());
  if (model.sparse()) {
    put_inducing(*model.sparse(), file);
  } else {
    put_rows(model, file);
  }
  write_tensors(path, file);
}

FittedModel load_model(const std::string& path) {
  const TensorFile file = read_tensors(path, kFormat, kVersion);
  const Arrays arrays(path, file);
  try {
    DataEncoding encoding = DataEncoding::from_json(arrays.text("encoding"));
    const auto d = static_cast<Eigen::Index>(encoding.features.width());
    LikelihoodSpec spec = LikelihoodSpec::from_json(arrays.text("likelihood"));
    Hyperparameters values{
        parse_kernel(arrays.text("kernel"), d),
        MeanFunction(mean_kind(arrays.text("mean")), d, arrays.column("mean_coefficients")),
        make_likelihood(spec)};
    FitReport report = report_from_json(arrays.text("report"));
    const auto check_width = [&](const Points& X) {
      if (X.cols() != d) throw arrays.damaged("inputs and their encoding differ in width");
    };
    if (arrays.has("inducing_inputs")) {
      SparseState sparse = get_inducing(arrays);
      check_width(sparse.Z);
      return {std::move(encoding), std::move(spec), std::move(values), std::move(sparse),
              std::move(report)};
    }
    TrainingSet data = get_rows(arrays);
    check_width(data.X);
    set_blas_threads_for(data.size(), Threads().count());
    Sites sites;
    const std::size_t n = data.rows.size();
    sites.precision = arrays.column("site_precision", n);
    sites.centre = arrays.column("site_centre", n);
    sites.tilt = arrays.column("site_tilt", n);
    sites.c2.assign(n, 0.0);
    return {std::move(encoding), std::move(spec),  std::move(values),
            std::move(data),     std::move(sites), std::move(report)};
  } catch (const nlohmann::json::exception& error) {
    throw arrays.damaged(error.what());
  } catch (const InvalidInput& error) {
    throw arrays.damaged(error.what());
  } catch (const NumericalError& error) {
    throw arrays.damaged(error.what());
  }
}

}  // namespace phigp
