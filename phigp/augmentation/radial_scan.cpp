#include "phigp/augmentation/radial_scan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace phigp {

namespace {

constexpr int kDecades = 290;          // r runs from 1e-290 to 1e290
constexpr double kOffset = 1.37;       // keeps the grid off round numbers, where kinks are
constexpr double kNoisy = 1e-6;        // relative error above which a value is not believed
constexpr double kUsedDecades = 16.0;  // nobody asks for c^2 so many decades above the scale
constexpr double kHairOfR = 1e-5;      // relative step of the differences that show rounding

// Steps that no small whole numbers relate: rounding errors are often a sawtooth in r, and equal
// steps can fall on the same place of every tooth.
constexpr std::array<double, 4> kSteps = {0.0, 1.0737, 2.3119, 3.1427};

// The third divided difference, scaled to the size of the errors it is made of.
double third_difference(const double* v) {
  double sum = 0.0, squares = 0.0;
  for (std::size_t i = 0; i < 4; ++i) {
    double weight = 1.0;
    for (std::size_t j = 0; j < 4; ++j)
      if (j != i) weight /= kSteps[i] - kSteps[j];
    sum += weight * (v[i] - v[0]);
    squares += weight * weight;
  }
  return std::abs(sum) / std::sqrt(squares);
}

struct Sample {
  double r = 0.0;
  double log_phi = 0.0;
  double noise = 0.0;  // error of log phi, from a third difference that is zero but for rounding
  bool finite = false;
};

class Scanner {
 public:
  Scanner(const Radial& radial, const Row& row) : radial_(radial), rows_(row) {}

  RadialScan run() {
    take_samples();
    if (!find_centre()) return scan_;
    if (!find_trusted_run()) return scan_;
    if (!check_monotone()) return scan_;
    if (!check_limit_at_zero()) return scan_;
    find_limit_at_infinity();
    find_range();
    return scan_;
  }

 private:
  double log_phi(double r) const {
    double out = 0.0;
    radial_.log_phi(std::span<const double>(&r, 1), rows_, std::span<double>(&out, 1));
    return out;
  }
  double phi(double r) const { return std::exp(log_phi(r)); }
  bool fail(std::string why) {
    scan_.failure = std::move(why);
    return false;
  }

  void take_samples() {
    const std::size_t count = 2 * kDecades + 1;
    std::vector<double> r(4 * count), f(4 * count);
    std::vector<MeanJet> jets(count), slopes(count);
    for (std::size_t i = 0; i < count; ++i) {
      const double at = kOffset * std::pow(10.0, static_cast<double>(i) - kDecades);
      for (std::size_t j = 0; j < 4; ++j) r[4 * i + j] = at * (1.0 + kHairOfR * kSteps[j]);
      jets[i] = MeanJet::variable(at * (1.0 + 0.5 * kHairOfR * kSteps[3]), at);
    }
    radial_.log_phi(r, rows_, f);
    radial_.log_phi(jets, rows_, slopes);
    samples_.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      const double* v = &f[4 * i];
      Sample& s = samples_[i];
      s = {r[4 * i], v[0], third_difference(v), std::isfinite(v[0])};
      if (!std::isfinite(s.noise)) s.noise = s.finite ? 1.0 : 0.0;
      // A value that has lost all digits is stuck, hence smooth; its slope then gives it away.
      const double slope = (v[3] - v[0]) / (kSteps[3] * kHairOfR);
      const double gap = std::abs(slope - slopes[i][1]);
      const double size = std::max(std::abs(slope), std::abs(slopes[i][1]));
      if (gap > 1e-2 * size + 1e-9 * (1.0 + std::abs(v[0]))) s.noise = std::max(s.noise, gap);
    }
  }

  bool quiet(const Sample& s) const {
    return s.finite && s.noise < kNoisy + 1e-12 * std::abs(s.log_phi);
  }

  // The decade in which phi falls most; everything else is judged by walking away from it.
  bool find_centre() {
    double largest = -1.0;
    bool any = false;
    for (std::size_t i = 0; i + 1 < samples_.size(); ++i) {
      any = any || samples_[i].finite;
      if (!quiet(samples_[i]) || !quiet(samples_[i + 1])) continue;
      const double a = std::exp(std::min(samples_[i].log_phi, 50.0));
      const double b = std::exp(std::min(samples_[i + 1].log_phi, 50.0));
      // A rise says little about where phi lives: it may be what rounding made of a formula far
      // out.
      const double change = a > b ? a - b : std::min(b - a, 1e-6);
      if (change > largest) largest = change, centre_ = i;
    }
    if (!any) return fail("log phi is not finite at any r > 0");
    if (largest < 0.0) return fail("the values of phi are dominated by rounding errors everywhere");
    return true;
  }

