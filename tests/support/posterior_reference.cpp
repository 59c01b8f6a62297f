#include "tests/support/posterior_reference.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "phigp/likelihoods/catalogue/catalogue.h"

namespace phigp::test {

namespace {

std::ifstream open_references() {
  std::ifstream in(PHIGP_TEST_DATA "/reference/posteriors.txt");
  if (!in) throw std::runtime_error("tests/reference/posteriors.txt is missing");
  return in;
}

Matrix read_symmetric(std::istream& in) {
  Matrix A(kThreePoints, kThreePoints);
  for (Eigen::Index i = 0; i < kThreePoints; ++i) {
    for (Eigen::Index j = 0; j <= i; ++j) {
      in >> A(i, j);
      A(j, i) = A(i, j);
    }
  }
  return A;
}

Vector read_vector(std::istream& in) {
  Vector x(kThreePoints);
  for (double& value : x) in >> value;
  return x;
}

// "student-t(nu=2.5,sigma=0.5)"
LikelihoodPtr likelihood_of(const std::string& title) {
  const std::size_t bracket = title.find('(');
  std::map<std::string, double> values;
  std::stringstream inside(title.substr(bracket + 1, title.size() - bracket - 2));
  for (std::string part; std::getline(inside, part, ',');) {
    const std::size_t equals = part.find('=');
    values[part.substr(0, equals)] = std::stod(part.substr(equals + 1));
  }
  return make_likelihood(title.substr(0, bracket), values);
}

}  // namespace

Vector moments(const Vector& f, const Vector& centre) {
  Vector values(kMoments);
  const Vector d = f - centre;
  Eigen::Index at = 0;
  for (Eigen::Index i = 0; i < kThreePoints; ++i) values[at++] = d[i];
  for (Eigen::Index i = 0; i < kThreePoints; ++i) {
    for (Eigen::Index j = 0; j <= i; ++j) values[at++] = d[i] * d[j];
  }
  return values;
}

Failures failures(const BatchMeans& found, const Vector& expected, const std::string& last) {
  static constexpr std::array names = {"f1",    "f2",    "f3",    "f1 f1", "f2 f1",
                                       "f2 f2", "f3 f1", "f3 f2", "f3 f3"};
  Failures all;
  const Vector mean = found.mean();
  const Vector error = found.standard_error();
  for (Eigen::Index k = 0; k < expected.size(); ++k) {
    // What a sampler does without randomness is right to rounding.
    const double z = (mean[k] - expected[k]) / (error[k] + 1e-7);
    if (std::abs(z) < kLargestZ) continue;  // NaN fails
    const auto at = static_cast<std::size_t>(k);
    const std::string name = at < names.size() ? names[at] : fmt::format("{} {}", last, at - 8);
    all.push_back(fmt::format("E {} is {:.5f}, should be {:.5f} (z = {:.1f})", name, mean[k],
                              expected[k], z));
  }
  return all;
}

Vector expected_moments(const Matrix& covariance) {
  Vector expected = moments(Vector::Zero(kThreePoints), Vector::Zero(kThreePoints));
  Eigen::Index at = kThreePoints;
  for (Eigen::Index i = 0; i < kThreePoints; ++i) {
    for (Eigen::Index j = 0; j <= i; ++j) expected[at++] = covariance(i, j);
  }
  return expected;
}

std::string text(const Failures& failures) {
  std::string all;
  for (const std::string& failure : failures) all += failure + "\n";
  return all;
}

std::vector<std::string> reference_names() {
  std::ifstream in = open_references();
  std::vector<std::string> names;
  for (std::string line; std::getline(in, line);) {
    const std::size_t bracket = line.find('(');
    if (line[0] != '#' && bracket != std::string::npos) names.push_back(line.substr(0, bracket));
  }
  return names;
}

PosteriorReference posterior_reference(const std::string& likelihood) {
  std::ifstream in = open_references();
  for (std::string line; std::getline(in, line);) {
    if (line.rfind(likelihood + "(", 0) != 0) continue;
    std::stringstream words(line);
    PosteriorReference reference;
    std::string title;
    words >> title;
    reference.likelihood = likelihood_of(title);
    const Vector y = read_vector(words);
    double trials = 0.0;
    words >> trials;
    for (const double value : y) reference.rows.push_back({value, trials});
    reference.mean = read_vector(words);
    reference.covariance = read_symmetric(words);
    if (!words) throw std::runtime_error("tests/reference/posteriors.txt: " + line);
    return reference;
  }
  throw std::runtime_error("tests/reference/posteriors.txt has no " + likelihood);
}

const DensePrior& three_point_prior() {
  static const DensePrior prior = [] {
    std::ifstream in = open_references();
    std::string line;
    while (std::getline(in, line) && line.rfind("prior ", 0) != 0) {
    }
    std::stringstream words(line.substr(6));
    Vector mean = read_vector(words);
    return DensePrior(std::move(mean), read_symmetric(words));
  }();
  return prior;
}

}  // namespace phigp::test
