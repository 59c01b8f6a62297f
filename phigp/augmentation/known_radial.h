// From a phi written once, as a struct of static functions, to a Radial. The struct gives
//   static auto log_phi(const auto& r, const auto* theta)             always; unqualified calls of
//   scalar.h functions static double draw(double c2, double power, const double* theta, Stream&)
//   where the law of omega is known, with static constexpr bool kRealPowers: for any power, or for
//   whole ones only static constexpr const char* kLaw, *kProof its name, and why phi is admissible
//   static auto power(const Row&, const auto* theta)                  where the row enters as an
//   exponent static std::string describe(const double* theta)
// Return types are `auto` so that a body which cannot run on some number type is a compile error
// here.
#pragma once

#include <memory>
#include <utility>

#include "phigp/augmentation/exact_sampler.h"
#include "phigp/augmentation/radial.h"
#include "phigp/base/error.h"

namespace phigp {

template <class Phi>
concept HasPower = requires(const Row& row, const double* theta) { Phi::power(row, theta); };
template <class Phi>
concept HasDraw = requires(const double* theta, Stream& stream) {
  { Phi::draw(1.0, 1.0, theta, stream) } -> std::same_as<double>;
};

template <class Phi>
class KnownRadial final : public Radial {
 public:
  explicit KnownRadial(std::vector<double> theta) : theta_(std::move(theta)) {}

  void log_phi(std::span<const double> r, const Rows& rows, std::span<double> out) const override {
    evaluate(r, rows, theta_.data(), out);
  }
  void log_phi(std::span<const Complex> r, const Rows& rows,
               std::span<Complex> out) const override {
    evaluate(r, rows, theta_.data(), out);
  }
  void log_phi(std::span<const MeanJet> r, const Rows& rows,
               std::span<MeanJet> out) const override {
    evaluate(r, rows, theta_.data(), out);
  }
  void log_phi(std::span<const CumulantJet> r, const Rows& rows,
               std::span<CumulantJet> out) const override {
    evaluate(r, rows, theta_.data(), out);
  }
  void log_phi(std::span<const SeriesJet> r, const Rows& rows,
               std::span<SeriesJet> out) const override {
    evaluate(r, rows, theta_.data(), out);
  }
  void log_phi(std::span<const MeanJetInParameter> r, const Rows& rows, std::size_t k,
               std::span<MeanJetInParameter> out) const override {
    evaluate(r, rows, with_derivative(k).data(), out);
  }
  void log_phi(std::span<const SeriesJetInParameter> r, const Rows& rows, std::size_t k,
               std::span<SeriesJetInParameter> out) const override {
    evaluate(r, rows, with_derivative(k).data(), out);
  }

  std::span<const double> parameters() const override { return theta_; }
  RadialPtr with_parameters(std::span<const double> values) const override {
    check_parameter_count(values.size(), theta_.size());
    for (const double value : values) {
      require(value > 0.0 && value - value == 0.0, std::string(Phi::kLaw) + ": parameter", value,
              "must be positive and finite");
    }
    return std::make_shared<KnownRadial>(std::vector<double>(values.begin(), values.end()));
  }
  std::string describe() const override { return Phi::describe(theta_.data()); }
  std::vector<std::string> proof() const override { return {Phi::kProof}; }

  RowDependence row_dependence() const override {
    return HasPower<Phi> ? RowDependence::power : RowDependence::none;
  }
  double power(const Row& row) const override {
    if constexpr (HasPower<Phi>) return Phi::power(row, theta_.data());
    return 1.0;
  }
  double power_slope(const Row& row, std::size_t k) const override {
    if constexpr (HasPower<Phi>) return Dual(Phi::power(row, with_derivative(k).data()))[1];
    return 0.0;
  }

  std::unique_ptr<OmegaSampler> structural_sampler(const SamplerOptions& options) const override {
    if constexpr (HasDraw<Phi>) {
      if (!options.allow_exact) return nullptr;
      return std::make_unique<ExactSampler>(
          Phi::kLaw, Phi::kRealPowers,
          [theta = theta_](std::span<const double> c2, const Rows& rows,
                           std::span<const double> weights, Stream& stream,
                           std::span<double> omega) {
            for (std::size_t i = 0; i < c2.size(); ++i) {
              double exponent = weights.empty() ? 1.0 : weights[i];
              if constexpr (HasPower<Phi>) exponent *= Phi::power(rows[i], theta.data());
              omega[i] = exponent == 0.0 ? 0.0 : Phi::draw(c2[i], exponent, theta.data(), stream);
            }
          });
    }
    return nullptr;
  }

 private:
  template <class T, class P>
  static void evaluate(std::span<const T> r, const Rows& rows, const P* theta, std::span<T> out) {
    for (std::size_t i = 0; i < r.size(); ++i) {
      if constexpr (HasPower<Phi>) {
        out[i] = Phi::power(rows[i], theta) * Phi::log_phi(r[i], theta);
      } else {
        out[i] = Phi::log_phi(r[i], theta);
      }
    }
  }
  std::vector<Dual> with_derivative(std::size_t k) const {
    std::vector<Dual> theta(theta_.begin(), theta_.end());
    theta.at(k)[1] = 1.0;
    return theta;
  }

  std::vector<double> theta_;
};

}  // namespace phigp
