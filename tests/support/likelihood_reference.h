// What the likelihood tests hold the library against: values from mpmath (tests/reference) and the
// closed forms of math.md (L.10), written here a second time, from the table and not from the
// library.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "phigp/base/row.h"

namespace phigp::test {

using Parameters = std::map<std::string, double>;

// One line of tests/reference/likelihoods.txt; make_likelihoods.py says what the kinds are.
struct LikelihoodReference {
  std::string title;  // "student-t(nu=3.3,sigma=1.6)"
  std::string name;
  Parameters parameters;
  Row row;
  double m = 0.0;  // of f; f itself for densities
  double v = 0.0;
  std::vector<double> expected;

  std::string text() const;  // title and the numbers that go in
};
std::vector<LikelihoodReference> likelihood_references(const std::string& kind);
std::vector<LikelihoodReference> likelihood_references(const std::string& kind,
                                                       const std::string& name);

// The site that a likelihood gives at q(f) = N(m, v), by its closed form. Throws for a name that
// has no formula here: a new catalogue entry must bring one.
struct ReferenceSite {
  double c2 = 0.0;
  double precision = 0.0;
  double shift = 0.0;
};
ReferenceSite reference_site(const std::string& name, const Parameters& p, const Row& row, double m,
                             double v);

// The prior law of omega, e^{-r omega} integrating to phi(r).
struct OmegaPrior {
  double point = 0.0;  // omega equals this value, if positive
  // log of the density otherwise; -inf where it is below the accuracy of its series.
  std::function<double(double)> log_density;
};
OmegaPrior omega_prior(const std::string& name, const Parameters& p, const Row& row);

}  // namespace phigp::test
