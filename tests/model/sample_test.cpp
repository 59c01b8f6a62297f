// Draws at new rows and of y against closed-form predictions. With a Gaussian likelihood the sites
// are fixed, so the posterior is Gaussian and predict() is exact. Means and standard deviations
// within 5 standard errors, quantiles within 6: false alarm below 1e-5 per row.
#include "phigp/model/sample.h"

#include <gtest/gtest.h>

#include <cmath>

#include "phigp/io/tensor_file.h"
#include "phigp/model/fit.h"
#include "phigp/model/predict.h"
#include "tests/io/temporary_folder.h"
#include "tests/model/awkward_data.h"

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

TEST_F(Sample, DrawsTargetsOfTheirDomain) {
  for (const auto& [name, domain] : {std::pair<std::string, Domain>{"logistic", Domain::label},
                                     {"negative-binomial", Domain::count},
                                     {"binomial", Domain::successes}}) {
    const FittedModel model = fitted(name, domain);
    SampleSettings sampling = short_run();
    sampling.hyperparameters = true;
    sampling.initial = initial_hyperparameters(settings, model);
    sample(model, sampling, folder.path("draws"), {}, &table);
    const TensorFile file = read_any_tensors(folder.path("draws"));
    for (const double y : std::get<std::vector<double>>(file.tensors.at("y.at.chain1").values)) {
      EXPECT_EQ(y, std::floor(y)) << name;
      EXPECT_GE(y, 0.0) << name;
      if (domain == Domain::label) {
        EXPECT_LE(y, 1.0);
      }
    }
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
  EXPECT_EQ(result.draws, 7);
  const TensorFile file = read_any_tensors(folder.path("draws"));
  for (const char* name : {"f", "parameters", "f.at", "y.at"}) {
    EXPECT_EQ(file.tensors.at(std::string(name) + ".chain1").shape[0], 40U) << name;
    EXPECT_EQ(file.tensors.at(std::string(name) + ".chain2").shape[0], 7U) << name;
  }
}

}  // namespace
}  // namespace phigp::test
