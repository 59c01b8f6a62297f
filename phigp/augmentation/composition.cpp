#include "phigp/augmentation/composition.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <numeric>

#include "phigp/augmentation/composed_radial.h"
#include "phigp/augmentation/composed_sampler.h"

namespace phigp {

namespace {

using detail::ComposedRadial;
using Parameter = std::optional<std::size_t>;

std::vector<std::unique_ptr<OmegaSampler>> child_samplers(const std::vector<RadialPtr>& children,
                                                          const SamplerOptions& options) {
  std::vector<std::unique_ptr<OmegaSampler>> samplers;
  for (const RadialPtr& child : children) samplers.push_back(make_sampler(child, options));
  return samplers;
}

std::string joined(const std::vector<RadialPtr>& children, const char* separator) {
  std::vector<std::string> parts;
  for (const RadialPtr& child : children) parts.push_back("(" + child->describe() + ")");
  return fmt::format("{}", fmt::join(parts, separator));
}

void check_positive(double value, const char* name) {
  require(std::isfinite(value) && value > 0.0, name, value, "must be positive and finite");
}

class Mixture final : public ComposedRadial<Mixture> {
 public:
  static constexpr const char* kRule =
      "a convex sum of admissible functions is admissible (a mixture of laws)";

  Mixture(std::vector<double> weights, std::vector<RadialPtr> children)
      : ComposedRadial(std::move(children)), weights_(std::move(weights)) {}

  // log sum w_k e^{L_k} = M + log1p(sum w_k expm1(L_k - M)): exact also where every L_k is small.
  // math.md (C.1)
  template <class T>
  void combine(std::span<const T> r, const Rows& rows, Parameter k, std::span<T> out) const {
    std::vector<std::vector<T>> parts(children().size(), std::vector<T>(r.size()));
    for (std::size_t c = 0; c < parts.size(); ++c) child_log_phi<T>(c, r, rows, k, parts[c]);
    for (std::size_t i = 0; i < r.size(); ++i) {
      std::size_t top = 0;
      for (std::size_t c = 1; c < parts.size(); ++c) {
        if (value(parts[c][i]) > value(parts[top][i])) top = c;
      }
      T sum{};
      for (std::size_t c = 0; c < parts.size(); ++c) {
        if (c != top) sum += weights_[c] * expm1(parts[c][i] - parts[top][i]);
      }
      out[i] = parts[top][i] + log1p(sum);
    }
  }
  RadialPtr with_children(std::vector<RadialPtr> changed) const {
    return std::make_shared<Mixture>(weights_, std::move(changed));
  }
  std::string describe() const override {
    std::string text;
    for (std::size_t c = 0; c < weights_.size(); ++c) {
      text += fmt::format("{}{}*({})", c == 0 ? "" : " + ", weights_[c], children()[c]->describe());
    }
    return text;
  }
  std::unique_ptr<OmegaSampler> structural_sampler(const SamplerOptions& options) const override {
    if (!options.allow_exact) return nullptr;
    return std::make_unique<MixtureSampler>(weights_, children(),
                                            child_samplers(children(), options));
  }

 private:
  std::vector<double> weights_;
};

class Product final : public ComposedRadial<Product> {
 public:
  static constexpr const char* kRule =
      "a product of admissible functions is admissible (a sum of independent variables)";

  using ComposedRadial::ComposedRadial;

  template <class T>
  void combine(std::span<const T> r, const Rows& rows, Parameter k, std::span<T> out) const {
    std::vector<T> part(r.size());
    std::fill(out.begin(), out.end(), T{});
    for (std::size_t c = 0; c < children().size(); ++c) {
      child_log_phi<T>(c, r, rows, k, part);
      for (std::size_t i = 0; i < r.size(); ++i) out[i] += part[i];
    }
  }
  RadialPtr with_children(std::vector<RadialPtr> changed) const {
    return std::make_shared<Product>(std::move(changed));
  }
  std::string describe() const override { return joined(children(), "*"); }
  std::unique_ptr<OmegaSampler> structural_sampler(const SamplerOptions& options) const override {
    if (!options.allow_exact) return nullptr;
    return std::make_unique<SumSampler>(child_samplers(children(), options));
  }
};

// phi(scale r + shift) / phi(shift): both changes of the argument in one class.
class Affine final : public ComposedRadial<Affine> {
 public:
  static constexpr const char* kRule =
      "phi(a*r + s)/phi(s), a > 0, s >= 0, is admissible if phi is (scaled, tilted law)";

