// The door between the likelihood and the Gaussian side: one pair of numbers per observation,
// exp(shift f - precision f^2/2) up to a constant. The same two lines for variational inference
// (mean of omega) and Gibbs (a draw). math.md (L.3), (L.4)
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
  Observations(const Likelihood& likelihood, std::vector<Row> rows);

  std::size_t size() const { return rows.size(); }

  std::vector<Row> rows;
  std::vector<Terms<double>> terms;
};

struct Sites {
  std::vector<double> precision;  // lambda = 2 gamma omega
  std::vector<double> shift;      // eta = g + 2 gamma omega centre
  std::vector<double> c2;         // where omega was taken: E_q[h^2], or h^2(f)
};

// omega at its mean given q(f_i) = N(m_i, v_i).
void mean_sites(const Likelihood& likelihood, const Observations& observed,
                std::span<const double> m, std::span<const double> v, Sites& sites);

// omega drawn given f. Rows are drawn in blocks of fixed size, each from the stream `address` with
// its index advanced by the block's number, so the result does not depend on the number of threads.
// Returns how many addresses were used.
std::size_t draw_sites(const OmegaSampler& sampler, const Observations& observed,
                       std::span<const double> f, const StreamAddress& address,
                       const Threads& threads, Sites& sites);

// log C + g m + log phi(c^2): each observation's part of the bound, at c^2 = E_q[h^2].
void bound_terms(const Likelihood& likelihood, const Observations& observed,
                 std::span<const double> m, std::span<const double> v, std::span<double> out);

// Its derivative in likelihood parameter k with q(f) held fixed.
void bound_slopes(const Likelihood& likelihood, const Observations& observed,
                  std::span<const double> m, std::span<const double> v, std::size_t k,
                  std::span<double> out);

// What the collapsed bound needs when c^2 is held fixed (math.md (L.7)): derivatives in parameter k
// of the constant log C - alpha omega + c^2 omega + log phi(c^2), of the precision, and of the
// shift.
struct SiteSlopes {
  std::vector<double> constant;
  std::vector<double> precision;
  std::vector<double> shift;
};
void site_slopes(const Likelihood& likelihood, const Observations& observed,
                 std::span<const double> c2, std::size_t k, SiteSlopes& slopes);

}  // namespace phigp
