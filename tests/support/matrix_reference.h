// Textbook matrix algebra by Eigen's own decompositions, which the library does not use: references
// for small matrices. Compiled once: these decompositions take longest of all that tests include.
#pragma once

#include "phigp/base/matrix.h"

namespace phigp::test {

Matrix inverse_of(const Matrix& A);
double determinant_of(const Matrix& A);
Matrix lower_factor_of(const Matrix& A);                  // A = L L^T
Matrix solve_definite(const Matrix& A, const Matrix& B);  // A^-1 B, A symmetric positive definite
double least_eigenvalue_of(const Matrix& A);              // A symmetric

}  // namespace phigp::test
