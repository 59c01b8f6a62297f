// The numbers that distinguish one observation from another as far as the likelihood is concerned.
// The augmentation passes them through to phi without looking inside: most phi ignore them, counts
// use them as an exponent.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace phigp {

struct Row {
  double y = 0.0;
  double trials = 1.0;  // binomial only

  bool operator==(const Row&) const = default;
};

// Rows for an array of points: one per point, or a single one that all points share.
class Rows {
 public:
  Rows() = default;
  explicit Rows(const Row& shared) : shared_(shared) {}
  explicit Rows(std::span<const Row> each) : each_(each) {}
  explicit Rows(const std::vector<Row>& each) : each_(each) {}

  const Row& operator[](std::size_t i) const { return each_.empty() ? shared_ : each_[i]; }
  bool shared() const { return each_.empty(); }
  Rows subrows(std::size_t offset, std::size_t count) const {
    return each_.empty() ? *this : Rows(each_.subspan(offset, count));
  }

 private:
  Row shared_;
  std::span<const Row> each_;
};

}  // namespace phigp
