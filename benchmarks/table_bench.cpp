// Reading a CSV file of numbers: read_table against the loop one would write by hand (getline and
// strtod). Both run in turn, the best round counts, and equal answers are checked first. Bar: 100
// MB/s, and faster than the loop.
//
//   table_bench                  a table made here: 200,000 rows of 9 columns
//   table_bench FILE.csv         a file with a header and no missing cells
//   table_bench --seconds FILE   only our seconds, for benchmarks/peers/tables.py
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "phigp/base/error.h"
#include "phigp/io/read_table.h"

namespace {

using namespace phigp;

template <class Body>
double seconds_of(const Body& body) {
  const auto start = std::chrono::steady_clock::now();
  body();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::vector<std::vector<double>> read_by_hand(const std::string& path) {
  std::ifstream in(path);
  std::string line;
  std::getline(in, line);
  std::vector<std::vector<double>> columns(
      static_cast<std::size_t>(std::count(line.begin(), line.end(), ',')) + 1);
  while (std::getline(in, line)) {
    const char* at = line.c_str();
    for (std::vector<double>& column : columns) {
      char* next = nullptr;
      column.push_back(std::strtod(at, &next));
      at = *next == ',' ? next + 1 : next;
    }
  }
  return columns;
}

void make_table(const std::string& path) {
  std::ofstream out(path);
  out << "a,b,c,d,e,f,g,h,y\n";
  for (int i = 0; i < 200'000; ++i) {
    for (int j = 0; j < 9; ++j) {
      const double value = std::sin(1.7 * i + j) * (j + 1);
      out << (j == 0 ? "" : ",")
          << (j % 3 == 0 ? to_text(std::round(100 * value)) : to_text(value));
    }
    out << '\n';
  }
}

void check_equal(const Table& table, const std::vector<std::vector<double>>& columns) {
  bool equal = table.columns().size() == columns.size();
  for (std::size_t j = 0; equal && j < columns.size(); ++j) {
    equal = table.columns()[j].numbers == columns[j];
  }
  if (equal) return;
  fmt::print(stderr, "the two readers disagree\n");
  std::exit(1);
}

int compare(const std::string& path) {
  const double megabytes = static_cast<double>(std::filesystem::file_size(path)) / 1e6;
  check_equal(read_table(path), read_by_hand(path));
  double ours = std::numeric_limits<double>::infinity();
  double by_hand = ours;
  for (int round = 0; round < 7; ++round) {
    ours = std::min(ours, seconds_of([&] { read_table(path); }));
    by_hand = std::min(by_hand, seconds_of([&] { read_by_hand(path); }));
  }
  fmt::print("{:.1f} MB  read_table {:.3f} s, {:.0f} MB/s  by hand {:.3f} s  ratio {:.2f}\n",
             megabytes, ours, megabytes / ours, by_hand, ours / by_hand);
  return megabytes / ours >= 100.0 && ours < by_hand ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3 && std::string(argv[1]) == "--seconds") {
    const std::string path = argv[2];
    read_table(path);
    fmt::print("{:.6f}\n", seconds_of([&] { read_table(path); }));
    return 0;
  }
  if (argc == 2) return compare(argv[1]);
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / "phigp_table_bench.csv";
  make_table(path.string());
  const int status = compare(path.string());
  std::filesystem::remove(path);
  return status;
}
