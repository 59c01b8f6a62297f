#include "phigp/baselines/mass_windows.h"

namespace phigp {

namespace {

constexpr int kStart = 75;
constexpr int kEnd = 50;
constexpr int kFirstWindow = 25;
// A window of n draws says n / (n + 5); the rest is a variance of 1e-3, on the safe side of 0.
constexpr double kDoubt = 5.0;
constexpr double kLeastVariance = 1e-3;

}  // namespace

MassWindows::MassWindows(int warm_up, Eigen::Index size)
    : begin_(kStart), end_(warm_up - kEnd), length_(kFirstWindow), moments_(size) {
  if (warm_up < kStart + kEnd + kFirstWindow) {  // one window, with a seventh and a tenth around it
    begin_ = warm_up * 15 / 100;
    end_ = warm_up - warm_up / 10;
    length_ = end_ - begin_;
  }
  next_end_ = begin_ + length_;
}

bool MassWindows::add(const Vector& z) {
  ++step_;
  if (step_ <= begin_ || step_ > end_) return false;
  moments_.add(z);
  if (step_ != next_end_ || moments_.count() < 2.0) return false;
  const double share = moments_.count() / (moments_.count() + kDoubt);
  variances_ = (share * moments_.variance().array() + (1.0 - share) * kLeastVariance).matrix();
  moments_ = RunningMoments(z.size());
  length_ *= 2;
  // A window that would leave less than one of its successor's length takes that too.
  next_end_ = step_ + 3 * length_ > end_ ? end_ : step_ + length_;
  return true;
}

}  // namespace phigp
