// A formula as straight-line code over arrays: each instruction is one loop over a block of points.
// Three levels of operands: constants (made of parameters, once per run), numbers per row (y,
// trials), and points of the number type. math.md (F.4)
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "phigp/likelihoods/formula/graph.h"

namespace phigp {

enum class Code : std::uint8_t {
  add,
  subtract,
  multiply,
  divide,
  power,
  affine,       // a * b + c, b a constant or a number per row
  whole_power,  // a^n, n = immediate >= 2
  sqrt,
  exp,
  expm1,
  log,
  log1p,
  abs,
  cosh,
  sinh,
  tanh,
  erfc,
  erfcx,
  lgamma,
  logcosh,
  logsinh,
  logtanh,
  log_log1p_ratio,
  log_expm1_ratio,
  log_erfc,
  log_erfcx,
  log_matern,       // a: the order, a constant; b: s
  log_gamma_ratio,  // log Gamma(a + b) - log Gamma(a), b a number
  sqrt_minus_one,   // sqrt(1 + a) - 1
  log_sum,          // `many`: W1, l1, W2, l2, ...
};

struct Operand {
  Level level = Level::constant;
  int index = -1;  // Level::variable: 0 is the variable itself; Level::row: 0 is y, 1 is trials

  bool exists() const { return index >= 0; }
  bool operator==(const Operand&) const = default;
};

struct Instruction {
  Code code{};
  Operand out;
  Operand a, b, c;
  int immediate = 0;
  std::vector<Operand> many;
};

class Program {
 public:
  // The code for node `id`. Adds nodes to the graph.
  Program(Graph& graph, NodeId id, std::span<const double> parameters);

  // out[i] = value at x[i], rows[i]; x may be empty if the variable does not occur.
  template <class T>
  void run(std::span<const T> x, const Rows& rows, std::span<T> out) const;
  // The same with parameter k carrying the derivative.
  template <class T>
  void run_with_derivative(std::span<const T> x, const Rows& rows, std::size_t k,
                           std::span<T> out) const;

 private:
  friend class Compiler;

  template <class T, class P>
  void execute(std::span<const T> x, const Rows& rows, std::span<const P> constants,
               std::span<T> out) const;
  template <class P>
  void run_constants(std::vector<P>& constants) const;

  std::vector<Instruction> constant_code_;
  std::vector<Instruction> row_code_;
  std::vector<Instruction> point_code_;
  std::vector<double> constants_;     // numbers, parameters, then results of constant_code_
  std::vector<int> parameter_slots_;  // where parameter k lives; -1 when unused
  int row_registers_ = 2;             // y and trials are the first two
  int point_registers_ = 1;           // the variable is the first
  bool uses_rows_ = false;
  Operand result_;
};

}  // namespace phigp
