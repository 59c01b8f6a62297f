// What a column means reaches the model and comes back: weights, offsets, trials, missing targets,
// files of every format, and the encoding itself through its JSON.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "phigp/base/error.h"
#include "phigp/io/read_table.h"
#include "phigp/io/select_rows.h"
#include "phigp/model/evaluate.h"
#include "phigp/model/fit.h"
#include "phigp/model/predict.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/changed_column.h"

namespace phigp::test {
namespace {

constexpr std::size_t kRows = 14;

double x_of(std::size_t i) { return std::fmod(0.618 * static_cast<double>(i + 1), 1.0) * 6.0; }

double y_of(std::size_t i) {
  return 20.0 + 5.0 * std::sin(x_of(i)) + std::cos(9.0 * static_cast<double>(i));
}

Table numbers() {
  std::vector<double> x, z, y, w, offset, trials, successes, label;
  std::vector<std::string> kind;
  for (std::size_t i = 0; i < kRows; ++i) {
    x.push_back(x_of(i));
    z.push_back(100.0 + std::cos(x_of(i) * 3.0) + 0.1 * static_cast<double>(i));
    y.push_back(y_of(i));
    w.push_back(static_cast<double>(1 + (i * i) % 4));
    offset.push_back(0.4 * std::sin(2.0 * static_cast<double>(i)));
    trials.push_back(static_cast<double>(4 + i % 3));
    successes.push_back(std::floor(2.0 + 1.9 * std::sin(x_of(i))));
    label.push_back(y_of(i) > 20.0 ? 5.0 : 3.0);
    kind.emplace_back(i % 3 == 0 ? "red" : "blue");
  }
  return {"numbers",
          {number_column("x", x), number_column("z", z), text_column("kind", kind),
           number_column("w", w), number_column("offset", offset), number_column("trials", trials),
           number_column("successes", successes), number_column("label", label),
           number_column("y", y)}};
}

FitSettings of(const std::string& target, const std::string& likelihood) {
  FitSettings settings;
  settings.target = target;
  settings.features = {"x", "z", "kind"};
  settings.likelihood.name = likelihood;
  settings.threads = 1;
  return settings;
}

// Every row as often as its weight says.
Table repeated(const Table& table) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    for (double k = 0.0; k < table.at("w").numbers[i]; k += 1.0) rows.push_back(i);
  }
  return select_rows(table, rows);
}

double difference(const Predictions& a, const Predictions& b) {
  return std::max({(a.mean - b.mean).cwiseAbs().maxCoeff(),
                   (a.latent_mean - b.latent_mean).cwiseAbs().maxCoeff(),
                   (a.latent_sd - b.latent_sd).cwiseAbs().maxCoeff(),
                   (a.quantiles - b.quantiles).cwiseAbs().maxCoeff()});
}

struct Kind {
  const char* target;
  const char* likelihood;
};
constexpr Kind kKinds[] = {
    {"y", "student-t"}, {"y", "laplace"}, {"label", "logistic"}, {"successes", "binomial"}};

FitSettings of(const Kind& kind) {
  FitSettings settings = of(kind.target, kind.likelihood);
  if (std::string(kind.likelihood) == "binomial") settings.trials = "trials";
  return settings;
}

TEST(Weights, CountARowAsOftenAsTheySay) {
  const Table table = numbers();
  for (const Kind& kind : kKinds) {
    for (const bool learned : {false, true}) {
      FitSettings settings = of(kind);
      // Learned, to the precision of the optimum: a kernel that cannot pass through all rows, whose
      // noise would then vanish.
      settings.kernel = learned ? "linear" : "1.4*rbf(lengthscale=1.1)";
      settings.optimize = learned;
      settings.tolerance = 1e-15;
      settings.iterations = 1000;
      const FittedModel copies = fit(repeated(table), settings);
      settings.weights = "w";
      const FittedModel weighted = fit(table, settings);
      const PredictSettings how{{0.1, 0.9}, 1};
      EXPECT_NEAR(weighted.report().elbo, copies.report().elbo, 1e-6) << kind.likelihood;
      EXPECT_LE(difference(predict(weighted, table, 0, kRows, how),
                           predict(copies, table, 0, kRows, how)),
                learned ? 1e-5 : 1e-6)
          << kind.likelihood << (learned ? " learned" : " fixed");
      EXPECT_NEAR(weighted.encoding().response.scale, copies.encoding().response.scale, 1e-12);
      EXPECT_NEAR(weighted.encoding().features.columns()[1].standardisation.centre,
                  copies.encoding().features.columns()[1].standardisation.centre, 1e-12);
      EXPECT_NEAR(evaluate(weighted, table, 1).scores[0].value,
                  evaluate(copies, repeated(table), 1).scores[0].value, 1e-6);
    }
  }
}

