// A kernel expression written out for tests: its text, and its value by the textbook formula, one
// pair of points at a time, on complex numbers. A derivative in log theta is then exact to
// rounding: Im k(theta exp(i h)) / h with h = 1e-20. Shares no code with phigp/kernels.
#pragma once

#include <complex>
#include <optional>
#include <string>
#include <vector>

#include "phigp/base/matrix.h"

namespace phigp::test {

struct WrittenUnit {
  std::string name;
  bool ard = false;
  std::vector<double> lengthscales;  // one, or one per dim with ard
  std::vector<int> dims;             // always stated here
  double alpha = 0.0;                // 0: has none
  double period = 0.0;
};

struct WrittenTerm {
  double variance = 1.0;
  std::vector<WrittenUnit> units;
};

struct WrittenKernel {
  std::vector<WrittenTerm> terms;

  std::string text() const;
  std::vector<double> parameters() const;
  // k(x, z); `same` when both are the same observation, which white noise asks about.
  double value(const Points& X, int i, const Points& Z, int j, bool same) const;
  // d k / d log theta_p.
  double slope(const Points& X, int i, const Points& Z, int j, bool same, std::size_t p) const;

 private:
  std::complex<double> at(const std::vector<std::complex<double>>& parameters, const Points& X,
                          int i, const Points& Z, int j, bool same) const;
};

// One term with one unit of that name: parameters away from 1, `dims` of the inputs. Nothing for a
// name that this file does not know.
std::optional<WrittenKernel> written_unit(const std::string& name, bool ard,
                                          const std::vector<int>& dims);

}  // namespace phigp::test