  Affine(RadialPtr child, double scale, double shift)
      : ComposedRadial({std::move(child)}), scale_(scale), shift_(shift) {}

  template <class T>
  void combine(std::span<const T> r, const Rows& rows, Parameter k, std::span<T> out) const {
    std::vector<T> moved(r.size());
    for (std::size_t i = 0; i < r.size(); ++i) moved[i] = scale_ * r[i] + shift_;
    child_log_phi<T>(0, moved, rows, k, out);
    if (shift_ == 0.0) return;
    const std::vector<T> origin(r.size(), T(shift_));
    std::vector<T> base(r.size());
    child_log_phi<T>(0, origin, rows, k, base);
    for (std::size_t i = 0; i < r.size(); ++i) out[i] -= base[i];
  }
  RadialPtr with_children(std::vector<RadialPtr> changed) const {
    return std::make_shared<Affine>(changed.front(), scale_, shift_);
  }
  std::string describe() const override {
    const std::string argument =
        shift_ == 0.0 ? fmt::format("{}*r", scale_)
                      : fmt::format("{}*r + {}, over its value at r = 0", scale_, shift_);
    return fmt::format("({}) at {}", children().front()->describe(), argument);
  }
  RowDependence row_dependence() const override { return children().front()->row_dependence(); }
  double power(const Row& row) const override { return children().front()->power(row); }
  double power_slope(const Row& row, std::size_t k) const override {
    return children().front()->power_slope(row, k);
  }
  std::unique_ptr<OmegaSampler> structural_sampler(const SamplerOptions& options) const override {
    if (!options.allow_exact) return nullptr;
    return std::make_unique<AffineSampler>(make_sampler(children().front(), options), scale_,
                                           shift_);
  }

 private:
  double scale_;
  double shift_;
};

class CompoundPoisson final : public ComposedRadial<CompoundPoisson> {
 public:
  static constexpr const char* kRule =
      "exp(rate*(phi - 1)) is admissible if phi is (a Poisson number of draws, added)";

  CompoundPoisson(RadialPtr child, double rate) : ComposedRadial({std::move(child)}), rate_(rate) {}

  template <class T>
  void combine(std::span<const T> r, const Rows& rows, Parameter k, std::span<T> out) const {
    child_log_phi<T>(0, r, rows, k, out);
    for (T& x : out) x = rate_ * expm1(x);
  }
  RadialPtr with_children(std::vector<RadialPtr> changed) const {
    return std::make_shared<CompoundPoisson>(changed.front(), rate_);
  }
  std::string describe() const override {
    return fmt::format("exp({}*({} - 1))", rate_, children().front()->describe());
  }
  std::unique_ptr<OmegaSampler> structural_sampler(const SamplerOptions& options) const override {
    if (!options.allow_exact) return nullptr;
    return std::make_unique<CompoundPoissonSampler>(
        children().front(), make_sampler(children().front(), options), rate_);
  }

 private:
  double rate_;
};

}  // namespace

RadialPtr mixture(std::vector<WeightedRadial> components) {
  std::vector<double> weights;
  std::vector<RadialPtr> children;
  for (WeightedRadial& component : components) {
    check_positive(component.weight, "mixture: weight");
    weights.push_back(component.weight);
    children.push_back(std::move(component.radial));
  }
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (double& weight : weights) weight /= total;
  return std::make_shared<Mixture>(std::move(weights), std::move(children));
}

RadialPtr product(std::vector<RadialPtr> factors) {
  return std::make_shared<Product>(std::move(factors));
}

RadialPtr scaled(RadialPtr radial, double a) {
  check_positive(a, "scaled: a");
  return std::make_shared<Affine>(std::move(radial), a, 0.0);
}

RadialPtr shifted(RadialPtr radial, double a) {
  check_positive(a, "shifted: a");
  return std::make_shared<Affine>(std::move(radial), 1.0, a);
}

RadialPtr compound_poisson(RadialPtr radial, double rate) {
  check_positive(rate, "compound Poisson: rate");
  return std::make_shared<CompoundPoisson>(std::move(radial), rate);
}

}  // namespace phigp
