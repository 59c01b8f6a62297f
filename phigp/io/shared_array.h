// An array that is read and never changed, and that its copies share: a vector that moved in, or
// part of a mapped file. Whoever holds a copy keeps the memory behind it alive.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace phigp {

template <class T>
class SharedArray {
 public:
  using value_type = T;
  using const_iterator = const T*;
  using iterator = const T*;

  SharedArray() = default;
  // Implicit, so that a vector can be handed over wherever an array is wanted.
  SharedArray(std::vector<T> values) {
    auto owner = std::make_shared<const std::vector<T>>(std::move(values));
    data_ = owner->data();
    size_ = owner->size();
    owner_ = std::move(owner);
  }
  // `values` must live as long as `owner`.
  SharedArray(std::span<const T> values, std::shared_ptr<const void> owner)
      : data_(values.data()), size_(values.size()), owner_(std::move(owner)) {}

  const T* data() const { return data_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  const T& front() const { return data_[0]; }
  const T& back() const { return data_[size_ - 1]; }
  std::vector<T> copy() const { return std::vector<T>(begin(), end()); }

  friend bool operator==(const SharedArray& a, const SharedArray& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  const T* data_ = nullptr;
  std::size_t size_ = 0;
  std::shared_ptr<const void> owner_;
};

}  // namespace phigp