  // Where log phi stops being finite between two samples.
  double edge(double good, double bad) const {
    for (int i = 0; i < 60; ++i) {
      const double mid = std::sqrt(good) * std::sqrt(bad);
      (std::isfinite(log_phi(mid)) ? good : bad) = mid;
    }
    return bad;
  }
  bool fail_at(std::size_t good, std::size_t bad) {
    const double r = edge(samples_[good].r, samples_[bad].r);
    return fail(
        fmt::format("log phi is {} at r = {}: phi must be positive and finite for all r > 0",
                    log_phi(r), short_text(r)));
  }

  bool find_trusted_run() {
    std::size_t left = centre_;
    for (; left > 0; --left) {
      const Sample& next = samples_[left - 1];
      const double change = std::abs(std::expm1(next.log_phi - samples_[left].log_phi));
      const double here = std::abs(std::expm1(samples_[left].log_phi - samples_[left + 1].log_phi));
      if (next.finite && !quiet(next) && change < 1e-2) break;  // rounding errors near the limit
      if (!next.finite) {
        if (here > 1e-3 && next.r > 1e-100 * samples_[centre_].r) return fail_at(left, left - 1);
        break;
      }
    }
    std::size_t right = centre_ + 1;
    for (; right + 1 < samples_.size(); ++right) {
      const Sample& here = samples_[right];
      const Sample& next = samples_[right + 1];
      if (next.finite && !quiet(next) && std::exp(next.log_phi) < 1e-4) break;
      if (next.finite) continue;
      const bool far = here.r > samples_[centre_].r * std::pow(10.0, kUsedDecades);
      const double inside = edge_inside(here.r, next.r);
      const double last = log_phi(inside);
      const bool underflow = next.log_phi == -INFINITY ? last < -27.0 : last < -200.0;
      // log phi is convex and starts at 0: it cannot rush to -inf, but by underflow.
      const bool rushes = !(log_phi(0.5 * inside) <= 0.49 * last);
      if (!far && (!underflow || rushes)) return fail_at(right, right + 1);
      break;
    }
    left_ = left;
    right_ = right;
    scan_.trusted_low = samples_[left].r;
    scan_.trusted_high = samples_[right].r;
    return true;
  }
  double edge_inside(double good, double bad) const {
    const double r = edge(good, bad) * (1.0 - 1e-9);
    return std::isfinite(log_phi(r)) ? r : good;
  }

  bool check_monotone() {
    const double used = samples_[centre_].r * std::pow(10.0, kUsedDecades);
    for (std::size_t i = left_; i < right_; ++i) {
      const Sample& a = samples_[i];
      const Sample& b = samples_[i + 1];
      const double tolerance = 1e-9 + 10.0 * (a.noise + b.noise) + 1e-13 * std::abs(a.log_phi);
      if (b.log_phi <= a.log_phi + tolerance) continue;
      if (b.r > 1.5 * used) {  // a formula that breaks down where nobody goes
        right_ = i;
        scan_.trusted_high = a.r;
        break;
      }
      return fail(fmt::format("phi increases from r = {} to r = {}: it must never increase",
                              short_text(a.r), short_text(b.r)));
    }
    return true;
  }

  // Aitken extrapolation to r = 0: phi approaches its limit like a power of r as a rule.  (P.2)
  bool check_limit_at_zero() {
    const std::size_t step = std::clamp<std::size_t>((centre_ - left_) / 3, 1, 5);
    const auto value = [&](std::size_t i) {
      return std::exp(samples_[std::min(i, right_)].log_phi);
    };
    const double v0 = value(left_);
    const double v1 = value(left_ + step);
    const double v2 = value(left_ + 2 * step);
    double limit = v0;
    const double noise = 10.0 * v0 * samples_[left_].noise;
    if (v0 - v1 > 1e-14 * v0) {
      const double ratio = (v0 - v1) / (v1 - v2);
      if (!(ratio < 1.0)) {
        if (v0 > 1.0 + 1e-8)
          return fail("phi grows without bound as r falls to 0: phi(0) must be 1");
        return true;  // still on its way: no verdict from the limit
      }
      limit += (v0 - v1) * ratio / (1.0 - ratio);
    }
    scan_.at_zero = limit;
    if (std::abs(limit - 1.0) > 1e-8 + noise + 2.0 * std::abs(limit - v0)) {
      const std::string value = fmt::format("{:.10g}", limit);
      return fail(fmt::format("phi(0) = {0}, must be 1: divide phi by {0}", value));
    }
    scan_.at_zero = std::max(1.0, v0);
    return true;
  }

