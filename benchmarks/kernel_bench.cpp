// What kernel matrices cost against the one thing that dense inference cannot avoid, a Cholesky
// factorisation (LAPACK's dpotrf) of the same size. All run in turn in one thread, the best of many
// rounds counts, and answers are checked against plain loops first. Bar: gram of rbf(ard) <= 0.3.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "phigp/kernels/parse_kernel.h"

extern "C" {
void dpotrf_(const char* uplo, const int* n, double* a, const int* lda, int* info);
void openblas_set_num_threads(int threads);
}

namespace {

using namespace phigp;

template <class Work>
double seconds_of(Work work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

Points some_points(Eigen::Index n, Eigen::Index d) {
  Points X(n, d);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index k = 0; k < d; ++k) {
      const auto step = static_cast<double>(i * 37 + k * 101 + 1);
      X(i, k) = 3.0 * std::sin(step * (1.3 + 0.1 * static_cast<double>(k)));
    }
  }
  return X;
}

void check(const Points& X, const Matrix& K) {
  for (Eigen::Index i = 0; i < X.rows(); i += 97) {
    for (Eigen::Index j = 0; j < X.rows(); j += 89) {
      const double wanted = std::exp(-(X.row(i) - X.row(j)).squaredNorm() / 8.0);
      if (std::abs(K(i, j) - wanted) > 1e-13) {
        fmt::print("K({}, {}) is {}, should be {}\n", i, j, K(i, j), wanted);
        std::exit(1);
      }
    }
  }
}

struct Times {
  double cholesky = 1e9;
  double gram = 1e9;
  double contraction = 1e9;
};

Times measure(const Kernel& kernel, const Points& X, int rounds) {
  const int n = static_cast<int>(X.rows());
  Matrix K;
  Matrix L;
  const Matrix G = Matrix::Constant(n, n, 1e-3);
  std::vector<double> out(kernel.parameters().size());
  Times best;
  for (int round = 0; round < rounds; ++round) {
    best.gram = std::min(best.gram, seconds_of([&] { kernel.gram(X, K); }));
    L = K;
    L.diagonal().array() += 1.0;
    int info = 0;
    best.cholesky =
        std::min(best.cholesky, seconds_of([&] { dpotrf_("L", &n, L.data(), &n, &info); }));
    best.contraction =
        std::min(best.contraction, seconds_of([&] { kernel.contract_gram(X, G, out); }));
    if (info != 0) std::exit(1);
  }
  return best;
}

}  // namespace

int main() {
  openblas_set_num_threads(1);
  const Points X = some_points(2000, 10);
  Matrix K;
  parse_kernel("1*rbf(ard, lengthscale=2)", X.cols())->gram(X, K);
  check(X, K);
  double bar = 0.0;
  fmt::print("{:34} {:>6} {:>10} {:>14} {:>17}\n", "kernel, d = 10", "n", "dpotrf ms",
             "gram/dpotrf", "contract/dpotrf");
  for (const char* text :
       {"rbf(ard, lengthscale=2)", "rbf(lengthscale=2)", "matern52(ard, lengthscale=2)",
        "matern12(ard, lengthscale=2)", "rq(ard, lengthscale=2)", "periodic(period=3)",
        "rbf(lengthscale=2)*linear(ard) + white"}) {
    for (const Eigen::Index n : {Eigen::Index{500}, Eigen::Index{2000}}) {
      const Points some = X.topRows(n);
      const Times times = measure(*parse_kernel(text, X.cols()), some, n > 1000 ? 9 : 60);
      const double gram = times.gram / times.cholesky;
      if (bar == 0.0 && n == 2000) bar = gram;
      fmt::print("{:38} {:6} {:10.2f} {:14.2f} {:17.2f}\n", text, n, 1e3 * times.cholesky, gram,
                 times.contraction / times.cholesky);
    }
  }
  fmt::print("gram of rbf(ard), n = 2000: {:.2f} of dpotrf, bar 0.3\n", bar);
  return bar <= 0.3 ? 0 : 1;
}
