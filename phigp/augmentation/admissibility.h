// Is phi the Laplace transform of a probability law on [0, inf)? No finite test proves complete
// monotonicity, so there are three answers: proven (by construction), not refuted (every numerical
// test passed), refuted (which test, where). math.md (P.1)
#pragma once

#include <string>
#include <vector>

#include "phigp/augmentation/radial.h"

namespace phigp {

// Probability that omega equals one value exactly; phi then tends to a constant, or oscillates in
// the complex plane.
struct Atom {
  double location = 0.0;
  double mass = 0.0;
};

struct Verdict {
  enum class Kind { proven, not_refuted, refuted };
  Kind kind = Kind::not_refuted;
  std::vector<std::string>
      reasons;               // proof steps; tests passed; or the one test that failed, and where
  std::vector<Atom> atoms;   // at omega = 0 or inside the support, largest first
  double phi_at_zero = 1.0;  // phi(0+); if it is not 1, phi / phi_at_zero may be admissible

  bool admissible() const { return kind != Kind::refuted; }
  std::string text()
      const;  // one line: "refuted: derivative of order 3 changes sign near r = 0.42"
};

// The whole judgement: the proof when phi carries one, otherwise the numerical tests.
Verdict judge(const Radial& radial, const Row& row = {});
// The numerical tests alone, also on phi that is proven (they must agree).
Verdict test_numerically(const Radial& radial, const Row& row = {});

}  // namespace phigp
