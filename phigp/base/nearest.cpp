#include "phigp/base/nearest.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace phigp {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Levenshtein distance, one row of the table at a time. Capitals are no edits.
std::size_t edits(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min(
          {above + 1, row[j - 1] + 1, diagonal + (lower(a[i - 1]) == lower(b[j - 1]) ? 0U : 1U)});
      diagonal = above;
    }
  }
  return row.back();
}

}  // namespace

std::string nearest_name(std::string_view name, std::span<const std::string> candidates) {
  std::string best;
  std::size_t least = std::max<std::size_t>(1, name.size() / 2) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edits(name, candidate);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

std::string unknown_name_rule(std::string_view name, std::span<const std::string> candidates) {
  const std::string nearest = nearest_name(name, candidates);
  std::string rule = "is not known";
  if (!nearest.empty()) rule += "; did you mean " + nearest + "?";
  if (candidates.empty()) return rule + "; there are none here";
  rule += nearest.empty() ? "; known: " : " Known: ";
  for (std::size_t i = 0; i < candidates.size(); ++i) rule += (i == 0 ? "" : ", ") + candidates[i];
  return rule;
}

}  // namespace phigp
