#include "phigp/inference/sparse/kmeans.h"

#include <algorithm>
#include <vector>

#include "phigp/base/poll.h"
#include "phigp/inference/sparse/minibatches.h"
#include "phigp/inference/sparse/row_blocks.h"
#include "phigp/linalg/blas.h"

namespace phigp {

namespace {

constexpr Eigen::Index kLeastBatch = 2048;
constexpr Eigen::Index kBatchPerCentre = 10;

double weight_of(std::span<const double> weights, Eigen::Index i) {
  return weights.empty() ? 1.0 : weights[static_cast<std::size_t>(i)];
}

// Each next centre is a row, drawn with probability in proportion to its weight and its squared
// distance from the centres so far.
Points seed_centres(const Points& X, std::span<const double> weights, Eigen::Index count,
                    Stream& stream, const Threads& threads, Poll& poll) {
  const Eigen::Index n = X.rows();
  Points centres(count, X.cols());
  Vector distance = Vector::Ones(n);
  const RowBlocks blocks(n);
  for (Eigen::Index k = 0; k < count; ++k) {
    double sum = 0.0;
    for (Eigen::Index i = 0; i < n; ++i) sum += weight_of(weights, i) * distance[i];
    if (!(sum > 0.0) || (k > 0 && !poll.go_on())) return centres.topRows(k);
    double left = stream.uniform() * sum;
    Eigen::Index chosen = -1;
    for (Eigen::Index i = 0; i < n; ++i) {
      const double mass = weight_of(weights, i) * distance[i];
      if (!(mass > 0.0)) continue;
      chosen = i;
      left -= mass;
      if (left < 0.0) break;
    }
    centres.row(k) = X.row(chosen);
    const auto update = [&](std::size_t, std::size_t block) {
      const Eigen::Index first = blocks.first(block);
      for (Eigen::Index i = first; i < first + blocks.size(block); ++i) {
        const double now = (X.row(i) - centres.row(k)).squaredNorm();
        distance[i] = k == 0 ? now : std::min(distance[i], now);
      }
    };
    blocks.for_each(threads, update);
  }
  return centres;
}

// The nearest centre of every row. Distances by expansion, after a mean has been taken out of both:
// which of two nearly equal ones is nearer does not matter.
void assign(const Points& X, const Points& centres, const Threads& threads, Poll& poll,
            std::vector<Eigen::Index>& nearest) {
  const Matrix Z = centres;
  const Vector half = 0.5 * Z.rowwise().squaredNorm();
  const RowBlocks blocks(X.rows());
  blocks.for_each(threads, [&](std::size_t, std::size_t block) {
    if (!poll.go_on()) return;
    const Eigen::Index first = blocks.first(block);
    const Matrix rows = X.middleRows(first, blocks.size(block)).transpose();
    Matrix closeness;
    multiply(Z, rows, closeness);
    closeness.colwise() -= half;
    for (Eigen::Index i = 0; i < rows.cols(); ++i)
      closeness.col(i).maxCoeff(&nearest[static_cast<std::size_t>(first + i)]);
  });
}

// Assigned as a batch, then moved row by row: a centre stays the mean of the rows that came to it,
// whose weights sum up to its mass.
void move_centres(const TrainingSet& batch, const std::vector<Eigen::Index>& nearest,
                  Points& centres, Vector& mass) {
  for (Eigen::Index i = 0; i < batch.X.rows(); ++i) {
    const double w = weight_of(batch.weights, i);
    if (!(w > 0.0)) continue;
    const Eigen::Index k = nearest[static_cast<std::size_t>(i)];
    mass[k] += w;
    centres.row(k) += (w / mass[k]) * (batch.X.row(i) - centres.row(k));
  }
}

}  // namespace

Points kmeans_centres(const Points& X, std::span<const double> weights, Eigen::Index count,
                      Stream& stream, const Threads& threads, const Watcher& watch, int steps) {
  Poll poll(watch, {"k-means", 0, steps});
  const Eigen::RowVectorXd middle = X.colwise().mean();
  const Points centred = X.rowwise() - middle;
  Points centres = seed_centres(centred, weights, count, stream, threads, poll);
  if (centres.rows() == 0) return X.topRows(1);  // all weights 0
  std::vector<Eigen::Index> nearest(static_cast<std::size_t>(X.rows()), -1);
  std::vector<Eigen::Index> before;
  for (int step = 0; step < steps && nearest != before; ++step) {
    before = nearest;
    assign(centred, centres, threads, poll, nearest);
    if (!poll.go_on()) break;  // some rows may not be assigned yet
    Points sums = Points::Zero(centres.rows(), X.cols());
    Vector mass = Vector::Zero(centres.rows());
    for (Eigen::Index i = 0; i < X.rows(); ++i) {
      const double w = weight_of(weights, i);
      sums.row(nearest[static_cast<std::size_t>(i)]) += w * centred.row(i);
      mass[nearest[static_cast<std::size_t>(i)]] += w;
    }
    // A centre without rows stays.
    for (Eigen::Index k = 0; k < centres.rows(); ++k)
      if (mass[k] > 0.0) centres.row(k) = sums.row(k) / mass[k];
  }
  return centres.rowwise() + middle;
}

// The masses begin at 0, so that the first batches undo what was particular to the rows that the
// centres come from; with masses of those rows they would hardly move.
void improve_centres(const RowSource& rows, Eigen::Index count, std::uint64_t seed,
                     const Threads& threads, const Watcher& watch, Points& centres) {
  const Eigen::Index size =
      std::min(rows.size(), std::max(kLeastBatch, kBatchPerCentre * centres.rows()));
  const auto batches = static_cast<int>(std::min(count, rows.size()) / size);
  Poll poll(watch, {"k-means", 0, batches});
  Minibatches order(rows.size(), 0, size, seed);
  std::vector<Eigen::Index> nearest(static_cast<std::size_t>(size));
  Vector mass = Vector::Zero(centres.rows());
  TrainingSet batch;
  for (int step = 0; step < batches; ++step) {
    rows.gather(order.next(), batch);
    const Eigen::RowVectorXd middle = centres.colwise().mean();
    assign(batch.X.rowwise() - middle, centres.rowwise() - middle, threads, poll, nearest);
    if (!poll.go_on()) return;  // some rows may not be assigned yet
    move_centres(batch, nearest, centres, mass);
  }
}

}  // namespace phigp
