#include "phigp/linalg/pivoted_cholesky.h"

#include <algorithm>
#include <cmath>

namespace phigp {

LowRankFactor pivoted_cholesky(Vector diagonal,
                               const std::function<void(Eigen::Index, Vector&)>& column,
                               double tolerance, Eigen::Index most_rank) {
  const Eigen::Index n = diagonal.size();
  most_rank = std::min(most_rank, n);
  const double enough = n > 0 ? tolerance * diagonal.maxCoeff() : 0.0;
  LowRankFactor factor;
  Eigen::Index room = std::min<Eigen::Index>(most_rank, 64);
  Matrix W(n, room);
  Eigen::Index rank = 0;
  Vector a(n);
  while (n > 0) {
    Eigen::Index pivot = 0;
    factor.residual = diagonal.maxCoeff(&pivot);
    if (factor.residual <= enough || rank == most_rank) break;
    if (rank == room) {
      room = std::min(most_rank, 2 * room);
      W.conservativeResize(n, room);
    }
    factor.pivots.push_back(pivot);
    column(pivot, a);
    a.noalias() -= W.leftCols(rank) * W.row(pivot).head(rank).transpose();
    W.col(rank) = a / std::sqrt(factor.residual);
    // Exactly, so that a pivot is never chosen twice.
    diagonal -= W.col(rank).cwiseAbs2();
    diagonal[pivot] = 0.0;
    diagonal = diagonal.cwiseMax(0.0);
    ++rank;
  }
  factor.W = W.leftCols(rank);
  return factor;
}

}  // namespace phigp
