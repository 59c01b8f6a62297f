#include "phigp/diagnostics/classification_scores.h"

#include <cmath>
#include <string>

#include "phigp/base/error.h"

namespace phigp {
namespace {

using Index = Eigen::Index;

void require_row(const Vector& p, double y, std::size_t i) {
  const std::string row = " of row " + std::to_string(i);
  require(y >= 0.0 && y < static_cast<double>(p.size()) && y == std::floor(y), "class" + row, y,
          "must be a whole number from 0 to " + std::to_string(p.size() - 1));
  for (const double each : p) {
    require(each >= 0.0 && each <= 1.0, "class probability" + row, each, "must lie in [0, 1]");
  }
  require(std::abs(p.sum() - 1.0) <= 1e-6, "sum of class probabilities" + row, p.sum(),
          "must be 1");
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

ClassificationScores score_classification(std::span<const double> classes,
                                          const Eigen::Ref<const Matrix>& probabilities,
                                          std::span<const double> weights, int bins) {
  const ScoredRows rows(classes, weights);
  rows.require_length(static_cast<std::size_t>(probabilities.rows()), "class probabilities");
  require(probabilities.cols() >= 2, "classes", std::to_string(probabilities.cols()),
          "must be at least 2");
  const bool two = probabilities.cols() == 2;
  const std::size_t n = rows.total();
  std::vector<double> error(n), log_loss(n), brier(n), probability(n), happened(n);
  for (const std::size_t i : rows.rows()) {
    const Vector p = probabilities.row(static_cast<Index>(i)).transpose();
    require_row(p, classes[i], i);
    const auto y = static_cast<Index>(classes[i]);
    error[i] = error_of(p, y);
    log_loss[i] = -std::log(p[y]);
    brier[i] = brier_of(p, y);
    Index top = 1;
    if (!two) p.maxCoeff(&top);
    probability[i] = p[top];
    happened[i] = y == top ? 1.0 : 0.0;
  }
  return {
      .rows = rows.count(),
      .missing = rows.missing(),
      .error = rows.mean(error, "classification error"),
      .log_loss = rows.mean(log_loss, "log loss"),
      .brier = rows.mean(brier, "Brier score"),
      .calibration = calibration(rows, probability, happened, Binning::equal_mass, bins),
      .calibration_width = calibration(rows, probability, happened, Binning::equal_width, bins)};
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
