#include "phigp/diagnostics/autocovariance.h"

#include <bit>
#include <complex>
#include <limits>
#include <string>
#include <unsupported/Eigen/FFT>
#include <vector>

#include "phigp/base/error.h"

namespace phigp {
namespace {

using Index = Eigen::Index;

// A direct lag costs one pass over the draws, a transform about this many.
constexpr Index kDirectLags = 64;

// Zeros behind the sequence keep its end from meeting its start.
Vector covariances_of_centred(const Eigen::Ref<const Vector>& x) {
  const auto n = static_cast<std::size_t>(x.size());
  const std::size_t length = std::bit_ceil(2 * n);
  std::vector<double> padded(length, 0.0);
  for (std::size_t i = 0; i < n; ++i) padded[i] = x[static_cast<Index>(i)];
  Eigen::FFT<double> transform;
  std::vector<std::complex<double>> spectrum;
  transform.fwd(spectrum, padded);
  for (std::complex<double>& value : spectrum) value = std::norm(value);
  std::vector<double> sums;
  transform.inv(sums, spectrum);
  return Eigen::Map<const Vector>(sums.data(), x.size()) / static_cast<double>(n);
}

}  // namespace

Vector autocovariance(const Eigen::Ref<const Vector>& x) {
  require(x.size() > 0, "autocovariance: draws", "0", "must be at least one");
  return covariances_of_centred((x.array() - x.mean()).matrix());
}

Vector autocorrelation(const Chains& chains, Index highest_lag) {
  require(highest_lag >= 0 && highest_lag < chains.draws(), "autocorrelation: lag",
          std::to_string(highest_lag), "must be at least 0 and less than the number of draws");
  Vector rho = Vector::Constant(highest_lag + 1, std::numeric_limits<double>::quiet_NaN());
  if (state_of(chains) != ChainState::usable) return rho;
  detail::MeanAutocovariance covariance(chains.values());
  const double variance = covariance(0);
  if (!(variance > 0.0)) return rho;  // every chain is stuck, each at a place of its own
  for (Index k = 0; k <= highest_lag; ++k) rho[k] = covariance(k) / variance;  // (D.2)
  return rho;
}

namespace detail {

MeanAutocovariance::MeanAutocovariance(const Matrix& draws)
    : centred_(draws.rowwise() - draws.colwise().mean()) {
  // The mean of equal numbers may differ from them in the last digit: a stuck chain has variance 0.
  for (Index c = 0; c < draws.cols(); ++c) {
    if ((draws.col(c).array() == draws(0, c)).all()) centred_.col(c).setZero();
  }
}

double MeanAutocovariance::operator()(Index lag) {
  const Index n = centred_.rows();
  if (lag < kDirectLags) {
    const double sum = centred_.topRows(n - lag).cwiseProduct(centred_.bottomRows(n - lag)).sum();
    return sum / static_cast<double>(centred_.size());  // (D.1)
  }
  if (all_.size() == 0) {
    all_ = Vector::Zero(n);
    for (Index c = 0; c < centred_.cols(); ++c) all_ += covariances_of_centred(centred_.col(c));
    all_ /= static_cast<double>(centred_.cols());
  }
  return all_[lag];
}

}  // namespace detail
}  // namespace phigp
