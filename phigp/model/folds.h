// Which fold a row belongs to in k-fold cross-validation.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace phigp {

// classes: one number per row; rows of the same number, 0 and up, are spread evenly over the folds;
// a negative one takes part in no fold. Returns the fold of each row, 0, …, folds - 1, and -1 for
// those left out. Folds differ in size by at most one row, and so do they in the rows of each
// class. The same seed and repeat give the same folds on any machine. Throws InvalidInput for fewer
// than 2 folds and for more folds than rows. math.md (D.21)
std::vector<int> deal_folds(std::span<const int> classes, int folds, std::uint64_t seed,
                            int repeat);

}  // namespace phigp
