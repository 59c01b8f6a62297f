#include "tests/augmentation/pi_phi_reference.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "phigp/augmentation/composition.h"
#include "phigp/augmentation/known_laws.h"
#include "tests/support/lambda_radial.h"

namespace phigp::test {

namespace {

ReferenceLaw reference_law(const std::string& name, RadialPtr radial) {
  ReferenceLaw law{name, std::move(radial), {}};
  std::ifstream file(std::string(PHIGP_TEST_DATA) + "/reference/pi_phi/ref_" + name + ".txt");
  std::string line;
  while (std::getline(file, line)) {
    std::istringstream text(line);
    ReferencePoint point{};
    text >> point.c2 >> point.x >> point.cdf >> point.complement >> point.pdf >> point.error;
    EXPECT_TRUE(text) << name << ": " << line;
    law.points.push_back(point);
  }
  EXPECT_FALSE(law.points.empty()) << name;
  return law;
}

}  // namespace

RadialPtr slowly_varying_radial() {
  return lambda_radial("1/(1 + log(1 + r))", [](const auto& r) { return -1.0 * log1p(log1p(r)); });
}

std::vector<ReferenceLaw> common_reference_laws() {
  return {reference_law("laplace", inverse_gaussian_radial(1.0)),
          reference_law("logistic", polya_gamma_radial(1.0)),
          reference_law("matern32", matern32_radial(std::sqrt(3.0))),
          reference_law("matern52", matern52_radial(std::sqrt(5.0))),
          reference_law("student1.5", gamma_radial(1.25, 1.5)),
          reference_law("student3", gamma_radial(2.0, 3.0)),
          reference_law("student30", gamma_radial(15.5, 30.0)),
          reference_law("stable.3", stable_radial(0.3, 1.0)),
          reference_law("stable.8", stable_radial(0.8, 1.0)),
          reference_law("pg2.7", polya_gamma_radial(2.7)),
          reference_law("mix", mixture({{0.5, inverse_gaussian_radial(1.0)},
                                        {0.5, gamma_radial(2.0, 1.0)}}))};
}

std::vector<ReferenceLaw> hard_reference_laws() {
  const RadialPtr laplace = inverse_gaussian_radial(1.0);
  return {reference_law("laplace-large", laplace),
          reference_law("matern32-large", matern32_radial(std::sqrt(3.0))),
          reference_law("stable.8-large", stable_radial(0.8, 1.0)),
          reference_law("stable.95", stable_radial(0.95, 1.0)),
          reference_law("stable.99", stable_radial(0.99, 1.0)),
          reference_law("shifted-laplace", product({point_mass_radial(1.0), laplace})),
          reference_law("compound-poisson", compound_poisson(laplace, 2.0)),
          reference_law("slow", slowly_varying_radial()),
          reference_law("gamma.05", gamma_radial(0.05, 1.0)),
          reference_law("gamma1e5", gamma_radial(1e5, 2e5))};
}

}  // namespace phigp::test
