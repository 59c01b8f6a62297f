// The numbers of a column, read and never changed, shared by copies: like SharedArray, but they may
// lie a step apart, as the columns of a matrix of another program do that is stored row by row.
#pragma once

#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

#include "phigp/io/shared_array.h"

namespace phigp {

class NumberCells {
 public:
  using value_type = double;

  class Iterator {
   public:
    // NOLINTBEGIN(readability-identifier-naming): the standard library asks for these names
    using iterator_category = std::forward_iterator_tag;
    using value_type = double;
    using difference_type = std::ptrdiff_t;
    using pointer = const double*;
    using reference = const double&;
    // NOLINTEND(readability-identifier-naming)

    Iterator() = default;
    Iterator(const NumberCells* cells, std::size_t at) : cells_(cells), at_(at) {}
    const double& operator*() const { return (*cells_)[at_]; }
    Iterator& operator++() { return ++at_, *this; }
    Iterator operator++(int) { return {cells_, at_++}; }
    bool operator==(const Iterator& other) const { return at_ == other.at_; }

   private:
    const NumberCells* cells_ = nullptr;
    std::size_t at_ = 0;
  };

  NumberCells() = default;
  // Implicit, so that a vector can be handed over wherever cells are wanted.
  NumberCells(std::vector<double> values) : NumberCells(SharedArray<double>(std::move(values))) {}
  NumberCells(SharedArray<double> values)
      : first_(values.data()), size_(values.size()), whole_(std::move(values)) {}
  NumberCells(std::span<const double> values, std::shared_ptr<const void> owner)
      : NumberCells(SharedArray<double>(values, std::move(owner))) {}
  // `size` numbers, `step` apart, that live as long as `owner`.
  NumberCells(const double* first, std::size_t size, std::ptrdiff_t step,
              std::shared_ptr<const void> owner)
      : first_(first), size_(size), step_(step), whole_(std::span<const double>(), owner) {
    if (step == 1) whole_ = {std::span<const double>(first, size), std::move(owner)};
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const double& operator[](std::size_t i) const {
    return first_[static_cast<std::ptrdiff_t>(i) * step_];
  }
  const double& front() const { return (*this)[0]; }
  const double& back() const { return (*this)[size_ - 1]; }
  Iterator begin() const { return {this, 0}; }
  Iterator end() const { return {this, size_}; }
  std::vector<double> copy() const { return std::vector<double>(begin(), end()); }
  bool lie_together() const { return step_ == 1; }
  // One after the other: the same memory where they lie so, a copy otherwise.
  SharedArray<double> together() const { return step_ == 1 ? whole_ : SharedArray<double>(copy()); }

  friend bool operator==(const NumberCells& a, const NumberCells& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  const double* first_ = nullptr;
  std::size_t size_ = 0;
  std::ptrdiff_t step_ = 1;
  SharedArray<double> whole_;  // keeps the memory alive, also where it does not show it
};

}  // namespace phigp
