// The five profiles k(s) and their slopes. Each slope is written with k, which is at hand, instead
// of a second exponential. math.md (G.5 - G.8)
#include <algorithm>

#include "phigp/kernels/elementwise.h"
#include "phigp/kernels/stationary.h"

namespace phigp::detail {

namespace {

class Rbf final : public Stationary {
 public:
  using Stationary::Stationary;
  void profile(const Tile& s, Tile& k) const override {  // exp(-s/2)  (G.5)
    exp_minus(0.5, s, k);
  }
  void multiply_slope(const Tile& /*s*/, const Tile& k, Tile& W) const override {
    multiply_by(k, W);
  }
};

class Matern12 final : public Stationary {
 public:
  using Stationary::Stationary;
  void profile(const Tile& s, Tile& k) const override {  // exp(-r), r = sqrt(s)  (G.6)
    k.flat() = s.flat().sqrt();
    exp_minus(1.0, k, k);
  }
  void multiply_slope(const Tile& s, const Tile& k, Tile& W) const override {
    // exp(-r) / r, multiplied by terms of s later: at r = 0 any finite number gives the limit 0.
    constexpr double kSmallest = 1e-160;
    W.flat() *= k.flat() / s.flat().sqrt().max(kSmallest);
  }
};

class Matern32 final : public Stationary {
 public:
  using Stationary::Stationary;
  void profile(const Tile& s, Tile& k) const override {  // (1 + a) exp(-a), a = sqrt(3 s)  (G.7)
    k.flat() = (3.0 * s.flat()).sqrt();
    exp_minus(1.0, k, k);
    k.flat() *= 1.0 + (3.0 * s.flat()).sqrt();
  }
  void multiply_slope(const Tile& s, const Tile& k, Tile& W) const override {  // 3 exp(-a)
    W.flat() *= 3.0 * k.flat() / (1.0 + (3.0 * s.flat()).sqrt());
  }
};

class Matern52 final : public Stationary {
 public:
  using Stationary::Stationary;
  // (1 + a + a^2/3) exp(-a), a = sqrt(5 s)  (G.7)
  void profile(const Tile& s, Tile& k) const override {
    k.flat() = (5.0 * s.flat()).sqrt();
    exp_minus(1.0, k, k);
    k.flat() *= 1.0 + (5.0 * s.flat()).sqrt() + (5.0 / 3.0) * s.flat();
  }
  void multiply_slope(const Tile& s, const Tile& k,
                      Tile& W) const override {  // 5/3 (1 + a) exp(-a)
    W.flat() *= (5.0 / 3.0) * k.flat() * (1.0 + (5.0 * s.flat()).sqrt()) /
                (1.0 + (5.0 * s.flat()).sqrt() + (5.0 / 3.0) * s.flat());
  }
};

// log(1 + q) - q / (1 + q) for small q, where it is q^2/2 and the difference loses digits. (G.8)
constexpr double kSeriesBelow = 0.01;
double log_minus_fraction(double q) {
  constexpr int kLastOrder = 9;
  double sum = 0.0;
  for (int n = kLastOrder; n >= 2; --n) sum = (n - 1.0) / n - q * sum;
  return q * q * sum;
}

class RationalQuadratic final : public Stationary {
 public:
  using Stationary::Stationary;
  void profile(const Tile& s, Tile& k) const override {  // (1 + s / (2 alpha))^-alpha  (G.8)
    k.flat() = (s.flat() * scale()).min(kLargest);
    log_one_plus(k, k);
    exp_minus(settings().alpha, k, k);
  }
  void multiply_slope(const Tile& s, const Tile& k, Tile& W) const override {
    W.flat() *= k.flat() / (1.0 + (s.flat() * scale()).min(kLargest));
  }
  double contract_shape(const Tile& s, const Tile& k, const Tile& W) const override {
    Tile q;
    Tile loss;
    q.reshape(s.rows(), s.columns());
    loss.reshape(s.rows(), s.columns());
    q.flat() = (s.flat() * scale()).min(kLargest);
    log_one_plus(q, loss);
    loss.flat() -= q.flat() / (1.0 + q.flat());
    for (Eigen::Index i = 0; i < q.flat().size(); ++i) {
      if (q.flat()(i) < kSeriesBelow) loss.flat()(i) = log_minus_fraction(q.flat()(i));
    }
    return -settings().alpha * (W.flat() * k.flat() * loss.flat()).sum();
  }

 private:
  static constexpr double kLargest = 1e300;
  double scale() const { return std::min(0.5 / settings().alpha, 1e300); }
};

}  // namespace

UnitKernelPtr make_rbf(UnitSettings settings) { return std::make_shared<Rbf>(std::move(settings)); }
UnitKernelPtr make_matern12(UnitSettings settings) {
  return std::make_shared<Matern12>(std::move(settings));
}
UnitKernelPtr make_matern32(UnitSettings settings) {
  return std::make_shared<Matern32>(std::move(settings));
}
UnitKernelPtr make_matern52(UnitSettings settings) {
  return std::make_shared<Matern52>(std::move(settings));
}
UnitKernelPtr make_rational_quadratic(UnitSettings settings) {
  return std::make_shared<RationalQuadratic>(std::move(settings));
}

}  // namespace phigp::detail
