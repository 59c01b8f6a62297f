#include "phigp/inference/gibbs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "phigp/base/error.h"
#include "phigp/inference/preconditioned_sampler.h"
#include "phigp/likelihoods/catalogue/catalogue.h"
#include "tests/support/batch_means.h"

namespace phigp {
namespace {

// Keeps everything.
class Recorder final : public DrawSink {
 public:
  explicit Recorder(int chains) : f(static_cast<std::size_t>(chains)), means(f) {}
  void take(int chain, int draw, const Vector& value, const Vector* conditional_mean) override {
    const auto at = static_cast<std::size_t>(chain);
    EXPECT_EQ(static_cast<int>(f[at].size()), draw) << "in order, none left out";
    f[at].push_back(value);
    if (conditional_mean != nullptr) means[at].push_back(*conditional_mean);
  }
  std::vector<std::vector<Vector>> f;  // chain, draw
  std::vector<std::vector<Vector>> means;
};

DensePrior prior_of(const std::vector<double>& x) {
  const auto n = static_cast<Eigen::Index>(x.size());
  Matrix K(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) {
      const double d = x[static_cast<std::size_t>(i)] - x[static_cast<std::size_t>(j)];
      K(i, j) = 1.4 * std::exp(-0.5 * d * d);
    }
  }
  return {Vector::Constant(n, 0.2), K};
}

struct Problem {
  Problem(const std::string& name, const std::vector<double>& x, std::vector<Row> rows,
          std::vector<double> weights = {})
      : likelihood(make_likelihood(name)),
        observed(*likelihood, std::move(rows), std::move(weights)),
        prior(prior_of(x)),
        latent(prior),
        start{prior.mean(), prior.covariance().diagonal()} {}

  GibbsReport run(const GibbsOptions& options, DrawSink& sink, int threads = 1) const {
    return gibbs(*likelihood, observed, latent, start, options, Threads(threads), sink);
  }

