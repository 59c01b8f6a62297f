// The law of omega given c^2, for an observation of a likelihood: arrays in, arrays out.
#include <nanobind/eigen/dense.h>
#include <nanobind/stl/string.h>

#include <mutex>

#include "phigp/augmentation/inversion.h"
#include "phigp/augmentation/sampler.h"
#include "phigp/base/error.h"
#include "phigp/base/random.h"
#include "phigp/base/span_of.h"
#include "python/bindings/bindings.h"
#include "python/bindings/stated_likelihood.h"

namespace phigp {

namespace {

namespace nb = nanobind;
using namespace nb::literals;

using Input = Eigen::Ref<const Vector>;

class LawOfOmega {
 public:
  LawOfOmega(const StatedLikelihood& likelihood, double y, double trials)
      : likelihood_(likelihood.make()),
        row_{y, trials},
        inversion_(likelihood_->radial_ptr(), row_) {
    likelihood_->check(std::span<const Row>(&row_, 1));
  }

  Vector log_phi(const Input& c2) const {
    return over(c2, [&](double r) { return likelihood_->moments().log_phi(r, row_); });
  }
  Vector cumulant(int order, const Input& c2) const {
    require(order >= 1 && order <= 8, "order of the cumulant", order, "must be from 1 to 8");
    return over(c2, [&](double r) { return likelihood_->moments().cumulant(order, r, row_); });
  }
  // The four of InvertedLaw, one column each.
  Matrix inverted(const Input& x, const Input& c2) const {
    Matrix out(x.size(), 4);
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      check_c2(c2[i]);
      const InvertedLaw at = inversion_.at(x[i], c2[i]);
      out.row(i) << at.cdf, at.complement, at.pdf, at.error;
    }
    return out;
  }
  Vector quantile(const Input& p, const Input& c2) const {
    Vector out(p.size());
    for (Eigen::Index i = 0; i < p.size(); ++i) {
      require(p[i] > 0.0 && p[i] < 1.0, "probability", p[i], "must lie between 0 and 1");
      check_c2(c2[i]);
      out[i] = inversion_.quantile(p[i], c2[i]);
    }
    return out;
  }
  Vector sample(const Input& c2, std::uint64_t seed) const {
    Vector omega(c2.size());
    Stream stream({.seed = seed, .purpose = Purpose::omega});
    sampler().draw(span_of(c2), Rows(row_), stream,
                   std::span<double>(omega.data(), static_cast<std::size_t>(omega.size())));
    return omega;
  }
  std::string certificate() const { return sampler().certificate().text(); }

 private:
  static void check_c2(double c2) {
    require(c2 >= 0.0 && c2 - c2 == 0.0, "c2", c2, "must be finite and not negative");
  }
  template <class Function>
  static Vector over(const Input& c2, const Function& function) {
    Vector out(c2.size());
    for (Eigen::Index i = 0; i < c2.size(); ++i) {
      check_c2(c2[i]);
      out[i] = function(c2[i]);
    }
    return out;
  }
  // Made when it is first asked for: tables take seconds.
  const OmegaSampler& sampler() const {
    std::call_once(made_, [&] { sampler_ = make_sampler(likelihood_->radial_ptr()); });
    return *sampler_;
  }

  LikelihoodPtr likelihood_;
  Row row_;
  Inversion inversion_;
  mutable std::once_flag made_;
  mutable std::unique_ptr<OmegaSampler> sampler_;
};

}  // namespace

void bind_tilted_law(nb::module_& module) {
  const auto unlocked = nb::call_guard<nb::gil_scoped_release>();
  nb::class_<LawOfOmega>(module, "LawOfOmega", "The law of omega given c^2. phigp.TiltedLaw.")
      .def(nb::init<const StatedLikelihood&, double, double>(), "likelihood"_a, "y"_a, "trials"_a,
           unlocked)
      .def("log_phi", &LawOfOmega::log_phi, "c2"_a, unlocked)
      .def("cumulant", &LawOfOmega::cumulant, "order"_a, "c2"_a, unlocked)
      .def("inverted", &LawOfOmega::inverted, "x"_a, "c2"_a, unlocked)
      .def("quantile", &LawOfOmega::quantile, "p"_a, "c2"_a, unlocked)
      .def("sample", &LawOfOmega::sample, "c2"_a, "seed"_a, unlocked)
      .def("certificate", &LawOfOmega::certificate, unlocked);
}

}  // namespace phigp