TEST(Weights, OfZeroLeaveARowOutAndNegativeOnesAreRefused) {
  const Table table = numbers();
  std::vector<Column> columns = table.columns();
  columns[3].numbers = std::vector<double>(kRows, 1.0);
  set_number(columns[3], 5, 0.0);
  set_number(columns[0], 5, 1e5);  // would rule the standardisation
  const Table with_zero("zero", columns);
  std::vector<std::size_t> others;
  for (std::size_t i = 0; i < kRows; ++i) {
    if (i != 5) others.push_back(i);
  }
  FitSettings settings = of("y", "laplace");
  settings.optimize = false;
  settings.kernel = "1.4*rbf(lengthscale=1.1)";
  settings.weights = "w";
  const Predictions a = predict(fit(with_zero, settings), table, 0, kRows);
  const Predictions b = predict(fit(select_rows(with_zero, others), settings), table, 0, kRows);
  EXPECT_LE(difference(a, b), 1e-9);
  set_number(columns[3], 2, -1.0);
  EXPECT_NE(message_of<InvalidInput>([&] { fit(Table("t", columns), settings); }).find("row 3"),
            std::string::npos);
}

// Whatever its features are: a row without a target takes no part, and can be predicted.
TEST(MissingTargets, ChangeNothingButArePredicted) {
  const Table table = numbers();
  for (const Kind& kind : kKinds) {
    std::vector<Column> columns = table.columns();
    for (Column& column : columns) {
      if (column.name == kind.target) set_number(column, 3, std::nan(""));
      if (column.name == "x") set_number(column, 3, 777.0);
    }
    columns[2] = [&] {
      std::vector<std::string> texts;
      for (std::size_t i = 0; i < kRows; ++i)
        texts.push_back(i == 3 ? "green" : table.at("kind").text(i));
      return text_column("kind", texts);
    }();
    const Table holes("holes", columns);
    std::vector<std::size_t> others;
    for (std::size_t i = 0; i < kRows; ++i) {
      if (i != 3) others.push_back(i);
    }
    FitSettings settings = of(kind);
    settings.iterations = 5;
    const FittedModel with = fit(holes, settings);
    const FittedModel without = fit(select_rows(holes, others), settings);
    EXPECT_EQ(with.encoding(), without.encoding());
    EXPECT_EQ(with.report().missing_targets, 1u);
    EXPECT_EQ(with.report().elbo, without.report().elbo);
    const Predictions a = predict(with, holes, 0, kRows);
    EXPECT_EQ(difference(a, predict(without, holes, 0, kRows)), 0.0);
    EXPECT_TRUE(a.mean.allFinite());
    EXPECT_EQ(a.unseen.size(), 1u);
    const Evaluation evaluation = evaluate(with, holes, 1);
    EXPECT_EQ(evaluation.missing, 1u);
    EXPECT_EQ(evaluation.rows, kRows - 1);
  }
}

