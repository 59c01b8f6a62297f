// Centres of clusters: k-means++ to begin with, Lloyd's steps from there, and mini-batches of the
// many rows that were not looked at. math.md (Z.7)
#pragma once

#include <cstdint>
#include <span>

#include "phigp/base/matrix.h"
#include "phigp/base/progress.h"
#include "phigp/base/random.h"
#include "phigp/base/row_source.h"
#include "phigp/base/threads.h"

namespace phigp {

// At most `count`, fewer where X has fewer different rows. weights: none, or one per row. Stopped
// by the watcher it returns the centres that it has, one at least.
Points kmeans_centres(const Points& X, std::span<const double> weights, Eigen::Index count,
                      Stream& stream, const Threads& threads, const Watcher& watch = {},
                      int steps = 10);

// Moves centres to where `count` of the rows, or all, want them: mini-batches without replacement.
// A centre is the weighted mean of the rows that came to it; one to which none came stays. Stopped
// by the watcher, they are as good as they are.
void improve_centres(const RowSource& rows, Eigen::Index count, std::uint64_t seed,
                     const Threads& threads, const Watcher& watch, Points& centres);

}  // namespace phigp
