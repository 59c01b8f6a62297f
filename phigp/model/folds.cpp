#include "phigp/model/folds.h"

#include <algorithm>
#include <string>
#include <utility>

#include "phigp/base/error.h"
#include "phigp/base/random.h"

namespace phigp {

namespace {

// Fisher and Yates. Stream::uniform has 52 bits: for any number of rows that fits into memory the
// bias is far below anything that could be seen.
void shuffle(std::vector<std::size_t>& rows, Stream& stream) {
  for (std::size_t left = rows.size(); left > 1; --left) {
    const auto pick = static_cast<std::size_t>(stream.uniform() * static_cast<double>(left));
    std::swap(rows[left - 1], rows[std::min(pick, left - 1)]);
  }
}

}  // namespace

std::vector<int> deal_folds(std::span<const int> classes, int folds, std::uint64_t seed,
                            int repeat) {
  const auto rows = std::count_if(classes.begin(), classes.end(), [](int c) { return c >= 0; });
  require(folds >= 2, "folds", folds, "must be at least 2");
  require(folds <= rows, "folds", folds,
          "must be at most the number of rows with a target (" + std::to_string(rows) + ")");
  std::vector<int> fold(classes.size(), -1);
  const int last = *std::max_element(classes.begin(), classes.end());
  int next = 0;
  for (int c = 0; c <= last; ++c) {
    std::vector<std::size_t> members;
    for (std::size_t i = 0; i < classes.size(); ++i) {
      if (classes[i] == c) members.push_back(i);
    }
    Stream stream({.seed = seed,
                   .purpose = Purpose::selection,
                   .chain = static_cast<std::uint32_t>(repeat),
                   .index = static_cast<std::uint64_t>(c)});
    shuffle(members, stream);
    // Each class goes on where the one before it ended: all folds stay equally full.
    for (const std::size_t row : members) {
      fold[row] = next;
      next = (next + 1) % folds;
    }
  }
  return fold;
}

}  // namespace phigp
