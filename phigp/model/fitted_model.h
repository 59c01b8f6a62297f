// A fitted model: all that prediction needs, and what the fit reported. What a model file holds.
#pragma once

#include <map>
#include <optional>

#include "phigp/inference/learning.h"
#include "phigp/inference/prediction.h"
#include "phigp/inference/sparse/sparse_posterior.h"
#include "phigp/inference/sparse/stochastic_fit.h"
#include "phigp/likelihoods/prediction.h"
#include "phigp/likelihoods/quantile_curve.h"
#include "phigp/model/bound_trace.h"
#include "phigp/model/encoded_data.h"

namespace phigp {

// Of --refine: the same q under two bounds, and the better q.
struct RefinementReport {
  double original_elbo = 0.0;  // of coordinate ascent's q: above FitReport::elbo, by (L.5)
  double refined_elbo = 0.0;
  int steps = 0;
  Stop stop = Stop::converged;
  double largest_fall = 0.0;  // of the bound; beyond rounding a defect
  double seconds = 0.0;
};

// One stage of a sparse fit.
struct FitStage {
  std::string name;
  std::size_t rows = 0;  // that it looked at
  int iterations = 0;
  double seconds = 0.0;

  bool operator==(const FitStage&) const = default;
};

// What the settings stated of kernel and likelihood: where learning started, and what the default
// priors of sampling are centred on.
struct StatedStart {
  std::string kernel;
  std::map<std::string, double> parameters;

  bool operator==(const StatedStart&) const = default;
};

struct FitReport {
  std::string engine = "dense";       // and why, for people
  std::vector<FitStage> stages;       // of a sparse fit
  LearningCurve curve;                // of stochastic steps
  std::vector<TracePhase> trace;      // the bound, iteration by iteration
  std::vector<SettingText> settings;  // that the fit was asked for; none in files of 0.1
  std::size_t rows = 0;
  std::size_t missing_targets = 0;
  std::vector<CellCount> imputed;
  std::optional<StatedStart> start;  // none: an older file
  double elbo = 0.0;                 // of the augmented model, also where q was refined afterwards
  double first_elbo = 0.0;
  struct LogPriors {
    double reached = 0.0;
    double first = 0.0;
  };
  std::optional<LogPriors> log_prior;  // none: learning had no priors, and raised the bound alone
  std::vector<double> start_bounds;    // of several starts: bound and log prior reached from each
                                       // starting point, the usual one first; -infinity where one
                                       // failed
  std::vector<std::string> at_limit;   // parameters that learning left as far out as they may go
  int learning_steps = 0;
  int ascent_iterations = 0;  // of the last coordinate ascent
  Stop stop = Stop::converged;
  double largest_fall = 0.0;  // of the bound; beyond rounding a defect
  double jitter = 0.0;
  std::optional<RefinementReport> refinement;  // none: q is coordinate ascent's
  double seconds = 0.0;                        // in all
};

// What a sparse model keeps of its rows.
struct SparseState {
  Points Z;             // inducing inputs
  NaturalParameters q;  // of the whitened inducing values
  TrainingSet rows;     // for sampling, right after a fit; empty where they are too many, and in
                        // a model from a file
};

class FittedModel {
 public:
  // `sites` and the posterior follow from hyperparameters and training set; the posterior is
  // recomputed where a file brings the sites only.
  FittedModel(DataEncoding encoding, LikelihoodSpec spec, Hyperparameters values, TrainingSet data,
              Sites sites, FitReport report);
  // Through inducing inputs.
  FittedModel(DataEncoding encoding, LikelihoodSpec spec, Hyperparameters values,
              SparseState sparse, FitReport report);

  const DataEncoding& encoding() const { return encoding_; }
  const LikelihoodSpec& likelihood_spec() const { return spec_; }  // with learned values
  const Hyperparameters& values() const { return values_; }
  const std::optional<SparseState>& sparse() const { return sparse_; }  // none: a dense model
  // Of a sparse model only right after its fit, and only if the rows are not too many; else empty.
  const TrainingSet& training() const { return sparse_ ? sparse_->rows : data_; }
  // This and posterior(): of a dense model; empty otherwise.
  const Sites& sites() const { return sites_; }  // precisions may be negative where refined
  const FitReport& report() const { return report_; }
  const DensePosterior& posterior() const { return q_; }
  const LatentPredictor& latent() const { return *latent_; }
  const Predictor& predictor() const { return predictor_; }
  const QuantileCurves& quantile_curves() const { return *quantile_curves_; }

 private:
  DataEncoding encoding_;
  LikelihoodSpec spec_;
  Hyperparameters values_;
  TrainingSet data_;
  Sites sites_;
  FitReport report_;
  DensePosterior q_;
  std::optional<SparseState> sparse_;
  std::shared_ptr<const LatentPredictor> latent_;
  Predictor predictor_;
  std::shared_ptr<const QuantileCurves> quantile_curves_;  // filled as predictions ask for them
};

}  // namespace phigp
