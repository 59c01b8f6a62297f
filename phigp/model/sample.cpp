#include "phigp/model/sample.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "phigp/diagnostics/running_moments.h"
#include "phigp/inference/preconditioned_sampler.h"
#include "phigp/io/tensor_stream.h"

namespace phigp {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::string series_of(int chain) { return fmt::format("f.chain{}", chain + 1); }

TensorStreamOptions stream_options(const FittedModel& model, const SampleSettings& settings) {
  TensorStreamOptions options;
  options.format = "phigp-draws";
  const std::size_t rows = model.training().rows.size();
  for (int chain = 0; chain < settings.chains; ++chain)
    options.series.push_back({series_of(chain), rows});
  options.metadata["likelihood"] = model.likelihood_spec().to_json();
  options.metadata["kernel"] = model.values().kernel->text();
  return options;
}

// Keeps draws in memory for the summary and on disk for good, in the units of predictions.
class Recorder final : public DrawSink {
 public:
  Recorder(const FittedModel& model, const SampleSettings& settings, TensorStream& file)
      : file_(file),
        rows_(model.training().size()),
        densities_(model, settings.chains, settings.draws) {
    if (model.encoding().domain == Domain::real) unit_ = model.encoding().response;
    chains_.assign(static_cast<std::size_t>(settings.chains), Matrix(rows_, settings.draws));
    means_.assign(static_cast<std::size_t>(settings.chains), RunningMoments(rows_));
  }

  void take(int chain, int draw, const Vector& f, const Vector* conditional_mean) override {
    const auto at = static_cast<std::size_t>(chain);
    chains_[at].col(draw) = (unit_.centre + unit_.scale * f.array()).matrix();
    densities_.take(chain, draw, f);
    if (conditional_mean != nullptr)
      means_[at].add((unit_.centre + unit_.scale * conditional_mean->array()).matrix());
    file_.append(series_of(chain), {chains_[at].col(draw).data(), static_cast<std::size_t>(rows_)});
  }

  std::vector<ChainSummary> summaries(int draws) const {
    std::vector<ChainSummary> all;
    for (Eigen::Index row = 0; row < rows_; ++row) {
      std::vector<const double*> starts;
      for (const Matrix& chain : chains_) starts.push_back(chain.data() + row);
      all.push_back(summarise(Chains(std::move(starts), draws, rows_)));
    }
    return all;
  }

  const DrawnDensities& densities() const { return densities_; }

  Vector conditional_mean() const {
    RunningMoments all = means_.front();
    for (std::size_t k = 1; k < means_.size(); ++k) all.merge(means_[k]);
    return all.mean();
  }

 private:
  TensorStream& file_;
  Eigen::Index rows_;
  DrawnDensities densities_;
  Standardisation unit_;
  std::vector<Matrix> chains_;  // rows x draws
  std::vector<RunningMoments> means_;
};

// What chains start around and are preconditioned by: sites near the mean of those that will be
// drawn. A refined model has others, some of them with a precision that no draw can have.
struct Around {
  Sites sites;
  DensePosterior q;
};
Around augmented(const FittedModel& model, const DensePrior& prior, const Observations& observed) {
  if (!model.report().refinement) return {model.sites(), model.posterior()};
  AscentResult fit = coordinate_ascent(prior, *model.values().likelihood, observed, {},
                                       Marginals{model.posterior().m, model.posterior().v});
  return {std::move(fit.sites), std::move(fit.q)};
}

}  // namespace

SampleResult sample(const FittedModel& model, const SampleSettings& settings,
                    const std::string& path, const Watcher& watch) {
  const Clock::time_point begin = Clock::now();
  const TrainingSet& data = model.training();
  const Likelihood& likelihood = *model.values().likelihood;
  const DensePrior prior = dense_prior(model.values(), data);
  const Observations observed(likelihood, data.rows, data.weights);
  const Around around = augmented(model, prior, observed);
  const PreconditionedSampler latent(prior, around.sites, around.q);
  SampleResult result;
  result.seconds_setup = seconds_since(begin);

  GibbsOptions options;
  options.chains = settings.chains;
  options.warm_up = settings.warm_up;
  options.draws = settings.draws;
  options.thin = settings.thin;
  options.seed = settings.seed;
  options.watch = watch;
  TensorStream file(path, stream_options(model, settings));
  Recorder recorder(model, settings, file);
  const Clock::time_point start = Clock::now();
  const GibbsReport report = gibbs(likelihood, observed, latent, {around.q.m, around.q.v}, options,
                                   Threads(settings.threads), recorder);
  result.seconds = seconds_since(start);

  result.stop = report.stop;
  result.chains = settings.chains;
  result.draws = *std::min_element(report.draws.begin(), report.draws.end());
  result.omega = report.omega;
  result.iterations_per_draw = latent.iterations_per_solve();
  result.fallbacks = latent.fallbacks();
  result.latent = recorder.summaries(result.draws);
  result.convergence = report_convergence(result.latent, settings.chains);
  result.leave_one_out = recorder.densities().leave_one_out(result.draws);
  result.conditional_mean = recorder.conditional_mean();
  Tensor mean;
  mean.shape = {static_cast<std::size_t>(result.conditional_mean.size())};
  mean.values = std::vector<double>(result.conditional_mean.begin(), result.conditional_mean.end());
  file.finish({{"mean", std::move(mean)}}, {{"seed", std::to_string(settings.seed)}});
  result.file = path;
  return result;
}

}  // namespace phigp
