// A symmetric matrix rounded to single precision, for products with one or two vectors: half the
// memory to read, which is what such a product costs. Its size is filled up with zeros to whole
// registers.
#pragma once

#include "phigp/base/matrix.h"

namespace phigp {

class FloatSymmetric {
 public:
  explicit FloatSymmetric(const Matrix& A);  // both triangles are read

  // Y ~ A X for X with one or two columns, to single precision.
  void multiply(const Matrix& X, Matrix& Y) const;

 private:
  Eigen::Index size_;
  double scale_;  // largest element of A: what is stored is at most 1, whatever the units
  Eigen::MatrixXf padded_;
};

}  // namespace phigp
