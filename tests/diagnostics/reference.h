// Reads the reference files of this room; numbers that are undefined there are null.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "phigp/base/matrix.h"

namespace phigp::test {

inline nlohmann::json read_reference(const std::string& name) {
  std::ifstream file(std::string(PHIGP_TEST_DATA) + "/reference/" + name);
  if (!file) throw std::runtime_error("no reference file " + name);
  return nlohmann::json::parse(file);
}

inline double number(const nlohmann::json& value) {
  return value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
}

inline Vector vector_of(const nlohmann::json& values) {
  Vector out(static_cast<Eigen::Index>(values.size()));
  for (std::size_t i = 0; i < values.size(); ++i) {
    out[static_cast<Eigen::Index>(i)] = number(values[i]);
  }
  return out;
}

// Rows of the file become columns: a chain, or all draws of one observation.
inline Matrix columns_of(const nlohmann::json& rows) {
  Matrix out(static_cast<Eigen::Index>(rows[0].size()), static_cast<Eigen::Index>(rows.size()));
  for (std::size_t c = 0; c < rows.size(); ++c) {
    out.col(static_cast<Eigen::Index>(c)) = vector_of(rows[c]);
  }
  return out;
}

// Relative to the reference where that is larger than 1; NaN equals NaN only.
inline void expect_equal(double value, double reference, double tolerance,
                         const std::string& what) {
  if (std::isnan(reference)) {
    EXPECT_TRUE(std::isnan(value)) << what << " is " << value;
  } else {
    EXPECT_NEAR(value, reference, tolerance * std::max(1.0, std::abs(reference))) << what;
  }
}

}  // namespace phigp::test
