#include "phigp/diagnostics/classification_scores.h"

#include <cmath>
#include <string>

#include "phigp/base/error.h"

namespace phigp {
namespace {

using Index = Eigen::Index;

void require_row(const ScoredRows& rows, std::size_t i, const Vector& p, double y) {
  if (!(y >= 0.0 && y < static_cast<double>(p.size()) && y == std::floor(y)))
    rows.refuse("class", i, y, "must be a whole number from 0 to " + std::to_string(p.size() - 1));
  for (const double each : p) {
    if (!(each >= 0.0 && each <= 1.0))
      rows.refuse("class probability", i, each, "must lie in [0, 1]");
  }
  if (!(std::abs(p.sum() - 1.0) <= 1e-6))
    rows.refuse("sum of class probabilities", i, p.sum(), "must be 1");
}

// Of a random pick among the most probable classes.
double error_of(const Vector& p, Index y) {
  const double largest = p.maxCoeff();
  const auto ties = static_cast<double>((p.array() == largest).count());
  return p[y] == largest ? 1.0 - 1.0 / ties : 1.0;
}

double brier_of(const Vector& p, Index y) {
  const double others = p.squaredNorm() - p[y] * p[y];
  const double sum = others + (1.0 - p[y]) * (1.0 - p[y]);
  return p.size() == 2 ? 0.5 * sum : sum;
}

}  // namespace

Matrix two_class_probabilities(const Eigen::Ref<const Vector>& second) {
  Matrix out(second.size(), 2);
  out << (1.0 - second.array()).matrix(), second;
  return out;
}

RunningClassificationScores::RunningClassificationScores(int bins)
    : calibration_(Binning::equal_mass, bins), calibration_width_(Binning::equal_width, bins) {}

void RunningClassificationScores::add(std::span<const double> classes,
                                      const Eigen::Ref<const Matrix>& probabilities,
                                      std::span<const double> weights) {
  const ScoredRows rows = tally_.next(classes, weights);
  rows.require_length(static_cast<std::size_t>(probabilities.rows()), "class probabilities");
  require(probabilities.cols() >= 2, "classes", std::to_string(probabilities.cols()),
          "must be at least 2");
  if (classes_ == 0) classes_ = probabilities.cols();
  require(probabilities.cols() == classes_, "classes", std::to_string(probabilities.cols()),
          "must be as many as in the rows before, " + std::to_string(classes_));
  std::vector<double> probability(rows.total()), happened(rows.total());
  for (std::size_t k = 0; k < rows.count(); ++k) {
    const std::size_t i = rows.rows()[k];
    const double weight = rows.weights()[k];
    const Vector p = probabilities.row(static_cast<Index>(i)).transpose();
    require_row(rows, i, p, classes[i]);
    const auto y = static_cast<Index>(classes[i]);
    error_.add(error_of(p, y), weight);
    log_loss_.add(-std::log(p[y]), weight);
    brier_.add(brier_of(p, y), weight);
    Index top = 1;
    if (classes_ > 2) p.maxCoeff(&top);
    probability[i] = p[top];
    happened[i] = y == top ? 1.0 : 0.0;
  }
  calibration_.add(rows, probability, happened);
  calibration_width_.add(rows, probability, happened);
}

ClassificationScores RunningClassificationScores::scores() {
  require_scored(tally_.count());
  return {.rows = tally_.count(),
          .missing = tally_.missing(),
          .error = error_.value(),
          .log_loss = log_loss_.value(),
          .brier = brier_.value(),
          .calibration = calibration_.value(),
          .calibration_width = calibration_width_.value()};
}

ClassificationScores score_classification(std::span<const double> classes,
                                          const Eigen::Ref<const Matrix>& probabilities,
                                          std::span<const double> weights, int bins) {
  RunningClassificationScores running(bins);
  running.add(classes, probabilities, weights);
  return running.scores();
}

std::vector<ScoreEntry> ClassificationScores::table() const {
  std::vector<ScoreEntry> out;
  const auto add = [&](Score score, const ScoreValue& given) {
    out.push_back({.score = score, .value = given.value, .standard_error = given.standard_error});
  };
  add(Score::classification_error, error);
  add(Score::log_loss, log_loss);
  add(Score::brier, brier);
  add(Score::calibration_error, calibration.error);
  add(Score::calibration_error_width, calibration_width.error);
  return out;
}

}  // namespace phigp
