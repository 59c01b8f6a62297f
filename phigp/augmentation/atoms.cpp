#include "phigp/augmentation/atoms.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "phigp/augmentation/fourier.h"

namespace phigp {

namespace {

constexpr std::size_t kSection = 4096;
constexpr double kCircle = 30.0;    // of the circle of omega, in units of 1/a
constexpr double kFarthest = 15.0;  // atoms above this many 1/a are left to a smaller a
constexpr double kStart = 3e3;      // first frequency, in units of a
constexpr double kLeastMass = 1e-4;
constexpr double kSteadiness =
    0.02;  // an atom's peak keeps its height to this, up all the sections
constexpr std::size_t kMost = 8;

// A stretch of the vertical line through a, far up, where only atoms are left of the transform: the
// mean of phi(a + ib) e^{ibx} / phi(a) over it is the tilted mass of an atom at x.
class Section {
 public:
  Section(const Radial& radial, const Row& row, double a, double start, double step,
          std::size_t count)
      : start_(start), step_(step), value_(count) {
    std::vector<Complex> z(count), l(count);
    for (std::size_t k = 0; k < count; ++k)
      z[k] = Complex(a, start + step * static_cast<double>(k));
    radial.log_phi(z, Rows(row), l);
    const double base = radial.log_phi(a, row);
    double sum = 0.0;
    for (std::size_t k = 0; k < count; ++k) {
      const double u = 6.0 * (2.0 * static_cast<double>(k) / static_cast<double>(count) - 1.0);
      const double weight = std::exp(-0.5 * u * u);
      const Complex psi = exp(l[k] - base);
      sum += weight;
      if (std::isfinite(psi.real()) && std::isfinite(psi.imag())) value_[k] = weight * psi;
    }
    for (Complex& v : value_) v /= sum;
  }

  double size() const {
    double sum = 0.0;
    for (const Complex& v : value_) sum += std::abs(v);
    return sum;
  }
  std::vector<double> heights() const {
    std::vector<Complex> v = value_;
    fourier_transform(v);
    std::vector<double> h(v.size());
    std::transform(v.begin(), v.end(), h.begin(), [](const Complex& c) { return std::abs(c); });
    return h;
  }
  Complex mean_at(double x) const {
    const Complex turn = std::polar(1.0, step_ * x);
    Complex sum;
    for (std::size_t k = value_.size(); k-- > 0;) {  // Horner
      sum = {sum.real() * turn.real() - sum.imag() * turn.imag() + value_[k].real(),
             sum.real() * turn.imag() + sum.imag() * turn.real() + value_[k].imag()};
    }
    return sum * std::polar(1.0, start_ * x);
  }

 private:
  double start_;
  double step_;
  std::vector<Complex> value_;
};

struct Found {
  Atom atom;
  double unsteadiness = 0.0;
};

class Finder {
 public:
  Finder(const Radial& radial, const Row& row) : radial_(radial), row_(row) {}

  void look_at(double a) {
    const double period = kCircle / a;
    const double step = 2.0 * std::numbers::pi / period;
    if (Section(radial_, row_, a, 1e4 * kStart * a, 7.1 * step, 64).size() < 1e-3) return;

    std::vector<Section> sections;
    std::vector<double> starts;
    const double length = step * static_cast<double>(kSection);
    for (double gap = 0.0; gap < 3e4 * kStart * a; gap = std::max(0.1 * length, 8.0 * gap)) {
      starts.push_back(kStart * a + gap);
      sections.emplace_back(radial_, row_, a, starts.back(), step, kSection);
    }
    const double weight = std::exp(radial_.log_phi(a, row_));
    for (const Atom& peak : peaks(sections.front(), a, weight)) {
      // The phase between sections farther and farther apart pins x down.
      double x = peak.location;
      for (std::size_t m = 1; m < sections.size(); ++m) {
        const double turn = std::arg(sections[m].mean_at(x) / sections.front().mean_at(x));
        x -= turn / (starts[m] - starts.front());
      }
      double sum = 0.0, least = INFINITY, most = 0.0;
      for (const Section& section : sections) {
        const double size = std::abs(section.mean_at(x));
        sum += size;
        least = std::min(least, size);
        most = std::max(most, size);
      }
      const double mass = sum / static_cast<double>(sections.size()) * weight * std::exp(a * x);
      if (mass < kLeastMass || mass > 1.0 + 1e-3) continue;
      keep({{x, std::min(mass, 1.0)}, (most - least) / most});
    }
  }

  std::vector<Atom> atoms() const {
    std::vector<Atom> all;
    for (const Found& f : found_) all.push_back(f.atom);
    return all;
  }

 private:
  // Local maxima of the first section, the heaviest ones.
  static std::vector<Atom> peaks(const Section& section, double a, double weight) {
    const std::vector<double> height = section.heights();
    const auto last = static_cast<std::size_t>(kFarthest / kCircle * kSection);
    std::vector<Atom> all;
    for (std::size_t j = 4; j < last; ++j) {
      if (height[j] < height[j - 1] || height[j] <= height[j + 1]) continue;
      const double x = kCircle / a * static_cast<double>(j) / static_cast<double>(kSection);
      const double mass = height[j] * weight * std::exp(a * x);
      if (mass > 0.5 * kLeastMass && height[j] > 1e-6) all.push_back({x, mass});
    }
    std::sort(all.begin(), all.end(), [](const Atom& p, const Atom& q) { return p.mass > q.mass; });
    if (all.size() > 2 * kMost) all.resize(2 * kMost);
    return all;
  }

  // The steadiest of several sightings counts.
  void keep(const Found& sighting) {
    if (sighting.unsteadiness > kSteadiness) return;
    for (Found& known : found_) {
      if (std::abs(known.atom.location - sighting.atom.location) > 1e-4 * sighting.atom.location)
        continue;
      if (sighting.unsteadiness < known.unsteadiness) known = sighting;
      return;
    }
    found_.push_back(sighting);
  }

  const Radial& radial_;
  const Row& row_;
  std::vector<Found> found_;
};

}  // namespace

std::vector<Atom> find_atoms(const Radial& radial, const Row& row, const RadialScan& scan) {
  if (scan.constant) return {{0.0, 1.0}};
  Finder finder(radial, row);
  for (const double a : scan.landmarks) finder.look_at(a);
  const auto heavier = [](const Atom& p, const Atom& q) { return p.mass > q.mass; };
  std::vector<Atom> atoms = finder.atoms();
  std::sort(atoms.begin(), atoms.end(), heavier);
  if (atoms.size() > kMost) atoms.resize(kMost);
  if (scan.at_infinity > 0.0) atoms.push_back({0.0, std::min(1.0, scan.at_infinity)});
  std::stable_sort(atoms.begin(), atoms.end(), heavier);
  return atoms;
}

}  // namespace phigp
