// phi given as a formula in r (and y, trials, parameters), as a Radial: the same object that the
// hand-written phi are, with proof, recognised law and exact sampler where the formula has them.
// math.md (F.5)
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "phigp/augmentation/radial.h"
#include "phigp/likelihoods/formula/formula.h"
#include "phigp/likelihoods/formula/zero_series.h"

namespace phigp {

struct FormulaRadialOptions {
  // Divide by phi(0+), row by row and parameter by parameter, instead of refusing phi(0) != 1.
  bool normalise = false;
  Range y{};               // values y can take; phi is looked at for some of them
  Range trials{1.0, 1.0};  // likewise
};

class FormulaRadial final : public Radial {
 public:
  // Throws InvalidInput, naming the r, when phi is not finite and positive somewhere on
  // 1e-12..1e16, has no limit at 0, or (unless options.normalise) when the limit is not 1.
  // `phi_at_zero` below tells the limit without construction.
  FormulaRadial(Expression phi, std::vector<double> parameters,
                const FormulaRadialOptions& options = {});

  // lim r -> 0+ of the formula as typed, for one row. NaN when there is no limit that can be found.
  static double phi_at_zero(const Expression& phi, std::span<const double> parameters,
                            const Row& row = {}, const FormulaRadialOptions& options = {});

  void log_phi(std::span<const double> r, const Rows& rows, std::span<double> out) const override;
  void log_phi(std::span<const Complex> r, const Rows& rows, std::span<Complex> out) const override;
  void log_phi(std::span<const MeanJet> r, const Rows& rows, std::span<MeanJet> out) const override;
  void log_phi(std::span<const CumulantJet> r, const Rows& rows,
               std::span<CumulantJet> out) const override;
  void log_phi(std::span<const SeriesJet> r, const Rows& rows,
               std::span<SeriesJet> out) const override;
  void log_phi(std::span<const MeanJetInParameter> r, const Rows& rows, std::size_t k,
               std::span<MeanJetInParameter> out) const override;
  void log_phi(std::span<const SeriesJetInParameter> r, const Rows& rows, std::size_t k,
               std::span<SeriesJetInParameter> out) const override;
  using Radial::log_phi;

  std::span<const double> parameters() const override { return formula_.parameters(); }
  RadialPtr with_parameters(std::span<const double> values) const override;
  std::string describe() const override;
  // Empty also when phi depends on the row, unless as a power of an infinitely divisible phi.
  std::vector<std::string> proof() const override;
  RowDependence row_dependence() const override { return dependence_; }
  double power(const Row& row) const override;
  double power_slope(const Row& row, std::size_t k) const override;
  std::unique_ptr<OmegaSampler> structural_sampler(const SamplerOptions& options) const override;

  const Expression& expression() const { return formula_.expression(); }
  // The same phi (that of Row{} where the row is a power) built from known laws and equal to the
  // formula at real and complex points to 1e-12; null when there is none.
  RadialPtr recognised() const;

 private:
  template <class T>
  void finish(std::span<const T> r, const Rows& rows, std::span<T> out) const;
  template <class T>
  void finish(std::span<const T> r, const Rows& rows, std::size_t k, std::span<T> out) const;
  std::vector<Row> sample_rows() const;
  void check() const;
  double plain_log_phi(double r, const Row& row) const;  // of the formula as typed
  void find_row_dependence();
  // Whether phi depends on the row, and log phi(r; row) / log phi(r; Row{}) does not depend on r.
  bool looks_like_power() const;

  Formula formula_;
  FormulaRadialOptions options_;
  RowDependence dependence_ = RowDependence::none;
  double probe_ = 1.0;  // an r at which log phi is neither tiny nor huge; powers are read off there
  double at_probe_ = -1.0;  // log phi(probe; Row{})
  ZeroSeries zero_;      // for formulas that cancel near 0; only where phi is the same for all rows
  double offset_ = 0.0;  // log phi(0+): what normalising, or rounding, leaves to be subtracted
};

}  // namespace phigp
