// The parts of inference one by one: observations and their sites, priors, a Gibbs chain.
#include <nanobind/eigen/dense.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "phigp/base/error.h"
#include "phigp/base/span_of.h"
#include "phigp/inference/coordinate_ascent.h"
#include "phigp/inference/gibbs.h"
#include "phigp/likelihoods/density.h"
#include "phigp/likelihoods/expected_density.h"
#include "phigp/model/fitted_model.h"
#include "python/bindings/bindings.h"
#include "python/bindings/latent_prior.h"
#include "python/bindings/observations.h"
#include "python/bindings/stated_likelihood.h"

namespace phigp {

namespace {

namespace nb = nanobind;
using namespace nb::literals;
using Input = Eigen::Ref<const Vector>;
using Values = std::vector<double>;

Vector vector_of(const Values& values) {
  return Eigen::Map<const Vector>(values.data(), static_cast<Eigen::Index>(values.size()));
}
Values values_of(const Input& x) { return {x.data(), x.data() + x.size()}; }

std::shared_ptr<ObservedLikelihood> observe(const StatedLikelihood& likelihood, const Input& y,
                                            const Input& trials, const Input& weights) {
  require(trials.size() == y.size(), "trials", std::to_string(trials.size()),
          "must be one per observation: " + std::to_string(y.size()));
  std::vector<Row> rows;
  for (Eigen::Index i = 0; i < y.size(); ++i) rows.push_back({y[i], trials[i]});
  return std::make_shared<ObservedLikelihood>(likelihood.make(), std::move(rows),
                                              values_of(weights));
}

void check_marginals(const ObservedLikelihood& self, const Input& m, const Input& v) {
  const auto n = static_cast<Eigen::Index>(self.data.size());
  require(m.size() == n && v.size() == n, "mean and variance of f",
          std::to_string(m.size()) + " and " + std::to_string(v.size()),
          "must be one per observation: " + std::to_string(n));
  require((v.array() >= 0.0).all(), "variance of f", "negative", "must not be negative");
}

Vector f_of(const ObservedLikelihood& self, const Input& f) {
  require(f.size() == static_cast<Eigen::Index>(self.data.size()), "f", std::to_string(f.size()),
          "must be one per observation: " + std::to_string(self.data.size()));
  return f;
}

Sites drawn_sites(const ObservedLikelihood& self, const Input& f, std::uint64_t seed,
                  std::uint64_t index) {
  const Vector at = f_of(self, f);
  const auto sampler = make_sampler(self.likelihood->radial_ptr());
  sampler->prepare(self.data.rows);
  Sites sites;
  draw_sites(*sampler, self.data, span_of(at), {seed, Purpose::omega, 0, index}, Threads(1), sites);
  return sites;
}

Vector bound_terms_of(const ObservedLikelihood& self, const Input& m, const Input& v) {
  check_marginals(self, m, v);
  Vector out(m.size());
  bound_terms(*self.likelihood, self.data, span_of(m), span_of(v),
              std::span<double>(out.data(), self.data.size()));
  return out;
}

Vector expected_of(const ObservedLikelihood& self, const Input& m, const Input& v) {
  check_marginals(self, m, v);
  ExpectedDensity out;
  expected_log_density(*self.likelihood, self.data, span_of(m), span_of(v), out);
  return vector_of(out.value);
}

Vector log_density_of(const ObservedLikelihood& self, const Input& f) {
  const Vector at = f_of(self, f);
  Vector out(at.size());
  log_density(*self.likelihood, Rows(self.data.rows), span_of(at),
              std::span<double>(out.data(), self.data.size()));
  return out;
}

// One chain of gibbs(): the same addresses, and so the same draws.
class GibbsChain {
 public:
  GibbsChain(std::shared_ptr<LatentPrior> prior, std::shared_ptr<ObservedLikelihood> observed,
             const Sites& around, std::uint64_t seed, std::uint32_t chain, double persistence)
      : prior_(std::move(prior)),
        observed_(std::move(observed)),
        latent_(prior_->sampler(around)),
        omega_(make_sampler(observed_->likelihood->radial_ptr())),
        omega_at_{seed, Purpose::omega, chain, 0},
        latent_at_{seed, Purpose::latent, chain, 0},
        persistence_(persistence) {
    require(persistence > -1.0 && persistence < 1.0, "persistence", persistence,
            "must lie between -1 and 1");
    omega_->prepare(observed_->data.rows);
    const LatentPosterior q = prior_->condition(around);
    Stream first(latent_at_);
    f_ = spread_start({q.mean, q.variance}, first);
  }

