#include "phigp/model/predict.h"

#include <algorithm>
#include <cmath>

#include "phigp/base/error.h"

namespace phigp {

namespace {

constexpr std::size_t kBlock = 64;  // rows per block of work

struct Latent {
  Vector m;
  Vector v;
  std::vector<double> trials;
  std::vector<CellCount> unseen;
};

Latent latent_at(const FittedModel& model, const Table& table, std::size_t first,
                 std::size_t count) {
  EncodedInputs inputs = encode_inputs(table, model.encoding(), first, count);
  Latent latent;
  model.latent().marginals(inputs.X, latent.m, latent.v);
  if (inputs.offset.size() > 0) latent.m += inputs.offset;
  latent.trials = std::move(inputs.trials);
  latent.unseen = std::move(inputs.unseen);
  return latent;
}

template <class Body>
void for_each_row(Eigen::Index rows, int threads, const Body& body) {
  const auto n = static_cast<std::size_t>(rows);
  Threads(threads).for_each_block((n + kBlock - 1) / kBlock, [&](std::size_t block) {
    for (std::size_t i = block * kBlock; i < std::min(n, (block + 1) * kBlock); ++i)
      body(static_cast<Eigen::Index>(i));
  });
}

}  // namespace

Predictions predict(const FittedModel& model, const Table& table, std::size_t first,
                    std::size_t count, const PredictSettings& settings) {
  for (const double p : settings.quantiles)
    require(p > 0.0 && p < 1.0, "quantile", p, "must lie between 0 and 1");
  const Latent latent = latent_at(model, table, first, count);
  const DataEncoding& encoding = model.encoding();
  const Predictor& predictor = model.predictor();
  const bool label = encoding.domain == Domain::label;
  const Standardisation unit =
      encoding.domain == Domain::real ? encoding.response : Standardisation{};
  const Eigen::Index n = latent.m.size();
  const auto levels = static_cast<Eigen::Index>(settings.quantiles.size());

  Predictions out;
  out.unseen = latent.unseen;
  out.mean.resize(n);
  out.sd.resize(n);
  out.quantiles.resize(n, levels);
  // The latent value is in the units of y for regression, on the scale of the link otherwise.
  out.latent_mean = (unit.centre + unit.scale * latent.m.array()).matrix();
  out.latent_sd = (unit.scale * latent.v.array().sqrt()).matrix();
  for_each_row(n, settings.threads, [&](Eigen::Index i) {
    const double m = latent.m[i];
    const double v = latent.v[i];
    if (label) {
      const double p = predictor.probability(m, v);
      out.mean[i] = p;
      out.sd[i] = std::sqrt(p * (1.0 - p));
      for (Eigen::Index k = 0; k < levels; ++k)
        out.quantiles(i, k) = settings.quantiles[static_cast<std::size_t>(k)] > 1.0 - p ? 1.0 : 0.0;
      return;
    }
    const double trials = latent.trials[static_cast<std::size_t>(i)];
    out.mean[i] = unit.undo(predictor.mean(m, v, trials));
    out.sd[i] = unit.undo_scale(std::sqrt(predictor.variance(m, v, trials)));
    for (Eigen::Index k = 0; k < levels; ++k) {
      const double p = settings.quantiles[static_cast<std::size_t>(k)];
      out.quantiles(i, k) = unit.undo(predictor.quantile(p, m, v, trials));
    }
  });
  if (label) {
    const std::string positive = encoding.labels.positive.value_or("other");
    const std::string negative = encoding.labels.negative.value_or("other");
    for (const double p : out.mean) out.label.push_back(p >= 0.5 ? positive : negative);
  }
  return out;
}

Vector predictive_log_density(const FittedModel& model, const Table& table, int threads) {
  const Latent latent = latent_at(model, table, 0, table.rows());
  const Vector y = encode_targets(table, model.encoding());
  const bool real = model.encoding().domain == Domain::real;
  const double log_unit = real ? std::log(model.encoding().response.scale) : 0.0;
  Vector out(y.size());
  for_each_row(y.size(), threads, [&](Eigen::Index i) {
    const Row row{y[i], latent.trials[static_cast<std::size_t>(i)]};
    out[i] = std::isnan(y[i])
                 ? y[i]
                 : model.predictor().log_density(row, latent.m[i], latent.v[i]) - log_unit;
  });
  return out;
}

}  // namespace phigp
