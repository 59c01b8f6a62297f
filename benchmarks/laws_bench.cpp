// Nanoseconds per draw of the laws of omega. peers/samplers.py runs this program side by side with
// the best public samplers and prints ratios; the names below are what it looks for.
#include <benchmark/benchmark.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "phigp/augmentation/laws/generalised_inverse_gaussian.h"
#include "phigp/augmentation/laws/inverse_gaussian.h"
#include "phigp/augmentation/laws/polya_gamma.h"
#include "phigp/augmentation/laws/tilted_stable.h"
#include "phigp/base/random.h"

namespace phigp {
namespace {

constexpr std::size_t kArray = 4096;

// Draws an array at a time: what a Gibbs sweep does, and what the peers are timed at. The parameter
// is read from an array, so that nothing can be computed once for all draws.
template <class Draw>
void time_draws(const std::string& name, double parameter, Draw draw) {
  benchmark::RegisterBenchmark(name.c_str(), [parameter, draw](benchmark::State& state) {
    std::array<double, kArray> in;
    std::array<double, kArray> out;
    in.fill(parameter);
    Stream stream({.seed = 1, .purpose = Purpose::test, .chain = 0, .index = 0});
    for (auto _ : state) {
      benchmark::DoNotOptimize(in.data());
      for (std::size_t i = 0; i < kArray; ++i) out[i] = draw(in[i], stream);
      benchmark::DoNotOptimize(out.data());
      benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kArray));
    state.counters["ns_per_draw"] =
        benchmark::Counter(static_cast<double>(state.iterations()) * kArray * 1e-9,
                           benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  });
}

std::string number(double x) {
  std::string text = std::to_string(x);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

void register_all() {
  time_draws("uniform", 0.0, [](double, Stream& s) { return s.uniform(); });
  time_draws("normal", 0.0, [](double, Stream& s) { return s.normal(); });
  time_draws("exponential", 0.0, [](double, Stream& s) { return s.exponential(); });
  for (const double shape : {0.5, 2.5, 100.0}) {
    time_draws("gamma/" + number(shape), shape, [](double k, Stream& s) { return s.gamma(k); });
  }
  for (const double mean : {0.1, 1.0, 10.0, 1000.0}) {
    time_draws("inverse_gaussian/" + number(mean), mean,
               [](double x, Stream& s) { return draw_inverse_gaussian(x, 1.0, s); });
  }
  for (const double c : {0.0, 0.1, 0.5, 1.0, 2.0, 3.0, 4.0, 8.0, 100.0}) {
    time_draws("polya_gamma/1/" + number(c), c,
               [](double x, Stream& s) { return draw_polya_gamma(1.0, x, s); });
  }
  for (const double b : {0.5, 1.5, 2.0, 5.0, 10.0, 50.0, 1000.0}) {
    for (const double c : {0.0, 1.0, 4.0}) {
      time_draws("polya_gamma/" + number(b) + "/" + number(c), c,
                 [b](double x, Stream& s) { return draw_polya_gamma(b, x, s); });
    }
  }
  for (const double p : {-1.5, -2.5, -1.7, 0.3}) {
    for (const double a : {1e-4, 1.0, 1e4}) {
      const std::string name = "generalised_inverse_gaussian/" + number(p) + "/" + number(a);
      time_draws(name, a, [p](double x, Stream& s) {
        return draw_generalised_inverse_gaussian(p, x, 1.0, s);
      });
    }
  }
  for (const double alpha : {0.3, 0.5, 0.8, 0.95}) {
    for (const double tilt : {0.0, 1e-2, 1.0, 1e2, 1e4}) {
      time_draws("tilted_stable/" + number(alpha) + "/" + number(tilt), tilt,
                 [alpha](double x, Stream& s) { return draw_tilted_stable(alpha, x, s); });
    }
  }
}

}  // namespace
}  // namespace phigp

int main(int argc, char** argv) {
  phigp::register_all();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
