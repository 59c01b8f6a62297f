#include "tests/kernels/kernel_contract.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>
#include <set>

#include "phigp/base/error.h"
#include "phigp/kernels/parse_kernel.h"
#include "tests/support/matrix_reference.h"

namespace phigp::test {

namespace {

Matrix random_matrix(Eigen::Index rows, Eigen::Index columns, unsigned seed) {
  std::mt19937_64 engine(seed);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  return Matrix::NullaryExpr(rows, columns, [&] { return uniform(engine); });
}

Matrix symmetric_matrix(Eigen::Index n, unsigned seed) {
  const Matrix A = random_matrix(n, n, seed);
  return A + A.transpose();
}

void compare(Failures& failures, const std::string& what, double got, double wanted, double scale,
             double tolerance) {
  if (!(std::abs(got - wanted) <= tolerance * scale)) {
    failures.push_back(fmt::format("{}: {} instead of {}, scale {}", what, got, wanted, scale));
  }
}

// What the contraction should be, and the sum of absolute values as its scale.
struct Contracted {
  double sum = 0.0;
  double scale = 1e-300;
  void add(double weight, double slope) {
    sum += weight * slope;
    scale += std::abs(weight * slope);
  }
};

}  // namespace

Points test_points(int n, int d, unsigned seed) {
  Points X = 1.5 * random_matrix(n, d, seed);
  for (int i = 7; i < n; i += 7) X.row(i) = X.row(i / 2);
  return X;
}

Failures check_matrices(const Kernel& kernel, const Points& X) {
  Failures failures;
  Matrix K;
  Matrix C;
  Vector k;
  kernel.gram(X, K);
  kernel.cross(X, X, C);
  kernel.diagonal(X, k);
  if (K.rows() != X.rows() || K.cols() != X.rows() || k.size() != X.rows()) {
    return {"wrong shape"};
  }
  if (K != K.transpose()) failures.emplace_back("gram is not exactly symmetric");
  const double size = K.cwiseAbs().maxCoeff();
  const double lowest = test::least_eigenvalue_of(K);
  if (!(lowest >= -1e-14 * size * static_cast<double>(X.rows()))) {
    failures.push_back(fmt::format("gram has eigenvalue {}", lowest));
  }
  for (int i = 0; i < X.rows(); ++i) {
    compare(failures, fmt::format("diagonal {}", i), k(i), K(i, i), size, 1e-14);
    for (int j = 0; j < X.rows(); ++j) {
      if (i != j)
        compare(failures, fmt::format("cross {} {}", i, j), C(i, j), K(i, j), size, 1e-14);
    }
  }
  return failures;
}

Failures check_values(const Kernel& kernel, const WrittenKernel& written, const Points& X,
                      const Points& Z) {
  Failures failures;
  Matrix K;
  Matrix C;
  kernel.gram(X, K);
  kernel.cross(X, Z, C);
  const double size = std::max(K.cwiseAbs().maxCoeff(), C.cwiseAbs().maxCoeff());
  for (int i = 0; i < X.rows(); ++i) {
    for (int j = 0; j < X.rows(); ++j) {
      compare(failures, fmt::format("gram {} {}", i, j), K(i, j), written.value(X, i, X, j, i == j),
              size, 1e-12);
    }
    for (int j = 0; j < Z.rows(); ++j) {
      compare(failures, fmt::format("cross {} {}", i, j), C(i, j), written.value(X, i, Z, j, false),
              size, 1e-12);
    }
  }
  return failures;
}

Failures check_contractions(const Kernel& kernel, const WrittenKernel& written, const Points& X,
                            const Points& Z) {
  Failures failures;
  const Matrix G = symmetric_matrix(X.rows(), 3);
  const Matrix H = random_matrix(X.rows(), Z.rows(), 4);
  const Vector g = random_matrix(X.rows(), 1, 5);
  const std::size_t count = kernel.parameters().size();
  // Starting from 1, because contractions add.
  std::vector<double> gram(count, 1.0);
  std::vector<double> cross(count, 1.0);
  std::vector<double> diagonal(count, 1.0);
  kernel.contract_gram(X, G, gram);
  kernel.contract_cross(X, Z, H, cross);
  kernel.contract_diagonal(X, g, diagonal);
  for (std::size_t p = 0; p < count; ++p) {
    Contracted of_gram;
    Contracted of_cross;
    Contracted of_diagonal;
    for (int i = 0; i < X.rows(); ++i) {
      for (int j = 0; j < X.rows(); ++j) of_gram.add(G(i, j), written.slope(X, i, X, j, i == j, p));
      for (int j = 0; j < Z.rows(); ++j) of_cross.add(H(i, j), written.slope(X, i, Z, j, false, p));
      of_diagonal.add(g(i), written.slope(X, i, X, i, true, p));
    }
    const std::string name = kernel.parameter_names()[p];
    const auto check = [&](const char* what, double got, const Contracted& wanted) {
      compare(failures, what + name, got, 1.0 + wanted.sum, 1e-4 + wanted.scale, 1e-10);
    };
    check("contract_gram ", gram[p], of_gram);
    check("contract_cross ", cross[p], of_cross);
    check("contract_diagonal ", diagonal[p], of_diagonal);
  }
  return failures;
}

Failures check_differences(const Kernel& kernel, const Points& X, const Points& Z) {
  Failures failures;
  constexpr double kStep = 1e-5;
  const Matrix G = symmetric_matrix(X.rows(), 6);
  const Matrix H = random_matrix(X.rows(), Z.rows(), 7);
  const Vector g = random_matrix(X.rows(), 1, 8);
  const std::vector<double> theta = kernel.parameters();
  std::vector<double> gram(theta.size());
  std::vector<double> cross(theta.size());
  std::vector<double> diagonal(theta.size());
  kernel.contract_gram(X, G, gram);
  kernel.contract_cross(X, Z, H, cross);
  kernel.contract_diagonal(X, g, diagonal);
  for (std::size_t p = 0; p < theta.size(); ++p) {
    Matrix K;
    Matrix C;
    Vector k;
    double of_gram = 0.0;
    double of_cross = 0.0;
    double of_diagonal = 0.0;
    for (const double sign : {1.0, -1.0}) {
      std::vector<double> moved = theta;
      moved[p] *= std::exp(sign * kStep);
      const KernelPtr other = kernel.with_parameters(moved);
      other->gram(X, K);
      other->cross(X, Z, C);
      other->diagonal(X, k);
      of_gram += sign * K.cwiseProduct(G).sum() / (2.0 * kStep);
      of_cross += sign * C.cwiseProduct(H).sum() / (2.0 * kStep);
      of_diagonal += sign * k.dot(g) / (2.0 * kStep);
    }
    const std::string name = kernel.parameter_names()[p];
    const double size = K.cwiseAbs().maxCoeff() * static_cast<double>(X.rows());
    compare(failures, "contract_gram " + name, gram[p], of_gram, size, 1e-6);
    compare(failures, "contract_cross " + name, cross[p], of_cross, size, 1e-6);
    compare(failures, "contract_diagonal " + name, diagonal[p], of_diagonal, size, 1e-6);
  }
  Points slopes = Points::Ones(X.rows(), X.cols());  // it adds
  kernel.contract_inputs(X, Z, H, slopes);
  for (Eigen::Index i = 0; i < X.rows(); ++i) {
    for (Eigen::Index c = 0; c < X.cols(); ++c) {
      Matrix C;
      double slope = 1.0;
      for (const double sign : {1.0, -1.0}) {
        Points moved = X;
        moved(i, c) += sign * kStep;
        kernel.cross(moved, Z, C);
        slope += sign * C.cwiseProduct(H).sum() / (2.0 * kStep);
      }
      const double size = C.cwiseAbs().maxCoeff() * static_cast<double>(X.rows());
      compare(failures, "contract_inputs", slopes(i, c), slope, 1.0 + size, 1e-6);
    }
  }
  return failures;
}

Failures check_tape(const Kernel& kernel, const Points& X, const Points& Z,
                    std::unique_ptr<KernelTape>& tape) {
  Failures failures;
  Matrix K;
  Matrix taped;
  kernel.cross(X, Z, K);
  kernel.taped_cross(X, Z, taped, tape);
  if (K != taped) failures.emplace_back("taped_cross differs from cross");
  const Matrix G = random_matrix(X.rows(), Z.rows(), 9);
  std::vector<double> plain(kernel.parameters().size(), 1.0);  // it adds
  std::vector<double> alone = plain;
  std::vector<double> together = plain;
  kernel.contract_cross(X, Z, G, plain);
  kernel.contract_taped(*tape, G, alone, nullptr);
  if (plain != alone) failures.emplace_back("contract_taped differs from contract_cross");
  Points moved = Points::Ones(X.rows(), X.cols());
  Points exact = moved;
  kernel.contract_taped(*tape, G, together, &moved);
  kernel.contract_inputs(X, Z, G, exact);
  const double scale = 1.0 + K.cwiseAbs().maxCoeff() * static_cast<double>(K.size());
  for (std::size_t p = 0; p < plain.size(); ++p)
    compare(failures, "contract_taped beside inputs", together[p], plain[p], scale, 1e-13);
  compare(failures, "inputs of contract_taped", (moved - exact).cwiseAbs().maxCoeff(), 0.0,
          1.0 + exact.cwiseAbs().maxCoeff(), 1e-12);
  Points too_few = Points::Ones(X.rows() - 1, X.cols());
  const auto refused = [&](const Matrix& weights, Points* inputs) {
    try {
      kernel.contract_taped(*tape, weights, alone, inputs);
      return false;
    } catch (const InvalidInput&) {
      return true;
    }
  };
  if (!refused(Matrix::Zero(X.rows(), Z.rows() + 1), nullptr) || !refused(G, &too_few))
    failures.emplace_back("contract_taped takes a wrong shape");
  return failures;
}

Failures check_parameters(const Kernel& kernel, int dimensions) {
  Failures failures;
  const std::vector<double> values = kernel.parameters();
  const std::vector<std::string> names = kernel.parameter_names();
  if (names.size() != values.size()) failures.emplace_back("names and values differ in number");
  if (std::set<std::string>(names.begin(), names.end()).size() != names.size()) {
    failures.emplace_back("names are not unique");
  }
  std::vector<double> moved = values;
  for (std::size_t p = 0; p < moved.size(); ++p) moved[p] *= 1.0 + 0.1 / (1.0 + double(p));
  const KernelPtr other = kernel.with_parameters(moved);
  if (other->parameters() != moved) failures.emplace_back("with_parameters changed the values");
  if (other->parameter_names() != names) failures.emplace_back("with_parameters changed the names");
  if (kernel.parameters() != values) failures.emplace_back("with_parameters changed the original");
  for (const Kernel* each : {&kernel, other.get()}) {
    const KernelPtr read = parse_kernel(each->text(), dimensions);
    if (read->text() != each->text()) failures.push_back("text became " + read->text());
    if (read->parameters() != each->parameters())
      failures.push_back("values lost: " + each->text());
    if (read->parameter_names() != names) failures.push_back("names lost: " + each->text());
  }
  return failures;
}

void report(const Failures& failures, const std::string& title) {
  for (std::size_t i = 0; i < std::min<std::size_t>(failures.size(), 10); ++i) {
    ADD_FAILURE() << title << ": " << failures[i];
  }
}

}  // namespace phigp::test
