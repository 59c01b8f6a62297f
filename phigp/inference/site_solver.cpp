#include "phigp/inference/site_solver.h"

#include <cassert>
#include <cmath>
#include <utility>

#include "phigp/linalg/blas.h"
#include "phigp/linalg/symmetric_product.h"

namespace phigp {

namespace {

constexpr int kMostIterations = 100;    // by then a factorisation would have been quicker
constexpr int kMostRounds = 4;          // of iterations in single and residuals in double precision
constexpr double kSharpFrom = 1.0;      // (lambda - lambda_0) S_jj from which a site is sharp
constexpr double kTooSharp = 1e12;      // beyond this rounding spoils the recurrences
constexpr Eigen::Index kMostSharp = 4;  // at most n / 4 sharp sites
constexpr double kMargin = 0.5;  // of the tolerance: iterations end a little below, so that one
                                 // round is the rule

}  // namespace

SolverBase::SolverBase(Matrix covariance, Vector mean_precision)
    : S(std::move(covariance)),
      rounded(S),
      precision(std::move(mean_precision)),
      largest_row(S.size() > 0 ? S.cwiseAbs().colwise().sum().maxCoeff() : 0.0) {}

SiteSolver::SiteSolver(const SolverBase& base, const Sites& sites) : base_(base) {
  const Matrix& S = base.S;
  const Eigen::Index n = S.rows();
  excess_ = Eigen::Map<const Vector>(sites.precision.data(), n) - base.precision;
  left_ = excess_;
  for (Eigen::Index j = 0; j < n; ++j) {
    const double strength = excess_[j] * S(j, j);
    usable_ = usable_ && strength < kTooSharp;
    if (strength > kSharpFrom) sharp_.push_back(j);
  }
  const auto count = static_cast<Eigen::Index>(sharp_.size());
  usable_ = usable_ && count * kMostSharp <= n;
  if (!usable_ || count == 0) return;
  columns_.resize(n, count);
  Matrix C(count, count);
  for (Eigen::Index a = 0; a < count; ++a) {
    const Eigen::Index j = sharp_[static_cast<std::size_t>(a)];
    columns_.col(a) = S.col(j);
    for (Eigen::Index b = 0; b < count; ++b)
      C(b, a) = columns_(sharp_[static_cast<std::size_t>(b)], a);
    C(a, a) += 1.0 / excess_[j];
    left_[j] = 0.0;
  }
  // Where S is little but rounding errors C may have no factor; a raised diagonal would be another
  // M.
  usable_ = cholesky_in_place(C);
  inner_ = std::move(C);
}

void SiteSolver::precondition(const Matrix& R, Matrix& Z) const {
  base_.rounded.multiply(R, Z);
  if (sharp_.empty()) return;
  for (Eigen::Index k = 0; k < Z.cols(); ++k) {
    Vector w = Z.col(k)(sharp_);
    solve_lower(inner_, w);
    solve_lower_transposed(inner_, w);
    Z.col(k).noalias() -= columns_ * w;
    // At J the difference cancels; it is D_J^-1 w.
    for (std::size_t a = 0; a < sharp_.size(); ++a)
      Z(sharp_[a], k) = w[static_cast<Eigen::Index>(a)] / excess_[sharp_[a]];
  }
}

std::optional<int> SiteSolver::iterate(Matrix& R, double enough, Matrix& X, Matrix& U,
                                       Vector& size) const {
  const Eigen::Index columns = R.cols();
  Matrix Z;
  precondition(R, Z);
  // Since M z = r, the product M p follows the same recurrence as p. (K.8)
  Matrix P = Z;
  Matrix M_P = R;
  Vector A_p(R.rows());
  size = (R.array() * Z.array()).colwise().sum();
  if (size.maxCoeff() <= enough) return 0;
  const double aim = kMargin * enough;
  int iteration = 0;
  for (; size.maxCoeff() > aim && iteration < kMostIterations; ++iteration) {
    for (Eigen::Index k = 0; k < columns; ++k) {
      if (size[k] <= aim) continue;
      A_p.array() = M_P.col(k).array() + left_.array() * P.col(k).array();
      const double curvature = P.col(k).dot(A_p);
      if (!(curvature > 0.0)) return std::nullopt;
      const double step = size[k] / curvature;
      X.col(k) += step * P.col(k);
      U.col(k) += step * M_P.col(k);
      R.col(k) -= step * A_p;
    }
    precondition(R, Z);
    for (Eigen::Index k = 0; k < columns; ++k) {
      if (size[k] <= aim) continue;
      const double next = R.col(k).dot(Z.col(k));
      const double keep = next / size[k];
      P.col(k) = Z.col(k) + keep * P.col(k);
      M_P.col(k) = R.col(k) + keep * M_P.col(k);
      size[k] = next;
    }
  }
  if (!(size.maxCoeff() <= aim)) return std::nullopt;  // also where it is NaN
  return iteration;
}

std::optional<int> SiteSolver::solve(const Matrix& B, double tolerance, Matrix& X) const {
  assert(B.cols() == 1 || B.cols() == 2);
  if (!usable_) return std::nullopt;
  const double enough = tolerance * tolerance * static_cast<double>(B.rows());
  Matrix U = Matrix::Zero(B.rows(), B.cols());  // S^-1 X
  Matrix change(B.rows(), B.cols());
  Matrix R = B;
  Matrix residual;
  Vector size;  // of the columns of R: R^T M^-1 R
  int total = 0;
  for (int round = 0; round < kMostRounds; ++round) {
    change.setZero();
    Matrix M_change = Matrix::Zero(B.rows(), B.cols());
    const auto iterations = iterate(R, enough, change, M_change, size);
    if (!iterations) return std::nullopt;
    if (*iterations == 0 && round > 0) return total;  // the residual of X is small enough
    total += *iterations;
    U += M_change - (excess_ - left_).asDiagonal() * change;
    solution_of(B, U, X);
    residual = B - U - excess_.asDiagonal() * X;
    for (const Eigen::Index j : sharp_) residual.row(j).setZero();
    // The size of the residual takes a product; that of what rounding added to R has a bound, since
    // M^-1 <= S, and mostly this is enough.
    const Vector added = (residual - R).colwise().norm() * std::sqrt(base_.largest_row);
    R = residual;
    if (((size.cwiseSqrt() + added).array() <= std::sqrt(enough)).all()) return total;
  }
  return std::nullopt;
}

void SiteSolver::solution_of(const Matrix& B, Matrix& U, Matrix& X) const {
  for (const Eigen::Index j : sharp_) U.row(j).setZero();
  multiply_symmetric(base_.S, U, X);
  if (sharp_.empty()) return;
  const Vector scale = excess_(sharp_);
  for (Eigen::Index k = 0; k < B.cols(); ++k) {
    const Vector wanted = B.col(k)(sharp_);
    Vector u = wanted.cwiseQuotient(scale) - X.col(k)(sharp_);
    solve_lower(inner_, u);
    solve_lower_transposed(inner_, u);
    X.col(k).noalias() += columns_ * u;
    U.col(k)(sharp_) = u;
    X.col(k)(sharp_) = (wanted - u).cwiseQuotient(scale);
  }
}

}  // namespace phigp
