// The door between the likelihood and the Gaussian side: one Gaussian factor per observation,
// exp(tilt (f - centre) - precision (f - centre)^2/2) up to a constant. The same two lines for
// variational inference (mean of omega) and Gibbs (a draw). math.md (L.3), (L.4)
#pragma once

#include <span>
#include <vector>

#include "phigp/augmentation/sampler.h"
#include "phigp/base/threads.h"
#include "phigp/likelihoods/likelihood.h"

namespace phigp {

// Rows with their terms worked out once per set of parameter values; sites are then cheap. Checks y
// against the domain.
struct Observations {
  // `weights`: none, or one per row, finite and not negative; weight 2 counts a row twice.
  Observations(const Likelihood& likelihood, std::vector<Row> rows,
               std::vector<double> weights = {});

  std::size_t size() const { return rows.size(); }
  double weight(std::size_t i) const { return weights.empty() ? 1.0 : weights[i]; }
  double total_weight() const;  // as many rows as they count for

  std::vector<Row> rows;
  std::vector<double> weights;
  std::vector<Terms<double>> terms;
};

// Only the precision changes from one iteration to the next. It may be 1e290 (Laplace close to its
// centre), which is why the shift eta = tilt + precision centre is never formed on the way.
struct Sites {
  std::vector<double> precision;  // lambda = 2 gamma omega
  std::vector<double> centre;
  std::vector<double> tilt;  // g
  std::vector<double> c2;    // where omega was taken: E_q[h^2], or h^2(f)

  std::size_t size() const { return precision.size(); }
  void resize(std::size_t n);
  double shift(std::size_t i) const { return tilt[i] + precision[i] * centre[i]; }
};

// omega at its mean given q(f_i) = N(m_i, v_i).
void mean_sites(const Likelihood& likelihood, const Observations& observed,
                std::span<const double> m, std::span<const double> v, Sites& sites);

// The same with c^2 given: what the sites become when the likelihood's parameters move. (L.7)
void mean_sites_at(const Likelihood& likelihood, const Observations& observed,
                   std::span<const double> c2, Sites& sites);

// omega drawn given f. A row of weight w needs the law with transform (phi(c^2 + s)/phi(c^2))^w:
// the sum of w draws for whole w, that power of the law where it is known (math.md (L.11)); others
// are refused. Rows are drawn in blocks of fixed size, each from the stream `address` with its
// index advanced by the block's number, so the result does not depend on the number of threads.
// Returns how many addresses were used.
std::size_t draw_sites(const OmegaSampler& sampler, const Observations& observed,
                       std::span<const double> f, const StreamAddress& address,
                       const Threads& threads, Sites& sites);

// log C + g m + log phi(c^2), times the weight: each observation's part of the bound, at c^2 =
// E_q[h^2].
void bound_terms(const Likelihood& likelihood, const Observations& observed,
                 std::span<const double> m, std::span<const double> v, std::span<double> out);

// Its derivative in likelihood parameter k with q(f) held fixed.
void bound_slopes(const Likelihood& likelihood, const Observations& observed,
                  std::span<const double> m, std::span<const double> v, std::size_t k,
                  std::span<double> out);

// What the collapsed bound needs when c^2 is held fixed (math.md (L.7)): how parameter k moves the
// logarithm of each site's factor, constants included, as a polynomial about the centre:
// constant + tilt (f - centre) - precision (f - centre)^2/2.
struct SiteSlopes {
  std::vector<double> constant;
  std::vector<double> tilt;
  std::vector<double> precision;
};
void site_slopes(const Likelihood& likelihood, const Observations& observed,
                 std::span<const double> c2, std::size_t k, SiteSlopes& slopes);

// log_peak - offset omega + c^2 omega + log phi(c^2), summed: what the factors of mean sites leave
// out.
double site_constants(const Likelihood& likelihood, const Observations& observed,
                      std::span<const double> c2);

}  // namespace phigp
