// The sampler of the whole model has the joint law of model and priors, by Geweke's test and
// against quadrature; and wrong priors are caught. Seeds are fixed; full_gibbs_checks.h and
// gibbs_checks.h state the false-alarm rates.
#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <cmath>

#include "phigp/inference/full_gibbs.h"
#include "phigp/kernels/parse_kernel.h"
#include "phigp/likelihoods/catalogue/catalogue.h"
#include "tests/inference/full_gibbs_checks.h"
#include "tests/support/batch_means.h"

namespace phigp::test {
namespace {

constexpr int kSweeps = 8000;

TEST(FullGibbsLaw, KeepsPriorsWhenTargetsAreDrawnAnewStatistical) {
  for (const JointCase& joint : joint_cases()) {
    const int sweeps = joint.name == "gaussian" ? kSweeps : kSweeps / 4;
    EXPECT_EQ(text(joint_failures(joint, sweeps)), "");
  }
  EXPECT_EQ(text(joint_failures(scale_case(), kSweeps / 4)), "");
}

TEST(FullGibbsLaw, KeepsPriorsWherePhiMovesAndIsInvertedStatistical) {
  EXPECT_EQ(text(joint_failures(moving_formula_case(), 1000)), "");
}

TEST(FullGibbsLaw, KeepsPriorsInLongRunsStatisticalSlow) {
  for (const JointCase& joint : joint_cases()) EXPECT_EQ(text(joint_failures(joint, 400000)), "");
  EXPECT_EQ(text(joint_failures(moving_formula_case(), 20000)), "");
}

// A prior that is dropped, or whose Jacobian is, is a wrong prior.
TEST(FullGibbsLaw, WrongPriorsAreCaughtStatistical) {
  const JointCase joint = joint_cases()[0];
  const auto with = [&](const std::string& right, const std::string& wrong) {
    std::string priors = joint.priors;
    priors.replace(priors.find(right), right.size(), wrong);
    return text(joint_failures(joint, kSweeps, priors));
  };
  EXPECT_NE(with("rbf.variance=lognormal(0.3,0.6)", "rbf.variance=lognormal(-0.06,0.6)"), "")
      << "the Jacobian of log left out of a lognormal law moves its centre by 0.36";
  EXPECT_NE(with("rbf.lengthscale=lognormal(-0.2,0.5)", "rbf.lengthscale=lognormal(-0.2,0.7)"), "");
  EXPECT_NE(with("mean.constant=normal(0.4,0.8)", "mean.constant=normal(0.8,0.8)"), "");
  EXPECT_NE(with("sigma=lognormal(-0.4,0.5)", "sigma=lognormal(-0.15,0.5)"), "");
}

// Means of functions of (log variance, log lengthscale, log sigma) under the posterior of three
// Gaussian observations, where f can be integrated out on paper: N(y; b, K + sigma^2 I).
class ParameterMoments final : public ModelDrawSink {
 public:
  explicit ParameterMoments(int draws) : means(6, draws) {}
  void take(int, int, const ModelDraw& state) override {
    const Vector u = state.parameters.array().log();
    Vector values(6);
    values << u, u.array().square().matrix();
    means.add(values);
  }
  BatchMeans means;
};

TEST(FullGibbsLaw, HasThePosteriorOfQuadratureStatistical) {
  TrainingSet data;
  data.X.resize(3, 1);
  data.X << 0.0, 0.7, 1.6;
  data.rows = {{0.4}, {1.3}, {-0.9}};
  const Hyperparameters model{parse_kernel("1.2*rbf(lengthscale=0.9)", 1),
                              MeanFunction(MeanFunction::Kind::zero, 1),
                              make_likelihood("gaussian", {{"sigma", 0.6}})};
  const FreeParameters free(model, {});
  // Laws that are not normal in the logarithm: their Jacobians matter.
  const HyperparameterPrior prior(
      free, parse_priors("rbf.variance=gamma(2.5,2),rbf.lengthscale=inverse-gamma(3,2.4),"
                         "sigma=lognormal(-0.5,0.6)"));

  // The trapezoidal rule in three dimensions.
  Vector expected = Vector::Zero(6);
  double total = 0.0;
  const double step = 0.15;
  for (double a = -6.0; a <= 3.0; a += step) {
    for (double b = -3.0; b <= 6.0; b += step) {
      for (double c = -4.0; c <= 2.5; c += step) {
        const double v = std::exp(a);
        const double l = std::exp(b);
        const double s = std::exp(c);
        Eigen::Matrix3d C;
        for (Eigen::Index i = 0; i < 3; ++i) {
          for (Eigen::Index j = 0; j < 3; ++j) {
            const double d = (data.X(i, 0) - data.X(j, 0)) / l;
            C(i, j) = v * std::exp(-0.5 * d * d) + (i == j ? s * s : 0.0);
          }
        }
        const Eigen::Vector3d y(0.4, 1.3, -0.9);
        const Eigen::LLT<Eigen::Matrix3d> llt(C);
        const double log_density =
            -0.5 * y.dot(llt.solve(y)) - llt.matrixLLT().diagonal().array().log().sum() +
            (1.5 * a - 2.0 * v) + (-4.0 * b - 2.4 / l) - 0.5 * (c + 0.5) * (c + 0.5) / 0.36 -
            c +         // the densities of v, l and s
            a + b + c;  // and of their logarithms
        Vector values(6);
        values << a, b, c, a * a, b * b, c * c;
        expected += std::exp(log_density) * values;
        total += std::exp(log_density);
      }
    }
  }
  expected /= total;

  FullGibbsOptions options;
  options.chains.chains = 1;
  options.chains.draws = 12000;
  options.chains.seed = 51;
  options.kernel_moves = 2;
  ParameterMoments sink(options.chains.draws);
  const FullGibbsReport report = full_gibbs(
      data, free, prior, model, {Vector::Zero(3), Vector::Ones(3)}, options, Threads(1), sink);
  EXPECT_EQ(report.refused, 0);
  const Vector mean = sink.means.mean();
  const Vector error = sink.means.standard_error();
  for (Eigen::Index k = 0; k < 6; ++k)
    EXPECT_LT(std::abs(mean[k] - expected[k]) / error[k], kLargestZ)
        << k << ": " << mean[k] << " instead of " << expected[k];
}

}  // namespace
}  // namespace phigp::test
