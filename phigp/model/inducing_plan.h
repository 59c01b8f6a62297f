// The inducing inputs of a sparse fit: those that are stated, or as many as the data call for.
// math.md (Z.7), (Z.13)
#pragma once

#include <optional>

#include "phigp/base/progress.h"
#include "phigp/base/row_source.h"
#include "phigp/base/threads.h"
#include "phigp/kernels/kernel.h"
#include "phigp/model/encoded_data.h"

namespace phigp {

class InducingPlan {
 public:
  // All kept by reference. sample: inputs of random rows.
  InducingPlan(const RowSource& rows, const Points& sample, const FitSettings& settings,
               const DataEncoding& encoding, const Threads& threads, const Watcher& watch);

  // Throws InvalidInput where their matrices have no room in memory.
  Points first(const Kernel& initial);

  // More of them, where the kernel that was learned with so many leaves too much to the rows.
  std::optional<Points> more(const Kernel& learned, Eigen::Index first);

  // How this number came about, for people; empty where it is the stated one.
  // `checked`: more() was asked.
  std::string reason(Eigen::Index count, bool checked = true) const;

 private:
  Points choose(const Kernel& kernel);

  const RowSource& rows_;
  const Points& sample_;
  const FitSettings& settings_;
  const DataEncoding& encoding_;
  const Threads& threads_;
  const Watcher& watch_;
  Eigen::Index most_ = 0;
  Eigen::Index count_ = 0;
  bool open_;     // no number is stated
  Points given_;  // those of the file, once read
};

}  // namespace phigp
