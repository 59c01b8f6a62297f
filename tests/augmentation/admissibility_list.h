// Functions phi of which it is known, by a theorem or by an independent computation, whether they
// are Laplace transforms of a probability law. The lists are the bar of the numerical tests: no
// admissible function may be refuted, and none may pass whose law has more than 1e-3 of negative
// mass.
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "phigp/augmentation/admissibility.h"
#include "phigp/augmentation/radial.h"
#include "tests/support/lambda_radial.h"

namespace phigp::test {

inline constexpr double kNoSignedLaw = std::numeric_limits<double>::infinity();

struct Candidate {
  std::string formula;
  std::string reason;                               // the law of omega, or why there is none
  double negative_mass = 0.0;                       // 0 for admissible phi
  std::function<RadialPtr(double scale)> at_scale;  // phi(scale * r)
  std::vector<Atom> atoms;                          // the heaviest ones, of admissible phi

  bool admissible() const { return negative_mass == 0.0; }
};

std::vector<Candidate> admissible_functions();
std::vector<Candidate> inadmissible_functions();
// Written after the tests had been frozen, to see how they do on functions they were not made for.
std::vector<Candidate> later_functions();

// How the lists are written: log phi as a generic function of r.
template <class Body>
Candidate admissible(std::string formula, std::string law, Body body,
                     std::vector<Atom> atoms = {}) {
  auto make = [formula, body](double scale) { return lambda_radial(formula, body, scale); };
  return {std::move(formula), std::move(law), 0.0, std::move(make), std::move(atoms)};
}
template <class Body>
Candidate inadmissible(std::string formula, double negative_mass, std::string reason, Body body) {
  auto make = [formula, body](double scale) { return lambda_radial(formula, body, scale); };
  return {std::move(formula), std::move(reason), negative_mass, std::move(make), {}};
}

// log(u e^x + v e^y) without overflow; a weight may be negative.
template <class T>
T log_add(double u, const T& x, double v, const T& y) {
  return value(x) >= value(y) ? x + log(u + v * exp(y - x)) : y + log(v + u * exp(x - y));
}
// sqrt(1 + x) - 1, without cancellation.
template <class T>
T sqrt1pm1(const T& x) {
  return x / (1.0 + sqrt(1.0 + x));
}

inline double cosine(double x) { return std::cos(x); }
inline Complex cosine(const Complex& x) { return std::cos(x); }
template <int N>
Taylor<N> cosine(const Taylor<N>& x) {
  Taylor<N> c(std::cos(x[0])), s(std::sin(x[0]));
  for (int k = 1; k <= N; ++k) {
    for (int j = 1; j <= k; ++j) {
      s[k] += j * x[j] * c[k - j] / k;
      c[k] -= j * x[j] * s[k - j] / k;
    }
  }
  return c;
}

}  // namespace phigp::test
