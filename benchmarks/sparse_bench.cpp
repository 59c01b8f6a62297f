// The sparse engine against the BLAS and LAPACK calls that its algorithms cannot avoid, and two
// threads against one. Processor time of one thread for the former, both in turn, medians; wall
// time for the latter.
//   step   one stochastic step with hyperparameter gradients: factors of k(Z, Z) and P, the inverse
//          of P, L^-1 k(Z, B), A Lambda A^T, and S A, L^-T (I - S) A, A Lambda (S A)^T or, of more
//          rows than inducing inputs, L^-T (I - S), its product with A, T S; the two-sided solve of
//          (Z.10); the quotient of factors and the two-sided product of (Z.11). "With inputs": and
//          the products of inputs that distances and their contractions are made of, (G.3), (G.4)
//   bound  the collapsed bound and its slopes in hyperparameters and inducing inputs, of which
//          learning on all rows at once consists: factors of k(Z, Z) and P, the inverse of P,
//          L^-1 k(Z, X), A Lambda A^T, L^-T (I - S), its product with A. "With inputs": and the
//          products of inputs of k(Z, X) and of its contraction
//   pass   one pass over all rows: L^-1 k(Z, X), L_P^-1 A, A Lambda A^T
// With "step", "bound" or "pass" that one only, and with a number after it for that many inputs.
// `--seconds LIKELIHOOD BATCH INPUTS ROUNDS` prints seconds of steps alone, as JSON, for
// benchmarks/peers/sparse_compare.py.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "phigp/base/clock.h"
#include "phigp/base/random.h"
#include "phigp/inference/sparse/sparse_ascent.h"
#include "phigp/inference/sparse/sparse_bound.h"
#include "phigp/inference/sparse/stochastic_step.h"
#include "phigp/kernels/parse_kernel.h"
#include "phigp/likelihoods/catalogue/catalogue.h"
#include "phigp/linalg/blas.h"
#include "phigp/linalg/congruence.h"

