#include "phigp/model/predict.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "phigp/base/error.h"
#include "phigp/base/random.h"

namespace phigp {

namespace {

constexpr std::size_t kBlock = 64;  // rows per block of work
// A panel of a quantile curve costs some twenty quantiles, and a table may need a dozen panels.
constexpr std::size_t kManyRows = 512;

// The units of y and f: those of the table for regression, of the link otherwise.
Standardisation unit_of(const DataEncoding& encoding) {
  return encoding.domain == Domain::real ? encoding.response : Standardisation{};
}

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
  require(settings.draws >= 0, "draws", settings.draws, "must not be negative");
  for (const double p : settings.quantiles)
    require(p > 0.0 && p < 1.0, "quantile", p, "must lie between 0 and 1");
  const Latent latent = latent_at(model, table, first, count);
  const DataEncoding& encoding = model.encoding();
  const Predictor& predictor = model.predictor();
  const bool label = encoding.domain == Domain::label;
  const Standardisation unit = unit_of(encoding);
  const Eigen::Index n = latent.m.size();
  const auto levels = static_cast<Eigen::Index>(settings.quantiles.size());

  // By the size of the table and not of the piece: a row's quantile is found the same way in any.
  std::vector<const QuantileCurve*> curves;
  if (table.rows() >= kManyRows && predictor.likelihood().is_location_family()) {
    for (const double p : settings.quantiles)
      curves.push_back(&model.quantile_curves().at_level(p));
  }

  Predictions out;
  out.unseen = latent.unseen;
  out.mean.resize(n);
  out.sd.resize(n);
  out.quantiles.resize(n, levels);
  out.draws.resize(n, settings.draws);
  out.latent_mean = (unit.centre + unit.scale * latent.m.array()).matrix();
  out.latent_sd = (unit.scale * latent.v.array().sqrt()).matrix();
  for_each_row(n, settings.threads, [&](Eigen::Index i) {
    const double m = latent.m[i];
    const double v = latent.v[i];
    const double trials = latent.trials[static_cast<std::size_t>(i)];
    // A stream for each row of the table: the same draws whatever the pieces it is predicted in.
    Stream stream({.seed = settings.seed,
                   .purpose = Purpose::target,
                   .chain = 1,
                   .index = first + static_cast<std::size_t>(i)});
    for (Eigen::Index k = 0; k < settings.draws; ++k) {
      const double y = predictor.draw(m, v, trials, stream);
      out.draws(i, k) = label ? 0.5 * (y + 1.0) : unit.undo(y);
    }
    if (label) {
      const double p = predictor.probability(m, v);
      out.mean[i] = p;
      out.sd[i] = std::sqrt(p * (1.0 - p));
      for (Eigen::Index k = 0; k < levels; ++k)
        out.quantiles(i, k) = settings.quantiles[static_cast<std::size_t>(k)] > 1.0 - p ? 1.0 : 0.0;
      return;
    }
    out.mean[i] = unit.undo(predictor.mean(m, v, trials));
    out.sd[i] = unit.undo_scale(std::sqrt(predictor.variance(m, v, trials)));
    for (Eigen::Index k = 0; k < levels; ++k) {
      const auto level = static_cast<std::size_t>(k);
      out.quantiles(i, k) =
          unit.undo(curves.empty() ? predictor.quantile(settings.quantiles[level], m, v, trials)
                                   : curves[level]->at(m, v));
    }
  });
  if (label) {
    const std::string positive = encoding.labels.positive.value_or("other");
    const std::string negative = encoding.labels.negative.value_or("other");
    for (const double p : out.mean) out.label.push_back(p >= 0.5 ? positive : negative);
  }
  return out;
}

JointPredictions predict_jointly(const FittedModel& model, const Table& table) {
  require(table.rows() <= kMostJointRows, "rows to predict together", std::to_string(table.rows()),
          "must be at most " + std::to_string(kMostJointRows));
  EncodedInputs inputs = encode_inputs(table, model.encoding(), 0, table.rows());
  JointPredictions out;
  model.latent().joint(inputs.X, out.latent_mean, out.latent_covariance);
  if (inputs.offset.size() > 0) out.latent_mean += inputs.offset;
  const Standardisation unit = unit_of(model.encoding());
  out.latent_mean = (unit.centre + unit.scale * out.latent_mean.array()).matrix();
  out.latent_covariance *= unit.scale * unit.scale;
  out.unseen = std::move(inputs.unseen);
  return out;
}

Vector predictive_log_density(const FittedModel& model, const Table& table, int threads) {
  return predictive_log_density(model, table, 0, table.rows(), threads);
}

Vector predictive_log_density(const FittedModel& model, const Table& table, std::size_t first,
                              std::size_t count, int threads) {
  const Latent latent = latent_at(model, table, first, count);
  const Vector y = encode_targets(table, model.encoding(), first, count);
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
