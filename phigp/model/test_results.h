// A table of known targets beside what a model says of them, row by row: what a report shows of a
// test.
#pragma once

#include "phigp/model/evaluate.h"

namespace phigp {

// A row whose target surprised the model.
struct WorstRow {
  Eigen::Index row = 0;        // of HeldOut
  std::size_t row_number = 0;  // as the table's file counts, a header included
  std::string observed;        // the target as the table has it
};

struct TestResults {
  std::string source;  // the table's file
  std::size_t table_rows = 0;
  HeldOut rows;
  Evaluation evaluation;                 // as evaluate() gives it, and the PIT of counts
  Vector pit;                            // as pit_of() gives it
  std::optional<Uniformity> uniformity;  // of the PIT

  // Rows that count and equal a row of training, features and target; 0 for a sparse model, whose
  // file keeps no rows.
  std::size_t seen = 0;
  std::vector<WorstRow> worst;  // by increasing log density, of rows that count

  static constexpr std::size_t kWorstRows = 15;
};

// Throws InvalidInput as evaluate() does. `seed` randomises the PIT of counts.
TestResults test_results(const FittedModel& model, const Table& table, int threads = 0,
                         std::uint64_t seed = 0);

}  // namespace phigp