// y - offset without the offset is the same model as y with it. For a mean that can absorb a
// constant nothing else changes, once features and response stay in their own units.
TEST(Offsets, ArePartOfF) {
  const Table table = numbers();
  std::vector<Column> columns = table.columns();
  Column& y = columns.back();
  const NumberCells& known_part = table.at("offset").numbers;
  change_numbers(y, [&](std::size_t i, double value) { return value - known_part[i]; });
  const Table less("less", columns);
  FitSettings settings = of("y", "laplace");
  settings.standardise = false;
  settings.optimize = false;
  settings.kernel = "30*rbf(lengthscale=2)";
  const Predictions plain = predict(fit(less, settings), table, 0, kRows, {{0.1, 0.9}, 1});
  settings.offset = "offset";
  const FittedModel model = fit(table, settings);
  const Predictions offset = predict(model, table, 0, kRows, {{0.1, 0.9}, 1});
  for (Eigen::Index i = 0; i < static_cast<Eigen::Index>(kRows); ++i) {
    const double known = table.at("offset").numbers[static_cast<std::size_t>(i)];
    EXPECT_NEAR(offset.mean[i], plain.mean[i] + known, 1e-9);
    EXPECT_NEAR(offset.latent_mean[i], plain.latent_mean[i] + known, 1e-9);
    EXPECT_NEAR(offset.quantiles(i, 0), plain.quantiles(i, 0) + known, 1e-9);
  }
}

// An offset is in the units of the target, whatever the response is divided by inside.
TEST(Offsets, KeepTheUnitsOfTheTarget) {
  Table table = numbers();
  FitSettings settings = of("y", "gaussian");
  settings.offset = "offset";
  settings.iterations = 20;
  const Predictions plain = predict(fit(table, settings), table, 0, kRows);
  std::vector<Column> columns = table.columns();
  const auto thousandfold = [](std::size_t, double value) { return 1000.0 * value; };
  change_numbers(columns.back(), thousandfold);
  change_numbers(columns[4], thousandfold);
  const Table larger("larger", columns);
  const Predictions scaled = predict(fit(larger, settings), larger, 0, kRows);
  EXPECT_LE((scaled.mean / 1000.0 - plain.mean).cwiseAbs().maxCoeff(), 1e-5);
}

// Ten trials in one row are ten rows of one trial each.
TEST(Trials, AreThatManyRowsOfOneTrial) {
  const Table table = numbers();
  FitSettings settings = of("successes", "binomial");
  settings.trials = "trials";
  settings.optimize = false;
  settings.kernel = "1.4*rbf(lengthscale=1.1)";
  settings.standardise = false;
  std::vector<std::size_t> rows;
  std::vector<double> hits;
  for (std::size_t i = 0; i < kRows; ++i) {
    for (double k = 0.0; k < table.at("trials").numbers[i]; k += 1.0) {
      rows.push_back(i);
      hits.push_back(k < table.at("successes").numbers[i] ? 1.0 : 0.0);
    }
  }
  const Predictions whole = predict(fit(table, settings), table, 0, kRows, {{0.1, 0.9}, 1});
  std::vector<Column> columns = select_rows(table, rows).columns();
  columns[5].numbers = std::vector<double>(rows.size(), 1.0);
  columns[6].numbers = hits;
  const FittedModel single = fit(Table("single", columns), settings);
  const Predictions of_one = predict(single, table, 0, kRows, {{0.1, 0.9}, 1});
  EXPECT_LE((whole.latent_mean - of_one.latent_mean).cwiseAbs().maxCoeff(), 1e-6);
  EXPECT_LE((whole.latent_sd - of_one.latent_sd).cwiseAbs().maxCoeff(), 1e-6);
  set_number(columns[6], 0, 2.0);
  EXPECT_NE(message_of<InvalidInput>([&] {
              fit(Table("t", columns), settings);
            }).find("at most the number of trials (1)"),
            std::string::npos);
}

TEST(ConstantColumns, DoNoHarm) {
  std::vector<Column> columns = numbers().columns();
  columns[1].numbers = std::vector<double>(kRows, 7.5);
  columns[2] = text_column("kind", std::vector<std::string>(kRows, "red"));
  FitSettings settings = of("y", "gaussian");
  const FittedModel model = fit(Table("constant", columns), settings);
  EXPECT_EQ(model.encoding().features.constant_columns(), (std::vector<std::string>{"z", "kind"}));
  settings.features = {"x"};
  const Table table("constant", columns);
  const Predictions without = predict(fit(table, settings), table, 0, kRows);
  EXPECT_LE((predict(model, table, 0, kRows).mean - without.mean).cwiseAbs().maxCoeff(), 0.05);
}

