// What all compositions of phi share: children, the concatenation of their parameters, and the
// seven number types brought down to one template, Derived::combine. See composition.h for the
// operations themselves.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>

#include "phigp/augmentation/radial.h"
#include "phigp/base/error.h"

namespace phigp::detail {

// The series without its parameter derivative, and back.
template <int N>
Taylor<N> without_parameter(const Taylor<N, Dual>& x) {
  Taylor<N> plain;
  for (int k = 0; k <= N; ++k) plain[k] = x[k][0];
  return plain;
}
template <int N>
Taylor<N, Dual> with_parameter(const Taylor<N>& x) {
  Taylor<N, Dual> lifted;
  for (int k = 0; k <= N; ++k) lifted[k] = Dual(x[k]);
  return lifted;
}

template <class Derived>
class ComposedRadial : public Radial {
 public:
  explicit ComposedRadial(std::vector<RadialPtr> children) : children_(std::move(children)) {
    require(!children_.empty(), "composition", "no phi", "needs at least one phi");
    for (const RadialPtr& child : children_) {
      theta_.insert(theta_.end(), child->parameters().begin(), child->parameters().end());
    }
  }

  void log_phi(std::span<const double> r, const Rows& rows, std::span<double> out) const override {
    self().combine(r, rows, std::nullopt, out);
  }
  void log_phi(std::span<const Complex> r, const Rows& rows,
               std::span<Complex> out) const override {
    self().combine(r, rows, std::nullopt, out);
  }
  void log_phi(std::span<const MeanJet> r, const Rows& rows,
               std::span<MeanJet> out) const override {
    self().combine(r, rows, std::nullopt, out);
  }
  void log_phi(std::span<const CumulantJet> r, const Rows& rows,
               std::span<CumulantJet> out) const override {
    self().combine(r, rows, std::nullopt, out);
  }
  void log_phi(std::span<const SeriesJet> r, const Rows& rows,
               std::span<SeriesJet> out) const override {
    self().combine(r, rows, std::nullopt, out);
  }
  void log_phi(std::span<const MeanJetInParameter> r, const Rows& rows, std::size_t k,
               std::span<MeanJetInParameter> out) const override {
    self().combine(r, rows, k, out);
  }
  void log_phi(std::span<const SeriesJetInParameter> r, const Rows& rows, std::size_t k,
               std::span<SeriesJetInParameter> out) const override {
    self().combine(r, rows, k, out);
  }

  std::span<const double> parameters() const override { return theta_; }
  RadialPtr with_parameters(std::span<const double> values) const override {
    check_parameter_count(values.size(), theta_.size());
    std::vector<RadialPtr> changed;
    std::size_t offset = 0;
    for (const RadialPtr& child : children_) {
      const std::size_t count = child->parameters().size();
      changed.push_back(child->with_parameters(values.subspan(offset, count)));
      offset += count;
    }
    return self().with_children(std::move(changed));
  }

  RowDependence row_dependence() const override {
    for (const RadialPtr& child : children_) {
      if (child->row_dependence() != RowDependence::none) return RowDependence::general;
    }
    return RowDependence::none;
  }

  // Proven if all parts are: their proofs, then `step`.
  std::vector<std::string> proof() const override {
    std::vector<std::string> steps;
    for (const RadialPtr& child : children_) {
      const std::vector<std::string> part = child->proof();
      if (part.empty()) return {};
      for (const std::string& line : part) {
        if (std::find(steps.begin(), steps.end(), line) == steps.end()) steps.push_back(line);
      }
    }
    steps.push_back(Derived::kRule);
    return steps;
  }

 protected:
  const std::vector<RadialPtr>& children() const { return children_; }

  // log phi of child number `index`; `k` counts the parameters of the whole composition.
  template <class T>
  void child_log_phi(std::size_t index, std::span<const T> r, const Rows& rows,
                     std::optional<std::size_t> k, std::span<T> out) const {
    const Radial& child = *children_[index];
    if constexpr (requires { typename T::Coefficient; }) {
      if constexpr (std::same_as<typename T::Coefficient, Dual>) {
        std::size_t offset = 0;
        for (std::size_t c = 0; c < index; ++c) offset += children_[c]->parameters().size();
        if (*k >= offset && *k - offset < child.parameters().size()) {
          child.log_phi(r, rows, *k - offset, out);
          return;
        }
        using Plain = Taylor<T::kOrder>;
        std::vector<Plain> at(r.size());
        std::vector<Plain> value(r.size());
        std::transform(r.begin(), r.end(), at.begin(),
                       [](const T& x) { return without_parameter(x); });
        child.log_phi(std::span<const Plain>(at), rows, std::span<Plain>(value));
        std::transform(value.begin(), value.end(), out.begin(),
                       [](const Plain& x) { return with_parameter(x); });
        return;
      }
    }
    if constexpr (
        !requires { typename T::Coefficient; } ||
        !requires { typename T::Coefficient::Coefficient; }) {
      child.log_phi(r, rows, out);
    }
  }

 private:
  const Derived& self() const { return static_cast<const Derived&>(*this); }

  std::vector<RadialPtr> children_;
  std::vector<double> theta_;
};

}  // namespace phigp::detail
