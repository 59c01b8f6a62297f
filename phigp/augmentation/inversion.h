// Distribution function, density and quantiles of pi(omega | c^2) from log phi alone, by numerical
// inversion of the Laplace transform on a contour fitted to the law. Every value comes with an
// error estimate; a law with atoms inside its support gets a large one. math.md (I.1)-(I.6)
#pragma once

#include "phigp/augmentation/radial.h"
#include "phigp/augmentation/support.h"
#include "phigp/augmentation/tilted_transform.h"

namespace phigp {

struct InvertedLaw {
  double cdf = 0.0;         // P(omega <= x)
  double complement = 0.0;  // P(omega > x), accurate where the cdf is close to 1
  double pdf = 0.0;         // of the part without atoms
  double error = 0.0;       // estimated absolute error of cdf and complement
};

// What is left of a cdf error at omega when omega may move by a few units in its last place: a
// sampler that returns doubles cannot do better, and for very narrow laws that is visible.
double beyond_rounding(double error, const InvertedLaw& law, double omega);

struct InversionAccuracy {
  double damping =
      36.0;  // aliases are multiplied by e^-damping, relative to the probability asked for
  double tolerance = 1e-13;  // at which a series counts as settled, relative again
  int most_terms = 1 << 14;  // values of phi before a point is given up
};

// The law at one c2, prepared for many x.
class TiltedLaw {
 public:
  TiltedLaw(const Radial& radial, const Row& row, const Support& support, double c2,
            const InversionAccuracy& accuracy = {});

  InvertedLaw at(double x) const;
  double quantile(double p, bool upper = false) const;
  double atom() const { return atom_; }            // P(omega = start)
  bool degenerate() const { return degenerate_; }  // omega = start, as far as doubles can tell
  // A value of omega - start of the law's own size, also where the mean is infinite.
  double scale() const;

 private:
  InvertedLaw at_distance(double y) const;  // x = start + y, y > 0

  TiltedTransform transform_;
  Support support_;
  InversionAccuracy accuracy_;
  double atom_ = 0.0;
  bool degenerate_ = false;
};

class Inversion {
 public:
  explicit Inversion(RadialPtr radial, const Row& row = {}, const InversionAccuracy& accuracy = {});

  TiltedLaw law(double c2) const;  // refers to this object's phi: keep it alive
  // x any number but NaN, c2 >= 0 and finite.
  InvertedLaw at(double x, double c2) const { return law(c2).at(x); }
  double cdf(double x, double c2) const { return at(x, c2).cdf; }
  double pdf(double x, double c2) const { return at(x, c2).pdf; }
  // The x with cdf(x) = p, 0 < p < 1. `upper`: p is the probability above x instead (for p close to
  // 1).
  double quantile(double p, double c2, bool upper = false) const {
    return law(c2).quantile(p, upper);
  }

  const Support& support() const { return support_; }

 private:
  RadialPtr radial_;
  Row row_;
  InversionAccuracy accuracy_;
  Support support_;
};

}  // namespace phigp
