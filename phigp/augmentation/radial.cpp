#include "phigp/augmentation/radial.h"

#include "phigp/base/error.h"

namespace phigp {

namespace {

template <class T>
T at_point(const Radial& radial, const T& r, const Row& row) {
  T out{};
  radial.log_phi(std::span<const T>(&r, 1), Rows(row), std::span<T>(&out, 1));
  return out;
}

}  // namespace

void check_parameter_count(std::size_t given, std::size_t wanted) {
  require(given == wanted, "phi: number of parameters", static_cast<double>(given),
          "must be " + std::to_string(wanted));
}

double Radial::log_phi(double r, const Row& row) const { return at_point(*this, r, row); }
Complex Radial::log_phi(Complex r, const Row& row) const { return at_point(*this, r, row); }
CumulantJet Radial::log_phi(const CumulantJet& r, const Row& row) const {
  return at_point(*this, r, row);
}
SeriesJet Radial::log_phi(const SeriesJet& r, const Row& row) const {
  return at_point(*this, r, row);
}

}  // namespace phigp
