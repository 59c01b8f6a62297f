// From a catalogue entry, a struct of static functions written once for double and Dual parameters,
// to a Likelihood. The entry names the law of its phi (known_laws.h) and maps its parameters to the
// law's:
//   using Law = GammaPhi;
//   static EntryInfo info();
//   static auto law_parameters(const auto* theta)                        std::array of the law's
//   theta template <class P> static Terms<P> terms(const Row&, const P* theta) static auto
//   power(const Row&, const auto* theta)                     optional: the exponent of phi static
//   double noise_cdf(double, const double* theta), noise_variance(...), mean, variance, cdf
//   optional closed forms
#pragma once

#include <memory>
#include <utility>

#include "phigp/augmentation/known_laws.h"
#include "phigp/likelihoods/likelihood.h"

namespace phigp {

struct EntryInfo {
  std::string name;
  std::string formula;
  Domain domain = Domain::real;
  bool location_family = true;
  std::vector<ParameterSpec> parameters;
};

// The entry's phi as a function of the entry's own parameters.
template <class Entry>
struct EntryPhi {
  static constexpr bool kRealPowers = Entry::Law::kRealPowers;
  static constexpr const char* kLaw = Entry::Law::kLaw;
  static constexpr const char* kProof = Entry::Law::kProof;
  static auto log_phi(const auto& r, const auto* theta) {
    return Entry::Law::log_phi(r, Entry::law_parameters(theta).data());
  }
  static double draw(double c2, double power, const double* theta, Stream& stream) {
    return Entry::Law::draw(c2, power, Entry::law_parameters(theta).data(), stream);
  }
  static std::string describe(const double* theta) {
    return Entry::Law::describe(Entry::law_parameters(theta).data());
  }
  static auto power(const Row& row, const auto* theta)
    requires requires { Entry::power(row, theta); }
  {
    return Entry::power(row, theta);
  }
};

template <class Entry>
class EntryLikelihood final : public Likelihood {
 public:
  explicit EntryLikelihood(std::vector<double> theta)
      : Likelihood(theta, std::make_shared<KnownRadial<EntryPhi<Entry>>>(theta)),
        info_(Entry::info()) {}

  std::string name() const override { return info_.name; }
  std::string formula() const override { return info_.formula; }
  Domain domain() const override { return info_.domain; }
  bool is_location_family() const override { return info_.location_family; }
  bool is_normalised() const override {
    return !requires { Entry::kPseudoLikelihood; };
  }
  const std::vector<ParameterSpec>& parameter_specs() const override { return info_.parameters; }
  LikelihoodPtr with_parameters(std::span<const double> values) const override {
    check_parameters(info_.name, info_.parameters, values);
    return std::make_shared<EntryLikelihood>(std::vector<double>(values.begin(), values.end()));
  }

  Terms<double> terms(const Row& row) const override {
    return Entry::terms(row, parameters().data());
  }
  Terms<Dual> terms(const Row& row, std::size_t k) const override {
    std::vector<Dual> theta(parameters().begin(), parameters().end());
    theta.at(k)[1] = 1.0;
    return Entry::terms(row, theta.data());
  }

  std::optional<double> closed_noise_mean() const override {
    if constexpr (requires(const double* t) { Entry::noise_mean(t); })
      return Entry::noise_mean(parameters().data());
    return std::nullopt;
  }
  std::optional<double> closed_noise_variance() const override {
    if constexpr (requires(const double* t) { Entry::noise_variance(t); }) {
      return Entry::noise_variance(parameters().data());
    }
    return std::nullopt;
  }
  std::optional<double> closed_noise_cdf(double noise) const override {
    if constexpr (requires(const double* t) { Entry::noise_cdf(noise, t); }) {
      return Entry::noise_cdf(noise, parameters().data());
    }
    return std::nullopt;
  }
  std::optional<double> closed_mean(double f, double trials) const override {
    if constexpr (requires(const double* t) { Entry::mean(f, trials, t); }) {
      return Entry::mean(f, trials, parameters().data());
    }
    return std::nullopt;
  }
  std::optional<double> closed_variance(double f, double trials) const override {
    if constexpr (requires(const double* t) { Entry::variance(f, trials, t); }) {
      return Entry::variance(f, trials, parameters().data());
    }
    return std::nullopt;
  }
  std::optional<double> closed_cdf(const Row& row, double f) const override {
    if constexpr (requires(const double* t) { Entry::cdf(row, f, t); })
      return Entry::cdf(row, f, parameters().data());
    return std::nullopt;
  }
  std::optional<PredictiveMoments> closed_predictive_moments(double m, double v,
                                                             double trials) const override {
    if constexpr (requires(const double* t) { Entry::predictive_moments(m, v, trials, t); }) {
      return Entry::predictive_moments(m, v, trials, parameters().data());
    }
    return std::nullopt;
  }

 private:
  EntryInfo info_;
};

}  // namespace phigp
