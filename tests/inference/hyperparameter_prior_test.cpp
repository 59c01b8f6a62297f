#include "phigp/inference/hyperparameter_prior.h"

#include <gtest/gtest.h>

#include <cmath>

#include "phigp/base/error.h"
#include "phigp/linalg/quadrature.h"
#include "tests/inference/small_problem.h"

namespace phigp {
namespace {

using test::small_model;

double integral_over(const std::function<double(double)>& f, double low, double high) {
  const ArrayFunction each = [&](std::span<const double> x, std::span<double> out) {
    for (std::size_t i = 0; i < x.size(); ++i) out[i] = f(x[i]);
  };
  std::vector<double> points;
  for (int i = 0; i <= 200; ++i) points.push_back(low + (high - low) * i / 200.0);
  return integral(each, points, 1e-12);
}

struct Case {
  const char* text;
  ParameterRange range;
  double low;  // where the free number lives, but for 1e-9 of its mass
  double high;
};

const ParameterRange kToTwo{0.0, 2.0, true};
const std::vector<Case> kCases{
    {"lognormal(0.3, 0.7)", kPositive, -6, 7},
    {"gamma(2.5, 1.7)", kPositive, -12, 6},
    {"gamma(0.6, 0.4)", kPositive, -40, 6},
    {"inverse-gamma(2.2, 0.8)", kPositive, -6, 14},
    {"half-cauchy(0.7)", kPositive, -25, 25},
    {"uniform(0.2, 3.5)", kPositive, -1.6094379124341003, 1.252762968495368},
    {"normal(-0.4, 1.9)", kAnyReal, -15, 15},
    {"logitnormal(0.5, 1.2)", kToTwo, -9, 10},
    {"uniform(-1, 4)", kAnyReal, -1, 4}};

// The density of the free number has mass 1: its Jacobian is there, and right.
TEST(HyperparameterPrior, IsADensityOfTheFreeNumber) {
  for (const Case& c : kCases) {
    const PriorLaw law = PriorLaw::parse(c.text);
    const double mass = integral_over(
        [&](double u) {
          return std::exp(law.log_density(from_free(c.range, u), c.range)) *
                 from_free_slope(c.range, u);
        },
        c.low, c.high);
    EXPECT_NEAR(mass, 1.0, 2e-8) << c.text;
  }
}

TEST(HyperparameterPrior, HasTheSlopeOfItsDifferences) {
  for (const Case& c : kCases) {
    const PriorLaw law = PriorLaw::parse(c.text);
    for (const double x : {0.31, 0.9, 1.7}) {
      const double h = 1e-5;
      const double slope =
          (law.log_density(x + h, c.range) - law.log_density(x - h, c.range)) / (2.0 * h);
      EXPECT_NEAR(law.slope(x, c.range), slope, 1e-7 * (1.0 + std::abs(slope))) << c.text << x;
    }
  }
}

TEST(HyperparameterPrior, IsReadAndWrittenAsText) {
  for (const Case& c : kCases) EXPECT_EQ(PriorLaw::parse(c.text).text(), c.text);
  const auto two = parse_priors("rbf.lengthscale = lognormal(0, 1) ,sigma=half-cauchy(2)");
  ASSERT_EQ(two.size(), 2U);
  EXPECT_EQ(two[0].pattern, "rbf.lengthscale");
  EXPECT_EQ(two[1].law, PriorLaw(PriorLaw::Kind::half_cauchy, 2.0));
}

TEST(HyperparameterPrior, RefusesWhatItCannotRead) {
  const auto refusal = [](const char* text) {
    try {
      parse_priors(text);
    } catch (const InvalidInput& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(refusal("sigma=lognorm(0,1)").find("did you mean lognormal"), std::string::npos);
  for (const char* bad : {"sigma", "sigma=1", "sigma=normal(0)", "sigma=normal(0,0)",
                          "sigma=gamma(-1,1)", "sigma=uniform(2,1)", "sigma=normal(0,x)",
                          "sigma=half-cauchy(1,2)", "=normal(0,1)", "", "sigma=normal(nan,1)"})
    EXPECT_NE(refusal(bad), "") << bad;
}

TEST(HyperparameterPrior, FindsParametersByPattern) {
  EXPECT_TRUE(fits("rbf.lengthscale[1]", "rbf.lengthscale[1]"));
  EXPECT_FALSE(fits("rbf.lengthscale[1]", "rbf.lengthscale[10]"));
  EXPECT_TRUE(fits("rbf.lengthscale", "rbf.lengthscale[10]"));
  EXPECT_TRUE(fits("*lengthscale*", "rbf_2.lengthscale[0]"));
  EXPECT_TRUE(fits("*.variance", "rbf*linear.variance"));
  EXPECT_FALSE(fits("*.variance", "sigma"));
  EXPECT_FALSE(fits("sigma", "sigma2"));
}

TEST(HyperparameterPrior, NamesTheNearestParameterForOneThatIsNotThere) {
  const Hyperparameters model = small_model("student-t");
  const FreeParameters free(model, {});
  try {
    const HyperparameterPrior prior(free, parse_priors("sigm=lognormal(0,1)"));
    FAIL();
  } catch (const InvalidInput& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean sigma"), std::string::npos)
        << error.what();
  }
  EXPECT_THROW(HyperparameterPrior(free, parse_priors("sigma=logitnormal(0,1)")), InvalidInput);
}

TEST(HyperparameterPrior, DefaultsAreProperAndAroundTheInitialValues) {
  for (const std::string& name : likelihood_names()) {
    const Hyperparameters model = small_model(name);
    const FreeParameters free(model, {});
    const auto prior =
        HyperparameterPrior::proper(free, model, parse_priors("rbf.variance=gamma(2,2)"));
    EXPECT_EQ(prior.text(0), "gamma(2, 2)");
    const Vector at = free.pack(model);
    prior.check(at);
    for (Eigen::Index k = 1; k < free.size(); ++k) {
      const auto density = [&](double u) { return std::exp(prior.log_density(k, u)); };
      EXPECT_NEAR(integral_over(density, at[k] - 25.0, at[k] + 25.0), 1.0, 1e-8)
          << name << " " << free.names()[static_cast<std::size_t>(k)];
      EXPECT_NEAR(density(at[k] + 1.0), density(at[k] - 1.0), 1e-12);
    }
  }
}

TEST(HyperparameterPrior, RefusesAStartOutsideItsSupport) {
  const Hyperparameters model = small_model("student-t");
  const FreeParameters free(model, {});
  const HyperparameterPrior prior(free, parse_priors("sigma=uniform(5,6)"));
  EXPECT_THROW(prior.check(free.pack(model)), InvalidInput);
}

}  // namespace
}  // namespace phigp
