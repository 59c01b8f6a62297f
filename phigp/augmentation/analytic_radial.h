// phi known only as a function that can be called at complex points: a callable of another program.
// Its derivatives are Cauchy integrals over circles around the point, which stay where a Laplace
// transform is analytic; derivatives in its parameters are differences of high order. math.md (T.2)
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "phigp/augmentation/radial.h"

namespace phigp {

struct AnalyticFunction {
  // out[i] = phi(r[i]; theta), or log phi; called by several threads at a time.
  using Call = std::function<void(std::span<const Complex> r, std::span<const double> theta,
                                  std::span<Complex> out)>;
  Call call;
  bool logarithm = false;  // it gives log phi, on one branch, real for r > 0
  std::string text;        // for people
};

class AnalyticRadial final : public Radial {
 public:
  AnalyticRadial(AnalyticFunction function, std::vector<double> parameters);

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

  std::span<const double> parameters() const override { return theta_; }
  RadialPtr with_parameters(std::span<const double> values) const override;
  std::string describe() const override { return function_.text; }
  std::unique_ptr<OmegaSampler> structural_sampler(const SamplerOptions& options) const override;

  // d log phi / d theta_k at real r > 0: without the circles of the jets.
  void parameter_slope(std::span<const double> r, std::size_t k, std::span<double> out) const;

  // Throws InvalidInput, naming the r, where the function does not give finite values at complex
  // points, or is not analytic there, or its derivatives are not those of its real values.
  void check() const;
  // Radius of a disc around 0 in which phi is analytic and positive near 0; 0 where there is none
  // to be found (a law whose tail is no exponential).
  double zero_radius() const { return zero_radius_; }

 private:
  // How a circle is laid and read.
  struct Circle {
    double share;  // of the centre: its radius
    int points;    // on the whole circle
    int orders;    // that are read off
  };
  // Of log phi at the centre + radius t, as a series in t.
  struct Expansion {
    double radius = 0.0;
    std::vector<double> a;
  };

  static Circle circle_for(int order);
  std::vector<Complex> values(std::span<const Complex> r, std::span<const double> theta) const;
  // log phi at points that follow each other on a curve that begins at a real one.
  void take_logarithms(std::span<Complex> curve, double predicted_turn) const;
  std::vector<Expansion> expand(std::span<const double> centres, const Circle& circle,
                                std::span<const double> theta) const;
  template <int N>
  void series(std::span<const Taylor<N>> r, std::span<Taylor<N>> out) const;
  template <int N>
  void series(std::span<const Taylor<N, Dual>> r, std::size_t k,
              std::span<Taylor<N, Dual>> out) const;
  void find_zero_disc();
  double zero_series(double r) const;

  AnalyticFunction function_;
  std::vector<double> theta_;
  double zero_radius_ = 0.0;
  std::vector<double> zero_;  // log phi(zero_radius t) as a series in t, without constant
};

}  // namespace phigp