  void sweep() {
    omega_at_.index +=
        draw_sites(*omega_, observed_->data, span_of(f_), omega_at_, Threads(1), sites_);
    ++latent_at_.index;
    Stream stream(latent_at_);
    latent_->draw(sites_, persistence_, stream, f_, &mean_);
  }

  const Vector& f() const { return f_; }
  const Vector& conditional_mean() const { return mean_; }
  Vector omega() const { return omega_of(sites_, observed_->data); }

 private:
  std::shared_ptr<LatentPrior> prior_;
  std::shared_ptr<ObservedLikelihood> observed_;
  std::unique_ptr<LatentSampler> latent_;
  std::unique_ptr<OmegaSampler> omega_;
  StreamAddress omega_at_;
  StreamAddress latent_at_;
  double persistence_;
  Vector f_;
  Vector mean_;
  Sites sites_;
};

// A draw from N(m, S) given sites: what LatentSampler::draw makes of any f with persistence 0.
Vector draw_given(const LatentPrior& prior, const Sites& sites, std::uint64_t seed) {
  Stream stream({seed, Purpose::latent, 0, 1});
  Vector f = prior.mean();
  prior.sampler(sites)->draw(sites, 0.0, stream, f, nullptr);
  return f;
}

// What a fitted model consists of, in the units in which it was fitted.
nb::tuple training_of(const FittedModel& model) {
  const TrainingSet& data = model.training();
  Vector y(data.size());
  Vector trials(data.size());
  for (Eigen::Index i = 0; i < data.size(); ++i) {
    y[i] = data.rows[static_cast<std::size_t>(i)].y;
    trials[i] = data.rows[static_cast<std::size_t>(i)].trials;
  }
  const Standardisation& unit = model.encoding().response;
  nb::object Z = model.sparse() ? nb::cast(model.sparse()->Z) : nb::none();
  return nb::make_tuple(model.values().kernel->text(), data.X, prior_mean(model.values(), data), Z,
                        y, trials, vector_of(data.weights),
                        model.sparse() ? Sites{} : model.sites(), unit.centre, unit.scale);
}

void bind_sites(nb::module_& module) {
  nb::class_<Sites>(module, "Sites",
                    "One Gaussian factor of f per observation: precision, centre and tilt, and the "
                    "c2 that the precision was made at.\n\n"
                    ">>> from phigp import inference\n"
                    ">>> len(inference.Sites([1.0, 2.0], [0.0, 0.0], [0.0, 0.5]))\n"
                    "2")
      .def(
          "__init__",
          [](Sites* self, const Values& precision, const Values& centre, const Values& tilt) {
            require(precision.size() == centre.size() && centre.size() == tilt.size(), "sites",
                    "precision, centre and tilt of different sizes", "must agree in size");
            new (self) Sites{precision, centre, tilt, Values(precision.size(), 0.0)};
          },
          nb::sig("def __init__(self, precision: Sequence[float] | NDArray[numpy.float64], "
                  "centre: Sequence[float] | NDArray[numpy.float64], "
                  "tilt: Sequence[float] | NDArray[numpy.float64]) -> None"),
          "precision"_a, "centre"_a, "tilt"_a)
      .def_prop_ro("precision", [](const Sites& self) { return vector_of(self.precision); })
      .def_prop_ro("centre", [](const Sites& self) { return vector_of(self.centre); })
      .def_prop_ro("tilt", [](const Sites& self) { return vector_of(self.tilt); })
      .def_prop_ro("c2", [](const Sites& self) { return vector_of(self.c2); })
      .def("__len__", &Sites::size);
}

void bind_observations(nb::module_& module) {
  const auto unlocked = nb::call_guard<nb::gil_scoped_release>();
  nb::class_<ObservedLikelihood>(module, "Observations", "Rows of data under a likelihood.")
      .def("__len__", [](const ObservedLikelihood& self) { return self.data.size(); })
      .def(
          "mean_sites",
          [](const ObservedLikelihood& self, const Input& m, const Input& v) {
            check_marginals(self, m, v);
            Sites sites;
            mean_sites(*self.likelihood, self.data, span_of(m), span_of(v), sites);
            return sites;
          },
          "mean"_a, "variance"_a, unlocked)
      .def("draw_sites", &drawn_sites, "f"_a, "seed"_a, "index"_a, unlocked)
      .def(
          "omega",
          [](const ObservedLikelihood& self, const Sites& sites) {
            require(sites.size() == self.data.size(), "sites", std::to_string(sites.size()),
                    "must be one per observation");
            return omega_of(sites, self.data);
          },
          "sites"_a)
      .def("bound_terms", &bound_terms_of, "mean"_a, "variance"_a, unlocked)
      .def("expected_log_density", &expected_of, "mean"_a, "variance"_a, unlocked)
      .def("log_density", &log_density_of, "f"_a, unlocked)
      .def_prop_ro("total_weight",
                   [](const ObservedLikelihood& self) { return self.data.total_weight(); });
  module.def("observe", &observe, "likelihood"_a, "y"_a, "trials"_a, "weights"_a, unlocked);
}

void bind_priors(nb::module_& module) {
  const auto unlocked = nb::call_guard<nb::gil_scoped_release>();
  nb::class_<LatentPosterior>(module, "LatentPosterior", "q(f): marginals, KL, log evidence.")
      .def_ro("mean", &LatentPosterior::mean)
      .def_ro("variance", &LatentPosterior::variance)
      .def_ro("kl", &LatentPosterior::kl)
      .def_ro("log_evidence", &LatentPosterior::log_evidence)
      .def(
          "predict",
          [](const LatentPosterior& self, const Points& X) {
            std::tuple<Vector, Vector> found;
            self.predictor->marginals(X, std::get<0>(found), std::get<1>(found));
            return found;
          },
          "X"_a, unlocked);
  nb::class_<LatentPrior>(module, "LatentPrior", "f at given inputs before any observation.")
      .def_prop_ro("mean", [](const LatentPrior& self) { return self.mean(); })
      .def_prop_ro("variance", &LatentPrior::variance)
      .def_prop_ro("covariance", &LatentPrior::covariance)
      .def("condition", &LatentPrior::condition, "sites"_a, unlocked)
      .def("draw", &draw_given, "sites"_a, "seed"_a, unlocked);
  module.def("dense_prior", &dense_latent_prior, "kernel"_a, "X"_a, "mean"_a, unlocked);
  module.def("sparse_prior", &sparse_latent_prior, "kernel"_a, "X"_a, "Z"_a, "mean"_a, unlocked);
  nb::class_<GibbsChain>(module, "GibbsChain", "f and omega in turn, without end.")
      .def(nb::init<std::shared_ptr<LatentPrior>, std::shared_ptr<ObservedLikelihood>, const Sites&,
                    std::uint64_t, std::uint32_t, double>(),
           "prior"_a, "observed"_a, "around"_a, "seed"_a, "chain"_a, "persistence"_a, unlocked)
      .def("sweep", &GibbsChain::sweep, unlocked)
      .def_prop_ro("f", [](const GibbsChain& self) { return Vector(self.f()); })
      .def_prop_ro("omega", &GibbsChain::omega)
      .def_prop_ro("conditional_mean",
                   [](const GibbsChain& self) { return Vector(self.conditional_mean()); });
}

}  // namespace

void bind_inference(nb::module_& module) {
  bind_sites(module);
  bind_observations(module);
  bind_priors(module);
  module.def("training_of", &training_of,
             nb::sig("def training_of(model: Model) -> tuple[str, NDArray[numpy.float64], "
                     "NDArray[numpy.float64], NDArray[numpy.float64] | None, "
                     "NDArray[numpy.float64], NDArray[numpy.float64], NDArray[numpy.float64], "
                     "Sites, float, float]"),
             "model"_a,
             "Kernel, X, prior mean, inducing inputs, y, trials, weights, sites, and centre and "
             "scale of y, as the model was fitted.");
}

}  // namespace phigp
