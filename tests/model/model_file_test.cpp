#include "phigp/model/model_file.h"

#include <gtest/gtest.h>

#include <cmath>

#include "phigp/base/error.h"
#include "phigp/io/tensor_file.h"
#include "phigp/likelihoods/catalogue/catalogue.h"
#include "phigp/model/evaluate.h"
#include "phigp/model/fit.h"
#include "phigp/model/predict.h"
#include "phigp/model/sample.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/awkward_data.h"
#include "tests/support/changed_column.h"

namespace phigp::test {
namespace {

// The first awkward set of a domain is an ordinary one.
Table ordinary(Domain domain) { return few_awkward_sets(domain).front().table; }

FittedModel fitted(const std::string& likelihood, const Table& table) {
  FitSettings settings;
  settings.target = "y";
  settings.likelihood.name = likelihood;
  settings.iterations = 10;
  settings.threads = 1;
  if (table.find("n") != nullptr) settings.trials = "n";
  return fit(table, settings);
}

class ModelFiles : public ::testing::Test {
 protected:
  TemporaryFolder folder;
};

TEST_F(ModelFiles, PredictTheSameBitsAfterSavingAndLoading) {
  for (const std::string& name : likelihood_names()) {
    const Table table = ordinary(make_likelihood(name)->domain());
    const FittedModel model = fitted(name, table);
    save_model(folder.path("model"), model);
    const FittedModel loaded = load_model(folder.path("model"));
    const Predictions before = predict(model, table, 0, 3, {{0.1, 0.9}, 1});
    const Predictions after = predict(loaded, table, 0, 3, {{0.1, 0.9}, 1});
    EXPECT_EQ(before.mean, after.mean) << name;
    EXPECT_EQ(before.sd, after.sd) << name;
    EXPECT_EQ(before.quantiles, after.quantiles) << name;
    EXPECT_EQ(before.latent_mean, after.latent_mean) << name;
    EXPECT_EQ(before.latent_sd, after.latent_sd) << name;
    EXPECT_EQ(before.label, after.label) << name;
    EXPECT_EQ(model.encoding(), loaded.encoding()) << name;
    EXPECT_EQ(model.likelihood_spec(), loaded.likelihood_spec()) << name;
  }
}

TEST_F(ModelFiles, ThatAreCutShortOrChangedAreRefused) {
  save_model(folder.path("model"), fitted("gaussian", ordinary(Domain::real)));
  const std::string whole = folder.content("model");
  for (std::size_t k = 0; k < 60; ++k) {
    folder.file("cut", whole.substr(0, k * whole.size() / 60));
    EXPECT_THROW(load_model(folder.path("cut")), FileError) << k;
    std::string damaged = whole;
    damaged[k * whole.size() / 60] = static_cast<char>(damaged[k * whole.size() / 60] ^ 0x11);
    folder.file("damaged", damaged);
    EXPECT_THROW(load_model(folder.path("damaged")), FileError) << k;
  }
  EXPECT_THROW(load_model(folder.path("none")), FileError);
}

// Well-formed files with a good checksum whose content makes no sense.
TEST_F(ModelFiles, ThatMissAPartOrComeFromElsewhereAreRefused) {
  save_model(folder.path("model"), fitted("gaussian", ordinary(Domain::real)));
  const TensorFile whole = read_any_tensors(folder.path("model"));
  const auto refused = [&](const TensorFile& file, const std::string& what) {
    write_tensors(folder.path("odd"), file);
    EXPECT_THROW(load_model(folder.path("odd")), FileError) << what;
  };
  for (const auto& [name, tensor] : whole.tensors) {
    TensorFile file = whole;
    file.tensors.erase(name);
    refused(file, "without " + name);
    file.tensors[name] = {{1}, std::vector<double>{std::nan("")}};
    refused(file, "another shape of " + name);
  }
  for (const char* name : {"encoding", "likelihood", "kernel", "mean", "report"}) {
    TensorFile file = whole;
    file.metadata[name] = "{\"nonsense\": 1}";
    refused(file, name);
  }
  TensorFile foreign = whole;
  foreign.format = "another-format";
  refused(foreign, "foreign");
  TensorFile newer = whole;
  newer.format_version = 99;
  refused(newer, "newer");
}

TEST_F(ModelFiles, PredictInTheUnitsOfTheTable) {
  const Table table = ordinary(Domain::real);
  std::vector<Column> columns = table.columns();
  change_numbers(columns.back(), [](std::size_t, double y) { return 1000.0 * y + 5000.0; });
  const Table moved("moved", columns);
  for (const char* name : {"gaussian", "laplace"}) {
    const Predictions plain = predict(fitted(name, table), table, 0, 12, {{0.1, 0.9}, 1});
    const Predictions other = predict(fitted(name, moved), moved, 0, 12, {{0.1, 0.9}, 1});
    for (Eigen::Index i = 0; i < 12; ++i) {
      EXPECT_NEAR(other.mean[i], 1000.0 * plain.mean[i] + 5000.0, 1e-3) << name;
      EXPECT_NEAR(other.sd[i], 1000.0 * plain.sd[i], 1e-3) << name;
      EXPECT_NEAR(other.quantiles(i, 0), 1000.0 * plain.quantiles(i, 0) + 5000.0, 1e-3) << name;
    }
  }
}

TEST_F(ModelFiles, OfADensityAsFormulaPredictAsTheNamedLikelihood) {
  const Table table = ordinary(Domain::real);
  FitSettings settings;
  settings.target = "y";
  settings.threads = 1;
  settings.optimize = false;
  settings.likelihood.density = "exp(-abs(y-f)/b)/(2*b)";
  settings.likelihood.parameters = {{"b", 0.7}};
  const Predictions formula = predict(fit(table, settings), table, 0, 12, {{0.1, 0.9}, 1});
  settings.likelihood = {};
  settings.likelihood.name = "laplace";
  settings.likelihood.parameters = {{"b", 0.7}};
  const Predictions named = predict(fit(table, settings), table, 0, 12, {{0.1, 0.9}, 1});
  EXPECT_LE((formula.mean - named.mean).cwiseAbs().maxCoeff(), 1e-6);
  EXPECT_LE((formula.sd - named.sd).cwiseAbs().maxCoeff(), 1e-6);
  EXPECT_LE((formula.quantiles - named.quantiles).cwiseAbs().maxCoeff(), 1e-6);
}

TEST_F(ModelFiles, ScoreAsByHand) {
  const Table table = ordinary(Domain::real);
  const FittedModel model = fitted("gaussian", table);
  const Predictions p = predict(model, table, 0, table.rows(), {{0.5}, 1});
  double squares = 0.0;
  for (Eigen::Index i = 0; i < 12; ++i) {
    const double error = table.at("y").numbers[static_cast<std::size_t>(i)] - p.mean[i];
    squares += error * error;
  }
  const Evaluation evaluation = evaluate(model, table, 1);
  EXPECT_EQ(evaluation.rows, 12u);
  ASSERT_EQ(evaluation.scores.front().score, Score::root_mean_square_error);
  EXPECT_NEAR(evaluation.scores.front().value, std::sqrt(squares / 12.0), 1e-9);
}

TEST_F(ModelFiles, DrawTheSameForAnyNumberOfThreads) {
  const FittedModel model = fitted("student-t", ordinary(Domain::real));
  SampleSettings settings;
  settings.chains = 2;
  settings.warm_up = 10;
  settings.draws = 20;
  settings.threads = 1;
  sample(model, settings, folder.path("one"));
  settings.threads = 2;
  sample(model, settings, folder.path("two"));
  const TensorFile one = read_any_tensors(folder.path("one"));
  EXPECT_EQ(one.tensors, read_any_tensors(folder.path("two")).tensors);
  EXPECT_EQ(one.tensors.at("f.chain2").shape, (std::vector<std::size_t>{20, 12}));
}

}  // namespace
}  // namespace phigp::test
