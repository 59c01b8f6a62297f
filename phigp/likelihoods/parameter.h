// A likelihood parameter: its name, where it may lie, and a value that works without being told.
#pragma once

#include <limits>
#include <string>

namespace phigp {

// An open interval, except that `high` itself may be allowed (exponential power: q <= 2).
struct ParameterRange {
  double low = 0.0;
  double high = std::numeric_limits<double>::infinity();
  bool high_allowed = false;

  bool contains(double x) const {
    return x > low && (x < high || (high_allowed && x == high)) && x - x == 0.0;
  }
  std::string text() const;  // "must be positive", "must lie between 0 and 1"
};

inline constexpr ParameterRange kPositive{};
inline constexpr ParameterRange kUnitInterval{0.0, 1.0};
inline constexpr ParameterRange kAnyReal{-std::numeric_limits<double>::infinity()};

struct ParameterSpec {
  std::string name;
  double initial = 1.0;
  ParameterRange range;
  std::string meaning;
  bool learned =
      true;  // from data; not so for what states the question, such as a quantile's level
};

// What y may be. Labels are -1 and +1; counts are 0, 1, 2, ...; successes lie between 0 and the
// row's trials.
enum class Domain { real, label, count, successes };
std::string to_text(Domain domain);

}  // namespace phigp
