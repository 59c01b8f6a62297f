#include "phigp/report/omega_panels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "phigp/augmentation/inversion.h"
#include "phigp/base/error.h"
#include "phigp/base/limits.h"
#include "phigp/report/text_layout.h"

namespace phigp {

namespace {

constexpr int kPanelPoints = 240;
constexpr double kStemRoom = 1.1;  // probability that would reach the top of the panel

std::vector<double> log_grid(double low, double high, int count) {
  std::vector<double> grid;
  for (int i = 0; i < count; ++i) {
    grid.push_back(low * std::pow(high / low, static_cast<double>(i) / (count - 1)));
  }
  return grid;
}

double rounded(double value) {
  const double decade = std::pow(10.0, std::floor(std::log10(value)));
  double best = decade;
  for (const double factor : {2.0, 5.0, 10.0}) {
    if (std::abs(std::log(factor * decade / value)) < std::abs(std::log(best / value)))
      best = factor * decade;
  }
  return best;
}

// The c with -log phi(c^2) = level; `fallback` when phi does not fall so far.
double c_at(const Likelihood& likelihood, const Row& row, double level, double fallback) {
  double low = -12.0;
  double high = 12.0;
  const auto beyond = [&](double log_c) {
    return -likelihood.moments().log_phi(std::pow(100.0, log_c), row) > level;
  };
  if (!beyond(high) || beyond(low)) return fallback;
  while (high - low > 1e-2) {
    const double middle = 0.5 * (low + high);
    (beyond(middle) ? high : low) = middle;
  }
  return std::pow(10.0, low);
}

// What can be drawn of the law of omega at one c.
struct DrawnLaw {
  double low = kNan;  // range of omega that holds nearly all of it
  double high = kNan;
  double point = kNan;  // where all of it sits, if it does
};

DrawnLaw range_of(const TiltedLaw& law, const Support& support) {
  DrawnLaw drawn;
  if (law.degenerate()) {
    drawn.point = support.start;
    return drawn;
  }
  const double continuous = 1.0 - law.atom();
  if (!(continuous > 1e-3)) return drawn;
  drawn.low = law.quantile(law.atom() + 0.005 * continuous);
  drawn.high = law.quantile(0.01 * continuous, true);
  return drawn;
}

// Density of log omega, which is what areas on a logarithmic axis show.
Line law_line(const TiltedLaw& law, double low, double high) {
  Line line;
  line.x = log_grid(low, high, kPanelPoints);
  for (const double x : line.x) {
    const InvertedLaw at = law.at(x);
    // An atom inside the support spoils the inversion near it, and the estimate says so.
    line.y.push_back(at.error < 1e-3 && at.pdf > -1e-9 ? x * std::max(at.pdf, 0.0) : kNan);
  }
  return line;
}

constexpr Colour kColours[] = {Colour::blue, Colour::orange, Colour::green};

std::string c_label(double c) { return fmt::format("c = {}", short_number(c)); }

void add_law(Panel& panel, const Inversion& inversion, double c, std::size_t number) {
  const TiltedLaw law = inversion.law(c * c);
  DrawnLaw drawn;
  try {
    drawn = range_of(law, inversion.support());
  } catch (const Error&) {
    return;  // a law too wide or too rugged for quantiles: the other curves still help
  }
  if (drawn.point > 0.0) {
    if (!panel.stems.empty()) return;
    panel.stems.push_back({fmt::format("ω = {} for every c", short_number(drawn.point)),
                           drawn.point, 1.0 / kStemRoom, kColours[number]});
  } else if (drawn.low > 0.0 && drawn.high > drawn.low && std::isfinite(drawn.high)) {
    Line line = law_line(law, drawn.low / 1.5, drawn.high * 1.5);
    line.label = c_label(c);
    line.colour = kColours[number];
    line.dashed = number == 0;
    panel.lines.push_back(std::move(line));
  }
}

// Atoms inside the support spoil any density beside them, so they are all that is shown; tilting
// multiplies the probability of omega by e^(-c^2 omega) / phi(c^2).
void add_stems(Panel& panel, const std::vector<Atom>& atoms, const Likelihood& likelihood,
               const Row& row, double c, std::size_t number) {
  bool first = true;
  for (const Atom& atom : atoms) {
    const double log_tilt = -c * c * atom.location - likelihood.moments().log_phi(c * c, row);
    const double mass = std::min(1.0, atom.mass * std::exp(log_tilt));
    if (!(atom.location > 0.0)) continue;
    // Side by side, or the last would cover the others.
    const double x = atom.location * std::pow(1.04, static_cast<double>(number) - 1.0);
    panel.stems.push_back({first ? c_label(c) : "", x, mass / kStemRoom, kColours[number]});
    first = false;
  }
}

void finish_axes(Panel& panel) {
  std::vector<std::vector<double>> xs;
  std::vector<std::vector<double>> ys{{0.0}};
  for (const Line& line : panel.lines) {
    xs.push_back(line.x);
    ys.push_back(line.y);
  }
  for (const Stem& stem : panel.stems) xs.push_back({stem.x / 3.0, stem.x * 3.0});
  panel.x = fitted_axis("ω", true, xs);
  panel.y = fitted_axis("density of log ω", false, ys);
  panel.y.low = 0.0;
  if (panel.lines.empty()) panel.y = {"probability", false, 0.0, kStemRoom};
}

}  // namespace

TypicalC typical_c(const Likelihood& likelihood, const Row& row) {
  const double moderate = rounded(c_at(likelihood, row, 0.5, 1.0));
  const double large = rounded(c_at(likelihood, row, 4.0, 10.0 * moderate));
  return {moderate, std::max(large, 2.0 * moderate)};
}

Panel weight_panel(const Likelihood& likelihood, const Row& row, const TypicalC& c) {
  Panel panel;
  panel.title = "Weight of an observation";
  Line mean{.label = "mean of ω", .x = {}, .y = {}, .colour = Colour::blue};
  Line spread{.label = "standard deviation of ω",
              .x = {},
              .y = {},
              .colour = Colour::orange,
              .dashed = true};
  for (const double at : log_grid(0.02 * c.moderate, 50.0 * c.large, kPanelPoints)) {
    mean.x.push_back(at);
    mean.y.push_back(likelihood.moments().mean(at * at, row));
    spread.x.push_back(at);
    spread.y.push_back(std::sqrt(std::max(0.0, likelihood.moments().variance(at * at, row))));
  }
  const bool visible =
      std::any_of(spread.y.begin(), spread.y.end(), [](double y) { return y > 0.0; });
  panel.lines.push_back(mean);
  std::vector<std::vector<double>> ys{mean.y};
  if (visible) {
    panel.lines.push_back(spread);
    // A spread that vanishes beside the mean would stretch the axis by many decades.
    const double least = 1e-3 * *std::min_element(mean.y.begin(), mean.y.end());
    std::erase_if(spread.y, [&](double y) { return y < least; });
    ys.push_back(spread.y);
  } else {
    panel.note = "the standard deviation is 0";
  }
  const std::vector<std::vector<double>> xs{mean.x};
  panel.x = fitted_axis(
      likelihood.is_location_family() ? "c = |h|, the scaled residual" : "c = |h|", true, xs);
  panel.y = fitted_axis("ω given c", true, ys, 10.0);
  return panel;
}

Panel law_panel(const LikelihoodPtr& likelihood, const Row& row, const TypicalC& c,
                const std::vector<Atom>& atoms) {
  Panel panel;
  panel.title = "Law of ω, before and after tilting";
  const Inversion inversion(likelihood->radial_ptr(), row);
  const double start = inversion.support().start;
  const bool rugged = std::any_of(atoms.begin(), atoms.end(), [&](const Atom& atom) {
    return atom.location > start * (1.0 + 1e-6) + 1e-12 * c.moderate;
  });
  const double values[] = {0.0, c.moderate, c.large};
  for (std::size_t i = 0; i < 3; ++i) {
    if (rugged) {
      add_stems(panel, atoms, *likelihood, row, values[i], i);
    } else {
      add_law(panel, inversion, values[i], i);
    }
  }
  if (rugged) panel.note = "single values";
  if (!rugged && start == 0.0 && !atoms.empty()) {
    panel.note = fmt::format("P(ω = 0) = {} at c = 0", short_number(atoms.front().mass));
  }
  if (panel.lines.empty() && panel.stems.empty()) panel.note = "not available by inversion";
  finish_axes(panel);
  return panel;
}

}  // namespace phigp
