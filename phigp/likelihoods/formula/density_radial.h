// phi as it is found inside a density: log phi(r) = log p(y | centre + sqrt(r)) - log p(y | centre)
// - g sqrt(r), evaluated through the density's own formula on every number type. math.md (F.10)
#pragma once

#include "phigp/augmentation/radial.h"
#include "phigp/likelihoods/formula/decomposition.h"

namespace phigp {

class DensityRadial final : public Radial {
 public:
  // `dependence`: none, phi is that of `reference` for every row; otherwise each row has its own,
  // found row by row (power: as an exponent of the reference's phi). `rule` says how the centre
  // follows from the row.
  // `reference` stands for all rows where phi does not depend on them; `second` differs from it in
  // y: unless the centre is searched, both tell where it is.
  DensityRadial(Formula density, Row reference, Row second, RowDependence dependence,
                CentreRule rule);

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

  std::span<const double> parameters() const override { return density_.parameters(); }
  RadialPtr with_parameters(std::span<const double> values) const override;
  std::string describe() const override;
  std::vector<std::string> proof() const override;
  RowDependence row_dependence() const override { return dependence_; }
  double power(const Row& row) const override;
  double power_slope(const Row& row, std::size_t k) const override;
  std::unique_ptr<OmegaSampler> structural_sampler(const SamplerOptions& options) const override;

  const Formula& density() const { return density_; }
  // Where the centre is, unless it is searched row by row.
  const CentreLine& centre() const { return line_; }
  // Centre and tilt of a row. Throws InvalidInput when the density of that row has no point of
  // symmetry.
  Decomposition decomposition(const Row& row) const;
  DecompositionSlope slope(const Row& row, std::size_t k) const;
  // log p(y | centre) of a row, plainly and with the derivative in parameter k.
  double log_peak(const Row& row) const;
  Dual log_peak(const Row& row, std::size_t k) const;

 private:
  template <class T>
  void evaluate(std::span<const T> r, const Rows& rows, std::span<T> out) const;
  template <class T>
  void evaluate(std::span<const T> r, const Rows& rows, std::size_t k, std::span<T> out) const;
  template <class Body>
  void by_row(std::size_t count, const Rows& rows, const Body& body) const;
  double log_phi_of_row(double r, const Row& row) const;
  void find_line_slopes();

  Formula density_;
  Row reference_;
  Row second_;
  RowDependence dependence_;
  CentreRule rule_;
  CentreLine line_;
  std::vector<CentreLine> line_slopes_;  // its derivative in each parameter; none where it is y
  Decomposition at_reference_;
  double unit_ = 1.0;     // r at which powers are read off
  RadialPtr identified_;  // a known law with the same phi, or null
  std::vector<std::string> proof_;
};

}  // namespace phigp
