// A small block of a kernel matrix, as the kernels compute it: column-major without gaps, so that
// an elementwise function runs over one array; padded with zeros to whole vector registers, so that
// elementwise functions take every entry the same (vectorised) way. A tile of 64 x 64 numbers stays
// in the second-level cache with a few of its kind.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cstdint>

#include "phigp/base/matrix.h"

namespace phigp::detail {

inline constexpr Eigen::Index kTileSide = 64;

class Tile {
 public:
  using Flat = Eigen::Map<Eigen::ArrayXd, Eigen::AlignedMax>;
  using ConstFlat = Eigen::Map<const Eigen::ArrayXd, Eigen::AlignedMax>;

  Tile() : entries_(Eigen::ArrayXd::Zero(kTileSide * kTileSide + kPacket)) {}

  // At most kTileSide each. Entries keep no meaning; the padding is zero.
  void reshape(Eigen::Index rows, Eigen::Index columns) {
    rows_ = rows;
    columns_ = columns;
    padded_ = (rows * columns + kPacket - 1) / kPacket * kPacket;
    std::fill(data() + rows * columns, data() + padded_, 0.0);
  }

  Eigen::Index rows() const { return rows_; }
  Eigen::Index columns() const { return columns_; }
  Flat flat() { return {data(), padded_}; }
  ConstFlat flat() const { return {data(), padded_}; }
  Eigen::Map<Matrix> matrix() { return {data(), rows_, columns_}; }
  Eigen::Map<const Matrix> matrix() const { return {data(), rows_, columns_}; }

 private:
  static constexpr Eigen::Index kPacket = 8;  // numbers in the widest vector register

  // The first number at the start of a register, and of a line of the cache: Eigen aligns for the
  // registers of the oldest processor.
  Eigen::Index offset() const {
    const auto address = reinterpret_cast<std::uintptr_t>(entries_.data()) / sizeof(double);
    return static_cast<Eigen::Index>((kPacket - address % kPacket) % kPacket);
  }
  double* data() { return entries_.data() + offset(); }
  const double* data() const { return entries_.data() + offset(); }

  Eigen::ArrayXd entries_;
  Eigen::Index rows_ = 0;
  Eigen::Index columns_ = 0;
  Eigen::Index padded_ = 0;
};

}  // namespace phigp::detail
