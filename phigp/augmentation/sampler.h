// Draws of omega from the tilted law pi(omega | c^2), and how far they can be trusted. math.md
// (A.4)
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "phigp/augmentation/radial.h"
#include "phigp/base/random.h"
#include "phigp/base/row.h"

namespace phigp {

struct SamplerOptions {
  double tolerance = 1e-6;  // largest cdf error that a table may have off its grid
  bool allow_exact = true;  // false: ignore known laws and structure (to test the generic path)
  std::size_t most_tables =
      64;  // for phi that depends on the row: tables kept before drawing by inversion
};

// What is known about the law that a sampler draws from, against the law it should draw from.
struct Certificate {
  enum class Kind { exact, table, inversion };
  Kind kind = Kind::exact;
  double cdf_error = 0.0;  // largest |F_drawn - F| found or bounded; 0 for exact
  std::string
      method;  // "inverse Gaussian", "mixture of 2: ...", "table of 81 x 252 points (175 KB)"
  std::string text() const;  // one line for people
};

class OmegaSampler {
 public:
  virtual ~OmegaSampler() = default;

  // omega[i] ~ the law with Laplace transform (phi(c2[i] + s) / phi(c2[i]))^1 of row i. Sequential
  // in `stream`.
  virtual void draw(std::span<const double> c2, const Rows& rows, Stream& stream,
                    std::span<double> omega) const = 0;
  // The same with transform (phi(c2[i] + s) / phi(c2[i]))^weights[i], weights not negative. Whole
  // weights are sums of draws; others need a law whose powers are known.
  virtual void draw_weighted(std::span<const double> c2, const Rows& rows,
                             std::span<const double> weights, Stream& stream,
                             std::span<double> omega) const;
  virtual bool takes_any_weight() const { return false; }
  virtual Certificate certificate() const = 0;
  // Announces the rows of the draws to come. Samplers that keep something per row decide here what
  // to keep; without the call they decide as rows appear, and which rows are served how then
  // depends on the order of the draws.
  virtual void prepare(std::span<const Row> rows) const { static_cast<void>(rows); }
};

// First in every draw(): throws InvalidInput unless each c2 is finite and not negative and has an
// omega to go to.
void check_draw(std::span<const double> c2, std::span<const double> omega);

// The best sampler there is for phi: structural, else table (per row where phi depends on the row),
// else inversion draw by draw. Throws NumericalError with the reasons when none can be certified.
std::unique_ptr<OmegaSampler> make_sampler(const RadialPtr& radial,
                                           const SamplerOptions& options = {});

}  // namespace phigp
