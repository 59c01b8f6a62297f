// Many inputs, where distances between two sets of points are taken by matrix products: the whole
// contract, with pairs that are equal, nearly equal, and close to each other far from the rest.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <numeric>

#include "phigp/kernels/kernel_names.h"
#include "phigp/kernels/parse_kernel.h"
#include "tests/kernels/kernel_contract.h"

namespace phigp::test {
namespace {

constexpr int kDimensions = 13;

std::vector<WrittenKernel> kernels() {
  std::vector<int> dims(kDimensions);
  std::iota(dims.begin(), dims.end(), 0);
  std::vector<WrittenKernel> all;
  for (const KernelName& entry : kernel_names()) {
    if (!entry.stationary || !entry.has_dims || !entry.has_ard) continue;
    for (const bool ard : {false, true}) all.push_back(*written_unit(entry.name, ard, dims));
  }
  return all;
}

void check_all(const Points& X, const Points& Z) {
  std::unique_ptr<KernelTape> tape;
  for (const WrittenKernel& written : kernels()) {
    const KernelPtr kernel = parse_kernel(written.text(), kDimensions);
    report(check_matrices(*kernel, X), written.text());
    report(check_values(*kernel, written, X, Z), written.text());
    report(check_contractions(*kernel, written, X, Z), written.text());
    report(check_tape(*kernel, X, Z, tape), written.text());
  }
}

TEST(DistanceProducts, KeepTheContractForAllShapesOfTiles) {
  ASSERT_GE(kernels().size(), 10U);
  check_all(test_points(67, kDimensions, 2), test_points(35, kDimensions, 3));
  check_all(test_points(7, kDimensions, 6), test_points(66, kDimensions, 7));
}

TEST(DistanceProducts, KeepTheContractWithEqualAndNearlyEqualPairs) {
  const Points X = test_points(70, kDimensions, 2);
  check_all(X, test_points(67, kDimensions, 2));
  Points near = test_points(66, kDimensions, 3);
  for (Eigen::Index i = 0; i < near.rows(); i += 3)
    near.row(i) = X.row(i).array() + 1e-3 * std::pow(0.3, static_cast<double>(i));
  check_all(X, near);
}

TEST(DistanceProducts, KeepTheContractFarFromTheOrigin) {
  Points X = test_points(70, kDimensions, 2);
  Points Z = test_points(67, kDimensions, 3);
  X.array() += 1024.0;
  Z.array() += 1024.0;
  check_all(X, Z);
  // Two clusters: near pairs have s far below the norms, whatever the origin.
  X.topRows(35).array() += 512.0;
  Z.bottomRows(20).array() += 512.0;
  check_all(X, Z);
}

// matern12 has an infinite slope at s = 0: what products leave of 0 would be seen in 8 digits.
TEST(DistanceProducts, LeaveNothingOfNoDistance) {
  const Points X = test_points(64, kDimensions, 8);
  const Points same = X;
  Matrix K;
  parse_kernel("1*matern12", kDimensions)->cross(X, same, K);
  for (Eigen::Index i = 0; i < X.rows(); ++i) EXPECT_EQ(K(i, i), 1.0);
}

}  // namespace
}  // namespace phigp::test
