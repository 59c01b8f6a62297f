// A symmetric matrix times one or two vectors. The time of such a product is the time to read the
// matrix, so a second vector costs little; the BLAS has no call for two (dsymm copies the matrix
// first, which costs several products).
#pragma once

#include "phigp/base/matrix.h"

namespace phigp {

// Y = A X for X with one or two columns, from the lower triangle of A.
void multiply_symmetric(const Matrix& A, const Matrix& X, Matrix& Y);

}  // namespace phigp
