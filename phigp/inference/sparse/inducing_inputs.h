// Where the inducing inputs lie: chosen from the rows, in memory that does not grow with their
// number. math.md (Z.7)
#pragma once

#include <cstdint>
#include <vector>

#include "phigp/base/progress.h"
#include "phigp/base/row_source.h"
#include "phigp/base/threads.h"
#include "phigp/inference/hyperparameters.h"

namespace phigp {

enum class InducingChoice {
  kmeans,  // centres of clusters: k-means++, Lloyd's steps, mini-batches
  greedy,  // rows, each where the prior variance given those before is largest
  random   // rows
};
InducingChoice inducing_choice(const std::string& name);  // throws InvalidInput
std::string to_text(InducingChoice choice);

// `count` different rows of `rows`, in random order; all of them if there are no more.
std::vector<Eigen::Index> random_rows(Eigen::Index rows, Eigen::Index count, std::uint64_t seed);

// At most `count` inputs: fewer where the rows have fewer different ones. A row of weight w counts
// as w rows. `kernel` is for greedy alone, `watch` for k-means, which returns what it has when it
// is stopped.
Points choose_inducing(const RowSource& rows, Eigen::Index count, InducingChoice choice,
                       const Kernel& kernel, std::uint64_t seed, const Threads& threads,
                       const Watcher& watch = {});

}  // namespace phigp
