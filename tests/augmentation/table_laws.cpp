#include "tests/augmentation/table_laws.h"

#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <map>

#include "phigp/augmentation/known_laws.h"

namespace phigp::test {

namespace {

template <class Function>
Points at_each(const Points& x, Function function) {
  Points out;
  for (const double point : x) out.push_back(function(point));
  return out;
}

}  // namespace

const std::vector<TableLaw>& table_laws() {
  static const std::vector<TableLaw> kLaws = {
      {"inverse Gaussian, s = 1.7", inverse_gaussian_radial(1.7),
       [](double c2, const Points& x) {
         const double mean = 0.85 / std::sqrt(c2);
         return at_each(x, [=](double w) { return inverse_gaussian_cdf(mean, 1.445, w); });
       },
       1e-8, 1e10, 400},
      {"gamma, shape 2.3, rate 0.6", gamma_radial(2.3, 0.6),
       [](double c2, const Points& x) {
         return at_each(x, [=](double w) { return boost::math::gamma_p(2.3, (0.6 + c2) * w); });
       },
       1e-8, 1e16, 400},
      {"gamma, shape 0.4, rate 3", gamma_radial(0.4, 3.0),
       [](double c2, const Points& x) {
         return at_each(x, [=](double w) { return boost::math::gamma_p(0.4, (3.0 + c2) * w); });
       },
       1e-8, 1e16, 400},
      {"Polya-Gamma, b = 1", polya_gamma_radial(1.0),
       [](double c2, const Points& x) {
         return polya_gamma_cdf(1.0, std::sqrt(c2), at_each(x, [](double w) { return 2.0 * w; }));
       },
       1e-8, 1e3, 40},
      {"Polya-Gamma, b = 2.6", polya_gamma_radial(2.6),
       [](double c2, const Points& x) {
         return polya_gamma_cdf(2.6, std::sqrt(c2), at_each(x, [](double w) { return 2.0 * w; }));
       },
       1e-8, 1e3, 60},
      {"Matern 3/2, a = 1.4", matern32_radial(1.4),
       [](double c2, const Points& x) {
         return generalised_inverse_gaussian_cdf(-1.5, 2.0 * c2, 0.98, x);
       },
       1e-8, 1e8, 400},
      {"Matern 5/2, a = 0.6", matern52_radial(0.6),
       [](double c2, const Points& x) {
         return generalised_inverse_gaussian_cdf(-2.5, 2.0 * c2, 0.18, x);
       },
       1e-8, 1e8, 400},
      {"stable, a = 0.35, s = 2", stable_radial(0.35, 2.0),
       [](double c2, const Points& x) {
         return tilted_stable_cdf(0.35, 2.0 * c2, at_each(x, [](double w) { return 0.5 * w; }));
       },
       0.05, 1e4, 6},
      {"stable, a = 0.7, s = 0.5", stable_radial(0.7, 0.5),
       [](double c2, const Points& x) {
         return tilted_stable_cdf(0.7, 0.5 * c2, at_each(x, [](double w) { return 2.0 * w; }));
       },
       0.05, 1e2, 6},
      {"pseudo-Huber, d = 2.5", tilted_inverse_gaussian_radial(2.5),
       [](double c2, const Points& x) {
         const double mean = 0.5 * std::sqrt(2.5 / (2.5 + c2));
         return at_each(x, [=](double w) { return inverse_gaussian_cdf(mean, 1.25, w); });
       },
       1e-8, 1e10, 400},
  };
  return kLaws;
}

const TableSampler& table_of(std::size_t i) {
  static std::map<std::size_t, std::unique_ptr<const TableSampler>> tables;
  auto& table = tables[i];
  if (!table)
    table = std::make_unique<TableSampler>(table_laws().at(i).radial,
                                           SamplerOptions{.allow_exact = false});
  return *table;
}

}  // namespace phigp::test
