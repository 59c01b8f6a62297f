// Whether two tables are the same, cell by cell and bit by bit.
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>

#include "phigp/io/table.h"

namespace phigp::test {

inline void expect_same_table(const Table& a, const Table& b) {
  const auto origin = [](const Table& table) {
    return table.made_from().empty() ? table.source() : table.made_from();
  };
  EXPECT_EQ(origin(a), origin(b));
  EXPECT_EQ(a.named(), b.named());
  EXPECT_EQ(a.absent_is_zero(), b.absent_is_zero());
  ASSERT_EQ(a.rows(), b.rows());
  ASSERT_EQ(a.names(), b.names());
  for (std::size_t j = 0; j < a.columns().size(); ++j) {
    const Column& one = a.columns()[j];
    const Column& other = b.columns()[j];
    ASSERT_EQ(one.kind, other.kind) << one.name;
    EXPECT_EQ(one.position, other.position);
    EXPECT_EQ(one.values, other.values) << one.name;
    EXPECT_EQ(one.codes, other.codes) << one.name;
    ASSERT_EQ(one.numbers.size(), other.numbers.size());
    for (std::size_t i = 0; i < one.numbers.size(); ++i) {
      ASSERT_EQ(std::bit_cast<std::uint64_t>(one.numbers[i]),
                std::bit_cast<std::uint64_t>(other.numbers[i]))
          << one.name << " " << i;
    }
  }
  for (std::size_t i = 0; i < a.rows(); ++i) ASSERT_EQ(a.row_number(i), b.row_number(i)) << i;
}

}  // namespace phigp::test
