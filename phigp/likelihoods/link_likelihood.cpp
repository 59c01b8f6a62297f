#include "phigp/likelihoods/link_likelihood.h"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "phigp/augmentation/analytic_radial.h"
#include "phigp/base/error.h"
#include "phigp/likelihoods/real_law.h"

namespace phigp {

namespace {

// A density below which a point adds nothing, and where the slope of a phi that is only called
// may have no digits left.
constexpr double kNoWeight = 1e-200;
constexpr double kSameStretch = 1e-6;  // relative

// log phi(u^2), u > 0 understood.
ArrayFunction noise_density(const Radial& radial) {
  return [&radial](std::span<const double> u, std::span<double> out) {
    std::vector<double> r(u.size());
    for (std::size_t i = 0; i < u.size(); ++i) r[i] = u[i] * u[i];
    radial.log_phi(r, Rows(), out);
    for (std::size_t i = 0; i < u.size(); ++i) {
      if (r[i] == 0.0) out[i] = 0.0;
    }
  };
}

// d log(int phi)/d theta_k = E d log phi / d theta_k under the normalised density.
double normaliser_slope(const Likelihood& likelihood, double log_total, std::size_t k) {
  const ArrayFunction log_phi = noise_density(likelihood.radial());
  const double scale = std::sqrt(natural_scale(likelihood.radial(), Row{}));
  // Most of the work on a phi that is only called would be derivatives in r, not needed here.
  const auto* called = dynamic_cast<const AnalyticRadial*>(&likelihood.radial());
  const ArrayFunction weighted = [&](std::span<const double> u, std::span<double> out) {
    std::vector<double> r(u.size());
    std::vector<double> mean_slope(u.size());
    std::vector<double> slope(u.size());
    for (std::size_t i = 0; i < u.size(); ++i) r[i] = u[i] * u[i];
    log_phi(u, out);
    if (called != nullptr)
      called->parameter_slope(r, k, slope);
    else
      likelihood.moments().parameter_slopes(r, Rows(), k, slope, mean_slope);
    for (std::size_t i = 0; i < u.size(); ++i) {
      const double weight = std::exp(out[i] - log_total);
      out[i] = weight < kNoWeight ? 0.0 : 2.0 * weight * slope[i];
    }
  };
  double sum = 0.0;
  const std::vector<double> points = geometric_breakpoints(0.0, scale, 0.0, 1e60 * scale);
  for (std::size_t i = 1; i < points.size(); ++i) {
    const double part = integral(weighted, {points[i - 1], points[i]}, 1e-14);
    sum += part;
  }
  return sum;
}

}  // namespace

LinkLikelihood::LinkLikelihood(std::string name, RadialPtr radial, Link link,
                               std::vector<ParameterSpec> specs, bool has_scale,
                               std::vector<double> values,
                               const std::optional<PhiNormaliser>& known)
    : Likelihood(std::move(values), std::move(radial)),
      name_(std::move(name)),
      link_(link),
      specs_(std::move(specs)),
      has_scale_(has_scale) {
  check_parameters(name_, specs_, parameters());
  if (known) {
    normaliser_ = *known;
    return;
  }
  if (link_ == Link::classification) {
    normaliser_.normalised = std::abs(check_normalisation(*this).largest_error()) < 1e-9;
    return;
  }
  require(this->radial().row_dependence() == Radial::RowDependence::none, name_ + ": phi",
          this->radial().describe(), "must not depend on y when the link is regression");
  const double scale = std::sqrt(natural_scale(this->radial(), Row{}));
  normaliser_.log_value = RealLaw(noise_density(this->radial()), 0.0, scale).log_total();
  for (std::size_t k = 0; k < phi_count(); ++k) {
    const bool learned = specs_[k].learned;  // of others there may be no derivative
    normaliser_.slopes.push_back(learned ? normaliser_slope(*this, normaliser_.log_value, k) : 0.0);
  }
}

std::string LinkLikelihood::formula() const {
  const std::string phi = radial().describe();
  if (link_ == Link::regression) return fmt::format("C * phi(((y-f)/scale)^2),  phi(r) = {}", phi);
  return fmt::format("1/2 * exp(k*y*f/2) * phi(f^2),  phi(r) = {}", phi);
}

LikelihoodPtr LinkLikelihood::with_parameters(std::span<const double> values) const {
  check_parameters(name_, specs_, values);
  std::vector<double> own(values.begin(), values.end());
  const std::span<const double> of_phi = values.subspan(0, phi_count());
  const bool same = std::equal(of_phi.begin(), of_phi.end(), parameters().begin());
  // The slope k of a classification is part of what sums to one or not.
  if (same && link_ == Link::regression)
    return std::make_shared<LinkLikelihood>(name_, radial_ptr(), link_, specs_, has_scale_,
                                            std::move(own), normaliser_);
  return std::make_shared<LinkLikelihood>(name_, radial_ptr()->with_parameters(of_phi), link_,
                                          specs_, has_scale_, std::move(own));
}

// r d log phi / dr is a combination of the slopes in the parameters, at all r that are looked at.
// Each r has the weight that makes the left side 1.
bool LinkLikelihood::stretches() const {
  if (phi_count() == 0) return false;
  const auto count = static_cast<Eigen::Index>(phi_count());
  const Eigen::Index points = 4 * count + 9;
  const double unit = natural_scale(radial(), Row{});
  std::vector<double> r;
  for (Eigen::Index i = 0; i < points; ++i)
    r.push_back(unit * std::pow(10.0, -2.0 + 4.0 * static_cast<double>(i) /
                                                 static_cast<double>(points - 1)));
  std::vector<double> log_phi(r.size());
  std::vector<double> mean(r.size());
  moments().log_phi_and_mean(r, Rows(), log_phi, mean);
  Eigen::MatrixXd slopes = Eigen::MatrixXd::Zero(points, count);
  std::vector<double> slope(r.size());
  std::vector<double> of_mean(r.size());
  for (std::size_t k = 0; k < phi_count(); ++k) {
    if (!specs_[k].learned) continue;
    moments().parameter_slopes(r, Rows(), k, slope, of_mean);
    for (std::size_t i = 0; i < r.size(); ++i)
      slopes(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)) =
          slope[i] / (r[i] * mean[i]);
  }
  const Eigen::VectorXd ones = Eigen::VectorXd::Ones(points);
  const Eigen::VectorXd found = slopes.colPivHouseholderQr().solve(ones);
  return (slopes * found - ones).cwiseAbs().maxCoeff() < kSameStretch;
}

