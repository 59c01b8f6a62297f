// A Radial from one generic lambda r -> log phi(r): a function that nothing is known about. It has
// no proof, no parameters, no structure and hence no sampler of its own; the library has to find
// out everything numerically. A lambda (r, row) -> log phi(r; row) makes a phi that depends on the
// observation in a way nobody knows.
#pragma once

#include <concepts>
#include <memory>
#include <string>
#include <utility>

#include "phigp/augmentation/radial.h"
#include "phigp/augmentation/sampler.h"
#include "phigp/base/error.h"

namespace phigp::test {

// log_phi(r) = body(scale * r): omega is multiplied by scale.
template <class Body>
class LambdaRadial final : public Radial {
 public:
  LambdaRadial(std::string text, Body body, double scale)
      : text_(std::move(text)), body_(std::move(body)), scale_(scale) {}

  static constexpr bool kPerRow = std::invocable<Body, double, Row>;

  using Radial::log_phi;
  void log_phi(std::span<const double> r, const Rows& rows, std::span<double> out) const override {
    evaluate(r, rows, out);
  }
  void log_phi(std::span<const Complex> r, const Rows& rows,
               std::span<Complex> out) const override {
    evaluate(r, rows, out);
  }
  void log_phi(std::span<const MeanJet> r, const Rows& rows,
               std::span<MeanJet> out) const override {
    evaluate(r, rows, out);
  }
  void log_phi(std::span<const CumulantJet> r, const Rows& rows,
               std::span<CumulantJet> out) const override {
    evaluate(r, rows, out);
  }
  void log_phi(std::span<const SeriesJet> r, const Rows& rows,
               std::span<SeriesJet> out) const override {
    evaluate(r, rows, out);
  }
  void log_phi(std::span<const MeanJetInParameter>, const Rows&, std::size_t k,
               std::span<MeanJetInParameter>) const override {
    refuse_parameter(k);
  }
  void log_phi(std::span<const SeriesJetInParameter>, const Rows&, std::size_t k,
               std::span<SeriesJetInParameter>) const override {
    refuse_parameter(k);
  }

  RowDependence row_dependence() const override {
    return kPerRow ? RowDependence::general : RowDependence::none;
  }
  std::span<const double> parameters() const override { return {}; }
  RadialPtr with_parameters(std::span<const double>) const override {
    return std::make_shared<LambdaRadial>(*this);
  }
  std::string describe() const override { return text_; }
  std::unique_ptr<OmegaSampler> structural_sampler(const SamplerOptions&) const override {
    return nullptr;
  }

 private:
  template <class T>
  void evaluate(std::span<const T> r, const Rows& rows, std::span<T> out) const {
    for (std::size_t i = 0; i < r.size(); ++i) {
      if constexpr (kPerRow) {
        out[i] = body_(T(r[i] * scale_), rows[i]);
      } else {
        out[i] = body_(T(r[i] * scale_));
      }
    }
  }
  void refuse_parameter(std::size_t k) const {
    require(false, text_ + ": parameter number", static_cast<double>(k), "does not exist");
  }

  std::string text_;
  Body body_;
  double scale_;
};

template <class Body>
RadialPtr lambda_radial(std::string text, Body body, double scale = 1.0) {
  return std::make_shared<LambdaRadial<Body>>(std::move(text), std::move(body), scale);
}

}  // namespace phigp::test
