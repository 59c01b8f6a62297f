#include "tests/support/awkward_data.h"

#include <cmath>
#include <functional>
#include <utility>

namespace phigp::test {

namespace {

constexpr std::size_t kRows = 12;

struct Shape {
  std::string name;
  std::vector<Column> columns;
};

// A value for a place in a table: spread over (-1, 1), the same on every machine.
double scattered(std::size_t row, std::size_t column) {
  const double x = 0.6180339887498949 * static_cast<double>(row + 1) +
                   0.7548776662466927 * static_cast<double>(column + 1) +
                   0.3819660112501051 * static_cast<double>((row * row + 3 * row * column) % 17);
  return 2.0 * (x - std::floor(x)) - 1.0;
}

using Cell = std::function<double(std::size_t row, std::size_t column)>;

Shape numbers(std::string name, std::size_t rows, std::size_t columns, const Cell& cell) {
  Shape shape{std::move(name), {}};
  for (std::size_t j = 0; j < columns; ++j) {
    std::vector<double> values(rows);
    for (std::size_t i = 0; i < rows; ++i) values[i] = cell(i, j);
    shape.columns.push_back(number_column("x" + std::to_string(j), std::move(values)));
  }
  return shape;
}

Shape categories(std::string name, std::size_t different) {
  Shape shape = numbers(std::move(name), kRows, 1, scattered);
  std::vector<std::string> texts(kRows);
  for (std::size_t i = 0; i < kRows; ++i) texts[i] = "kind" + std::to_string(i % different);
  shape.columns.push_back(text_column("kind", texts));
  return shape;
}

std::vector<Shape> shapes() {
  const auto scaled = [](double first, double second) {
    return
        [=](std::size_t i, std::size_t j) { return (j == 0 ? first : second) * scattered(i, j); };
  };
  std::vector<Shape> all;
  const auto add = [&](const char* name, std::size_t rows, std::size_t columns, const Cell& cell) {
    all.push_back(numbers(name, rows, columns, cell));
  };
  add("ordinary inputs", kRows, 2, scattered);
  add("one row", 1, 2, scattered);
  add("two rows", 2, 1, scattered);
  add("one point", kRows, 2, [](auto, auto j) { return scattered(0, j); });
  add("every row thrice", kRows, 2, [](auto i, auto j) { return scattered(i / 3, j); });
  add("fewer rows than columns", 4, 9, scattered);
  add("constant column", kRows, 3, [](auto i, auto j) { return j == 1 ? 7.5 : scattered(i, j); });
  add("tiny inputs", kRows, 2, scaled(1e-8, 1e-8));
  add("huge inputs", kRows, 2, scaled(1e8, 1e8));
  add("tiny and huge inputs", kRows, 2, scaled(1e-8, 1e8));
  add("inputs at the ends of double", kRows, 2, scaled(1e-300, 1e300));
  add("far from zero", kRows, 2, [](auto i, auto j) { return 1e8 + scattered(i, j); });
  add("input outlier", kRows, 2,
      [](auto i, auto j) { return i == 5 && j == 0 ? 1e6 : scattered(i, j); });
  add("collinear", kRows, 4,
      [](auto i, auto j) { return (static_cast<double>(j) + 1.0) * scattered(i, 0); });
  add("heavy ties", kRows, 2, [](auto i, auto j) { return static_cast<double>((i + j) % 2); });
  add("nearly equal rows", kRows, 1, [](auto i, auto) {
    const auto group = i / 4;
    return static_cast<double>(group) + 1e-13 * static_cast<double>(i % 4);
  });
  add("powers of ten", kRows, 1,
      [](auto i, auto) { return std::pow(10.0, static_cast<double>(i)); });
  all.push_back(categories("two categories", 2));
  all.push_back(categories("a category for two rows", kRows / 2));
  return all;
}

struct Pattern {
  std::string name;
  std::function<double(std::size_t row)> y;
};

double wave(std::size_t row) {
  return std::sin(static_cast<double>(row)) + 0.3 * scattered(row, 7);
}

std::vector<Pattern> patterns(Domain domain) {
  const auto constant = [](double value) { return [=](std::size_t) { return value; }; };
  const auto alternating = [](double low, double high) {
    return [=](std::size_t i) { return i % 2 == 0 ? low : high; };
  };
  switch (domain) {
    case Domain::real:
      return {{"waves", wave},
              {"all zero", constant(0.0)},
              {"constant", constant(-3.25e5)},
              {"tiny", [](auto i) { return 1e-8 * wave(i); }},
              {"huge", [](auto i) { return 1e8 * wave(i); }},
              {"at the end of double", [](auto i) { return 1e300 * wave(i); }},
              {"vanishing", [](auto i) { return 1e-300 * wave(i); }},
              {"far from zero", [](auto i) { return 1e8 + wave(i); }},
              {"outlier at 1e6", [](auto i) { return i == 3 ? 1e6 : wave(i); }},
              {"one value but for one row", [](auto i) { return i == 0 ? 1.0 : 0.0; }},
              {"alternating", alternating(-1.0, 1.0)},
              {"ties", [](auto i) { return std::floor(2.0 * wave(i)); }},
              {"powers of ten", [](auto i) { return std::pow(10.0, static_cast<double>(i)); }}};
    case Domain::label:
      return {{"waves", [](auto i) { return wave(i) > 0.0 ? 1.0 : 0.0; }},
              {"one label", constant(1.0)},
              {"the other label", constant(0.0)},
              {"separable", [](auto i) { return scattered(i, 0) > 0.0 ? 1.0 : -1.0; }},
              {"alternating", alternating(3.0, 5.0)},
              {"one against all", [](auto i) { return i == 0 ? 2.0 : 1.0; }}};
    case Domain::count:
      return {{"waves", [](auto i) { return std::floor(std::exp(2.0 * wave(i))); }},
              {"all zero", constant(0.0)},
              {"all one", constant(1.0)},
              {"huge", [](auto i) { return std::floor(1e8 * (1.5 + wave(i))); }},
              {"one huge", [](auto i) { return i == 3 ? 1e6 : 0.0; }},
              {"alternating", alternating(0.0, 1e4)},
              {"powers of ten", [](auto i) { return std::pow(10.0, static_cast<double>(i)); }}};
    case Domain::successes:
      return {{"waves", [](auto i) { return std::floor(3.0 + 2.0 * wave(i)); }},
              {"all zero", constant(0.0)},
              {"all full", constant(7.0)},
              {"alternating", alternating(0.0, 7.0)},
              {"one against all", [](auto i) { return i == 0 ? 7.0 : 0.0; }}};
  }
  return {};
}

AwkwardSet combined(const Shape& shape, const Pattern& pattern, Domain domain) {
  std::vector<Column> columns = shape.columns;
  const std::size_t rows = columns.front().rows();
  std::vector<double> y(rows);
  for (std::size_t i = 0; i < rows; ++i) y[i] = pattern.y(i);
  if (domain == Domain::successes)
    columns.push_back(number_column("n", std::vector<double>(rows, 7.0)));
  columns.push_back(number_column("y", std::move(y)));
  return {shape.name + ", " + pattern.name, domain, Table("awkward", std::move(columns))};
}

std::vector<AwkwardSet> sets_where(
    Domain domain, const std::function<bool(std::size_t shape, std::size_t pattern)>& wanted) {
  std::vector<AwkwardSet> all;
  const std::vector<Shape> inputs = shapes();
  const std::vector<Pattern> targets = patterns(domain);
  for (std::size_t s = 0; s < inputs.size(); ++s) {
    for (std::size_t p = 0; p < targets.size(); ++p) {
      if (wanted(s, p)) all.push_back(combined(inputs[s], targets[p], domain));
    }
  }
  return all;
}

}  // namespace

std::vector<AwkwardSet> awkward_sets(Domain domain) {
  return sets_where(domain, [](auto, auto) { return true; });
}

std::vector<AwkwardSet> few_awkward_sets(Domain domain) {
  const std::size_t kinds = patterns(domain).size();
  return sets_where(domain, [&](std::size_t s, std::size_t p) {
    return s == 0 || p == s % kinds || p == (3 * s + 1) % kinds;
  });
}

}  // namespace phigp::test