std::shared_ptr<const LinkLikelihood> LinkLikelihood::with_scale() const {
  if (link_ != Link::regression || has_scale_ || stretches()) return nullptr;
  const auto named = [](const ParameterSpec& spec) { return spec.name == "scale"; };
  if (std::any_of(specs_.begin(), specs_.end(), named)) return nullptr;  // phi's own
  std::vector<ParameterSpec> specs = specs_;
  specs.push_back({"scale", 1.0, kPositive, "scale of the noise"});
  std::vector<double> values(parameters().begin(), parameters().end());
  values.push_back(1.0);
  return std::make_shared<LinkLikelihood>(name_, radial_ptr(), link_, std::move(specs), true,
                                          std::move(values), normaliser_);
}

Terms<double> LinkLikelihood::terms(const Row& row) const {
  if (link_ == Link::classification)
    return {-std::numbers::ln2, 0.5 * scale() * row.y, 1.0, 0.0, 0.0};
  return {-normaliser_.log_value - std::log(scale()), 0.0, 1.0 / (scale() * scale()), row.y, 0.0};
}

Terms<Dual> LinkLikelihood::terms(const Row& row, std::size_t k) const {
  Dual s(scale());
  if (has_scale_ && k + 1 == parameters().size()) s[1] = 1.0;
  if (link_ == Link::classification) return {-std::numbers::ln2, 0.5 * row.y * s, 1.0, 0.0, 0.0};
  Dual normaliser(normaliser_.log_value);
  if (k < phi_count()) normaliser[1] = normaliser_.slopes[k];
  return {-normaliser - log(s), 0.0, 1.0 / (s * s), row.y, 0.0};
}

LikelihoodPtr likelihood_from_radial(RadialPtr radial, Link link, double scale) {
  std::vector<ParameterSpec> specs;
  std::vector<double> values(radial->parameters().begin(), radial->parameters().end());
  for (std::size_t k = 0; k < values.size(); ++k) {
    specs.push_back({fmt::format("theta{}", k + 1), values[k], kAnyReal, "parameter of phi"});
  }
  specs.push_back(
      {link == Link::regression ? "scale" : "k", scale, kPositive, "scale of the noise"});
  values.push_back(scale);
  return std::make_shared<LinkLikelihood>("composition", std::move(radial), link, std::move(specs),
                                          true, std::move(values));
}

}  // namespace phigp