TEST(DataEncodings, ComeBackFromTheirJsonBitForBit) {
  const Table table = numbers();
  for (const Kind& kind : kKinds) {
    for (const bool standardise : {true, false}) {
      FitSettings settings = of(kind);
      settings.weights = "w";
      settings.offset = "offset";
      settings.impute = standardise;
      settings.standardise = standardise;
      const Domain domain = make_likelihood(settings.likelihood)->domain();
      const DataEncoding encoding = learn_encoding(table, settings, domain);
      EXPECT_EQ(DataEncoding::from_json(encoding.to_json()), encoding) << kind.likelihood;
      // Equality must see every field.
      const auto differs = [&](const auto& change) {
        DataEncoding other = encoding;
        change(other);
        EXPECT_NE(DataEncoding::from_json(other.to_json()), encoding) << other.to_json();
      };
      differs([](DataEncoding& e) { e.target = "other"; });
      differs([](DataEncoding& e) { e.weights = "other"; });
      differs([](DataEncoding& e) { e.offset = ""; });
      differs([](DataEncoding& e) { e.trials = "other"; });
      differs([](DataEncoding& e) { e.response.centre += 1e-9; });
      differs([](DataEncoding& e) { e.response.scale *= 1.0 + 1e-12; });
      differs([](DataEncoding& e) {
        e.domain = e.domain == Domain::count ? Domain::real : Domain::count;
      });
      if (domain == Domain::label) differs([](DataEncoding& e) { e.labels.positive = "9"; });
    }
  }
  EXPECT_THROW(DataEncoding::from_json("{}"), InvalidInput);
  EXPECT_THROW(DataEncoding::from_json("no JSON"), InvalidInput);
}

// A header with the shape, then doubles row by row: numpy.save of an array in C order.
std::string npy(const std::vector<std::vector<double>>& rows) {
  std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (" +
                       std::to_string(rows.size()) + ", " + std::to_string(rows[0].size()) + "), }";
  header.resize((10 + header.size() + 64) / 64 * 64 - 10, ' ');
  header.back() = '\n';
  std::string file = "\x93NUMPY";
  file += {'\x01', '\x00', static_cast<char>(header.size() % 256),
           static_cast<char>(header.size() / 256)};
  file += header;
  for (const std::vector<double>& row : rows) {
    for (const double value : row) {
      char bytes[8];
      std::memcpy(bytes, &value, 8);
      file.append(bytes, 8);
    }
  }
  return file;
}

TEST(Formats, OfTheSameNumbersGiveTheSamePredictions) {
  const TemporaryFolder folder;
  std::string csv = "a,b,y\n";
  std::string tsv = "a\tb\ty\n";
  std::string bare;
  std::string libsvm;
  std::vector<std::vector<double>> rows;
  for (std::size_t i = 0; i < kRows; ++i) {
    const std::string a = to_text(x_of(i));
    const std::string b = to_text(1.0 + std::cos(3.0 * x_of(i)));
    const std::string y = to_text(y_of(i));
    csv += a + "," + b + "," + y + "\n";
    tsv += a + "\t" + b + "\t" + y + "\n";
    bare += a + "," + b + "," + y + "\n";
    libsvm += y + " 1:" + a + " 2:" + b + "\n";
    rows.push_back({x_of(i), 1.0 + std::cos(3.0 * x_of(i)), y_of(i)});
  }
  struct File {
    std::string path;
    std::string target;
  };
  const std::vector<File> files{
      {folder.file("t.csv", csv), "y"},      {folder.file("t.tsv", tsv), "y"},
      {folder.file("bare.csv", bare), "-1"}, {folder.file("bare3.csv", bare), "3"},
      {folder.file("t.svm", libsvm), ""},    {folder.file("t.npy", npy(rows)), "-1"}};
  Vector reference;
  for (const File& file : files) {
    const Table table = read_table(file.path);
    FitSettings settings;
    settings.target = file.target.empty() ? table.names().front() : file.target;
    settings.likelihood.name = "laplace";
    settings.iterations = 10;
    settings.threads = 1;
    const Vector mean = predict(fit(table, settings), table, 0, kRows).mean;
    if (reference.size() == 0) reference = mean;
    EXPECT_LE((mean - reference).cwiseAbs().maxCoeff(), 1e-9) << file.path;
  }
}

}  // namespace
}  // namespace phigp::test
