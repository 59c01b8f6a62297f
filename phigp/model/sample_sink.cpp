#include "phigp/model/sample_sink.h"

#include <utility>

namespace phigp {

namespace {

Vector best_mean(const MeanRecord& conditional, const DrawRecord& draws, const UsedDraws& used) {
  if (std::optional<Vector> mean = conditional.mean(used)) return *std::move(mean);
  return draws.mean(used);
}

}  // namespace

SampleSink::SampleSink(const FittedModel& model, const SampleSettings& settings,
                       Eigen::Index parameters, NewRows new_rows)
    : model_(model),
      seed_(settings.seed),
      wants_targets_(settings.targets),
      new_rows_(std::move(new_rows)),
      target_draws_(static_cast<std::size_t>(settings.chains)),
      latent_("f", model.training().size(), settings.chains, settings.draws),
      parameters_("parameters", parameters, settings.chains, settings.draws),
      targets_("y", settings.targets ? model.training().size() : 0, settings.chains,
               settings.draws),
      new_latent_("f.at", new_rows_.size(), settings.chains, settings.draws),
      new_targets_("y.at", new_rows_.size(), settings.chains, settings.draws),
      densities_(model, settings.chains, settings.draws),
      mean_(model.training().size(), settings.chains),
      new_mean_(new_rows_.size(), settings.chains) {
  for (const Row& row : model.training().rows) trials_.push_back(row.trials);
}

std::vector<TensorSeries> SampleSink::series() const {
  std::vector<TensorSeries> all;
  for (const DrawRecord* record :
       {&latent_, &parameters_, &targets_, &new_latent_, &new_targets_}) {
    const std::vector<TensorSeries> own = record->series();
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
}

void SampleSink::hold(const Cholesky& factor_of_k) {
  factor_ = factor_of_k;
  new_rows_.hold(model_.values(), model_.training(), *factor_);
}

Vector SampleSink::in_units(const Vector& f) const {
  if (model_.encoding().domain != Domain::real) return f;
  const Standardisation& unit = model_.encoding().response;
  return (unit.centre + unit.scale * f.array()).matrix();
}

Vector SampleSink::targets_in_units(const Vector& y) const {
  if (model_.encoding().domain == Domain::label) return (0.5 * (y.array() + 1.0)).matrix();
  return in_units(y);
}

void SampleSink::take(int chain, int draw, const Vector& f, const Vector* conditional_mean) {
  static const Cholesky none;
  const Eigen::Index rows = model_.training().size();
  if (f.size() > rows) {
    const Vector own = f.head(rows);
    NewRows::Draw fresh{f.tail(f.size() - rows), {}};
    Vector mean;
    if (conditional_mean != nullptr) {
      mean = conditional_mean->head(rows);
      fresh.mean = conditional_mean->tail(f.size() - rows);
    }
    record(chain, draw,
           {own, conditional_mean != nullptr ? &mean : nullptr, model_.values(), Vector(), none},
           &fresh);
    return;
  }
  record(chain, draw, {f, conditional_mean, model_.values(), Vector(), factor_ ? *factor_ : none});
}

void SampleSink::take(int chain, int draw, const ModelDraw& state) {
  parameters_.take(chain, draw, state.parameters, *file_);
  record(chain, draw, state);
}

void SampleSink::record(int chain, int draw, const ModelDraw& state, const NewRows::Draw* given) {
  latent_.take(chain, draw, in_units(state.f), *file_);
  if (state.conditional_mean != nullptr) mean_.take(chain, in_units(*state.conditional_mean));

  // One stream per chunk of new rows, one for targets.
  const std::uint64_t streams = new_rows_.chunks() + 1;
  StreamAddress at{seed_, Purpose::target, static_cast<std::uint32_t>(chain),
                   streams * static_cast<std::uint64_t>(draw)};
  Stream stream(at);
  ++at.index;
  TargetDraws& y = target_draws_[static_cast<std::size_t>(chain)];
  const LikelihoodPtr& likelihood = state.values.likelihood;
  densities_.take(chain, draw, state.f, *likelihood);
  if (wants_targets_)
    targets_.take(chain, draw, targets_in_units(y.draw(likelihood, state.f, trials_, stream)),
                  *file_);
  if (new_rows_.size() == 0) return;
  const NewRows::Draw fresh =
      given != nullptr ? *given
                       : new_rows_.draw(state.values, model_.training(), state.factor_of_k, state.f,
                                        state.conditional_mean, at);
  new_latent_.take(chain, draw, in_units(fresh.f), *file_);
  if (state.conditional_mean != nullptr) new_mean_.take(chain, in_units(fresh.mean));
  new_targets_.take(chain, draw,
                    targets_in_units(y.draw(likelihood, fresh.f, new_rows_.trials(), stream)),
                    *file_);
}

void SampleSink::summarise_into(SampleResult& result, const UsedDraws& used) const {
  result.latent = latent_.summaries(used);
  result.conditional_mean = best_mean(mean_, latent_, used);
  result.leave_one_out = densities_.leave_one_out(used);
  result.targets = targets_.summaries(used);
  result.new_latent = new_latent_.summaries(used);
  result.new_targets = new_targets_.summaries(used);
  result.new_conditional_mean = best_mean(new_mean_, new_latent_, used);
  result.unseen = new_rows_.unseen();
  const std::vector<ChainSummary> own = parameters_.summaries(used);
  for (std::size_t k = 0; k < own.size(); ++k) result.parameters[k].summary = own[k];
}

}  // namespace phigp