  // Level over the last third of the decades, or over 20 of them.
  void find_limit_at_infinity() {
    const double end = samples_[right_].log_phi;
    const std::size_t back =
        std::max<std::size_t>(3, std::min<std::size_t>(20, (right_ - left_) / 3));
    const double before = samples_[right_ - std::min(back, right_ - left_)].log_phi;
    const double start = samples_[left_].log_phi;
    scan_.constant = start - end < 1e-12;
    if (end > -700.0 && before - end < 1e-7) scan_.at_infinity = std::exp(end);
  }

  void find_range() {
    const double end = std::exp(samples_[right_].log_phi);
    const double top = scan_.at_zero;
    scan_.low = solve(top * (1.0 - 1e-5));
    scan_.high = solve(end + 1e-6 * top);
    scan_.landmarks = {solve(0.9 * top + 0.1 * end), solve(0.5 * (top + end)),
                       solve(0.1 * top + 0.9 * end)};
    // Beyond these, squares overflow and the complex values with them.
    scan_.low = std::clamp(scan_.low, 1e-140, 1e137);
    scan_.high = std::clamp(scan_.high, scan_.low * 1e3, 1e140);
    for (double& r : scan_.landmarks) r = std::clamp(r, scan_.low, scan_.high);
    scan_.high_inside = std::max(scan_.high, solve_without_shift());
    build_curve(end);
  }
  // Where e^{r x} phi(r) has fallen to 1e-6, x = the mean of omega under the strongest tilt. A law
  // that starts far from 0 shows its structure only under tilts that phi itself does not survive.
  double solve_without_shift() const {
    const double top = std::min(scan_.trusted_high, scan_.high * 1e12);
    const double step = 1e-3;
    const double x = (log_phi(top * (1.0 - step)) - log_phi(top)) / (top * step);
    if (!(x * scan_.high > 1.0)) return scan_.high;  // no shift to speak of
    double r = scan_.high;
    while (r < 1e-2 * top && log_phi(r) + x * r > -14.0 && scan_.high * 1e6 > r) r *= 2.0;
    return r;
  }
  // r with phi(r) = target, or the nearest end of the trusted range.
  double solve(double target) const {
    double below = std::log(scan_.trusted_low);
    double above = std::log(scan_.trusted_high);
    if (phi(scan_.trusted_low) <= target) return scan_.trusted_low;
    if (phi(scan_.trusted_high) >= target) return scan_.trusted_high;
    for (int i = 0; i < 40; ++i) {
      const double mid = 0.5 * (below + above);
      (phi(std::exp(mid)) > target ? below : above) = mid;
    }
    return std::exp(below);
  }
  void build_curve(double end) {
    constexpr int kCells = 300;
    const double a = std::log(scan_.low);
    const double b = std::log(scan_.high);
    const double top = phi(scan_.low);
    const double fall = std::max(top - end, 1e-300);
    for (int i = 0; i <= kCells; ++i) {
      const double share = static_cast<double>(i) / kCells;
      const double x = a + share * (b - a);
      scan_.grid_log_r.push_back(x);
      scan_.grid_share.push_back(0.5 * share + 0.5 * (top - phi(std::exp(x))) / fall);
    }
  }

  const Radial& radial_;
  Rows rows_;
  RadialScan scan_;
  std::vector<Sample> samples_;
  std::size_t centre_ = 0;
  std::size_t left_ = 0;
  std::size_t right_ = 0;
};

}  // namespace

RadialScan scan_real_line(const Radial& radial, const Row& row) {
  return Scanner(radial, row).run();
}

std::vector<double> RadialScan::points(double ratio, int most) const {
  const double decades = std::log(high / low);
  const int even = 1 + static_cast<int>(std::ceil(std::min(1e6, decades / std::log(ratio))));
  std::vector<double> r;
  if (even <= most) {
    for (int i = 0; i < even; ++i) r.push_back(low * std::exp(decades * i / std::max(1, even - 1)));
    return r;
  }
  std::size_t cell = 0;
  for (int i = 0; i < most; ++i) {
    const double target = grid_share.back() * i / (most - 1);
    while (cell + 2 < grid_share.size() && grid_share[cell + 1] < target) ++cell;
    const double width = grid_share[cell + 1] - grid_share[cell];
    const double part =
        width > 0.0 ? std::clamp((target - grid_share[cell]) / width, 0.0, 1.0) : 0.0;
    r.push_back(std::exp(grid_log_r[cell] + part * (grid_log_r[cell + 1] - grid_log_r[cell])));
  }
  return r;
}

double evaluation_noise(const Radial& radial, const Row& row, double r) {
  std::array<double, 4> at{}, v{};
  for (std::size_t j = 0; j < 4; ++j) at[j] = r * (1.0 + kHairOfR * kSteps[j]);
  radial.log_phi(at, Rows(row), v);
  return third_difference(v.data());
}

std::string short_text(double value) { return fmt::format("{:.4g}", value); }

}  // namespace phigp
