// Do events that were given probability p happen with frequency p? math.md (D.18)
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "phigp/diagnostics/score.h"
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

// One number per row of the data each: the probability in [0, 1], and 1 if the event happened, 0 if
// not.
Calibration calibration(const ScoredRows& rows, std::span<const double> probability,
                        std::span<const double> happened, Binning binning = Binning::equal_mass,
                        int bins = 10);

}  // namespace phigp
