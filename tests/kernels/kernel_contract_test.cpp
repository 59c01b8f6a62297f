// The contract over every unit kernel and over compositions, by enumeration: a kernel that is added
// to the table is tested by existing, and fails until the textbook here knows it.
#include <gtest/gtest.h>

#include "phigp/base/error.h"
#include "phigp/kernels/kernel_names.h"
#include "phigp/kernels/parse_kernel.h"
#include "tests/kernels/kernel_contract.h"

namespace phigp::test {
namespace {

constexpr int kDimensions = 3;

std::vector<WrittenKernel> units_by_enumeration() {
  std::vector<WrittenKernel> all;
  for (const KernelName& entry : kernel_names()) {
    for (const bool ard : {false, true}) {
      for (const std::vector<int>& dims : {std::vector<int>{0, 1, 2}, {2, 0}}) {
        if ((ard && !entry.has_ard) || (dims.size() == 2 && !entry.has_dims)) continue;
        const auto written = written_unit(entry.name, ard, dims);
        if (!written) {
          ADD_FAILURE() << "the tests have no textbook formula for " << entry.name;
          continue;
        }
        all.push_back(*written);
      }
    }
  }
  return all;
}

// Products and sums of all of them, with repeated names.
std::vector<WrittenKernel> compositions() {
  const auto unit = [](const char* name, bool ard, const std::vector<int>& dims) {
    return written_unit(name, ard, dims)->terms[0].units[0];
  };
  std::vector<WrittenKernel> all;
  all.push_back({{{0.8, {unit("rbf", true, {0, 2}), unit("periodic", false, {1})}},
                  {0.1, {unit("white", false, {})}}}});
  all.push_back({{{1.3, {unit("rbf", false, {0, 1, 2})}},
                  {0.4, {unit("linear", true, {0, 1})}},
                  {3.0, {unit("constant", false, {})}},
                  {0.2, {unit("rbf", true, {1})}}}});
  all.push_back({{{0.6,
                   {unit("rq", true, {0, 1, 2}), unit("matern12", false, {1}),
                    unit("linear", false, {0, 2})}}}});
  // Noise that grows with the inputs: white times linear.
  all.push_back({{{0.3, {unit("white", false, {}), unit("linear", true, {0, 1, 2})}},
                  {0.9, {unit("matern32", true, {0, 1, 2}), unit("matern52", false, {2})}}}});
  return all;
}

std::vector<WrittenKernel> everything() {
  std::vector<WrittenKernel> all = units_by_enumeration();
  for (const WrittenKernel& kernel : compositions()) all.push_back(kernel);
  return all;
}

TEST(KernelContract, CoversEveryNameWithADescription) {
  EXPECT_GE(kernel_names().size(), 9U);
  for (const KernelName& entry : kernel_names()) {
    EXPECT_FALSE(entry.description.empty()) << entry.name;
    EXPECT_NO_THROW(parse_kernel(entry.name, kDimensions)) << entry.name;
  }
}

TEST(KernelContract, MatricesAreSymmetricSemidefiniteAndAgree) {
  for (const WrittenKernel& written : everything()) {
    const KernelPtr kernel = parse_kernel(written.text(), kDimensions);
    for (const int n : {1, 5, 63, 64, 65, 150}) {
      report(check_matrices(*kernel, test_points(n, kDimensions, 1)), written.text());
    }
  }
}

TEST(KernelContract, ValuesAreThoseOfTheTextbook) {
  for (const WrittenKernel& written : everything()) {
    const KernelPtr kernel = parse_kernel(written.text(), kDimensions);
    report(check_values(*kernel, written, test_points(70, kDimensions, 2),
                        test_points(67, kDimensions, 2)),
           written.text());
  }
}

TEST(KernelContract, ContractionsEqualLoopsOverExactDerivatives) {
  for (const WrittenKernel& written : everything()) {
    const KernelPtr kernel = parse_kernel(written.text(), kDimensions);
    report(check_contractions(*kernel, written, test_points(70, kDimensions, 2),
                              test_points(67, kDimensions, 3)),
           written.text());
  }
}

TEST(KernelContract, ContractionsEqualCentralDifferences) {
  for (const WrittenKernel& written : everything()) {
    const KernelPtr kernel = parse_kernel(written.text(), kDimensions);
    report(
        check_differences(*kernel, test_points(20, kDimensions, 4), test_points(9, kDimensions, 5)),
        written.text());
  }
}

TEST(KernelContract, ATapeChangesNothing) {
  std::unique_ptr<KernelTape> tape;  // the same for all: shapes and kernels change
  for (const WrittenKernel& written : everything()) {
    const KernelPtr kernel = parse_kernel(written.text(), kDimensions);
    for (const int n : {5, 130, 70}) {
      report(check_tape(*kernel, test_points(n, kDimensions, 2), test_points(67, kDimensions, 3),
                        tape),
             written.text());
    }
  }
}

TEST(KernelContract, ParametersNamesAndTextsAgree) {
  for (const WrittenKernel& written : everything()) {
    const KernelPtr kernel = parse_kernel(written.text(), kDimensions);
    EXPECT_EQ(kernel->parameters(), written.parameters()) << written.text();
    report(check_parameters(*kernel, kDimensions), written.text());
  }
}

TEST(KernelContract, InactiveDimensionsDoNotMatter) {
  for (const KernelName& entry : kernel_names()) {
    if (!entry.has_dims) continue;
    const KernelPtr kernel = parse_kernel(entry.name + "(dims=[2,0])", kDimensions);
    Points X = test_points(30, kDimensions, 6);
    Matrix before;
    Matrix after;
    kernel->gram(X, before);
    X.col(1).setRandom();
    kernel->gram(X, after);
    EXPECT_EQ(before, after) << entry.name;
    X.col(2) *= 0.5;
    kernel->gram(X, after);
    EXPECT_NE(before, after) << entry.name;
  }
}

TEST(KernelContract, StationaryKernelsDoNotSeeAShift) {
  for (const KernelName& entry : kernel_names()) {
    const KernelPtr kernel = parse_kernel(entry.name, kDimensions);
    const Points X = test_points(30, kDimensions, 7);
    const Points moved = X.array() + 0.75;
    Matrix before;
    Matrix after;
    kernel->gram(X, before);
    kernel->gram(moved, after);
    const double change = (before - after).cwiseAbs().maxCoeff();
    if (entry.stationary) {
      EXPECT_LT(change, 1e-13) << entry.name;
    } else {
      EXPECT_GT(change, 0.1) << entry.name;
    }
  }
}

TEST(KernelContract, CallersMistakesAreNamed) {
  const KernelPtr kernel = parse_kernel("rbf(ard)", 2);
  Matrix K;
  const Points wide = Points::Zero(4, 3);
  const Points right = Points::Zero(4, 2);
  std::vector<double> out(3);
  std::vector<double> few(2);
  EXPECT_THROW(kernel->gram(wide, K), InvalidInput);
  EXPECT_THROW(kernel->cross(right, wide, K), InvalidInput);
  EXPECT_THROW(kernel->contract_gram(right, Matrix::Zero(3, 4), out), InvalidInput);
  EXPECT_THROW(kernel->contract_gram(right, Matrix::Zero(4, 4), few), InvalidInput);
  EXPECT_THROW(kernel->with_parameters(few), InvalidInput);
  try {
    kernel->with_parameters(std::vector<double>{1.0, -2.0, 1.0});
    FAIL();
  } catch (const InvalidInput& error) {
    EXPECT_STREQ(error.what(), "rbf: lengthscale[0] must be positive and finite, got -2");
  }
}

}  // namespace
}  // namespace phigp::test
