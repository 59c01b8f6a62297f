// The Polya-Gamma law PG(b, c), the law of omega for logistic, binomial and negative binomial
// targets (up to the factor 1/2 of math.md). Laplace transform
//   E exp(-t omega) = (cosh(c/2) / cosh(sqrt((c^2/2 + t)/2)))^b,   mean b tanh(c/2) / (2c).
#pragma once

#include "phigp/base/random.h"

namespace phigp {

// One variate of PG(b, c), any real b > 0 and c >= 0, at a cost that is bounded in b and c.
//   b < 8 and c < 3.2; or b <= e^c     exact to double precision
//   otherwise                          total variation distance to PG(b, c) below 1e-9, of order
//   1/b
double draw_polya_gamma(double b, double c, Stream& stream);

namespace detail {

// 4 PG(b, c) = sum_k G_k w_k with G_k gamma of shape b, w_k = 2 / ((pi (k - 1/2))^2 + c^2/4). Where
// the draw is not exact, the terms from k = 6 on are replaced by b shift + scale G, G gamma of
// shape b shape. Here for the test that computes the error of that.
struct PolyaGammaTail {
  double shift;
  double scale;
  double shape;
};
PolyaGammaTail polya_gamma_tail(double c);

}  // namespace detail

}  // namespace phigp
