// A covariance function with named, positive parameters, learned in log space. Matrices are
// computed whole; the derivative in a parameter is only ever asked for contracted with a matrix, so
// no n x n x p array exists. Objects are immutable. math.md (G.1)
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "phigp/base/matrix.h"

namespace phigp {

// What a kernel keeps of a matrix between two inputs for the contraction with its derivatives:
// larger than the matrix. Its memory is used again by the next one.
struct KernelTape {
  virtual ~KernelTape() = default;
};

class Kernel;
using KernelPtr = std::shared_ptr<const Kernel>;

class Kernel {
 public:
  virtual ~Kernel() = default;

  virtual std::string text() const = 0;  // with values, in the form that parse_kernel reads
  virtual std::vector<std::string> parameter_names() const = 0;  // "rbf.lengthscale[2]", unique
  virtual std::vector<double> parameters() const = 0;            // all positive
  virtual KernelPtr with_parameters(std::span<const double> values) const = 0;

  // k(x_i, z_j). White noise is not part of it: two inputs, however equal, are two observations.
  virtual void cross(const Points& X, const Points& Z, Matrix& K) const = 0;  // n x m
  // k(x_i, x_i), white noise included.
  virtual void diagonal(const Points& X, Vector& k) const = 0;  // n
  // k(x_i, x_j), exactly symmetric, white noise on the diagonal included.
  virtual void gram(const Points& X, Matrix& K) const = 0;  // n x n

  // out[p] += sum_ij G_ij dK_ij / d log theta_p for the three above; G symmetric for gram.
  virtual void contract_cross(const Points& X, const Points& Z, const Matrix& G,
                              std::span<double> out) const = 0;
  // `cross`, and then for the inputs of the last `taped_cross` on this tape `contract_cross` and,
  // unless `moved` is nullptr, `contract_inputs`. Distances and exponentials are not computed
  // twice.
  virtual void taped_cross(const Points& X, const Points& Z, Matrix& K,
                           std::unique_ptr<KernelTape>& tape) const = 0;
  virtual void contract_taped(KernelTape& tape, const Matrix& G, std::span<double> out,
                              Points* moved) const = 0;
  virtual void contract_diagonal(const Points& X, const Vector& g, std::span<double> out) const = 0;
  virtual void contract_gram(const Points& X, const Matrix& G, std::span<double> out) const = 0;

  // moved(i, c) += sum_j G_ij d k(x_i, z_j) / d x_ic: how cross changes as its first inputs move.
  virtual void contract_inputs(const Points& X, const Points& Z, const Matrix& G,
                               Points& moved) const = 0;
};

}  // namespace phigp
