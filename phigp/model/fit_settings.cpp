#include "phigp/model/fit_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "phigp/base/error.h"
#include "phigp/base/nearest.h"
#include "phigp/inference/sparse/inducing_inputs.h"

namespace phigp {

namespace {

using Kind = SettingInfo::Kind;

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts;
  std::size_t start = 0;
  while (start <= text.size() && !text.empty()) {
    const std::size_t end = std::min(text.find(',', start), text.size());
    parts.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return parts;
}

bool flag(const std::string& name, const std::string& text) {
  require(text == "true" || text == "false", name, text, "must be true or false");
  return text == "true";
}

template <class Number>
Number number(const std::string& name, const std::string& text, Number least) {
  Number value{};
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  const char* kind = std::is_integral_v<Number> ? "whole number" : "number";
  require(error == std::errc{} && stop == end && value >= least && value - value == 0, name, text,
          fmt::format("must be a {}, at least {}", kind, least));
  return value;
}

void assign(const std::string& name, const std::string& text,
            std::map<std::string, double>& values) {
  for (const std::string& part : split(text)) {
    const std::size_t equals = part.find('=');
    require(equals != std::string::npos && equals > 0, name, part, "must have the form name=value");
    double value = 0.0;
    const char* end = part.data() + part.size();
    const auto [stop, error] = std::from_chars(part.data() + equals + 1, end, value);
    require(error == std::errc{} && stop == end && std::isfinite(value), name, part,
            "must have a number after =");
    values[part.substr(0, equals)] = value;
  }
}

}  // namespace

const std::vector<SettingInfo>& fit_setting_table() {
  static const std::vector<SettingInfo> table{
      {"target", "Data", Kind::text, "", "Column to predict (required)"},
      {"features", "Data", Kind::list, "", "Columns to predict from; default: all others"},
      {"weights", "Data", Kind::text, "", "Column of weights: 2 counts a row twice"},
      {"offset", "Data", Kind::text, "", "Column with a known part of f, such as log exposure"},
      {"trials", "Data", Kind::text, "", "Column with the number of trials (binomial)"},
      {"impute", "Data", Kind::flag, "false",
       "Fill missing feature cells with the mean or commonest category instead of refusing them"},
      {"standardise", "Data", Kind::flag, "true",
       "Bring features, and the target of a regression, to mean 0 and standard deviation 1 inside "
       "the model"},
      {"likelihood", "Model", Kind::text, "",
       "A name from `phigp likelihood list`; default: logistic for two labels, else student-t"},
      {"phi", "Model", Kind::text, "", "Instead of a name: phi(r) as a formula"},
      {"link", "Model", Kind::text, "regression",
       "With phi: regression, h = (y-f)/scale, or classification, h = f"},
      {"density", "Model", Kind::text, "", "Instead of a name: the density p(y|f) as a formula"},
      {"domain", "Model", Kind::text, "",
       "With density: real, label, count or successes; default: found out"},
      {"parameters", "Model", Kind::assignments, "",
       "Initial values of likelihood parameters, name=value, separated by commas"},
      {"kernel", "Model", Kind::text, "rbf(ard)",
       "Covariance of f, such as \"2*rbf(ard) + linear\" (docs/kernels.md)"},
      {"mean", "Model", Kind::text, "constant", "Prior mean of f: zero, constant or linear"},
      {"prior", "Model", Kind::assignments, "",
       "Priors of hyperparameters, name=law(…), separated by commas; default: none in learning, "
       "weak "
       "ones in sampling (docs/parameters.md)"},
      {"inference", "Inference", Kind::text, "auto",
       "dense (all rows at once), sparse (through inducing inputs), stochastic (the same by "
       "minibatches, quickly), paper (by minibatches, as published), or auto, which says what it "
       "takes and why"},
      {"inducing", "Inference", Kind::integer, "0",
       "Inducing inputs of a sparse model; 0: as many as the kernel needs, and at most as the rows "
       "afford (100 to 1000)"},
      {"inducing-by", "Inference", Kind::text, "kmeans",
       "How they are chosen to begin with: kmeans, greedy (conditional variance) or random"},
      {"inducing-file", "Inference", Kind::text, "",
       "A table of inducing inputs, with the features of the data, instead"},
      {"move-inducing", "Inference", Kind::text, "auto",
       "Learn where the inducing inputs lie, with the hyperparameters: true, false, or auto, which "
       "is true but for those of a file and for inference paper"},
      {"precision", "Inference", Kind::text, "double",
       "single: the products of a sparse fit in single precision, as long as a check in double "
       "finds "
       "no difference"},
      {"optimize", "Inference", Kind::flag, "true",
       "Learn the parameters of kernel, mean and likelihood"},
      {"iterations", "Inference", Kind::integer, "200",
       "Most learning steps; of a sparse fit, in each of its stages; minibatches have their own"},
      {"tolerance", "Inference", Kind::number, "1e-07",
       "Dense learning ends after three steps that gain less than this per row"},
      {"time-limit", "Inference", Kind::number, "0",
       "Seconds after which to stop, reading the table apart, and keep the model as it is then; 0: "
       "no limit"},
      {"restarts", "Inference", Kind::integer, "0",
       "Learn from that many further starting points, drawn from the seed, and keep the best "
       "bound"},
      {"refine", "Inference", Kind::flag, "false",
       "Raise the bound of the original model afterwards, by quadrature, at the learned "
       "parameters"},
      {"seed", "Inference", Kind::integer, "0", "Of all random numbers"},
      {"threads", "Inference", Kind::integer, "0", "Processors to use; 0: all"},
  };
  return table;
}

void set(FitSettings& settings, const std::string& name, const std::string& text) {
  LikelihoodSpec& likelihood = settings.likelihood;
  if (name == "target") {
    settings.target = text;
  } else if (name == "features") {
    settings.features = split(text);
  } else if (name == "weights") {
    settings.weights = text;
  } else if (name == "offset") {
    settings.offset = text;
  } else if (name == "trials") {
    settings.trials = text;
  } else if (name == "impute") {
    settings.impute = flag(name, text);
  } else if (name == "standardise") {
    settings.standardise = flag(name, text);
  } else if (name == "likelihood") {
    likelihood.name = text;
  } else if (name == "phi") {
    likelihood.phi = text;
  } else if (name == "link") {
    likelihood.link = link_named(text);
  } else if (name == "density") {
    likelihood.density = text;
  } else if (name == "domain") {
    likelihood.domain = domain_named(text);
  } else if (name == "parameters") {
    assign(name, text, likelihood.parameters);
  } else if (name == "kernel") {
    settings.kernel = text;
  } else if (name == "mean") {
    settings.mean = text;
  } else if (name == "prior") {
    settings.priors = parse_priors(text);
  } else if (name == "inference") {
    static const std::vector<std::string> known{"auto", "dense", "sparse", "stochastic", "paper"};
    require(std::find(known.begin(), known.end(), text) != known.end(), name, text,
            unknown_name_rule(text, known));
    settings.inference = text;
  } else if (name == "inducing") {
    settings.inducing = number<int>(name, text, 0);
  } else if (name == "inducing-by") {
    inducing_choice(text);
    settings.inducing_by = text;
  } else if (name == "inducing-file") {
    settings.inducing_file = text;
  } else if (name == "move-inducing") {
    require(text == "auto" || text == "true" || text == "false", name, text,
            "must be auto, true or false");
    settings.move_inducing = text;
  } else if (name == "precision") {
    require(text == "double" || text == "single", name, text, "must be double or single");
    settings.precision = text;
  } else if (name == "optimize") {
    settings.optimize = flag(name, text);
  } else if (name == "iterations") {
    settings.iterations = number<int>(name, text, 0);
  } else if (name == "tolerance") {
    settings.tolerance = number<double>(name, text, 0.0);
  } else if (name == "time-limit") {
    settings.time_limit = number<double>(name, text, 0.0);
  } else if (name == "restarts") {
    settings.restarts = number<int>(name, text, 0);
  } else if (name == "refine") {
    settings.refine = flag(name, text);
  } else if (name == "seed") {
    settings.seed = number<std::uint64_t>(name, text, 0);
  } else if (name == "threads") {
    settings.threads = number<int>(name, text, 0);
  } else {
    std::vector<std::string> known;
    for (const SettingInfo& info : fit_setting_table()) known.push_back(info.name);
    throw InvalidInput("setting " + name, "", unknown_name_rule(name, known));
  }
}

namespace {

// A bar would end the cell.
std::string cell(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '|' ? "\\|" : std::string(1, c);
  return out;
}

}  // namespace

std::string settings_markdown(const std::vector<SettingInfo>& table) {
  std::string out;
  std::string group;
  for (const SettingInfo& info : table) {
    if (info.group != group) {
      group = info.group;
      out += fmt::format("\n### {}\n\n| setting | default | meaning |\n|---|---|---|\n", group);
    }
    out += fmt::format("| `--{}` | {} | {} |\n", info.name,
                       info.initial.empty() ? "" : "`" + info.initial + "`", cell(info.meaning));
  }
  return out;
}

}  // namespace phigp
