// The border between templates and compiled code. A Radial is one function phi, given through log
// phi, with its parameter values bound, evaluated on whole arrays for each number type the method
// needs:
//   double              bounds
//   Complex             inversion of the Laplace transform
//   Taylor<1>           the mean of omega (hot)
//   Taylor<8>           cumulants
//   Taylor<64>          the expansion at r = 0, and derivative signs
//   Taylor<., Dual>     the same with the derivative in one parameter
// Nothing behind this border is a template; nothing in front of it knows arrays. math.md (A.1)
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "phigp/base/row.h"
#include "phigp/base/taylor.h"

namespace phigp {

class OmegaSampler;
struct SamplerOptions;

inline constexpr int kCumulantOrder = 8;
inline constexpr int kSeriesOrder = 64;

using MeanJet = Taylor<1>;
using CumulantJet = Taylor<kCumulantOrder>;
using SeriesJet = Taylor<kSeriesOrder>;
using MeanJetInParameter = Taylor<1, Dual>;
using SeriesJetInParameter = Taylor<kSeriesOrder, Dual>;

class Radial;
using RadialPtr = std::shared_ptr<const Radial>;

class Radial {
 public:
  virtual ~Radial() = default;

  // out[i] = log phi(r[i]; rows[i]). Sizes agree.
  virtual void log_phi(std::span<const double> r, const Rows& rows,
                       std::span<double> out) const = 0;
  virtual void log_phi(std::span<const Complex> r, const Rows& rows,
                       std::span<Complex> out) const = 0;
  virtual void log_phi(std::span<const MeanJet> r, const Rows& rows,
                       std::span<MeanJet> out) const = 0;
  virtual void log_phi(std::span<const CumulantJet> r, const Rows& rows,
                       std::span<CumulantJet> out) const = 0;
  virtual void log_phi(std::span<const SeriesJet> r, const Rows& rows,
                       std::span<SeriesJet> out) const = 0;
  // The same with parameter number k carrying the derivative.
  virtual void log_phi(std::span<const MeanJetInParameter> r, const Rows& rows, std::size_t k,
                       std::span<MeanJetInParameter> out) const = 0;
  virtual void log_phi(std::span<const SeriesJetInParameter> r, const Rows& rows, std::size_t k,
                       std::span<SeriesJetInParameter> out) const = 0;

  // The bound parameter values, in the order that `k` above counts; and the same phi with other
  // values.
  virtual std::span<const double> parameters() const = 0;
  virtual RadialPtr with_parameters(std::span<const double> values) const = 0;

  // phi in mathematical text, for people: "exp(-sqrt(r)/b), b = 1.5".
  virtual std::string describe() const = 0;

  // Why phi is the Laplace transform of a probability law, one step a line; empty when nothing
  // proves it.
  virtual std::vector<std::string> proof() const { return {}; }

  // A row may enter as an exponent, phi(r; row) = base(r)^power(row), or (formulas only) in any
  // other way.
  enum class RowDependence { none, power, general };
  virtual RowDependence row_dependence() const { return RowDependence::none; }
  virtual double power(const Row&) const { return 1.0; }
  // The derivative of the power in parameter k.
  virtual double power_slope(const Row&, std::size_t) const { return 0.0; }

  // The sampler that the structure of phi gives: an exact one where the law is known, one assembled
  // from the parts of a composition. Null when phi has no structure to exploit. `row` binds what
  // depends on the observation.
  virtual std::unique_ptr<OmegaSampler> structural_sampler(const SamplerOptions& options) const = 0;

  // One point at a time, for code that is not hot.
  double log_phi(double r, const Row& row = {}) const;
  Complex log_phi(Complex r, const Row& row = {}) const;
  CumulantJet log_phi(const CumulantJet& r, const Row& row = {}) const;
  SeriesJet log_phi(const SeriesJet& r, const Row& row = {}) const;
};

// Throws InvalidInput unless the numbers agree.
void check_parameter_count(std::size_t given, std::size_t wanted);

}  // namespace phigp