namespace {

using namespace phigp;

constexpr Eigen::Index kInducing = 200;
constexpr int kRounds = 41;

TrainingSet simulated(Eigen::Index rows, Eigen::Index inputs) {
  Stream stream({.seed = 5});
  TrainingSet data;
  data.X.resize(rows, inputs);
  for (Eigen::Index i = 0; i < rows; ++i) {
    for (Eigen::Index k = 0; k < inputs; ++k) data.X(i, k) = stream.normal();
    data.rows.push_back({std::sin(data.X(i, 0)) + 0.3 * stream.normal(), 1.0});
  }
  return data;
}

Hyperparameters model(const char* likelihood, Eigen::Index inputs) {
  return {parse_kernel(fmt::format("1*rbf(ard, lengthscale={})",
                                   std::sqrt(2.0 * static_cast<double>(inputs))),
                       inputs),
          MeanFunction(MeanFunction::Kind::constant, inputs), make_likelihood(likelihood)};
}

double processor_seconds(const std::function<void()>& work) {
  const std::clock_t start = std::clock();
  work();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

void compare(const std::string& name, const std::function<void()>& ours,
             const std::function<void()>& raw, const std::function<void()>& of_inputs = {}) {
  std::vector<double> a;
  std::vector<double> b;
  std::vector<double> c;
  for (int round = 0; round < kRounds; ++round) {
    a.push_back(processor_seconds(ours));
    b.push_back(processor_seconds(raw));
    if (of_inputs) c.push_back(b.back() + processor_seconds(of_inputs));
  }
  fmt::print("{:<34} {:8.2f} ms   calls {:8.2f} ms   ratio {:.2f}", name, 1e3 * median(a),
             1e3 * median(b), median(a) / median(b));
  if (of_inputs) fmt::print("   with inputs {:.2f}", median(a) / median(c));
  fmt::print("\n");
}

// One stochastic step, again and again on one batch: everything but Adam's few numbers.
struct StepCase {
  TrainingSet batch;
  Points Z;
  Hyperparameters at;
  FreeParameters free;
  double counts_for;
  InducingBasis basis;
  NaturalParameters q = NaturalParameters::of_prior(kInducing);
  SparsePosterior posterior{q};
  BatchMemory memory;

  StepCase(const char* likelihood, Eigen::Index batch_rows, Eigen::Index inputs)
      : batch(simulated(batch_rows, inputs)),
        Z(simulated(kInducing, inputs).X),
        at(model(likelihood, inputs)),
        free(at, {}),
        counts_for(4e4 / static_cast<double>(batch_rows)),
        basis(at.kernel, Z) {}

  void run() {
    posterior.set(q);
    const BatchStep next = batch_step(basis, at, batch, counts_for, posterior, free,
                                      StepGradient::hyperparameters, memory);
    q.move_towards(next.target, 0.1);
    InducingBasis moved(at.kernel, Z);
    carry(basis, moved, q);
    basis = std::move(moved);
  }
};

void print_seconds(const char* likelihood, Eigen::Index batch_rows, Eigen::Index inputs,
                   int rounds) {
  StepCase ours(likelihood, batch_rows, inputs);
  for (int round = 0; round < 5; ++round) ours.run();  // comes to rest
  std::vector<double> processor;
  std::vector<double> wall;
  for (int round = 0; round < rounds; ++round) {
    const auto start = Clock::now();
    processor.push_back(processor_seconds([&] { ours.run(); }));
    wall.push_back(seconds_since(start));
  }
  fmt::print("{{\"processor\": [{}], \"wall\": [{}]}}\n", fmt::join(processor, ", "),
             fmt::join(wall, ", "));
}

void step(const char* likelihood, Eigen::Index batch_rows, Eigen::Index inputs) {
  StepCase ours(likelihood, batch_rows, inputs);
  ours.run();
  Matrix K;
  ours.at.kernel->cross(ours.Z, ours.Z, K);
  K.diagonal().array() += 1e-6;
  Matrix P = ours.q.P;
  mirror_lower(P);
  Matrix A;
  ours.at.kernel->cross(ours.Z, ours.batch.X, A);
  // Memory that is kept, as ours is.
  Matrix L;
  Matrix N;
  Matrix S;
  Matrix B;
  Matrix U;
  Matrix G;
  Matrix T;
  Matrix slope;
  Matrix moved;
  Matrix data;
  const auto raw = [&] {
    L = K;
    cholesky_in_place(L);
    S = P;
    cholesky_in_place(S);
    N.setIdentity(kInducing, kInducing);
    solve_lower_for_triangle(S, N);
    multiply_by_own_transpose(N);
    T.setZero(kInducing, kInducing);
    slope.setZero(kInducing, kInducing);
    B = A;
    solve_lower(L, B);
    add_gram_of_rows(B, T);
    if (batch_rows > kInducing) {
      G = N;
      solve_lower_transposed(L, G);
      multiply(G, B, U);
      add_symmetric_product(0.5, T, N, slope);
    } else {
      multiply(N, B, U);
      add_symmetric_product(0.5, B, U, slope);
      solve_lower_transposed(L, U);
    }
    solve_both_sides(L, slope);
    moved.setIdentity(kInducing, kInducing);
    solve_lower_for_triangle(L, moved);
    data = P;
    multiply_both_sides(moved, data);
  };
  const Matrix Z = ours.Z;
  const Matrix X = ours.batch.X.transpose();
  const Matrix X_rows = ours.batch.X;
  const Matrix Z_rows = ours.Z.transpose();
  const auto of_inputs = [&] {
    multiply(Z, X, U);          // k(Z, B)
    multiply(A, X_rows, G);     // its contraction
    multiply(Z, Z_rows, data);  // k(Z, Z), all of it
    multiply(K, Z, G);
  };
  compare(
      fmt::format("step, {}, B = {}, d = {}", likelihood, batch_rows, inputs), [&] { ours.run(); },
      raw, of_inputs);
}

void bound(const char* likelihood, Eigen::Index rows, Eigen::Index inputs) {
  const TrainingSet data = simulated(rows, inputs);
  const Hyperparameters at = model(likelihood, inputs);
  const FreeParameters free(at, {});
  const Points Z = simulated(kInducing, inputs).X;
  const Threads threads(1);
  const SparseBound ours(data, threads);
  const std::vector<double> c2(data.rows.size(), 1.0);
  const SparseBound::Point point = ours.at(at, Z, c2);
  constexpr Eigen::Index kBlock = 512;
  Matrix K;
  at.kernel->cross(Z, Z, K);
  K.diagonal().array() += 1e-6;
  Matrix A;
  at.kernel->cross(Z, data.X.topRows(kBlock), A);
  Matrix L;
  Matrix S;
  Matrix N;
  Matrix B;
  Matrix G;
  Matrix T;
  Matrix U;
  const auto raw = [&] {
    L = K;
    cholesky_in_place(L);
    T.setZero(kInducing, kInducing);
    for (Eigen::Index first = 0; first + kBlock <= rows; first += kBlock) {
      B = A;
      solve_lower(L, B);
      add_gram_of_rows(B, T);
    }
    S = point.q.natural().P;
    cholesky_in_place(S);
    N.setIdentity(kInducing, kInducing);
    solve_lower_for_triangle(S, N);
    multiply_by_own_transpose(N);
    G = N;
    solve_lower_transposed(L, G);
    for (Eigen::Index first = 0; first + kBlock <= rows; first += kBlock) multiply(G, B, U);
  };
  const Matrix X_rows = data.X.topRows(kBlock);
  const Matrix X = X_rows.transpose();
  const Matrix Z_columns = Z;
  const auto of_inputs = [&] {
    for (Eigen::Index first = 0; first + kBlock <= rows; first += kBlock) {
      multiply(Z_columns, X, U);
      multiply(A, X_rows, G);
    }
  };
  compare(
      fmt::format("bound, {}, n = {}, d = {}", likelihood, rows, inputs),
      [&] {
        SparseBound::Point next = ours.at(at, Z, c2);
        ours.slope(next, free, true);
        ours.give_back(std::move(next));
      },
      raw, of_inputs);
}

void pass(const char* likelihood, Eigen::Index rows, Eigen::Index inputs) {
  const TrainingSet data = simulated(rows, inputs);
  const RowsInMemory source(data);
  const Hyperparameters at = model(likelihood, inputs);
  const InducingBasis basis(at.kernel, simulated(kInducing, inputs).X);
  const SparsePosterior q(sparse_pass(basis, at, source,
                                      SparsePosterior(NaturalParameters::of_prior(kInducing)),
                                      Threads(1))
                              .next);
  Matrix A;
  at.kernel->cross(basis.inputs(), data.X.topRows(512), A);
  Matrix B;
  Matrix T;
  const auto raw = [&] {
    T.setZero(kInducing, kInducing);
    for (Eigen::Index first = 0; first + 512 <= rows; first += 512) {
      B = A;
      solve_lower(basis.factor(), B);
      solve_lower(q.factor(), B);
      add_gram_of_rows(B, T);
    }
  };
  compare(
      fmt::format("pass, {}, n = {}, d = {}", likelihood, rows, inputs),
      [&] { sparse_pass(basis, at, source, q, Threads(1)); }, raw);
  std::vector<double> one;
  std::vector<double> two;
  for (int round = 0; round < kRounds; ++round) {
    for (int threads : {1, 2}) {
      const auto start = Clock::now();
      sparse_pass(basis, at, source, q, Threads(threads));
      (threads == 1 ? one : two).push_back(seconds_since(start));
    }
  }
  fmt::print("{:<34} two threads {:.2f} times as fast as one\n", "", median(one) / median(two));
}

}  // namespace

int main(int count, char** arguments) {
  set_blas_threads(1);
  if (count == 6 && std::string_view(arguments[1]) == "--seconds") {
    print_seconds(arguments[2], std::stol(arguments[3]), std::stol(arguments[4]),
                  std::stoi(arguments[5]));
    return 0;
  }
  const std::string only = count > 1 ? arguments[1] : "";
  const std::vector<Eigen::Index> inputs_of =
      count > 2 ? std::vector<Eigen::Index>{std::stol(arguments[2])}
                : std::vector<Eigen::Index>{9, 54};
  for (const char* likelihood : {"laplace", "student-t"}) {
    for (const Eigen::Index inputs : inputs_of) {
      for (const Eigen::Index batch : {100, 1024})
        if (only.empty() || only == "step") step(likelihood, batch, inputs);
    }
  }
  for (const Eigen::Index inputs : inputs_of) {
    if (only.empty() || only == "bound") bound("student-t", 5120, inputs);
    if (only.empty() || only == "pass") pass("student-t", 20480, inputs);
  }
}