  LikelihoodPtr likelihood;
  Observations observed;
  DensePrior prior;
  DirectSampler latent;
  Marginals start;
};

Problem small_problem() { return {"laplace", {0.0, 0.7, 1.9, 2.4}, {{0.3}, {1.1}, {-0.8}, {0.1}}}; }

GibbsOptions short_run() {
  GibbsOptions options;
  options.chains = 3;
  options.warm_up = 5;
  options.draws = 20;
  options.seed = 9;
  return options;
}

TEST(Gibbs, ChainsAreBitIdenticalForOneAndEightThreads) {
  const Problem problem = small_problem();
  GibbsOptions options = short_run();
  options.chains = 8;
  Recorder one(8);
  Recorder eight(8);
  problem.run(options, one, 1);
  problem.run(options, eight, 8);
  EXPECT_EQ(one.f, eight.f);
  EXPECT_EQ(one.means, eight.means);
  EXPECT_NE(one.f[0], one.f[1]) << "chains have streams of their own";
}

TEST(Gibbs, ChainsAreThoseOfTheSeed) {
  const Problem problem = small_problem();
  GibbsOptions options = short_run();
  Recorder a(3);
  Recorder b(3);
  Recorder c(3);
  problem.run(options, a);
  problem.run(options, b);
  options.seed = 10;
  problem.run(options, c);
  EXPECT_EQ(a.f, b.f);
  EXPECT_NE(a.f, c.f);
}

// Kept draws are every thin-th after the warm-up of one and the same chain.
TEST(Gibbs, WarmUpAndThinningOnlyDecideWhatIsKept) {
  const Problem problem = small_problem();
  GibbsOptions options = short_run();
  options.warm_up = 0;
  options.draws = 26;
  Recorder all(3);
  problem.run(options, all);
  options.warm_up = 5;
  options.draws = 7;
  options.thin = 3;
  Recorder some(3);
  const GibbsReport report = problem.run(options, some);
  EXPECT_EQ(report.stop, Stop::iteration_limit);
  EXPECT_EQ(report.draws, std::vector<int>({7, 7, 7}));
  for (std::size_t chain = 0; chain < 3; ++chain) {
    for (std::size_t k = 0; k < 7; ++k)
      EXPECT_EQ(some.f[chain][k], all.f[chain][5 + 3 * k + 2]) << chain << " " << k;
  }
}

TEST(Gibbs, WithASamplerOfOmegaAtHandIsTheSame) {
  const Problem problem = small_problem();
  Recorder a(3);
  Recorder b(3);
  problem.run(short_run(), a);
  const auto omega = make_sampler(problem.likelihood->radial_ptr());
  const GibbsReport report =
      gibbs(*omega, problem.observed, problem.latent, problem.start, short_run(), Threads(1), b);
  EXPECT_EQ(a.f, b.f);
  EXPECT_EQ(report.omega.kind, Certificate::Kind::exact);
}

TEST(Gibbs, StoppedByTheWatcherKeepsWhatWasDrawn) {
  const Problem problem = small_problem();
  GibbsOptions options = short_run();
  Recorder whole(3);
  problem.run(options, whole);
  int calls = 0;
  options.watch = [&](const Progress& progress) {
    EXPECT_EQ(progress.iteration, ++calls);
    EXPECT_EQ(progress.limit, 75);
    EXPECT_EQ(progress.phase, calls % 25 < 6 && calls % 25 > 0 ? "warm-up" : "sampling");
    return calls < 37;
  };
  Recorder part(3);
  const GibbsReport report = problem.run(options, part);
  EXPECT_EQ(calls, 37);
  EXPECT_EQ(report.stop, Stop::stopped);
  // One thread: the first chain is whole, the second has 12 sweeps, of which 5 were warm-up. The
  // third learns after its first sweep that all is over.
  EXPECT_EQ(report.draws, std::vector<int>({20, 7, 0}));
  EXPECT_EQ(part.f[0], whole.f[0]);
  ASSERT_EQ(part.f[1].size(), 7U);
  EXPECT_TRUE(std::equal(part.f[1].begin(), part.f[1].end(), whole.f[1].begin()));
  EXPECT_TRUE(part.f[2].empty());
}

TEST(Gibbs, HandsOutConditionalMeansOnRequest) {
  const Problem problem = small_problem();
  GibbsOptions options = short_run();
  Recorder with(3);
  problem.run(options, with);
  options.conditional_means = false;
  Recorder without(3);
  problem.run(options, without);
  EXPECT_EQ(with.means[0].size(), 20U);
  EXPECT_TRUE(without.means[0].empty());
  EXPECT_EQ(with.f, without.f);
}

TEST(Gibbs, RefusesOptionsOutOfRange) {
  const Problem problem = small_problem();
  Recorder sink(3);
  const auto refused = [&](auto change, const std::string& name) {
    GibbsOptions options = short_run();
    change(options);
    try {
      problem.run(options, sink);
      ADD_FAILURE() << name;
    } catch (const InvalidInput& error) {
      EXPECT_NE(std::string(error.what()).find(name), std::string::npos) << error.what();
    }
  };
  refused([](GibbsOptions& o) { o.chains = 0; }, "chains");
  refused([](GibbsOptions& o) { o.warm_up = -1; }, "warm-up");
  refused([](GibbsOptions& o) { o.draws = 0; }, "draws");
  refused([](GibbsOptions& o) { o.thin = 0; }, "thin");
  refused([](GibbsOptions& o) { o.persistence = 1.0; }, "persistence");
  refused([](GibbsOptions& o) { o.persistence = -1.0; }, "persistence");
  refused([](GibbsOptions& o) { o.persistence = std::numeric_limits<double>::quiet_NaN(); },
          "persistence");
  EXPECT_TRUE(sink.f[0].empty());
}

TEST(Gibbs, RefusesFractionalWeightsWhereThePowersOfTheLawAreNotKnown) {
  const Problem problem("matern32", {0.0, 0.7}, {{0.3}, {1.1}}, {1.0, 1.5});
  Recorder sink(3);
  EXPECT_THROW(problem.run(short_run(), sink), InvalidInput);
}

// A row of weight 2 is the row twice, one of weight 0 is not there (L.11). Means and second moments
// of two chains, 6 numbers for each of 4 likelihoods, |z| < 4.5 with 200 batches: false alarm below
// 3e-4.
TEST(Gibbs, CountsRowsByTheirWeightStatistical) {
  const auto moments = [](const Problem& problem, std::size_t last) {
    GibbsOptions options;
    options.chains = 1;
    options.draws = 40000;
    options.seed = last;  // independent chains
    Recorder sink(1);
    problem.run(options, sink);
    test::BatchMeans means(6, options.draws);
    for (const Vector& f : sink.f[0]) {
      Vector values(6);
      values << f[0], f[1], f[static_cast<Eigen::Index>(last)], 0, 0, 0;
      values.tail(3) = values.head(3).array().square();
      means.add(values);
    }
    return means;
  };
  for (const std::string name : {"laplace", "student-t", "logistic", "binomial"}) {
    const bool labels = name == "logistic" || name == "binomial";
    const Row a{1.0};
    const Row b{labels && name == "logistic" ? -1.0 : 0.0};
    const std::vector<double> x = {0.0, 0.8, 2.0, 2.6};
    const Problem weighted(name, x, {a, b, a, b}, {1.0, 2.0, 0.0, 1.0});
    const Problem repeated(name, {x[0], x[1], x[1], x[3]}, {a, b, b, b});
    const Problem plain(name, x, {a, b, a, b});
    const test::BatchMeans one = moments(weighted, 3);
    const auto largest_z = [&](const test::BatchMeans& other) {
      const Vector error =
          (one.standard_error().array().square() + other.standard_error().array().square()).sqrt();
      return ((one.mean() - other.mean()).array() / error.array()).abs().maxCoeff();
    };
    EXPECT_LT(largest_z(moments(repeated, 3)), 4.5) << name;
    EXPECT_GT(largest_z(moments(plain, 3)), 4.5) << name << ": weights must matter";
  }
}

}  // namespace
}  // namespace phigp
