#include "phigp/augmentation/admissibility.h"

#include <fmt/format.h>

#include "phigp/augmentation/analyticity.h"
#include "phigp/augmentation/atoms.h"
#include "phigp/augmentation/derivative_signs.h"
#include "phigp/augmentation/gram_tests.h"
#include "phigp/augmentation/radial_scan.h"
#include "phigp/augmentation/spectral_tests.h"

namespace phigp {

namespace {

// The first test that fails, with the reason; tests passed are noted on the way.
std::optional<std::string> first_failure(const Radial& radial, const Row& row,
                                         const RadialScan& scan, std::vector<std::string>& passed) {
  if (!scan.failure.empty()) return scan.failure;
  passed.push_back(fmt::format("phi(0+) = 1 and phi does not increase, r from {} to {}",
                               short_text(scan.trusted_low), short_text(scan.trusted_high)));
  if (scan.constant) return std::nullopt;

  const std::vector<ExpansionAt> expansions = expand_over(radial, row, scan);
  if (auto why = wrong_derivative_sign(radial, row, scan, expansions)) return why;
  passed.push_back(fmt::format("derivatives to order {} have the right sign at {} points r",
                               kSeriesOrder, expansions.size()));
  const Analyticity analyticity = check_analyticity(radial, row, expansions);
  if (analyticity.failure) return analyticity.failure;
  passed.emplace_back("phi is analytic: its Taylor series agree with its real and complex values");
  if (auto why = negative_mass(radial, row, scan, analyticity)) return why;
  passed.emplace_back("|phi(a + ib)| <= phi(a), and the smoothed law of omega is nowhere negative");
  if (auto why = negative_gram(radial, row, scan)) return why;
  passed.emplace_back(
      "the matrices [phi(x_i + x_j)] and their differences are positive semidefinite");
  return std::nullopt;
}

}  // namespace

Verdict test_numerically(const Radial& radial, const Row& row) {
  Verdict verdict;
  const RadialScan scan = scan_real_line(radial, row);
  verdict.phi_at_zero = scan.at_zero;
  std::vector<std::string> passed;
  if (auto why = first_failure(radial, row, scan, passed)) {
    verdict.kind = Verdict::Kind::refuted;
    verdict.reasons = {*why};
    return verdict;
  }
  verdict.kind = Verdict::Kind::not_refuted;
  verdict.reasons = std::move(passed);
  verdict.atoms = find_atoms(radial, row, scan);
  return verdict;
}

Verdict judge(const Radial& radial, const Row& row) {
  std::vector<std::string> proof = radial.proof();
  if (proof.empty()) return test_numerically(radial, row);
  Verdict verdict;
  verdict.kind = Verdict::Kind::proven;
  verdict.reasons = std::move(proof);
  const RadialScan scan = scan_real_line(radial, row);
  if (scan.failure.empty()) verdict.atoms = find_atoms(radial, row, scan);
  return verdict;
}

std::string Verdict::text() const {
  const char* name = kind == Kind::proven        ? "proven"
                     : kind == Kind::not_refuted ? "not refuted"
                                                 : "refuted";
  std::string line = fmt::format("{}: {}", name, fmt::join(reasons, "; "));
  for (const Atom& atom : atoms)
    line += fmt::format("; atom of mass {} at omega = {}", short_text(atom.mass),
                        short_text(atom.location));
  return line;
}

}  // namespace phigp
