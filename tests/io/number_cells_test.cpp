// Columns of numbers that lie a step apart.
#include "phigp/io/number_cells.h"

#include <gtest/gtest.h>

#include "phigp/base/error.h"
#include "phigp/io/table.h"

namespace phigp {
namespace {

// The columns of a matrix that is stored row by row.
NumberCells column_of(const std::shared_ptr<const std::vector<double>>& matrix, std::size_t width,
                      std::size_t j) {
  return {matrix->data() + j, matrix->size() / width, static_cast<std::ptrdiff_t>(width), matrix};
}

std::shared_ptr<const std::vector<double>> matrix() {
  return std::make_shared<const std::vector<double>>(std::vector<double>{1, 10, 2, 20, 3, 30});
}

TEST(NumberCells, ReadsNumbersThatLieApart) {
  const NumberCells second = column_of(matrix(), 2, 1);
  EXPECT_EQ(second, NumberCells(std::vector<double>{10, 20, 30}));
  EXPECT_EQ(second.back(), 30.0);
  EXPECT_FALSE(second.lie_together());
  double sum = 0.0;
  for (const double x : second) sum += x;
  EXPECT_EQ(sum, 60.0);
}

TEST(NumberCells, CopiesOnlyWhatLiesApart) {
  const auto one = std::make_shared<const std::vector<double>>(std::vector<double>{1, 2, 3});
  const NumberCells together(one->data(), 3, 1, one);
  EXPECT_EQ(together.together().data(), one->data());
  EXPECT_EQ(column_of(matrix(), 2, 1).together().copy(), (std::vector<double>{10, 20, 30}));
}

TEST(NumberCells, KeepsItsMemoryAlive) {
  std::weak_ptr<const std::vector<double>> seen;
  NumberCells cells;
  {
    const auto own = matrix();
    seen = own;
    cells = column_of(own, 2, 0);
  }
  EXPECT_FALSE(seen.expired());
  EXPECT_EQ(cells[2], 3.0);
  cells = {};
  EXPECT_TRUE(seen.expired());
}

TEST(NumberCells, AreNoWeightsWhereTheyLieApart) {
  Column w;
  w.name = "w";
  w.numbers = column_of(matrix(), 2, 0);
  const Table table("t", {w});
  EXPECT_THROW(static_cast<void>(complete_numbers(table, "w")), InvalidInput);
}

}  // namespace
}  // namespace phigp
