#include "phigp/report/likelihood_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "phigp/augmentation/zero_expansion.h"
#include "phigp/base/error.h"
#include "phigp/likelihoods/conditional.h"
#include "phigp/likelihoods/density.h"
#include "phigp/report/likelihood_text.h"
#include "phigp/report/omega_panels.h"

namespace phigp {

namespace {

constexpr int kPicturePoints = 401;

// Values of the horizontal axis, with the point where a kink may be among them.
std::vector<double> grid(double low, double high, double special) {
  std::vector<double> x;
  for (int i = 0; i < kPicturePoints; ++i)
    x.push_back(low + (high - low) * i / (kPicturePoints - 1));
  if (special > low && special < high) {
    x.push_back(special);
    std::sort(x.begin(), x.end());
  }
  return x;
}

std::vector<double> exponentials(std::vector<double> values) {
  for (double& value : values) value = std::exp(value);
  return values;
}

// The Gaussian below p that touches it where h = c: log phi(h^2) >= log phi(c^2) - mean (h^2 -
// c^2), because log phi is convex. At c = 0 it has p's own curvature. math.md (R.2)
std::vector<double> log_bound(const Likelihood& likelihood, const Row& row, double c,
                              const std::vector<double>& f) {
  const Terms<double> terms = likelihood.terms(row);
  const double mean = likelihood.moments().mean(c * c, row);
  const double log_phi = likelihood.moments().log_phi(c * c, row);
  std::vector<double> out;
  for (const double value : f) {
    out.push_back(terms.log_c() + terms.g * value + log_phi -
                  mean * (terms.h2(value, 0.0) - c * c));
  }
  return out;
}

struct DensityPanels {
  Panel density;
  Panel logarithm;
};

// A logarithmic panel reaches down to where the density itself goes, not the Gaussian beside it.
void finish_axes(DensityPanels& panels, const std::string& x_label, const std::string& p_label,
                 std::size_t own_lines) {
  const auto own = [&](const Panel& panel) {
    std::vector<std::vector<double>> ys;
    for (std::size_t i = 0; i < own_lines; ++i) ys.push_back(panel.lines[i].y);
    return ys;
  };
  std::vector<std::vector<double>> linear = own(panels.density);
  linear.push_back({0.0});
  panels.density.title = "Likelihood";
  panels.density.y = fitted_axis(p_label, false, linear);
  panels.density.y.low = 0.0;
  panels.logarithm.y = fitted_axis("log " + p_label, false, own(panels.logarithm));
  for (Panel* panel : {&panels.density, &panels.logarithm}) {
    const std::vector<double>& x = panel->lines.front().x;
    panel->x = {x_label, false, x.front(), x.back()};
  }
}

// Real y: against y - f, or against y at f = 0 when the shape changes with f.
DensityPanels real_panels(const LikelihoodPtr& likelihood) {
  const ConditionalLaw law(likelihood);
  const double middle = law.quantile(0.5, 0.0);
  const double half = 0.5 * (law.quantile(0.75, 0.0) - law.quantile(0.25, 0.0));
  const bool location = likelihood->is_location_family();
  const auto log_p = [&](const std::vector<double>& y) {
    std::vector<Row> rows;
    for (const double value : y) rows.push_back({value, 1.0});
    std::vector<double> out(y.size());
    log_density(*likelihood, Rows(rows), std::vector<double>(y.size(), 0.0), out);
    return out;
  };
  DensityPanels panels;
  const std::vector<double> near = grid(middle - 8.0 * half, middle + 8.0 * half, 0.0);
  const std::vector<double> far = grid(middle - 20.0 * half, middle + 20.0 * half, 0.0);
  panels.density.lines.push_back({"", near, exponentials(log_p(near))});
  panels.logarithm.lines.push_back({"log p", far, log_p(far)});
  panels.logarithm.title = "Log likelihood beside a Gaussian";
  const Row origin{0.0, 1.0};
  const Terms<double> terms = likelihood->terms(origin);
  if (location) {
    const bool smooth = std::isfinite(likelihood->moments().mean(0.0, origin));
    const double c = smooth ? 0.0 : std::sqrt(terms.h2(half, 0.0));
    std::vector<double> f = far;
    for (double& value : f) value = -value;  // y - f = far at y = 0
    panels.logarithm.lines.push_back(
        {smooth ? "Gaussian, same curvature"
                : fmt::format("Gaussian bound, touching at ±{:.2g}", half),
         far, log_bound(*likelihood, origin, c, f), Colour::orange, true});
    finish_axes(panels, "y − f", "p(y | f)", 1);
  } else {
    panels.logarithm.title = "Log likelihood";
    finish_axes(panels, "y", "p(y | f = 0)", 1);
  }
  return panels;
}

std::vector<double> shown_targets(Domain domain, const Row& row) {
  if (domain == Domain::label) return {1.0, -1.0};
  const double largest = domain == Domain::count ? std::max(10.0, 3.0 * row.y) : row.trials;
  std::vector<double> targets{0.0, row.y, largest};
  targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
  return targets;
}

// Labels and counts: against f, one line for each of some y.
DensityPanels discrete_panels(const LikelihoodPtr& likelihood, const Row& row, double c) {
  const Terms<double> terms = likelihood->terms(row);
  // The widest law among those shown: that of the smallest exponent.
  const Row widest{likelihood->domain() == Domain::count ? 0.0 : row.y, 1.0};
  const double width = std::sqrt(natural_scale(likelihood->radial(), widest) / terms.gamma);
  const double reach = std::abs(terms.centre) + 2.0 * width;
  const std::vector<double> f = grid(-reach, reach, terms.centre);
  const Colour colours[] = {Colour::blue, Colour::green, Colour::purple, Colour::grey};
  DensityPanels panels;
  std::size_t count = 0;
  for (const double y : shown_targets(likelihood->domain(), row)) {
    std::vector<double> out(f.size());
    log_density(*likelihood, Rows(Row{y, row.trials}), f, out);
    const std::string label = fmt::format("y = {}", to_text(y));
    panels.density.lines.push_back({label, f, exponentials(out), colours[count]});
    panels.logarithm.lines.push_back({label, f, std::move(out), colours[count]});
    ++count;
  }
  panels.logarithm.title = "Log likelihood, with a Gaussian bound";
  panels.logarithm.lines.push_back({fmt::format("bound, y = {}", to_text(row.y)), f,
                                    log_bound(*likelihood, row, c, f), Colour::orange, true});
  const std::string trials = likelihood->domain() == Domain::successes
                                 ? fmt::format(", trials = {}", to_text(row.trials))
                                 : "";
  finish_axes(panels, "f", "p(y | f" + trials + ")", count);
  // Large counts fall so fast that the shape of the others would vanish.
  Axis& vertical = panels.logarithm.y;
  vertical.low = std::max(vertical.low, vertical.high - 15.0);
  return panels;
}

}  // namespace

std::vector<Panel> likelihood_panels(const LikelihoodPtr& likelihood) {
  const Row row = example_row(likelihood->domain());
  const TypicalC c = typical_c(*likelihood, row);
  DensityPanels densities = likelihood->domain() == Domain::real
                                ? real_panels(likelihood)
                                : discrete_panels(likelihood, row, c.moderate);
  return {std::move(densities.density), weight_panel(*likelihood, row, c)};
}

std::string likelihood_picture(const LikelihoodPtr& likelihood, const LikelihoodSummary& summary) {
  require(summary.complete(), "picture: " + summary.name, "",
          "needs a likelihood that was not refused");
  const TypicalC c = typical_c(*likelihood, summary.row);
  DensityPanels densities = summary.domain == Domain::real
                                ? real_panels(likelihood)
                                : discrete_panels(likelihood, summary.row, c.moderate);
  const std::vector<Panel> panels{std::move(densities.density), std::move(densities.logarithm),
                                  weight_panel(*likelihood, summary.row, c),
                                  law_panel(likelihood, summary.row, c, summary.verdict->atoms)};
  std::string title = summary.name;
  for (std::size_t k = 0; k < summary.parameters.size(); ++k) {
    title += fmt::format("{}{} = {}", k == 0 ? ": " : ", ", summary.parameters[k].name,
                         to_text(summary.parameters[k].value));
  }
  return svg_figure(title, "φ(r) = " + summary.phi + ";  " + verdict_name(summary.verdict->kind),
                    panels);
}

}  // namespace phigp
