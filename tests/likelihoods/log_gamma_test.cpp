// Ratios of gamma functions against mpmath (50 digits), on both sides of every switch.
#include "phigp/likelihoods/log_gamma.h"

#include <gtest/gtest.h>

#include <cmath>

namespace phigp::test {
namespace {

struct Point {
  double x, n, value, slope;
};

// x, 1/2, log Gamma(x + 1/2) - log Gamma(x), its derivative
constexpr Point kHalfSteps[] = {
    {1e-08, 0.5, -17.848315814890608811, 99999998.613705669687},
    {0.03, 0.5, -2.974363331152630393, 32.03962927515465354},
    {0.5, 0.5, -0.57236494292470008707, 1.3862943611198906188},
    {1.65, 0.5, 0.17568646187666313614, 0.34712646183069729362},
    {3.0, 0.5, 0.5078264217871289154, 0.18037230554677604783},
    {50.0, 0.5, 1.953511544375741213, 0.010049997500499787655},
    {99.9, 0.5, 2.3008335967998353084, 0.0050175298856863603663},
    {100.0, 0.5, 2.3013350982022227792, 0.0050124998437578116701},
    {100.1, 0.5, 2.3018360971044202454, 0.0050074798768362633},
    {10000.0, 0.5, 4.6051576859880965764, 0.0000500012499999984375},
    {10000000.0, 0.5, 8.0590478129791598941, 5.000000125e-8},
    {10000000000.0, 0.5, 11.51292546495772842, 5.000000000125e-11},
    {1e+16, 0.5, 18.42068074395236546, 5.000000000000000125e-17},
};

// x, n, log Gamma(x + n) - log Gamma(x), its derivative in x
constexpr Point kSteps[] = {
    {1e-08, 1.0, -18.420680743952365451, 99999999.999999997908},
    {0.08, 3.0, -1.716399709458900486, 13.906695156695156433},
    {1.6, 1000.0, 5916.3859032453261544, 6.7828072632271054563},
    {9.9, 1.0, 2.2925347571405442787, 0.10101010101010100648},
    {9.9, 1000.0, 5961.0739381712197068, 4.6759310981940150574},
    {10.0, 1.0, 2.302585092994045684, 0.1},
    {10.1, 3.0, 7.2126859847681975262, 0.2717446191793626625},
    {37.5, 1000.0, 6067.4155580643320595, 3.3331389023795726104},
    {10000.0, 1.0, 9.2103403719761827361, 0.0001},
    {10000.0, 1000000.0, 12871609.786417345536, 4.6151700226250061416},
    {10000000.0, 3.0, 48.354287252874934364, 2.99999970000005e-7},
    {10000000000.0, 1.0, 23.02585092994045684, 1.0e-10},
    {1000000000000.0, 5.0, 138.15510557965274104, 4.99999999999e-12},
    {0.5, 1000000.0, 12815510.904537822717, 15.77902058398573925},
};

// x, log Gamma(x), digamma(x)
constexpr Point kLogGammas[] = {
    {1e-10, 0.0, 23.025850929882735237, -10000000000.5772153},
    {0.3, 0.0, 1.0957979948180755606, -3.5025242222001331249},
    {0.999, 0.0, 0.00057803853289138023817, -0.57886180210864542792},
    {1.0, 0.0, 0.0, -0.57721566490153286061},
    {1.5, 0.0, -0.12078223763524522235, 0.036489973978576520559},
    {2.0, 0.0, 0.0, 0.42278433509846713939},
    {2.0001, 0.0, 0.000042281658112919946317, 0.42284882648466538607},
    {7.3, 0.0, 7.1478925230222486921, 1.9178203356379860723},
    {171.0, 0.0, 706.57306224578734711, 5.1387367300244836518},
    {100000.0, 0.0, 1051287.7089736568949, 11.512920464961895087},
    {10000000000.0, 0.0, 220258509288.81058147, 23.02585092989045684},
};

Dual variable(double x) { return Dual::variable(x); }

// Relative 1e-13 in the value. The slope is a difference of two digammas below the switch to the
// asymptotic series and may lose the digits that log x / slope says; 4 ulp of log x are allowed.
void expect_point(const Dual& found, const Point& point, const char* what) {
  EXPECT_NEAR(found[0], point.value, 1e-13 * std::abs(point.value) + 4e-16)
      << what << " " << point.x << " " << point.n;
  EXPECT_NEAR(found[1], point.slope,
              1e-13 * std::abs(point.slope) + 1e-15 * std::max(1.0, std::log(point.x)))
      << what << " slope " << point.x << " " << point.n;
}

TEST(LogGamma, HalfStepsAgreeWithMpmath) {
  for (const Point& point : kHalfSteps) {
    expect_point(log_gamma_half_step(variable(point.x)), point, "half step");
    EXPECT_EQ(log_gamma_half_step(point.x), log_gamma_half_step(variable(point.x))[0]);
  }
}

TEST(LogGamma, WholeStepsAgreeWithMpmath) {
  for (const Point& point : kSteps) {
    expect_point(log_gamma_step(variable(point.x), point.n), point, "step");
    EXPECT_EQ(log_gamma_step(point.x, point.n), log_gamma_step(variable(point.x), point.n)[0]);
  }
  EXPECT_EQ(log_gamma_step(3.3, 0.0), 0.0);
}

TEST(LogGamma, ItselfAgreesWithMpmath) {
  for (const Point& point : kLogGammas)
    expect_point(log_gamma(variable(point.x)), point, "log gamma");
}

TEST(LogGamma, ADerivativePassesThroughByTheChainRule) {
  Dual x(3.0);
  x[1] = -2.0;
  EXPECT_DOUBLE_EQ(log_gamma_step(x, 4.0)[1], -2.0 * log_gamma_step(variable(3.0), 4.0)[1]);
  EXPECT_DOUBLE_EQ(log_gamma_half_step(x)[1], -2.0 * log_gamma_half_step(variable(3.0))[1]);
}

}  // namespace
}  // namespace phigp::test
