// Do events that were given probability p happen with frequency p? math.md (D.18)
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "phigp/diagnostics/running_score.h"
#include "phigp/diagnostics/scored_rows.h"

namespace phigp {

enum class Binning {
  equal_mass,  // as much weight in every bin as ties allow: no bin is ruled by a few rows
  equal_width  // of probability, (lower, upper]; bins may be empty
};

struct CalibrationBin {
  double lower = 0.0;  // equal width: the edges; equal mass: the least and largest probability
  double upper = 0.0;
  double probability = 0.0;  // mean
  double frequency = 0.0;    // of the event
  double share = 0.0;        // of all weight
  std::size_t rows = 0;
  double effective_rows = 0.0;  // (sum w)^2 / sum w^2: equally weighted rows that vary as much
};

struct Calibration {
  ScoreValue error;                  // expected calibration error
  double largest_gap = 0.0;          // over bins
  std::vector<CalibrationBin> bins;  // that are not empty, in increasing order
};

// While rows stream by. Which bin of equal mass a row belongs to is known at the end: 16 bytes of
// each stay. For bins of equal width none does.
class RunningCalibration {
 public:
  explicit RunningCalibration(Binning binning = Binning::equal_mass, int bins = 10);

  // So many rows will be added: memory is taken once.
  void expect(std::size_t rows);
  // One number per row each: the probability in [0, 1], and 1 if the event happened, 0 if not.
  void add(const ScoredRows& rows, std::span<const double> probability,
           std::span<const double> happened);
  Calibration value();  // throws InvalidInput without a row

 private:
  class Bin {
   public:
    void add(double probability, bool happened, double weight);
    CalibrationBin summary(double all_weight) const;
    // p - y: the error is its mean with the sign of the bin, and so has a standard error.
    const RunningScore& gap() const { return gap_; }

   private:
    CalibrationBin sums_;
    RunningScore gap_;
  };

  std::vector<Bin> bins_of_equal_mass();

  Binning binning_;
  std::vector<double> edges_;                    // equal width: between bins
  std::vector<Bin> bins_;                        // equal width
  std::vector<std::pair<double, double>> kept_;  // equal mass: p, and the weight, negative if not y
};

// Of all rows at once.
Calibration calibration(const ScoredRows& rows, std::span<const double> probability,
                        std::span<const double> happened, Binning binning = Binning::equal_mass,
                        int bins = 10);

}  // namespace phigp
