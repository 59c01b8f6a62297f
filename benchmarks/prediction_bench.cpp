// Predictions of many rows of a location family: quantiles from curves against root finding, and
// log p(y) by the trapezoidal rule against the adaptive one. Both in turn in one process, processor
// time, the best of three rounds; equal answers are checked first.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "phigp/base/random.h"
#include "phigp/likelihoods/catalogue/catalogue.h"
#include "phigp/likelihoods/quantile_curve.h"

namespace {

using namespace phigp;

constexpr std::size_t kRows = 2000;  // curves filled anew in every round

struct NewRow {
  double y = 0.0;
  double m = 0.0;
  double v = 0.0;
};

// Standard deviations of f from 1/20 of the noise's width to 2, targets from the model.
std::vector<NewRow> rows_for(const Predictor& predictor) {
  Stream stream({.seed = 3});
  std::vector<NewRow> rows(kRows);
  for (NewRow& row : rows) {
    row.m = stream.normal();
    const double sd = predictor.width() * 0.05 * std::pow(40.0, stream.uniform());
    row.v = sd * sd;
    row.y = predictor.draw(row.m, row.v, 1.0, stream);
  }
  return rows;
}

template <class Of>
double seconds_per_row(const std::vector<NewRow>& rows, const Of& of, std::vector<double>& out) {
  out.clear();
  const std::clock_t start = std::clock();
  for (const NewRow& row : rows) out.push_back(of(row));
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC /
         static_cast<double>(rows.size());
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

struct Times {
  double plain = 1e300;
  double quick = 1e300;
  double difference = 0.0;
};

void print(const std::string& name, const char* what, const Times& times, double bar) {
  fmt::print("{:<18} {:<8} {:9.1f} us {:9.2f} us   ratio {:6.1f}   difference {:.0e}\n", name, what,
             1e6 * times.plain, 1e6 * times.quick, times.plain / times.quick, times.difference);
  if (times.difference > bar) {
    fmt::print("answers differ\n");
    std::exit(1);
  }
}

void run(const std::string& name) {
  const Predictor predictor(make_likelihood(name));
  const Predictor adaptive(make_likelihood(name), false);
  const std::vector<NewRow> rows = rows_for(predictor);
  Times quantiles;
  Times densities;
  std::vector<double> a;
  std::vector<double> b;
  const auto take = [&](Times& times, const auto& plain, const auto& quick) {
    times.plain = std::min(times.plain, seconds_per_row(rows, plain, a));
    times.quick = std::min(times.quick, seconds_per_row(rows, quick, b));
    times.difference = std::max(times.difference, largest_difference(a, b));
  };
  for (int round = 0; round < 3; ++round) {
    const QuantileCurve curve(predictor, 0.95);
    take(
        quantiles, [&](const NewRow& row) { return predictor.quantile(0.95, row.m, row.v); },
        [&](const NewRow& row) { return curve.at(row.m, row.v); });
    take(
        densities, [&](const NewRow& row) { return adaptive.log_density({row.y}, row.m, row.v); },
        [&](const NewRow& row) { return predictor.log_density({row.y}, row.m, row.v); });
  }
  print(name, "quantile", quantiles, 1e-7);
  print(name, "density", densities, 1e-10);
}

}  // namespace

int main() {
  fmt::print("per row, {} rows\n", kRows);
  for (const char* name : {"student-t", "laplace", "matern32", "logistic-noise", "pseudo-huber"})
    run(name);
}
