#include "phigp/diagnostics/score.h"

#include <algorithm>
#include <array>

#include "phigp/base/error.h"

namespace phigp {
namespace {

constexpr std::array kScores = {
    ScoreDescription{Score::root_mean_square_error, "rmse", "RMSE",
                     "typical error of the predicted mean, in units of y", true},
    ScoreDescription{Score::mean_absolute_error, "mae", "MAE",
                     "average distance from the predicted median, in units of y", true},
    ScoreDescription{Score::negative_log_density, "nlpd", "NLPD",
                     "minus the log of the density given to what was observed, per row", true},
    ScoreDescription{Score::continuous_ranked_probability, "crps", "CRPS",
                     "distance of the predicted law from what was observed, in units of y", true},
    ScoreDescription{Score::coverage, "coverage", "coverage",
                     "share of observations inside the central interval", false},
    ScoreDescription{Score::pit_distance, "pit", "PIT distance",
                     "largest distance of the predicted probabilities from uniform", true},
    ScoreDescription{Score::classification_error, "error", "error",
                     "share of rows whose most probable class is wrong", true},
    ScoreDescription{Score::log_loss, "log_loss", "log loss",
                     "minus the log of the probability given to the observed class", true},
    ScoreDescription{Score::brier, "brier", "Brier",
                     "squared distance of the probabilities from the outcome", true},
    ScoreDescription{Score::calibration_error, "ece", "ECE",
                     "distance of probabilities from frequencies, bins of equal mass", true},
    ScoreDescription{Score::calibration_error_width, "ece_width", "ECE (width)",
                     "distance of probabilities from frequencies, bins of equal width", true},
};

}  // namespace

std::span<const ScoreDescription> all_scores() { return kScores; }

const ScoreDescription& describe(Score score) {
  return *std::find_if(kScores.begin(), kScores.end(),
                       [&](const ScoreDescription& entry) { return entry.score == score; });
}

const ScoreDescription& describe_score(std::string_view key) {
  const auto found = std::find_if(kScores.begin(), kScores.end(),
                                  [&](const ScoreDescription& entry) { return entry.key == key; });
  if (found == kScores.end()) {
    std::string rule = "must be one of";
    for (const ScoreDescription& entry : kScores) rule += " " + std::string(entry.key);
    throw InvalidInput("score", std::string(key), rule);
  }
  return *found;
}

std::string ScoreEntry::key() const {
  std::string out(describe(score).key);
  if (level) out += "_" + to_text(*level);
  return out;
}

}  // namespace phigp
