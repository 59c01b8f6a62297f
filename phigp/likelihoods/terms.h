// What one observation contributes: p(y|f) = exp(log_peak + g (f - centre)) phi(h^2), h^2 = gamma
// (f - centre)^2 + offset. This is C e^{g f} phi(alpha - beta f + gamma f^2), all taken about the
// centre because y^2 - 2 y f + f^2 loses every digit where f is close to a large y. math.md (L.1),
// (L.2)
#pragma once

namespace phigp {

// P is double, or Dual for the derivative in a likelihood parameter.
template <class P>
struct Terms {
  P log_peak{};  // log C + g centre
  P g{};
  P gamma{};  // > 0
  P centre{};
  P offset{};  // >= 0

  P log_c() const { return log_peak - g * centre; }
  P alpha() const { return gamma * centre * centre + offset; }
  P beta() const { return 2.0 * (gamma * centre); }
  // E[h^2] for f ~ N(m, v); v = 0 gives h^2(m).
  P h2(double m, double v) const { return gamma * ((m - centre) * (m - centre) + v) + offset; }
};

}  // namespace phigp
