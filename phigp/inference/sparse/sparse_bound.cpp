#include "phigp/inference/sparse/sparse_bound.h"

#include <utility>

#include "phigp/base/row_source.h"
#include "phigp/base/spare_memory.h"
#include "phigp/inference/site_slope.h"
#include "phigp/inference/sparse/site_sums.h"
#include "phigp/inference/sparse/sparse_parameters.h"
#include "phigp/linalg/blas.h"
#include "phigp/linalg/congruence.h"

namespace phigp {

namespace {

constexpr double kMostKept = 64e6;  // numbers of A: 512 MB

Observations observations(const Likelihood& likelihood, const TrainingSet& rows) {
  return {likelihood, rows.rows, rows.weights};
}

// What the gradient needs of q: alpha = L^-T mu, G = L^-T (I - S), and the derivative of the bound
// in k(Z, Z), -L^-T Y L^-1/2 with Y = mu mu^T + P + S - 2 I. (Z.5)
struct PosteriorSlopes {
  PosteriorSlopes(const InducingBasis& basis, const SparsePosterior& q) : alpha(q.mean()) {
    solve_lower_transposed(basis.factor(), alpha);
    q.covariance(G);
    Y = -0.5 * (q.natural().P + G);
    Y.diagonal().array() += 1.0;
    Y.selfadjointView<Eigen::Lower>().rankUpdate(q.mean(), -0.5);
    solve_both_sides(basis.factor(), Y);
    mirror_lower(Y);
    G = -G;
    G.diagonal().array() += 1.0;
    solve_lower_transposed(basis.factor(), G);
  }
  Vector alpha;
  Matrix G;
  Matrix Y;  // derivative in k(Z, Z)
};

struct Slopes {
  Slopes(const Hyperparameters& at, const FreeParameters& free, const Points& Z, bool in_inputs)
      : inputs(Points::Zero(in_inputs ? Z.rows() : 0, Z.cols())),
        kernel(free.learns_kernel() || in_inputs ? at.kernel->parameters().size() : 0),
        mean(free.learns_mean() ? at.mean.coefficients().size() : 0),
        likelihood(free.likelihood_indices().size()) {}

