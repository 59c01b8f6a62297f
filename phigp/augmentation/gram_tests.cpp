#include "phigp/augmentation/gram_tests.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <vector>

namespace phigp {

namespace {

// log phi at all x_i + x_j + shift.
Eigen::MatrixXd log_phi_of_sums(const Radial& radial, const Row& row, const std::vector<double>& x,
                                double shift) {
  const auto n = static_cast<Eigen::Index>(x.size());
  std::vector<double> r;
  for (const double u : x)
    for (const double v : x) r.push_back(u + v + shift);
  Eigen::MatrixXd f(n, n);
  radial.log_phi(r, Rows(row), std::span<double>(f.data(), r.size()));
  return f;
}

// Smallest eigenvalue after scaling to unit diagonal, times the smallest share of phi that the
// difference leaves, by which the scaling magnified errors. Infinity when it cannot be had.
double smallest_eigenvalue(const Radial& radial, const Row& row, const std::vector<double>& x,
                           double difference) {
  const Eigen::MatrixXd f = log_phi_of_sums(radial, row, x, 0.0);
  const Eigen::Index n = f.rows();
  Eigen::MatrixXd share = Eigen::MatrixXd::Ones(n, n);  // 1 - phi(. + d)/phi(.)
  if (difference > 0.0) {
    const Eigen::MatrixXd g = log_phi_of_sums(radial, row, x, difference);
    share = (g - f).unaryExpr([](double u) { return -std::expm1(u); });
  }
  Eigen::MatrixXd gram(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) {
      const double diagonal = share(i, i) * share(j, j);
      gram(i, j) =
          share(i, j) / std::sqrt(diagonal) * std::exp(f(i, j) - 0.5 * (f(i, i) + f(j, j)));
    }
  }
  if (!gram.allFinite()) return INFINITY;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(gram, Eigen::EigenvaluesOnly);
  return solver.eigenvalues()(0) * share.diagonal().minCoeff();
}

}  // namespace

std::optional<std::string> negative_gram(const Radial& radial, const Row& row,
                                         const RadialScan& scan) {
  std::vector<double> all = scan.points(1.7, 40);
  for (double& r : all) r *= 0.5;
  const double largest_log = std::abs(radial.log_phi(2.0 * all.back(), row));
  // An error of the entries moves an eigenvalue by at most its spectral norm.
  double noise = 0.0;
  for (const double x : all) noise = std::max(noise, evaluation_noise(radial, row, 2.0 * x));
  const double entries = static_cast<double>(all.size());
  const double tolerance = kForgiven * (1.0 + 0.1 * largest_log) + 10.0 * entries * noise;
  for (const double difference :
       {0.0, 0.1 * scan.landmarks[1], scan.landmarks[1], 10.0 * scan.landmarks[1]}) {
    // Everything at once, and windows of neighbours.
    for (const std::size_t size : {all.size(), std::size_t{12}}) {
      for (std::size_t start = 0; start + size <= all.size();
           start += std::max<std::size_t>(1, size / 2)) {
        const std::vector<double> x(all.begin() + static_cast<std::ptrdiff_t>(start),
                                    all.begin() + static_cast<std::ptrdiff_t>(start + size));
        const double least = smallest_eigenvalue(radial, row, x, difference);
        if (!(least < -tolerance)) continue;
        std::vector<double> moved = x;
        bool again = true;
        for (const double hair : {1.0 + 1e-4, 1.0 - 1e-4}) {
          for (std::size_t i = 0; i < x.size(); ++i) moved[i] = x[i] * hair;
          again = again && smallest_eigenvalue(radial, row, moved, difference) < 0.5 * least;
        }
        if (!again) continue;
        return fmt::format(
            "the matrix [phi(x_i + x_j){}] with x from {} to {} has the eigenvalue {}",
            difference > 0.0 ? " - phi(x_i + x_j + d)" : "", short_text(x.front()),
            short_text(x.back()), short_text(least));
      }
    }
  }
  return std::nullopt;
}

}  // namespace phigp
