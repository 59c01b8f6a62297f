#include "phigp/inference/full_gibbs.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "phigp/base/error.h"
#include "phigp/inference/collapsed_bound.h"
#include "phigp/kernels/kernel_names.h"
#include "tests/inference/small_problem.h"

namespace phigp {
namespace {

using test::small_data;
using test::small_model;

class Recorder final : public ModelDrawSink {
 public:
  explicit Recorder(int chains) : f(static_cast<std::size_t>(chains)), parameters(f) {}
  void take(int chain, int draw, const ModelDraw& state) override {
    const auto at = static_cast<std::size_t>(chain);
    EXPECT_EQ(static_cast<int>(f[at].size()), draw) << "in order, none left out";
    EXPECT_TRUE(state.f.allFinite() && state.parameters.allFinite());
    EXPECT_EQ(state.conditional_mean->size(), state.f.size());
    EXPECT_EQ(state.values.kernel->parameters()[0], state.parameters[0]);
    f[at].push_back(state.f);
    parameters[at].push_back(state.parameters);
  }
  std::vector<std::vector<Vector>> f;  // chain, draw
  std::vector<std::vector<Vector>> parameters;
};

struct Problem {
  explicit Problem(const std::string& name, const std::string& statements = "")
      : model(small_model(name)),
        data(small_data(model.likelihood->domain(), 12)),
        free(model, {}),
        prior(HyperparameterPrior::proper(
            free, model,
            statements.empty() ? std::vector<PriorStatement>() : parse_priors(statements))) {}

  FullGibbsReport run(const FullGibbsOptions& options, ModelDrawSink& sink, int threads = 1) const {
    return full_gibbs(data, free, prior, model, {Vector::Zero(12), Vector::Ones(12)}, options,
                      Threads(threads), sink);
  }

