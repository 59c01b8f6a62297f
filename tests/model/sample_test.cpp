// Draws at new rows and of y against closed-form predictions. With a Gaussian likelihood the sites
// are fixed, so the posterior is Gaussian and predict() is exact. Means and standard deviations
// within 5 standard errors, quantiles within 6: false alarm below 1e-5 per row.
#include "phigp/model/sample.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "phigp/io/tensor_file.h"
#include "phigp/model/draw_record.h"
#include "phigp/model/fit.h"
#include "phigp/model/predict.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/awkward_data.h"

namespace phigp::test {
namespace {

class Sample : public ::testing::Test {
 protected:
  FittedModel fitted(const std::string& likelihood, Domain domain) {
    table = few_awkward_sets(domain).front().table;
    settings.target = "y";
    settings.likelihood.name = likelihood;
    settings.iterations = 10;
    settings.threads = 1;
    if (table.find("n") != nullptr) settings.trials = "n";
    return fit(table, settings);
  }
  SampleSettings short_run() const {
    SampleSettings sampling;
    sampling.chains = 2;
    sampling.warm_up = 20;
    sampling.draws = 40;
    sampling.threads = 1;
    return sampling;
  }

  TemporaryFolder folder;
  Table table = few_awkward_sets(Domain::real).front().table;
  FitSettings settings;
};

void expect_near(double found, double expected, double error, const std::string& what) {
  EXPECT_LT(std::abs(found - expected), 5.0 * error) << what;
}

TEST_F(Sample, AtNewRowsHasThePredictiveMomentsStatistical) {
  const FittedModel model = fitted("gaussian", Domain::real);
  SampleSettings sampling = short_run();
  sampling.draws = 4000;
  sampling.targets = true;
  const SampleResult result = sample(model, sampling, folder.path("draws"), {}, &table);
  const Predictions expected = predict(model, table, 0, table.rows(), {{0.05, 0.95}, 1});
  ASSERT_EQ(result.new_targets.size(), table.rows());
  ASSERT_EQ(result.targets.size(), model.training().rows.size());
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    const std::string row = "row " + std::to_string(i);
    const ChainSummary& f = result.new_latent[i];
    const ChainSummary& y = result.new_targets[i];
    expect_near(f.mean, expected.latent_mean[at], f.mean_error, row + ", mean of f");
    expect_near(f.sd, expected.latent_sd[at], f.sd_error, row + ", sd of f");
    expect_near(y.mean, expected.mean[at], y.mean_error, row + ", mean of y");
    expect_near(y.sd, expected.sd[at], y.sd_error, row + ", sd of y");
    // A 5 % quantile of 8000 draws has a standard error of 0.024 standard deviations.
    expect_near(y.lower, expected.quantiles(at, 0), 0.03 * y.sd, row + ", quantile of y");
    expect_near(y.upper, expected.quantiles(at, 1), 0.03 * y.sd, row + ", quantile of y");
  }
}

// A smooth function without noise: covariances given the rows are little but rounding errors, and
// new rows beside those that were seen have nothing left to draw.
TEST_F(Sample, OfDataWithoutNoiseGoesOn) {
  std::vector<double> x;
  std::vector<double> y;
  std::vector<double> weight;
  std::vector<double> near;
  for (int i = 0; i < 30; ++i) {
    x.push_back(-3.0 + 0.2 * i + 0.05 * std::sin(7.0 * i));
    y.push_back(std::sin(x.back()));
    weight.push_back(1.0 + i % 3);
    near.push_back(x.back() + 1e-7);
  }
  table = {"t", {number_column("x", x), number_column("y", y), number_column("w", weight)}};
  const Table beside{"t", {number_column("x", near)}};
  settings.target = "y";
  settings.features = {"x"};
  settings.threads = 1;
  for (const char* name : {"gaussian", "student-t", "laplace"}) {
    for (const char* weights : {"", "w"}) {
      for (const bool hyperparameters : {false, true}) {
        settings.likelihood.name = name;
        settings.weights = weights;
        SampleSettings sampling = short_run();
        sampling.hyperparameters = hyperparameters;
        const SampleResult result =
            sample(fit(table, settings), sampling, folder.path("draws"), {}, &beside);
        for (std::size_t i = 0; i < x.size(); ++i)
          EXPECT_NEAR(result.new_latent[i].mean, y[i], 0.05) << name << weights << ", row " << i;
      }
    }
  }
}

TEST_F(Sample, DrawsTargetsOfTheirDomain) {
  for (const auto& [name, domain] : {std::pair<std::string, Domain>{"logistic", Domain::label},
                                     {"negative-binomial", Domain::count},
                                     {"binomial", Domain::successes}}) {
    const FittedModel model = fitted(name, domain);
    SampleSettings sampling = short_run();
    sampling.hyperparameters = true;
    sampling.initial = initial_hyperparameters(settings, model);
    const SampleResult result = sample(model, sampling, folder.path("draws"), {}, &table);
    const TensorFile file = read_any_tensors(folder.path("draws"));
    const auto& drawn = std::get<std::vector<double>>(file.tensors.at("y.at.chain1").values);
    ASSERT_EQ(drawn.size(), 40 * table.rows()) << name;
    double largest = 0.0;
    for (std::size_t i = 0; i < drawn.size(); ++i) {
      const double y = drawn[i];
      EXPECT_EQ(y, std::floor(y)) << name;
      EXPECT_GE(y, 0.0) << name;
      if (domain == Domain::label) {
        EXPECT_LE(y, 1.0);
      }
      if (domain == Domain::successes) {
        EXPECT_LE(y, table.at("n").numbers[i % table.rows()]);
      }
      largest = std::max(largest, y);
    }
    // More than one trial where there are trials, and not the same answer everywhere.
    EXPECT_GE(largest, domain == Domain::label ? 1.0 : 2.0) << name;
    EXPECT_TRUE(std::ranges::any_of(result.new_targets, [](const ChainSummary& y) {
      return y.state == ChainState::usable;
    })) << name;
  }
}

TEST_F(Sample, ThatIsStoppedKeepsItsDrawsOfEverything) {
  const FittedModel model = fitted("student-t", Domain::real);
  SampleSettings sampling = short_run();
  sampling.hyperparameters = true;
  int calls = 0;
  const Watcher watch = [&](const Progress&) { return ++calls < 60 + 20 + 7; };
  const SampleResult result = sample(model, sampling, folder.path("draws"), watch, &table);
  EXPECT_EQ(result.stop, Stop::stopped);
  EXPECT_EQ(result.chain_draws, (std::vector<int>{40, 7}));
  const TensorFile file = read_any_tensors(folder.path("draws"));
  for (const char* name : {"f", "parameters", "f.at", "y.at"}) {
    EXPECT_EQ(file.tensors.at(std::string(name) + ".chain1").shape[0], 40U) << name;
    EXPECT_EQ(file.tensors.at(std::string(name) + ".chain2").shape[0], 7U) << name;
  }
}

// One thread: chains follow one another, and a stop meets the later ones before they begin.
TEST_F(Sample, ThatIsStoppedSummarisesTheChainsThatHaveDraws) {
  const FittedModel model = fitted("laplace", Domain::real);
  SampleSettings sampling = short_run();
  sampling.chains = 4;
  sampling.warm_up = 0;
  const auto stopped_after = [&](int sweeps) {
    int calls = 0;
    return sample(model, sampling, folder.path("draws"),
                  [&](const Progress&) { return ++calls < sweeps; });
  };
  const SampleResult hardly = stopped_after(40 + 3);
  EXPECT_EQ(hardly.chain_draws, (std::vector<int>{40, 3, 0, 0}));
  EXPECT_EQ(hardly.chains, 1);
  EXPECT_EQ(hardly.draws, 40);
  EXPECT_EQ(hardly.left_out, (std::vector<int>{2, 3, 4}));
  EXPECT_EQ(hardly.latent[0].state, ChainState::usable);
  EXPECT_TRUE(hardly.leave_one_out.has_value());

  const SampleResult mostly = stopped_after(40 + 30);
  EXPECT_EQ(mostly.chains, 2);
  EXPECT_EQ(mostly.draws, 30);
  EXPECT_EQ(mostly.left_out, (std::vector<int>{3, 4}));
  const TensorFile file = read_any_tensors(folder.path("draws"));
  double sum = 0.0;
  for (const char* name : {"f.chain1", "f.chain2"}) {
    const auto& f = std::get<std::vector<double>>(file.tensors.at(name).values);
    for (std::size_t draw = 0; draw < 30; ++draw) sum += f[draw * model.training().rows.size()];
  }
  EXPECT_NEAR(mostly.latent[0].mean, sum / 60.0, 1e-12);
  EXPECT_NEAR(mostly.conditional_mean[0], sum / 60.0, 1e-12) << "mean and sd of the same draws";
}

TEST_F(Sample, ThatFailsKeepsItsDrawsAndDoesNotBlockTheNext) {
  const FittedModel model = fitted("laplace", Domain::real);
  const auto fail_after = [&](int sweeps) {
    int calls = 0;
    return message_of<NumericalError>(
        [&] {
          sample(model, short_run(), folder.path("draws"), [&](const Progress&) {
            if (++calls == sweeps) throw NumericalError("sweep", "", "must succeed");
            return true;
          });
        },
        &folder);
  };
  EXPECT_EQ(fail_after(10), "sweep must succeed");  // in the warm-up
  EXPECT_TRUE(folder.names().empty());
  EXPECT_EQ(fail_after(60 + 20 + 5), "sweep must succeed; what was drawn before is in draws");
  EXPECT_EQ(folder.names(), std::vector<std::string>{"draws"});
  const TensorFile file = read_any_tensors(folder.path("draws"));
  EXPECT_EQ(file.tensors.at("f.chain1").shape[0], 40U);
  EXPECT_EQ(file.tensors.at("f.chain2").shape[0], 5U);
  EXPECT_EQ(file.metadata.at("stop"), "failed");
  EXPECT_EQ(sample(model, short_run(), folder.path("draws")).chains, 2);
}

TEST_F(Sample, RefusesMoreDrawsThanMemoryHolds) {
  const FittedModel model = fitted("laplace", Domain::real);
  SampleSettings sampling = short_run();
  sampling.chains = 1;
  sampling.draws = 2'000'000'000;
  const std::string refusal =
      message_of<InvalidInput>([&] { sample(model, sampling, folder.path("draws")); }, &folder);
  EXPECT_TRUE(refusal.starts_with("draws must fit into memory, with 1 chains of ")) << refusal;
  EXPECT_TRUE(refusal.ends_with(", got 2000000000") || refusal.ends_with(", got 2e+09")) << refusal;
  EXPECT_TRUE(folder.names().empty());
}

TEST(UsedDraws, AreAsManyAsChainsOfEqualLengthAllow) {
  const auto expect = [](const std::vector<int>& drawn, const std::vector<std::size_t>& chains,
                         int draws) {
    const UsedDraws used = most_equal_draws(drawn);
    EXPECT_EQ(used.chains, chains);
    EXPECT_EQ(used.draws, draws);
  };
  expect({50, 50, 50}, {0, 1, 2}, 50);
  expect({1000, 990, 1000}, {0, 1, 2}, 990);
  expect({1000, 1000, 3, 0}, {0, 1}, 1000);
  expect({10, 20, 0}, {0, 1}, 10);  // a tie: the more chains, the better they are compared
  expect({0, 0}, {0, 1}, 0);
}

}  // namespace
}  // namespace phigp::test
