#include "phigp/augmentation/laws/exit_time.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace phigp {

constexpr double kPi = std::numbers::pi;

// Two alternating series for one theta function; where they meet, four terms are good to 1e-26.
double exit_time_density(double x) {
  const bool left = x < 0.64;
  const double exponent = left ? -0.5 / x : -0.125 * kPi * kPi * x;
  const double factor = left ? std::sqrt(2.0 / (kPi * x)) / x : 0.5 * kPi;
  const double first = std::exp(exponent);
  const double q = std::exp(8.0 * exponent);  // exponents (2k+1)^2 = 1 + 8 (0, 1, 3, 6)
  const double q3 = q * q * q;
  return factor * first * (1.0 - 3.0 * q + 5.0 * q3 - 7.0 * q3 * q3);
}

namespace {

// Marsaglia and Tsang's ziggurat (2000), for a density with a mode inside: layer i is the box
// [left_i, right_i] x [height_i, height_{i+1}], all of equal area, where left_i and right_i are the
// points at which the density equals height_i. A point of layer i that lies over layer i+1 is under
// the curve without looking (98 in 100). Layer 0 is [0, right_1] and the tail beyond it.
constexpr std::size_t kLayerCount = 256;
constexpr double kMode = 0.33328426508639;
constexpr double kTailStart = 6.46197;  // a little below what makes the top of layer 255 the mode
constexpr double kTailRate = 0.125 * kPi * kPi;

struct Layers {
  std::array<double, kLayerCount + 1> left{};
  std::array<double, kLayerCount + 1> right{};
  std::array<double, kLayerCount + 1> height{};
};

// The x between `low` and `high` with density(x) = height; density(low) < height < density(high).
double solve(double height, double low, double high) {
  for (;;) {
    const double middle = 0.5 * (low + high);
    if (middle == low || middle == high) return middle;
    (exit_time_density(middle) < height ? low : high) = middle;
  }
}

Layers build_layers() {
  Layers layers;
  const double base = exit_time_density(kTailStart);
  // The density beyond kTailStart is that of an exponential law: the next term is 1e-27 of it.
  const double area = base * (kTailStart + 1.0 / kTailRate);
  layers.right[0] = area / base;
  layers.height[1] = base;
  for (std::size_t i = 1; i < kLayerCount; ++i) {
    layers.left[i] = solve(layers.height[i], 1e-3, kMode);
    layers.right[i] = i == 1 ? kTailStart : solve(layers.height[i], kTailStart, kMode);
    layers.height[i + 1] = layers.height[i] + area / (layers.right[i] - layers.left[i]);
  }
  layers.left[kLayerCount] = kMode;
  layers.right[kLayerCount] = kMode;
  return layers;
}

}  // namespace

double draw_exit_time(Stream& stream) {
  static const Layers kLayers = build_layers();
  for (;;) {
    const Stream::result_type word = stream();
    const std::size_t i = word % kLayerCount;
    const double u = (static_cast<double>(word >> 12) + 0.5) * 0x1p-52;  // bits that i does not use
    const double x = kLayers.left[i] + u * (kLayers.right[i] - kLayers.left[i]);
    if (x > kLayers.left[i + 1] && x < kLayers.right[i + 1]) return x;
    if (i == 0 && x >= kTailStart) return kTailStart + stream.exponential() / kTailRate;
    const double height = kLayers.height[i + 1] - kLayers.height[i];
    if (kLayers.height[i] + stream.uniform() * height < exit_time_density(x)) return x;
  }
}

}  // namespace phigp
