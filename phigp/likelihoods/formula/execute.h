// Program::execute, block by block. Included only by the files that instantiate it.
#pragma once

#include "phigp/likelihoods/formula/kernels.h"

namespace phigp {

namespace detail {

// Registers of one run: on the stack when they are few (single points are evaluated often), else on
// the heap.
template <class T>
class Workspace {
 public:
  explicit Workspace(std::size_t count) : data_(reinterpret_cast<T*>(small_)) {
    if (count * sizeof(T) > sizeof(small_)) {
      large_ = std::make_unique_for_overwrite<std::byte[]>(count * sizeof(T));
      data_ = reinterpret_cast<T*>(large_.get());
    }
    std::uninitialized_default_construct_n(data_, count);
  }
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  T* data() { return data_; }

 private:
  static_assert(std::is_trivially_destructible_v<T>);
  alignas(T) std::byte small_[4096];
  std::unique_ptr<std::byte[]> large_;
  T* data_;
};

}  // namespace detail

template <class P>
void Program::run_constants(std::vector<P>& constants) const {
  using detail::Source;
  const auto source = [&](const Operand& o) {
    return o.exists() ? Source<P, P>{nullptr, constants.data() + o.index, 0} : Source<P, P>{};
  };
  std::vector<Source<P, P>> many;
  for (const Instruction& instruction : constant_code_) {
    many.clear();
    for (const Operand& o : instruction.many) many.push_back(source(o));
    detail::run_instruction<P, P>(instruction, source(instruction.a), source(instruction.b),
                                  source(instruction.c), many,
                                  constants.data() + instruction.out.index, 1);
  }
}

template <class T, class P>
void Program::execute(std::span<const T> x, const Rows& rows, std::span<const P> constants,
                      std::span<T> out) const {
  using detail::Source;
  constexpr std::size_t kBytes = 16384;  // of registers: they stay in the first cache
  const auto registers = static_cast<std::size_t>(point_registers_);
  const std::size_t fitting = kBytes / (sizeof(T) * registers);
  const std::size_t block = std::min(out.size(), std::clamp<std::size_t>(fitting, 1, 256));
  if (block == 0) return;
  const bool shared = rows.shared();
  const std::size_t row_stride = shared ? 0 : 1;
  const std::size_t row_block = !uses_rows_ ? 0 : shared ? 1 : block;
  detail::Workspace<T> points(block * (registers - 1));
  detail::Workspace<P> numbers(row_block * static_cast<std::size_t>(row_registers_));
  std::vector<Source<P, P>> many_rows;
  std::vector<Source<T, P>> many;
  for (std::size_t start = 0; start < out.size(); start += block) {
    const std::size_t n = std::min(block, out.size() - start);
    const auto row_register = [&](int index) {
      return numbers.data() + static_cast<std::size_t>(index) * row_block;
    };
    const auto row_source = [&](const Operand& o) {
      if (!o.exists()) return Source<P, P>{};
      if (o.level == Level::constant) return Source<P, P>{nullptr, constants.data() + o.index, 0};
      return Source<P, P>{nullptr, row_register(o.index), row_stride};
    };
    if (uses_rows_ && (start == 0 || !shared)) {
      const std::size_t count = shared ? 1 : n;
      for (std::size_t i = 0; i < count; ++i) {
        row_register(0)[i] = P(rows[start + i].y);
        row_register(1)[i] = P(rows[start + i].trials);
      }
      for (const Instruction& instruction : row_code_) {
        many_rows.clear();
        for (const Operand& o : instruction.many) many_rows.push_back(row_source(o));
        detail::run_instruction<P, P>(instruction, row_source(instruction.a),
                                      row_source(instruction.b), row_source(instruction.c),
                                      many_rows, row_register(instruction.out.index), count);
      }
    }
    const auto point_register = [&](int index) {
      return points.data() + static_cast<std::size_t>(index - 1) * block;
    };
    const auto source = [&](const Operand& o) {
      if (!o.exists()) return Source<T, P>{};
      if (o.level == Level::variable) {
        return Source<T, P>{o.index == 0 ? x.data() + start : point_register(o.index), nullptr, 1};
      }
      const Source<P, P> low = row_source(o);
      return Source<T, P>{nullptr, low.numbers, low.stride};
    };
    for (std::size_t i = 0; i < point_code_.size(); ++i) {
      const Instruction& instruction = point_code_[i];
      many.clear();
      for (const Operand& o : instruction.many) many.push_back(source(o));
      const bool last = i + 1 == point_code_.size();
      T* target = last ? out.data() + start : point_register(instruction.out.index);
      detail::run_instruction<T, P>(instruction, source(instruction.a), source(instruction.b),
                                    source(instruction.c), many, target, n);
    }
    if (point_code_.empty() ||
        result_.level != Level::variable) {  // the formula is a name or does not move with x
      const Source<T, P> result = source(result_);
      for (std::size_t i = 0; i < n; ++i) out[start + i] = result.at(i);
    }
  }
}

template <class T>
void Program::run(std::span<const T> x, const Rows& rows, std::span<T> out) const {
  execute<T, double>(x, rows, constants_, out);
}

template <class T>
void Program::run_with_derivative(std::span<const T> x, const Rows& rows, std::size_t k,
                                  std::span<T> out) const {
  std::vector<Dual> constants(constants_.begin(), constants_.end());
  constants[static_cast<std::size_t>(parameter_slots_.at(k))][1] = 1.0;
  run_constants(constants);
  execute<T, Dual>(x, rows, constants, out);
}

}  // namespace phigp
