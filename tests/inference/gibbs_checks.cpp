#include "tests/inference/gibbs_checks.h"

#include <cmath>

#include "phigp/likelihoods/conditional.h"

namespace phigp::test {

namespace {

constexpr Eigen::Index kFunctions = 12;

// The last three functions have mean 0.
Vector with_zeros(const Vector& expected) {
  Vector all = Vector::Zero(kFunctions);
  all.head(kMoments) = expected;
  return all;
}

class MomentSink final : public DrawSink {
 public:
  MomentSink(const Vector& centre, int draws) : means_(kFunctions, draws), centre_(centre) {}
  void take(int, int, const Vector& f, const Vector* conditional_mean) override {
    Vector values(kFunctions);
    values << moments(f, centre_), *conditional_mean - centre_;
    means_.add(values);
  }
  const BatchMeans& means() const { return means_; }

 private:
  BatchMeans means_;
  Vector centre_;
};

// How many draws lie below the truth, for each latent value.
class RankSink final : public DrawSink {
 public:
  explicit RankSink(const Vector& truth) : truth_(truth), ranks_(kThreePoints, 0) {}
  void take(int, int, const Vector& f, const Vector*) override {
    for (Eigen::Index i = 0; i < kThreePoints; ++i)
      ranks_[static_cast<std::size_t>(i)] += f[i] < truth_[i] ? 1 : 0;
  }
  const std::vector<int>& ranks() const { return ranks_; }

 private:
  Vector truth_;
  std::vector<int> ranks_;
};

double trials_of(const Likelihood& likelihood) {
  return likelihood.domain() == Domain::successes ? 7.0 : 1.0;
}

// y given f. As a textbook draws them where the library inverts a cdf by quadrature, a million
// times here.
double draw_target(const ConditionalLaw& law, double f, double trials, Stream& stream) {
  const Likelihood& likelihood = law.likelihood();
  if (likelihood.name() == "student-t") {
    const double nu = likelihood.parameter("nu");
    const double chi2 = 2.0 * stream.gamma(0.5 * nu);
    return f + likelihood.parameter("sigma") * stream.normal() / std::sqrt(chi2 / nu);
  }
  if (likelihood.name() == "pseudo-huber") {  // rejection from exp(delta^2 - delta |u|)
    const double delta = likelihood.parameter("delta");
    while (true) {
      const double u = stream.exponential() / delta;
      const double log_ratio = delta * u - delta * std::hypot(delta, u);
      if (std::log(stream.uniform()) > log_ratio) continue;
      return f + (stream.uniform() < 0.5 ? -u : u) * likelihood.parameter("s");
    }
  }
  return law.draw(f, trials, stream);
}

std::vector<Row> draw_rows(const ConditionalLaw& law, const Vector& f, Stream& stream) {
  const double trials = trials_of(law.likelihood());
  std::vector<Row> rows;
  for (const double value : f) rows.push_back({draw_target(law, value, trials, stream), trials});
  return rows;
}

// h^2/(1 + h^2): bounded, whatever the tails of y.
Vector misfits(const Observations& observed, const Vector& f) {
  Vector all(kThreePoints);
  for (Eigen::Index i = 0; i < kThreePoints; ++i) {
    const double h2 = observed.terms[static_cast<std::size_t>(i)].h2(f[i], 0.0);
    all[i] = h2 / (1.0 + h2);
  }
  return all;
}

Vector draw_from_prior(Stream& stream) {
  static const DirectSampler prior(three_point_prior());
  static const Sites nothing = [] {
    Sites sites;
    sites.resize(kThreePoints);
    return sites;
  }();
  Vector f = Vector::Zero(kThreePoints);
  prior.draw(nothing, 0.0, stream, f, nullptr);
  return f;
}

}  // namespace

GibbsParts right_parts(const LikelihoodPtr& likelihood) {
  return {likelihood, make_sampler(likelihood->radial_ptr()),
          std::make_shared<DirectSampler>(three_point_prior())};
}

Failures posterior_failures(const GibbsParts& parts, const PosteriorReference& reference,
                            int sweeps, double persistence) {
  const Observations observed(*parts.likelihood, reference.rows);
  GibbsOptions options;
  options.chains = 1;
  options.draws = sweeps;
  options.persistence = persistence;
  options.seed = 31;
  MomentSink sink(reference.mean, sweeps);
  gibbs(*parts.omega, observed, *parts.latent,
        {reference.mean, Vector(reference.covariance.diagonal())}, options, Threads(1), sink);
  return failures(sink.means(), with_zeros(expected_moments(reference.covariance)), "E[f|omega]");
}

Failures geweke_failures(const GibbsParts& parts, const LikelihoodPtr& truth, int sweeps,
                         double persistence) {
  const DensePrior& prior = three_point_prior();
  const ConditionalLaw law(truth);
  const Threads alone(1);
  Stream stream({.seed = 32, .purpose = Purpose::test, .chain = 0, .index = 0});
  StreamAddress omega_at{32, Purpose::omega, 0, 0};
  Vector f = draw_from_prior(stream);
  Observations observed(*parts.likelihood, draw_rows(law, f, stream));
  Sites sites;
  BatchMeans found(kFunctions, sweeps);
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    omega_at.index +=
        draw_sites(*parts.omega, observed, {f.data(), kThreePoints}, omega_at, alone, sites);
    parts.latent->draw(sites, persistence, stream, f, nullptr);
    Vector values(kFunctions);
    values.head(kMoments) = moments(f, prior.mean());
    // f given y and y given f make the same joint law: misfits before and after y is drawn anew
    // have the same mean.
    values.tail(kThreePoints) = misfits(observed, f);
    observed = Observations(*parts.likelihood, draw_rows(law, f, stream));
    values.tail(kThreePoints) -= misfits(observed, f);
    found.add(values);
  }
  return failures(found, with_zeros(expected_moments(prior.covariance())), "change of misfit");
}

std::vector<double> sbc_statistics(const GibbsParts& parts, const LikelihoodPtr& truth) {
  constexpr int kReplicates = 2000;
  constexpr int kDraws = 63;
  constexpr int kClasses = 16;
  const DensePrior& prior = three_point_prior();
  const ConditionalLaw law(truth);
  const Marginals start{prior.mean(), prior.covariance().diagonal()};
  GibbsOptions options;
  options.chains = 1;
  options.warm_up = 50;
  options.draws = kDraws;
  options.thin = 8;  // draws that remember each other would spread the ranks
  options.conditional_means = false;
  Matrix counts = Matrix::Zero(kThreePoints, kClasses);
  for (int replicate = 0; replicate < kReplicates; ++replicate) {
    const auto index = static_cast<std::uint64_t>(replicate);
    Stream stream({.seed = 33, .purpose = Purpose::test, .chain = 0, .index = index});
    const Vector f = draw_from_prior(stream);
    const Observations observed(*parts.likelihood, draw_rows(law, f, stream));
    options.seed = 1000 + index;
    RankSink sink(f);
    gibbs(*parts.omega, observed, *parts.latent, start, options, Threads(1), sink);
    for (Eigen::Index i = 0; i < kThreePoints; ++i)
      counts(i, sink.ranks()[static_cast<std::size_t>(i)] * kClasses / (kDraws + 1)) += 1.0;
  }
  const double expected = static_cast<double>(kReplicates) / kClasses;
  const Vector chi2 = (counts.array() - expected).square().rowwise().sum() / expected;
  return {chi2.begin(), chi2.end()};
}

}  // namespace phigp::test
