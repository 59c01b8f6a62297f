#include "phigp/baselines/metropolis.h"

#include <algorithm>
#include <utility>

namespace phigp {

namespace {

constexpr double kBestAcceptance = 0.234;  // of a random walk in many dimensions
constexpr double kFirstStep = 2.38;        // times dimension^-1/2: right for a normal law
constexpr double kGainExponent = 0.6;      // exponent of the gains of Robbins and Monro

double acceptance(double log_ratio) { return std::exp(std::min(0.0, log_ratio)); }

}  // namespace

RandomWalk::RandomWalk(WhitenedTarget target, Vector start)
    : target_(std::move(target)),
      z_(std::move(start)),
      u_(target_.coordinates().to_rows(z_)),
      log_density_(target_.residual(u_) - 0.5 * z_.squaredNorm()),
      log_step_(std::log(kFirstStep / std::sqrt(static_cast<double>(target_.size())))) {}

void RandomWalk::step(bool warming, Stream& stream) {
  const Vector proposal = z_ + std::exp(log_step_) * normal_vector(z_.size(), stream);
  Vector there = target_.coordinates().to_rows(proposal);
  const double proposed = target_.residual(there) - 0.5 * proposal.squaredNorm();
  const double probability = acceptance(proposed - log_density_);
  if (stream.uniform() < probability) {
    z_ = proposal;
    u_ = std::move(there);
    log_density_ = proposed;
  }
  if (warming) {
    log_step_ +=
        (probability - kBestAcceptance) / std::pow(static_cast<double>(++warmed_), kGainExponent);
  } else {
    count_.add(probability, 1);
  }
}

PriorProposal::PriorProposal(WhitenedTarget target, const Vector& start)
    : target_(std::move(target)),
      u_(target_.coordinates().to_rows(start)),
      residual_(target_.residual(u_)) {}

void PriorProposal::step(bool warming, Stream& stream) {
  const Vector proposal = target_.coordinates().to_rows(normal_vector(target_.size(), stream));
  const double proposed = target_.residual(proposal);
  const double probability = acceptance(proposed - residual_);
  if (stream.uniform() < probability) {
    u_ = proposal;
    residual_ = proposed;
  }
  if (!warming) count_.add(probability, 1);
}

}  // namespace phigp
