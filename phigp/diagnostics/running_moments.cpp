#include "phigp/diagnostics/running_moments.h"

#include <string>

#include "phigp/base/error.h"

namespace phigp {
namespace {

void require_sites(Eigen::Index sites, Eigen::Index expected) {
  require(sites == expected, "running moments: sites", static_cast<double>(sites),
          "must be " + std::to_string(expected));
}

}  // namespace

RunningMoments::RunningMoments(Eigen::Index sites)
    : mean_(Vector::Zero(sites)), deviations_(Vector::Zero(sites)) {}

void RunningMoments::add(const Eigen::Ref<const Vector>& draw) {
  require_sites(draw.size(), sites());
  count_ += 1.0;
  const Vector before = draw - mean_;
  mean_ += before / count_;
  deviations_.array() += before.array() * (draw - mean_).array();
}

void RunningMoments::merge(const RunningMoments& other) {
  require_sites(other.sites(), sites());
  if (other.count_ == 0.0) return;
  const double total = count_ + other.count_;
  const Vector shift = other.mean_ - mean_;
  deviations_.array() +=
      other.deviations_.array() + shift.array().square() * (count_ * other.count_ / total);
  mean_ += shift * (other.count_ / total);  // (D.14)
  count_ = total;
}

Vector RunningMoments::variance() const {
  require(count_ >= 2.0, "running moments: draws", count_, "must be at least 2 for a variance");
  return deviations_ / (count_ - 1.0);
}

Vector RunningMoments::second_moment() const {
  require(count_ >= 1.0, "running moments: draws", count_, "must be at least 1");
  return (deviations_.array() / count_ + mean_.array().square()).matrix();
}

}  // namespace phigp
