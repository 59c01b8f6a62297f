// Centres of clusters: k-means++ to begin with, Lloyd's steps from there. math.md (Z.7)
#pragma once

#include <span>

#include "phigp/base/matrix.h"
#include "phigp/base/progress.h"
#include "phigp/base/random.h"
#include "phigp/base/threads.h"

namespace phigp {

// At most `count`, fewer where X has fewer different rows. weights: none, or one per row. Stopped
// by the watcher it returns the centres that it has, one at least.
Points kmeans_centres(const Points& X, std::span<const double> weights, Eigen::Index count,
                      Stream& stream, const Threads& threads, const Watcher& watch = {});

}  // namespace phigp
