// The density that all baselines walk on is the posterior, in every kind of coordinates, and its
// gradient is its derivative.
#include <gtest/gtest.h>

#include <cmath>

#include "phigp/base/error.h"
#include "phigp/baselines/baseline_sampler.h"
#include "phigp/baselines/leapfrog.h"
#include "phigp/baselines/mass_windows.h"
#include "phigp/inference/collapsed_bound.h"
#include "phigp/likelihoods/density.h"
#include "tests/inference/small_problem.h"
#include "tests/support/matrix_reference.h"

namespace phigp::test {
namespace {

struct Problem {
  explicit Problem(const std::string& likelihood)
      : model(small_model(likelihood)),
        data(weighted(small_data(model.likelihood->domain(), 8))),
        prior(dense_prior(model, data)),
        observed(*model.likelihood, data.rows, data.weights),
        ascent(coordinate_ascent(prior, *model.likelihood, observed)) {}
  static TrainingSet weighted(TrainingSet data) {
    data.weights.assign(data.rows.size(), 1.0);
    data.weights[2] = 2.0;
    return data;
  }
  std::vector<Coordinates> coordinates() const {
    return {prior_coordinates(prior), eigen_coordinates(prior),
            variational_coordinates(prior, ascent.sites, ascent.q)};
  }
  // By the inverse of K and one density at a time.
  double log_posterior(const Vector& f) const {
    const Vector d = f - prior.mean();
    double sum = -0.5 * d.dot(inverse_of(prior.covariance()) * d);
    for (Eigen::Index i = 0; i < f.size(); ++i) {
      const auto at = static_cast<std::size_t>(i);
      sum += data.weights[at] * log_density(*model.likelihood, data.rows[at], f[i]);
    }
    return sum;
  }

  Hyperparameters model;
  TrainingSet data;
  DensePrior prior;
  Observations observed;
  AscentResult ascent;
};

class EveryLikelihood : public testing::TestWithParam<std::string> {};

TEST_P(EveryLikelihood, HasItsPosteriorAndGradientInAllCoordinates) {
  const Problem problem(GetParam());
  Stream stream({.seed = 3, .purpose = Purpose::test, .chain = 0, .index = 0});
  for (const Coordinates& coordinates : problem.coordinates()) {
    WhitenedTarget target(coordinates, *problem.model.likelihood, problem.observed);
    const Vector here = 0.3 * normal_vector(target.size(), stream);
    const Vector there = 0.3 * normal_vector(target.size(), stream);
    const auto posterior = [&](const Vector& z) {
      return problem.log_posterior(coordinates.centre + coordinates.to_rows(z));
    };
    EXPECT_NEAR(target.log_density(there) - target.log_density(here),
                posterior(there) - posterior(here), 1e-6 * (1.0 + std::abs(posterior(there))));
    Vector gradient;
    Vector u;
    EXPECT_DOUBLE_EQ(target.log_density(here, gradient, u), target.log_density(here));
    EXPECT_EQ(u, coordinates.to_rows(here));
    for (Eigen::Index k = 0; k < target.size(); ++k) {
      const double step = 1e-5;
      Vector up = here;
      Vector down = here;
      up[k] += step;
      down[k] -= step;
      EXPECT_NEAR(gradient[k], (target.log_density(up) - target.log_density(down)) / (2.0 * step),
                  1e-5 * (1.0 + std::abs(gradient[k])));
    }
    EXPECT_LT((coordinates.whiten(u) - here).cwiseAbs().maxCoeff(), 1e-6);
  }
}

INSTANTIATE_TEST_SUITE_P(All, EveryLikelihood, testing::ValuesIn(likelihood_names()),
                         [](const auto& info) {
                           std::string name = info.param;
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

// Energy error of a leapfrog trajectory of fixed length falls with the square of the step.
TEST(Leapfrog, KeepsTheEnergyToSecondOrderAndRunsBack) {
  const Problem problem("student-t");
  const Coordinates coordinates = prior_coordinates(problem.prior);
  Hamiltonian motion(WhitenedTarget(coordinates, *problem.model.likelihood, problem.observed));
  Stream stream({.seed = 4, .purpose = Purpose::test, .chain = 0, .index = 0});
  Phase start = motion.at(0.5 * normal_vector(8, stream));
  motion.draw_momentum(start, stream);
  const auto error = [&](int steps) {
    Phase phase = start;
    for (int k = 0; k < steps; ++k) motion.leapfrog(phase, 0.5 / steps);
    return motion.energy(phase) - motion.energy(start);
  };
  EXPECT_NEAR(error(200) / error(400), 4.0, 0.2);
  Phase phase = start;
  for (int k = 0; k < 50; ++k) motion.leapfrog(phase, 0.02);
  for (int k = 0; k < 50; ++k) motion.leapfrog(phase, -0.02);
  EXPECT_LT((phase.z - start.z).cwiseAbs().maxCoeff(), 1e-10);
}

TEST(MassWindows, DoubleAndEndWhereTheStepSizeSettles) {
  MassWindows windows(1000, 1);
  std::vector<int> ends;
  for (int step = 1; step <= 1000; ++step) {
    if (windows.add(Vector::Constant(1, step % 2 == 0 ? 3.0 : -3.0))) ends.push_back(step);
  }
  EXPECT_EQ(ends, (std::vector<int>{100, 150, 250, 450, 950}));  // as Stan prints them
  EXPECT_NEAR(windows.variances()[0], 9.0, 0.2);
}

TEST(BaselineNames, AreFoundWithTheirSettingsOrRefused) {
  EXPECT_EQ(find_baseline("hmc(0.05,7)")->steps, 7);
  EXPECT_EQ(find_baseline("hmc(0.05,7)")->step_size, 0.05);
  EXPECT_EQ(find_baseline("hmc(0.05,7)")->name, "hmc(0.05,7)");
  EXPECT_FALSE(find_baseline("gibbs"));
  EXPECT_FALSE(find_baseline("nuts-eigen(1,2)"));
  for (const char* wrong :
       {"hmc()", "hmc(1)", "hmc(0.1,x)", "hmc(0.1,3", "hmc(-1,3)", "hmc(0.1,0)"})
    EXPECT_THROW(find_baseline(wrong), InvalidInput) << wrong;
}

}  // namespace
}  // namespace phigp::test
