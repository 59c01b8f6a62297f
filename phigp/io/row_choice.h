// Some rows of a table: consecutive ones, or a list of them.
#pragma once

#include <cstddef>
#include <span>

namespace phigp {

class RowChoice {
 public:
  RowChoice(std::size_t first, std::size_t count) : first_(first), count_(count) {}
  // Refers to the list.
  explicit RowChoice(std::span<const std::size_t> rows) : list_(rows.data()), count_(rows.size()) {}

  std::size_t size() const { return count_; }
  std::size_t operator[](std::size_t k) const { return list_ == nullptr ? first_ + k : list_[k]; }

 private:
  const std::size_t* list_ = nullptr;
  std::size_t first_ = 0;
  std::size_t count_;
};

}  // namespace phigp
