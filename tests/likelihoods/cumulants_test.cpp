// Cumulants of omega against mpmath (tests/reference/make_cumulants.py): the whole catalogue,
// parameters that are not 1.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include "phigp/likelihoods/catalogue/catalogue.h"

namespace phigp {
namespace {

struct Reference {
  std::string name;
  std::map<std::string, double> parameters;
  Row row;
  double c2 = 0.0;
  double cumulant[9] = {};
};

// "negative-binomial(s=1.6,y=3) 1e-4 k1 ... k8"
std::vector<Reference> read_references() {
  std::ifstream file(PHIGP_TEST_DATA "/reference/cumulants.txt");
  std::vector<Reference> all;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream words(line);
    std::string head;
    Reference reference;
    words >> head >> reference.c2;
    const std::size_t open = head.find('(');
    reference.name = head.substr(0, open);
    std::istringstream arguments(head.substr(open + 1, head.size() - open - 2));
    for (std::string item; std::getline(arguments, item, ',');) {
      const std::size_t equals = item.find('=');
      const double value = std::stod(item.substr(equals + 1));
      const std::string key = item.substr(0, equals);
      if (key == "y") {
        reference.row.y = value;
      } else if (key == "trials") {
        reference.row.trials = value;
      } else {
        reference.parameters[key] = value;
      }
    }
    for (int k = 1; k <= 8; ++k) {
      std::string text;
      words >> text;
      reference.cumulant[k] = std::stod(text);
    }
    all.push_back(reference);
  }
  return all;
}

TEST(Cumulants, ReferencesCoverTheWholeCatalogue) {
  std::set<std::string> covered;
  for (const Reference& reference : read_references()) covered.insert(reference.name);
  for (const std::string& name : likelihood_names()) EXPECT_TRUE(covered.contains(name)) << name;
}

TEST(Cumulants, AgreeWithMpmathFromZeroToTenToTheSixteen) {
  double worst_low = 0.0;
  double worst_high = 0.0;
  for (const Reference& reference : read_references()) {
    const LikelihoodPtr likelihood = make_likelihood(reference.name, reference.parameters);
    for (int k = 1; k <= 8; ++k) {
      const double expected = reference.cumulant[k];
      const double found = likelihood->moments().cumulant(k, reference.c2, reference.row);
      if (expected == 0.0 || std::isinf(expected)) {
        EXPECT_EQ(found, expected) << reference.name << " c2 " << reference.c2 << " order " << k;
        continue;
      }
      const double error = std::abs(found / expected - 1.0);
      EXPECT_LE(error, k <= 4 ? 1e-12 : 1e-9)
          << reference.name << " c2 " << reference.c2 << " order " << k << " found " << found;
      (k <= 4 ? worst_low : worst_high) = std::max(k <= 4 ? worst_low : worst_high, error);
    }
  }
  RecordProperty("worst_order_1_to_4", std::to_string(worst_low));
  std::printf("worst relative error: orders 1-4 %.2e, orders 5-8 %.2e\n", worst_low, worst_high);
}

// The array path of variational inference, and KL >= 0, at the same points.
TEST(Cumulants, TheArrayPathGivesTheSameMeans) {
  for (const Reference& reference : read_references()) {
    const LikelihoodPtr likelihood = make_likelihood(reference.name, reference.parameters);
    const double c2 = reference.c2;
    double value = 0.0;
    double mean = 0.0;
    likelihood->moments().log_phi_and_mean(std::span(&c2, 1), Rows(reference.row),
                                           std::span(&value, 1), std::span(&mean, 1));
    const double expected = reference.cumulant[1];
    if (std::isinf(expected)) {
      EXPECT_EQ(mean, expected);
    } else {
      EXPECT_NEAR(mean, expected, 1e-12 * expected) << reference.name << " " << c2;
    }
    const double kl = likelihood->moments().kl(c2, reference.row);
    EXPECT_GE(kl, 0.0);
    EXPECT_TRUE(std::isfinite(kl));
    EXPECT_TRUE(std::isfinite(value));
  }
}

}  // namespace
}  // namespace phigp
