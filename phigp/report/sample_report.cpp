#include "phigp/report/sample_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "phigp/base/error.h"
#include "phigp/report/json_number.h"

namespace phigp {

namespace {

constexpr std::size_t kLabel = 14;
using Json = nlohmann::json;

Json number(double value) { return number_or_null<Json>(value); }

// With a number of decimals, or "-" for what is not defined.
std::string defined(double value, int decimals) {
  return std::isnan(value) ? "-" : fmt::format("{:.{}f}", value, decimals);
}
std::string defined_digits(double value) {
  return std::isnan(value) ? "-" : fmt::format("{:.4g}", value);
}

std::string leave_one_out_text(const LeaveOneOut& loo, const TextStyle& style) {
  std::string out =
      labelled("elpd_loo",
               fmt::format("{:.2f} ± {:.2f} over {} rows; p_loo {:.2f}", loo.log_density,
                           loo.standard_error, loo.rows, loo.effective_parameters),
               kLabel, style);
  const std::string shapes =
      fmt::format("{} of {} above {:.2f}", loo.above_threshold, loo.rows, loo.shape_threshold);
  out += labelled("Pareto k", shapes, kLabel, style,
                  loo.above_threshold > 0 ? Emphasis::doubtful : Emphasis::none);
  for (const std::string& warning : loo.warnings)
    out += labelled("", "- " + warning, kLabel, style, Emphasis::doubtful);
  return out;
}

Json leave_one_out_json(const LeaveOneOut& loo) {
  return {{"elpd_loo", number(loo.log_density)},
          {"standard_error", number(loo.standard_error)},
          {"p_loo", number(loo.effective_parameters)},
          {"rows", loo.rows},
          {"pareto_k_threshold", loo.shape_threshold},
          {"pareto_k_above", loo.above_threshold},
          {"impossible", loo.impossible},
          {"warnings", loo.warnings}};
}

std::string unseen_text(const std::vector<CellCount>& counts) {
  std::string text;
  for (const CellCount& count : counts)
    text += fmt::format("{}{} in {}", text.empty() ? "" : ", ", count.cells, count.column);
  return text + " cells of new rows with a category that training did not have";
}

std::string parameter_table(const std::vector<SampledParameter>& parameters) {
  std::size_t width = 9;
  for (const SampledParameter& parameter : parameters)
    width = std::max(width, parameter.name.size());
  std::string out =
      fmt::format("\n{:<{}}{:>11}{:>11}{:>11}{:>11}{:>8}{:>7}{:>7}   prior\n", "parameter", width,
                  "mean", "sd", "5 %", "95 %", "R-hat", "bulk", "tail");
  for (const SampledParameter& parameter : parameters) {
    const ChainSummary& s = parameter.summary;
    out +=
        fmt::format("{:<{}}{:>11}{:>11}{:>11}{:>11}{:>8}{:>7}{:>7}   {}\n", parameter.name, width,
                    defined_digits(s.mean), defined_digits(s.sd), defined_digits(s.lower),
                    defined_digits(s.upper), defined(s.r_hat, 3), defined(s.bulk_effective_size, 0),
                    defined(s.tail_effective_size, 0), parameter.prior);
  }
  return out;
}

Json parameters_json(const std::vector<SampledParameter>& parameters) {
  Json object = Json::object();
  for (const SampledParameter& parameter : parameters) {
    const ChainSummary& s = parameter.summary;
    object[parameter.name] = {{"prior", parameter.prior},
                              {"mean", number(s.mean)},
                              {"mcse", number(s.mean_error)},
                              {"sd", number(s.sd)},
                              {"q0.05", number(s.lower)},
                              {"median", number(s.median)},
                              {"q0.95", number(s.upper)},
                              {"r_hat", number(s.r_hat)},
                              {"ess_bulk", number(s.bulk_effective_size)},
                              {"ess_tail", number(s.tail_effective_size)}};
  }
  return object;
}

// Of f over the rows whose chains can be judged: the least effective size of its second moment and
// the largest correlation of neighbouring draws. NaN if there are none.
struct Mixing {
  double least_second_moment_size = std::numeric_limits<double>::quiet_NaN();
  double largest_autocorrelation = std::numeric_limits<double>::quiet_NaN();
};
Mixing mixing_of(const std::vector<ChainSummary>& rows) {
  Mixing worst;
  for (const ChainSummary& row : rows) {
    if (row.state != ChainState::usable) continue;
    worst.least_second_moment_size =
        std::fmin(worst.least_second_moment_size, row.second_moment_effective_size);
    worst.largest_autocorrelation =
        std::fmax(worst.largest_autocorrelation, row.lag_one_autocorrelation);
  }
  return worst;
}

// Chains that a stop met when they had hardly begun: in the file, not in the summaries.
std::string left_out_text(const SampleResult& result) {
  std::string text;
  for (const int chain : result.left_out) {
    const int draws = result.chain_draws[static_cast<std::size_t>(chain) - 1];
    text += fmt::format("{}chain {} ({} draws)", text.empty() ? "" : ", ", chain, draws);
  }
  return text + " of the run that was stopped";
}

}  // namespace

std::string sample_text(const SampleResult& result, const TextStyle& style) {
  const auto line = [&](const char* label, const std::string& text,
                        Emphasis emphasis = Emphasis::none) {
    return labelled(label, text, kLabel, style, emphasis);
  };
  const ConvergenceReport& convergence = result.convergence;
  const double sweeps = static_cast<double>(result.chains) * result.draws;
  std::string out =
      line("draws", fmt::format("{} chain{} of {}{}", result.chains, result.chains == 1 ? "" : "s",
                                result.draws, result.stop == Stop::stopped ? ", stopped" : ""));
  if (!result.left_out.empty()) out += line("left out", left_out_text(result), Emphasis::doubtful);
  out += line("omega", result.omega.text());
  out += line("latent", result.latent_engine);
  if (!result.parameters.empty()) {
    out += line("kernel", fmt::format("{:.1f} factorisations per sweep for its parameters",
                                      result.evaluations_per_sweep));
  }
  if (result.refused > 0)
    out += line("refused",
                fmt::format("{} places where a density could not be computed were not visited",
                            result.refused),
                Emphasis::doubtful);
  const bool judged = convergence.usable > 0;
  out += line("R-hat", judged ? fmt::format("at most {:.4f}", convergence.largest_r_hat) : "-");
  out += line("ESS",
              judged ? fmt::format("bulk at least {:.0f}, tail at least {:.0f}, of {:.0f} draws",
                                   convergence.least_bulk_effective_size,
                                   convergence.least_tail_effective_size, sweeps)
                     : "-");
  const Mixing mixing = mixing_of(result.latent);
  if (!std::isnan(mixing.least_second_moment_size))
    out +=
        line("of f", fmt::format("second moment at least {:.0f}; neighbouring draws correlate by "
                                 "at most {:.2f}",
                                 mixing.least_second_moment_size, mixing.largest_autocorrelation));
  if (!result.unseen.empty()) out += line("unseen", unseen_text(result.unseen), Emphasis::doubtful);
  out += line("converged", convergence.converged ? "yes" : "no",
              convergence.converged ? Emphasis::good : Emphasis::bad);
  for (const std::string& warning : convergence.warnings)
    out += line("", "- " + warning, Emphasis::doubtful);
  if (result.leave_one_out) out += leave_one_out_text(*result.leave_one_out, style);
  out += line("time", fmt::format("{:.2f} s to set up, {:.2f} s to sample", result.seconds_setup,
                                  result.seconds));
  if (!result.parameters.empty()) out += parameter_table(result.parameters);
  return out;
}

std::string sample_json(const SampleResult& result) {
  const Mixing mixing = mixing_of(result.latent);
  const ConvergenceReport& convergence = result.convergence;
  Json object{{"chains", result.chains},
              {"draws", result.draws},
              {"chain_draws", result.chain_draws},
              {"left_out", result.left_out},
              {"stop", to_text(result.stop)},
              {"omega", result.omega.text()},
              {"latent", result.latent_engine},
              {"evaluations_per_sweep", number(result.evaluations_per_sweep)},
              {"refused", result.refused},
              {"parameters", parameters_json(result.parameters)},
              {"largest_r_hat", number(convergence.largest_r_hat)},
              {"least_bulk_ess", number(convergence.least_bulk_effective_size)},
              {"least_tail_ess", number(convergence.least_tail_effective_size)},
              {"least_second_moment_ess", number(mixing.least_second_moment_size)},
              {"largest_autocorrelation", number(mixing.largest_autocorrelation)},
              {"converged", convergence.converged},
              {"warnings", convergence.warnings},
              {"seconds_setup", number(result.seconds_setup)},
              {"seconds", number(result.seconds)},
              {"file", result.file}};
  object["unseen"] = Json::object();
  for (const CellCount& count : result.unseen) object["unseen"][count.column] = count.cells;
  if (result.leave_one_out) object["leave_one_out"] = leave_one_out_json(*result.leave_one_out);
  return object.dump(2) + "\n";
}

}  // namespace phigp