  Hyperparameters model;
  TrainingSet data;
  FreeParameters free;
  HyperparameterPrior prior;
};

FullGibbsOptions short_run() {
  FullGibbsOptions options;
  options.chains.chains = 3;
  options.chains.warm_up = 25;
  options.chains.draws = 10;
  options.chains.seed = 9;
  return options;
}

TEST(FullGibbs, ChainsAreBitIdenticalForOneTwoAndFourThreads) {
  const Problem problem("student-t");
  FullGibbsOptions options = short_run();
  options.chains.chains = 4;
  std::vector<Recorder> all(3, Recorder(4));
  problem.run(options, all[0], 1);
  problem.run(options, all[1], 2);
  problem.run(options, all[2], 4);
  for (const Recorder& other : {all[1], all[2]}) {
    EXPECT_EQ(all[0].f, other.f);
    EXPECT_EQ(all[0].parameters, other.parameters);
  }
  EXPECT_NE(all[0].parameters[0], all[0].parameters[1]) << "chains have streams of their own";
}

// Every likelihood runs, stays in range and moves every parameter; weights and offsets are taken.
TEST(FullGibbs, MovesEveryParameterOfEveryLikelihood) {
  for (const std::string& name : likelihood_names()) {
    Problem problem(name);
    problem.data.weights.assign(12, 1.0);
    problem.data.weights[3] = 2.0;
    problem.data.weights[5] = 0.0;
    problem.data.offset = Vector::LinSpaced(12, -0.2, 0.3);
    FullGibbsOptions options = short_run();
    options.chains.chains = 1;
    options.chains.warm_up = 5;
    Recorder sink(1);
    const FullGibbsReport report = problem.run(options, sink);
    EXPECT_EQ(report.draws, std::vector<int>({10})) << name;
    const Vector change = (sink.parameters[0].front() - sink.parameters[0].back()).cwiseAbs();
    EXPECT_GT(change.minCoeff(), 0.0) << name;
    EXPECT_GT(report.evaluations_per_sweep, 4.0) << name;
  }
}

TEST(FullGibbs, StoppedByTheWatcherKeepsWhatWasDrawn) {
  const Problem problem("laplace");
  FullGibbsOptions options = short_run();
  Recorder whole(3);
  problem.run(options, whole);
  int calls = 0;
  options.chains.watch = [&](const Progress&) { return ++calls < 35 + 25 + 4; };
  Recorder part(3);
  const FullGibbsReport report = problem.run(options, part);
  EXPECT_EQ(report.stop, Stop::stopped);
  EXPECT_EQ(report.draws, std::vector<int>({10, 4, 0}));
  EXPECT_EQ(part.parameters[0], whole.parameters[0]);
  EXPECT_TRUE(std::equal(part.f[1].begin(), part.f[1].end(), whole.f[1].begin()));
}

TEST(FullGibbs, StaysInsideTheSupportOfPriors) {
  const Problem problem("student-t", "sigma=uniform(0.5,0.7),rbf.variance=uniform(1.2,1.4)");
  Recorder sink(3);
  problem.run(short_run(), sink);
  for (const auto& chain : sink.parameters) {
    for (const Vector& draw : chain) {
      EXPECT_GE(draw[0], 1.2);
      EXPECT_LE(draw[0], 1.4);
      EXPECT_GE(draw[draw.size() - 1], 0.5);
      EXPECT_LE(draw[draw.size() - 1], 0.7);
    }
  }
}

TEST(FullGibbs, RefusesWhatMakesNoSense) {
  const Problem problem("student-t");
  Recorder sink(3);
  FullGibbsOptions options = short_run();
  options.kernel_moves = 0;
  EXPECT_THROW(problem.run(options, sink), InvalidInput);
  const Problem outside("student-t", "sigma=uniform(5,6)");
  EXPECT_THROW(outside.run(short_run(), sink), InvalidInput);
}

// What moves of the scale rely on (S.10): all variances together scale the whole matrix.
TEST(FullGibbs, FindsTheVariancesOfEveryKernel) {
  std::vector<std::string> kernels{"0.7*rbf(ard) + 0.2*linear + 0.1*white",
                                   "1.5*rbf(dims=[0])*periodic(dims=[1], period=1.7)"};
  for (const auto& info : kernel_names()) kernels.push_back("1.4*" + std::string(info.name));
  const TrainingSet data = small_data(Domain::real, 9);
  for (const std::string& kernel : kernels) {
    const Hyperparameters model = small_model("laplace", kernel);
    const FreeParameters free(model, {});
    Vector x = free.pack(model);
    for (const Eigen::Index k : variance_numbers(free)) x[k] += 0.8;
    Matrix before;
    Matrix after;
    model.kernel->gram(data.X, before);
    free.kernel_at(x)->gram(data.X, after);
    EXPECT_LT((after - std::exp(0.8) * before).cwiseAbs().maxCoeff(), 1e-12) << kernel;
  }
}

// The path without inverse and variances gives the numbers of the one with them.
TEST(SiteEvidence, IsThatOfThePosterior) {
  for (const std::string& name : likelihood_names()) {
    const Hyperparameters model = small_model(name);
    TrainingSet data = small_data(model.likelihood->domain(), 9);
    data.offset = Vector::LinSpaced(9, -0.3, 0.4);
    const DensePrior prior = dense_prior(model, data);
    const Observations observed(*model.likelihood, data.rows);
    const Vector v = prior.covariance().diagonal();
    Sites sites;
    mean_sites(*model.likelihood, observed, {prior.mean().data(), 9}, {v.data(), 9}, sites);
    SiteEvidence evidence(data, sites);
    evidence.use(*model.kernel);
    const DensePosterior q = prior.condition(sites);
    EXPECT_NEAR(evidence.log_evidence(model.mean), q.log_evidence,
                1e-10 * (1.0 + std::abs(q.log_evidence)))
        << name;
    Stream one({5, Purpose::test, 0, 0});
    Stream two({5, Purpose::test, 0, 0});
    Vector f = Vector::Zero(9);
    Vector g = Vector::Zero(9);
    Vector mean;
    evidence.draw(model.mean, one, f, &mean);
    DirectSampler(prior).draw(sites, 0.0, two, g, nullptr);
    EXPECT_LT((f - g).cwiseAbs().maxCoeff(), 1e-12) << name;
    EXPECT_LT((mean - q.m).cwiseAbs().maxCoeff(), 1e-9 * (1.0 + q.m.cwiseAbs().maxCoeff())) << name;
  }
}

}  // namespace
}  // namespace phigp
