// What becomes of a draw: f and the parameters are recorded, f at new rows and y are drawn and
// recorded, all in the units of predictions.
#pragma once

#include "phigp/model/draw_record.h"
#include "phigp/model/leave_one_out.h"
#include "phigp/model/new_rows.h"
#include "phigp/model/sample.h"

namespace phigp {

class SampleSink final : public DrawSink, public ModelDrawSink {
 public:
  SampleSink(const FittedModel& model, const SampleSettings& settings, Eigen::Index parameters,
             NewRows new_rows);

  std::vector<TensorSeries> series() const;
  const NewRows& new_rows() const { return new_rows_; }
  void write_to(TensorStream& file) { file_ = &file; }
  // At fixed hyperparameters draws at new rows need the factor of K once.
  void hold(const Cholesky& factor_of_k);

  // f may go on with the values at the new rows, where these were drawn with the rest.
  void take(int chain, int draw, const Vector& f, const Vector* conditional_mean) override;
  void take(int chain, int draw, const ModelDraw& state) override;

  // Summaries and means, all of the same draws.
  void summarise_into(SampleResult& result, const UsedDraws& used) const;

 private:
  Vector in_units(const Vector& f) const;
  Vector targets_in_units(const Vector& y) const;
  void record(int chain, int draw, const ModelDraw& state, const NewRows::Draw* fresh = nullptr);

  const FittedModel& model_;
  std::uint64_t seed_;
  bool wants_targets_;
  NewRows new_rows_;
  std::vector<double> trials_;  // of the training rows
  std::optional<Cholesky> factor_;
  std::vector<TargetDraws> target_draws_;  // by chain
  DrawRecord latent_;
  DrawRecord parameters_;
  DrawRecord targets_;
  DrawRecord new_latent_;
  DrawRecord new_targets_;
  DrawnDensities densities_;
  MeanRecord mean_;
  MeanRecord new_mean_;
  TensorStream* file_ = nullptr;
};

}  // namespace phigp
