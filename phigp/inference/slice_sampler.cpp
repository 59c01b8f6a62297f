#include "phigp/inference/slice_sampler.h"

#include <cmath>

#include "phigp/base/error.h"

namespace phigp {

SliceMove slice_move(const LogDensityOfOne& log_density, double x, double at_x,
                     const SliceOptions& options, Stream& stream) {
  if (!std::isfinite(at_x))
    throw NumericalError("log density where a slice starts", to_text(at_x), "must be finite");
  require(options.width > 0.0 && options.most_widths >= 1, "slice width", options.width,
          "must be positive, and stepped out to at least 1");
  SliceMove move{x, at_x};
  const double level = at_x - stream.exponential();
  const auto inside = [&](double at) {
    ++move.evaluations;
    move.log_density = log_density(at);
    return move.log_density >= level;  // not for NaN
  };

  // The interval must be as likely to be found from any of its points: x lies anywhere in the first
  // width, and the steps left over are dealt to the two sides at random.
  double left = x - options.width * stream.uniform();
  double right = left + options.width;
  int to_the_left = static_cast<int>(stream.uniform() * options.most_widths);
  int to_the_right = options.most_widths - 1 - to_the_left;
  for (; to_the_left > 0 && inside(left); --to_the_left) left -= options.width;
  for (; to_the_right > 0 && inside(right); --to_the_right) right += options.width;

  while (true) {
    const double next = left + stream.uniform() * (right - left);
    if (inside(next)) {
      move.x = next;
      return move;
    }
    (next < x ? left : right) = next;
    if (!(right - left > 1e-14 * (1.0 + std::abs(x)))) break;
  }
  move.log_density = at_x;
  move.moved = false;
  return move;
}

}  // namespace phigp
