// How a likelihood parameter moves the bound with c^2 held: each site's polynomial, averaged over
// q. math.md (L.7)
#pragma once

#include "phigp/base/matrix.h"
#include "phigp/likelihoods/sites.h"

namespace phigp {

// Summed over the rows; m and v: the marginals of q.
double site_slope(const Likelihood& likelihood, const Observations& observed, const Sites& sites,
                  const Vector& m, const Vector& v, std::size_t parameter);

}  // namespace phigp
