// Sparse models from table to file, against dense ones where both must agree.
#include <gtest/gtest.h>

#include <cmath>

#include "phigp/base/error.h"
#include "phigp/io/csv_writer.h"
#include "phigp/io/select_rows.h"
#include "phigp/io/table_conversion.h"
#include "phigp/likelihoods/catalogue/catalogue.h"
#include "phigp/model/evaluate.h"
#include "phigp/model/fit.h"
#include "phigp/model/model_file.h"
#include "phigp/model/sample.h"
#include "tests/io/temporary_folder.h"

namespace phigp::test {
namespace {

Table waves(std::size_t rows) {
  std::vector<double> a, b, w, y, label;
  for (std::size_t i = 0; i < rows; ++i) {
    const auto t = static_cast<double>(i);
    a.push_back(5.0 + 3.0 * std::sin(0.7 * t));
    b.push_back(std::cos(1.3 * t + 0.4));
    w.push_back(static_cast<double>(1 + i % 3));
    const double f = std::sin(a.back()) + b.back() + 0.3 * std::cos(t * t);
    y.push_back(20.0 + 4.0 * f);
    label.push_back(f > 0.0 ? 1.0 : 0.0);
  }
  return {"waves.csv",
          {number_column("a", a), number_column("b", b), number_column("w", w),
           number_column("y", y), number_column("label", label)}};
}

void write_columns(const std::string& path, const Table& table,
                   const std::vector<std::string>& names) {
  std::vector<OutputColumn> columns;
  for (const std::string& name : names) {
    const SharedArray<double> numbers = table.at(name).numbers.together();
    columns.push_back({name, std::span<const double>(numbers)});
  }
  write_csv(path, columns);
}

FitSettings settings_for(const std::string& target, const std::string& inference) {
  FitSettings settings;
  settings.target = target;
  settings.features = {"a", "b"};
  settings.inference = inference;
  settings.threads = 1;
  return settings;
}

void expect_equal_predictions(const FittedModel& one, const FittedModel& other, const Table& table,
                              double most) {
  const Predictions a = predict(one, table, 0, table.rows(), {{0.1, 0.9}, 1});
  const Predictions b = predict(other, table, 0, table.rows(), {{0.1, 0.9}, 1});
  const double scale = 1.0 + a.mean.cwiseAbs().maxCoeff();
  EXPECT_LE((a.latent_mean - b.latent_mean).cwiseAbs().maxCoeff(), most * scale);
  EXPECT_LE((a.latent_sd - b.latent_sd).cwiseAbs().maxCoeff(), most * scale);
  EXPECT_LE((a.mean - b.mean).cwiseAbs().maxCoeff(), most * scale);
  EXPECT_LE((a.quantiles - b.quantiles).cwiseAbs().maxCoeff(), most * scale);
}

TEST(SparseModels, WithAllRowsAsInducingInputsAreTheDenseModel) {
  const TemporaryFolder folder;
  const Table table = waves(60);
  const std::string file = folder.path("inducing.csv");
  write_columns(file, table, {"a", "b"});
  for (const char* target : {"y", "label"}) {
    FitSettings dense = settings_for(target, "dense");
    dense.optimize = false;
    dense.weights = "w";
    FitSettings sparse = dense;
    sparse.inference = "sparse";
    sparse.inducing_file = file;
    const FittedModel a = fit(table, dense);
    const FittedModel b = fit(table, sparse);
    EXPECT_TRUE(b.sparse());
    // The sparse ascent ends earlier: 1e-6 of the bound is 1e-3 of its argument.
    EXPECT_NEAR(a.report().elbo, b.report().elbo, 3e-6 * std::abs(a.report().elbo));
    expect_equal_predictions(a, b, waves(80), 2e-3);
  }
}

TEST(SparseModels, SurviveTheirFile) {
  const TemporaryFolder folder;
  FitSettings settings = settings_for("label", "sparse");
  settings.inducing = 12;
  settings.iterations = 4;
  const FittedModel model = fit(waves(300), settings);
  save_model(folder.path("m.phigp"), model);
  const FittedModel read = load_model(folder.path("m.phigp"));
  ASSERT_TRUE(read.sparse());
  EXPECT_EQ(read.sparse()->Z, model.sparse()->Z);
  EXPECT_EQ(read.report().engine, model.report().engine);
  EXPECT_EQ(read.report().stages, model.report().stages);
  expect_equal_predictions(model, read, waves(80), 0.0);
}

TEST(SparseModels, AreTheSameFromACsvAColumnFileAndAnyNumberOfThreads) {
  const TemporaryFolder folder;
  const Table table = waves(1500);
  const std::string csv = folder.path("t.csv");
  write_columns(csv, table, {"a", "b", "y"});
  convert_table(csv, folder.path("t.columns"), {});
  FitSettings settings = settings_for("y", "sparse");
  settings.inducing = 15;
  settings.iterations = 5;
  const FittedModel one = fit(read_table(csv), settings);
  settings.threads = 3;
  const FittedModel other = fit(read_table(folder.path("t.columns")), settings);
  EXPECT_EQ(one.report().elbo, other.report().elbo);
  expect_equal_predictions(one, other, waves(80), 0.0);
}

TEST(SparseModels, CountWeightedRowsAsRepeatedOnes) {
  const TemporaryFolder folder;
  const Table table = waves(90);
  const std::string file = folder.path("inducing.csv");
  const Table some = select_rows(table, std::vector<std::size_t>{3, 20, 41, 57, 77});
  write_columns(file, some, {"a", "b"});
  std::vector<std::size_t> repeated;
  for (std::size_t i = 0; i < table.rows(); ++i) repeated.insert(repeated.end(), 1 + i % 3, i);
  FitSettings settings = settings_for("y", "sparse");
  settings.inducing_file = file;
  settings.kernel = "1.5*rbf(lengthscale=0.9)";
  settings.iterations = 6;
  const FittedModel repeat = fit(select_rows(table, repeated), settings);
  settings.weights = "w";
  const FittedModel weighted = fit(table, settings);
  EXPECT_NEAR(weighted.report().elbo, repeat.report().elbo, 1e-4 * std::abs(repeat.report().elbo));
}

TEST(SparseModels, MoveTheirInducingInputsUnlessToldNotTo) {
  for (const std::string inference : {"sparse", "stochastic"}) {
    FitSettings settings = settings_for("y", inference);
    settings.inducing = 5;
    settings.iterations = 30;
    const FittedModel moved = fit(waves(600), settings);
    settings.move_inducing = "true";
    EXPECT_EQ(fit(waves(600), settings).sparse()->Z, moved.sparse()->Z) << inference;
    settings.move_inducing = "false";
    const FittedModel fixed = fit(waves(600), settings);
    EXPECT_NE(moved.sparse()->Z, fixed.sparse()->Z) << inference;
    EXPECT_GT(moved.report().elbo, fixed.report().elbo) << inference;
    settings.optimize = false;
    EXPECT_EQ(fit(waves(600), settings).sparse()->Z, fixed.sparse()->Z) << inference;
    settings.move_inducing = "auto";
    EXPECT_EQ(fit(waves(600), settings).sparse()->Z, fixed.sparse()->Z) << inference;
    settings.move_inducing = "true";
    EXPECT_THROW(fit(waves(600), settings), InvalidInput);
  }
  FitSettings settings;
  EXPECT_THROW(set(settings, "move-inducing", "yes"), InvalidInput);
}

// Many inputs along one feature, a fast function of it: steps much longer than the gaps between
// inputs would throw them into disorder before the kernel fits. One input has no gap at all.
TEST(SparseModels, LoseLittleByMovingInMinibatches) {
  std::vector<double> x, y;
  for (std::size_t i = 0; i < 1500; ++i) {
    const auto t = static_cast<double>(i);
    x.push_back(0.006 * t);
    y.push_back(std::sin(3.0 * x.back()) + 0.3 * std::sin(t * t));
  }
  const Table table{"fast.csv", {number_column("x", x), number_column("y", y)}};
  for (const int inducing : {50, 1}) {
    FitSettings settings = settings_for("y", "stochastic");
    settings.features = {"x"};
    settings.inducing = inducing;
    const FittedModel moved = fit(table, settings);
    settings.move_inducing = "false";
    const FittedModel fixed = fit(table, settings);
    EXPECT_GT(moved.report().elbo, fixed.report().elbo - 15.0) << inducing;
    EXPECT_NE(moved.sparse()->Z, fixed.sparse()->Z) << inducing;
  }
}

TEST(SparseModels, LeaveInducingInputsOfAFileAndOfThePaperWhereTheyAre) {
  const TemporaryFolder folder;
  const std::string file = folder.path("inducing.csv");
  write_columns(file, waves(7), {"a", "b"});
  FitSettings settings = settings_for("y", "sparse");
  settings.inducing_file = file;
  settings.iterations = 10;
  const Points given = fit(waves(300), settings).sparse()->Z;
  settings.optimize = false;
  EXPECT_EQ(fit(waves(300), settings).sparse()->Z, given);
  settings.optimize = true;
  settings.move_inducing = "true";
  EXPECT_NE(fit(waves(300), settings).sparse()->Z, given);

  FitSettings paper = settings_for("y", "paper");
  paper.inducing = 5;
  paper.time_limit = 0.1;
  const Points published = fit(waves(600), paper).sparse()->Z;
  paper.move_inducing = "false";
  EXPECT_EQ(fit(waves(600), paper).sparse()->Z, published);
}

TEST(SparseModels, AreTheSameInSinglePrecisionOrItIsGivenUp) {
  FitSettings settings = settings_for("y", "sparse");
  settings.inducing = 20;
  settings.kernel = "1.5*matern12(lengthscale=0.3)";  // far from singular
  settings.likelihood.name = "gaussian";
  settings.likelihood.parameters = {{"sigma", 0.5}};
  settings.optimize = false;
  const FittedModel full = fit(waves(600), settings);
  settings.precision = "single";
  const FittedModel single = fit(waves(600), settings);
  EXPECT_NE(single.report().engine.find("single precision (off by"), std::string::npos)
      << single.report().engine;
  EXPECT_NE(single.report().elbo, full.report().elbo);
  EXPECT_NEAR(single.report().elbo, full.report().elbo, 1e-4 * std::abs(full.report().elbo));
  // As smooth as this, k(x, x) - a^T a is lost to rounding, and noise of 1e-4 makes that matter.
  settings.kernel = "100*rbf(lengthscale=3)";
  settings.likelihood.parameters = {{"sigma", 1e-3}};
  const FittedModel given_up = fit(waves(600), settings);
  EXPECT_NE(given_up.report().engine.find("given up"), std::string::npos)
      << given_up.report().engine;
  settings.precision = "double";
  const FittedModel smooth = fit(waves(600), settings);
  EXPECT_NEAR(given_up.report().elbo, smooth.report().elbo, 1e-5 * std::abs(smooth.report().elbo));
}

TEST(SparseModels, RefusePrecisionAndMovingInputsWhereTheyMeanNothing) {
  for (const std::string inference : {"dense", "stochastic"}) {
    FitSettings settings = settings_for("y", inference);
    settings.precision = "single";
    EXPECT_THROW(fit(waves(100), settings), InvalidInput) << inference;
  }
  FitSettings settings = settings_for("y", "dense");
  settings.iterations = 2;
  settings.move_inducing = "true";
  EXPECT_THROW(fit(waves(100), settings), InvalidInput);
  settings.move_inducing = "false";  // which asks for nothing
  EXPECT_FALSE(fit(waves(100), settings).sparse());
  settings.inference = "auto";
  EXPECT_FALSE(fit(waves(100), settings).sparse());
}

TEST(SparseModels, AreWhatAutoTakesOfManyRowsAndItSaysSo) {
  FitSettings settings = settings_for("label", "auto");
  settings.inducing = 10;
  settings.iterations = 2;
  const FittedModel sparse = fit(waves(kDenseByDefault + 1), settings);
  EXPECT_TRUE(sparse.sparse());
  EXPECT_NE(sparse.report().engine.find("sparse"), std::string::npos);
  EXPECT_NE(sparse.report().engine.find("2000"), std::string::npos) << sparse.report().engine;
  settings.iterations = 0;
  EXPECT_TRUE(fit(waves(100), settings).sparse()) << "inducing inputs are stated";
  settings.inducing = 0;
  const FittedModel dense = fit(waves(100), settings);
  EXPECT_FALSE(dense.sparse());
  EXPECT_EQ(dense.report().engine, "dense (at most 2000 rows)");
}

// sin(150 x) is noise to a function as slow as the usual start. (H.8)
TEST(SparseModels, SeeFasterFunctionsThanTheirFirstStart) {
  std::vector<double> x, y;
  for (int i = 0; i < 700; ++i) {
    x.push_back(std::fmod(0.6180339887 * i, 1.0));
    y.push_back(std::sin(150.0 * x.back()) + 0.1 * std::sin(1e4 * i * i));
  }
  const Table table("fast.csv", {number_column("x", x), number_column("y", y)});
  FitSettings settings;
  settings.target = "y";
  settings.likelihood.name = "gaussian";
  settings.inducing = 150;
  settings.inference = "sparse";
  settings.threads = 1;
  const FittedModel model = fit(table, settings);
  const Predictions found = predict(model, table, 0, table.rows(), {{0.5}, 1});
  double error = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i)
    error += std::pow(found.mean[static_cast<Eigen::Index>(i)] - std::sin(150.0 * x[i]), 2);
  EXPECT_LT(std::sqrt(error / static_cast<double>(x.size())), 0.1);
  // Stopped on the way it is the first fit, and says so.
  const FittedModel stopped = fit(table, settings, [](const Progress& progress) {
    return progress.phase.find("lengthscales") == std::string::npos;
  });
  EXPECT_EQ(stopped.report().stop, Stop::stopped);
  EXPECT_LT(stopped.report().elbo, model.report().elbo - 100.0);
}

// Wherever it is stopped, a fit leaves a model that has a bound and can be kept and read again.
TEST(SparseModels, AreWholeWhereverTheirFitIsStopped) {
  const TemporaryFolder folder;
  const Table table = waves(3000);
  for (const std::string inference : {"sparse", "stochastic"}) {
    for (const int calls : {0, 1, 3, 8}) {
      FitSettings settings = settings_for("y", inference);
      settings.optimize = calls != 1;
      int asked = 0;
      const FittedModel model =
          fit(table, settings, [&](const Progress&) { return asked++ < calls; });
      EXPECT_EQ(model.report().stop, Stop::stopped) << inference << " " << calls;
      EXPECT_TRUE(std::isfinite(model.report().elbo)) << inference << " " << calls;
      save_model(folder.path("model.phigp"), model);
      const FittedModel again = load_model(folder.path("model.phigp"));
      EXPECT_EQ(again.report().elbo, model.report().elbo);
      expect_equal_predictions(model, again, waves(20), 1e-12);
    }
  }
}

TEST(TimeLimit, StopsEveryInferenceAndLeavesAModel) {
  const Table table = waves(400);
  for (const std::string inference : {"dense", "sparse", "stochastic", "paper"}) {
    FitSettings settings = settings_for("y", inference);
    settings.time_limit = 1e-6;
    bool asked = false;
    const FittedModel stopped = fit(table, settings, [&](const Progress&) { return asked = true; });
    EXPECT_TRUE(asked) << inference;  // who watches is told nevertheless
    EXPECT_EQ(stopped.report().stop, Stop::stopped) << inference;
    EXPECT_TRUE(std::isfinite(stopped.report().elbo)) << inference;
    EXPECT_EQ(fit(table, settings).report().stop, Stop::stopped) << inference;
  }
  FitSettings settings = settings_for("y", "sparse");
  settings.time_limit = 1e6;
  EXPECT_NE(fit(table, settings).report().stop, Stop::stopped);
}

TEST(SparseModels, RefuseWhatIsDenseByName) {
  const auto message = [](const FitSettings& settings) -> std::string {
    try {
      fit(waves(50), settings);
    } catch (const InvalidInput& error) {
      return error.what();
    }
    return "";
  };
  FitSettings settings = settings_for("y", "sparse");
  settings.refine = true;
  EXPECT_NE(message(settings).find("refine"), std::string::npos);
  settings.refine = false;
  settings.restarts = 2;
  EXPECT_NE(message(settings).find("restarts"), std::string::npos);
  settings = settings_for("y", "dense");
  settings.inducing = 5;
  EXPECT_NE(message(settings).find("inducing"), std::string::npos);
}

// Inducing inputs at all rows leave nothing unexplained: the sampler's law is then the Gaussian one
// that predict() has in closed form. 5 standard errors: false alarm below 1e-4 over all rows.
TEST(SparseModels, AreSampledAtTrainingAndNewRowsStatistical) {
  const TemporaryFolder folder;
  const Table table = waves(25);
  const std::string file = folder.path("inducing.csv");
  write_columns(file, table, {"a", "b"});
  FitSettings settings = settings_for("y", "sparse");
  settings.likelihood.name = "gaussian";
  settings.inducing_file = file;
  settings.iterations = 10;
  const FittedModel model = fit(table, settings);
  SampleSettings sampling;
  sampling.chains = 2;
  sampling.warm_up = 20;
  sampling.draws = 4000;
  sampling.threads = 1;
  const SampleResult result = sample(model, sampling, folder.path("draws"), {}, &table);
  EXPECT_NE(result.latent_engine.find("sparse model"), std::string::npos);
  const Predictions expected = predict(model, table, 0, table.rows(), {{0.5}, 1});
  ASSERT_EQ(result.new_latent.size(), table.rows());
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    for (const ChainSummary& f : {result.latent[i], result.new_latent[i]}) {
      EXPECT_LT(std::abs(f.mean - expected.latent_mean[at]), 5.0 * f.mean_error) << i;
      EXPECT_LT(std::abs(f.sd - expected.latent_sd[at]), 5.0 * f.sd_error) << i;
    }
  }
  sampling.hyperparameters = true;
  EXPECT_THROW(sample(model, sampling, folder.path("more"), {}, nullptr), InvalidInput);
}

}  // namespace
}  // namespace phigp::test