  void add(const Slopes& other) {
    inputs += other.inputs;
    for (std::size_t p = 0; p < kernel.size(); ++p) kernel[p] += other.kernel[p];
    for (std::size_t p = 0; p < mean.size(); ++p) mean[p] += other.mean[p];
    for (std::size_t p = 0; p < likelihood.size(); ++p) likelihood[p] += other.likelihood[p];
  }
  Points inputs;
  std::vector<double> kernel;
  std::vector<double> mean;
  std::vector<double> likelihood;
};

}  // namespace

// Pages that go back to the system after every evaluation cost a sixth of the next one.
struct SparseBound::Memory {
  // What a block works in.
  struct Working {
    Matrix A;
    Matrix K;
    Matrix U;
    Vector k;
    SiteSums::Memory sums;
    std::unique_ptr<KernelTape> tape;
  };
  SpareMemory<Working> working;
  SpareMemory<Matrix> columns;  // A of a block
};

SparseBound::SparseBound(const TrainingSet& data, const Threads& threads, Precision precision)
    : layout_(data.size()),
      threads_(threads),
      precision_(precision),
      memory_(std::make_unique<Memory>()) {
  const RowsInMemory source(data);
  blocks_.resize(layout_.count());
  for (std::size_t block = 0; block < layout_.count(); ++block)
    source.read(layout_.first(block), layout_.size(block), blocks_[block]);
}

SparseBound::~SparseBound() = default;

void SparseBound::give_back(Point&& point) const {
  for (Matrix& A : point.A)
    if (A.size() > 0) memory_->columns.give_back(std::move(A));
}

SparseBound::Point SparseBound::at(const Hyperparameters& values, const Points& Z,
                                   std::span<const double> c2) const {
  InducingBasis basis(values.kernel, Z, precision_);
  const Eigen::Index size = basis.size();
  std::vector<Matrix> A(layout_.count());
  std::vector<Vector> d(layout_.count());
  std::vector<Vector> lambda(layout_.count());
  std::vector<Sites> sites(layout_.count());
  const bool keep =
      static_cast<double>(layout_.count()) * RowBlocks::kRows * static_cast<double>(size) <
      kMostKept;
  struct Group {
    SiteSums sums;
    double constant = 0.0;
  };
  std::vector<Group> groups(layout_.groups(), Group{SiteSums(size)});
  layout_.for_each(threads_, [&](std::size_t g, std::size_t block) {
    Group& group = groups[g];
    Memory::Working at_work = memory_->working.take();
    if (keep) A[block] = memory_->columns.take();
    Matrix& columns = keep ? A[block] : at_work.A;
    const TrainingSet& rows = rows_of(block);
    const Observations observed = observations(*values.likelihood, rows);
    const std::span<const double> own =
        c2.subspan(static_cast<std::size_t>(layout_.first(block)), rows.rows.size());
    mean_sites_at(*values.likelihood, observed, own, sites[block]);
    group.constant += site_constants(*values.likelihood, observed, own);
    basis.project(rows.X, columns, d[block], at_work.k);
    group.sums.add(columns, d[block], at_work.k, prior_mean(values, rows), sites[block],
                   at_work.sums, precision_);
    lambda[block] = at_work.sums.lambda;
    memory_->working.give_back(std::move(at_work));
  });
  SiteSums sums(size);
  double constant = 0.0;
  for (const Group& group : groups) {
    sums.add(group.sums);
    constant += group.constant;
  }
  SparsePosterior q(sums.natural());
  const double value = constant + sums.constant + 0.5 * q.fitted() - 0.5 * q.log_determinant();
  return {values,       std::move(basis), std::move(q),      value,
          std::move(A), std::move(d),     std::move(lambda), std::move(sites)};
}

SparseBound::Slope SparseBound::slope(const Point& point, const FreeParameters& free,
                                      bool in_inputs) const {
  const Hyperparameters& values = point.values;
  const Points& Z = point.basis.inputs();
  const bool in_kernel = free.learns_kernel() || in_inputs;
  const Slopes none(values, free, Z, in_inputs);
  const PosteriorSlopes slopes(point.basis, point.q);
  Slope result;
  result.c2.resize(static_cast<std::size_t>(layout_.first(layout_.count() - 1) +
                                            layout_.size(layout_.count() - 1)));
  std::vector<Slopes> groups(layout_.groups(), none);
  layout_.for_each(threads_, [&](std::size_t g, std::size_t block) {
    Slopes& group = groups[g];
    Memory::Working at_work = memory_->working.take();
    Matrix& U = at_work.U;
    const TrainingSet& rows = rows_of(block);
    const Sites& sites = point.sites[block];
    const bool kept = point.A[block].size() > 0;
    values.kernel->taped_cross(Z, rows.X, at_work.K, at_work.tape);
    if (!kept) {
      at_work.A = at_work.K;
      solve_lower(point.basis.factor(), at_work.A, precision_);
    }
    const Matrix& A = kept ? point.A[block] : at_work.A;
    const Vector& d = point.d[block];
    multiply(slopes.G, A, U, precision_);  // L^-T (I - S) A
    const Eigen::Index n = A.cols();
    Vector m = prior_mean(values, rows);
    m.noalias() += A.transpose() * point.q.mean();
    const Vector& lambda = point.lambda[block];
    Vector v(n);
    Vector r(n);  // derivative in the prior mean
    const Observations observed = observations(*values.likelihood, rows);
    const auto first = static_cast<std::size_t>(layout_.first(block));
    for (Eigen::Index i = 0; i < n; ++i) {
      const auto at = static_cast<std::size_t>(i);
      v[i] = d[i] + point.q.spread(A.col(i), at_work.K.col(i).dot(U.col(i)), precision_);
      r[i] = sites.tilt[at] + lambda[i] * (sites.centre[at] - m[i]);
      result.c2[first + at] = observed.terms[at].h2(m[i], v[i]);
    }
    if (in_kernel) {
      for (Eigen::Index i = 0; i < n; ++i) U.col(i) = lambda[i] * U.col(i) + r[i] * slopes.alpha;
      values.kernel->contract_taped(*at_work.tape, U, group.kernel,
                                    in_inputs ? &group.inputs : nullptr);
      values.kernel->contract_diagonal(rows.X, -0.5 * lambda, group.kernel);
    }
    if (free.learns_mean()) values.mean.contract(rows.X, r, group.mean);
    for (std::size_t p = 0; p < free.likelihood_indices().size(); ++p)
      group.likelihood[p] +=
          site_slope(*values.likelihood, observed, sites, m, v, free.likelihood_indices()[p]);
    memory_->working.give_back(std::move(at_work));
  });
  Slopes sums = none;
  if (free.learns_kernel()) point.basis.contract_covariance(slopes.Y, sums.kernel);
  if (in_inputs) point.basis.contract_inputs(slopes.Y, sums.inputs);
  for (const Slopes& group : groups) sums.add(group);
  result.gradient = free.chain(values, sums.kernel, sums.mean, sums.likelihood);
  if (in_inputs) append_inputs(sums.inputs, result.gradient);
  return result;
}

std::vector<double> SparseBound::c2_under(const InducingBasis& basis, const Hyperparameters& values,
                                          const SparsePosterior& q) const {
  std::vector<std::vector<double>> parts(layout_.count());
  layout_.for_each(threads_, [&](std::size_t, std::size_t block) {
    const TrainingSet& rows = rows_of(block);
    Matrix A;
    Vector d;
    Vector m;
    Vector v;
    basis.project(rows.X, A, d);
    q.marginals(A, d, prior_mean(values, rows), m, v, precision_);
    const Observations observed = observations(*values.likelihood, rows);
    for (std::size_t i = 0; i < observed.size(); ++i) {
      const auto at = static_cast<Eigen::Index>(i);
      parts[block].push_back(observed.terms[i].h2(m[at], v[at]));
    }
  });
  std::vector<double> c2;
  for (const std::vector<double>& part : parts) c2.insert(c2.end(), part.begin(), part.end());
  return c2;
}

}  // namespace phigp
