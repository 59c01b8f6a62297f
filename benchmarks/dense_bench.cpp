// What inference with all n latent values costs against one LAPACK dpotrf of that size, one thread
// both: an iteration of coordinate ascent (sites, q, bound), and a Gibbs sweep (omega, then f) by
// the direct and by the preconditioned engine, with and without E[f | omega]. Simulated data in 10
// dimensions, a sweep and a dpotrf in turn, medians; it is checked first that both engines make the
// same draw from the same random numbers. Set-up of the preconditioned engine is shown apart.
//
//   dense_bench          all sizes, a few minutes
//   dense_bench --quick  n = 500 alone
//   dense_bench --large  n = 10,000: the default engine in 2 dimensions, where the kernel matrix
//   has
//                        low rank, and in 10, against one direct sweep; a quarter of an hour
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "phigp/base/span_of.h"
#include "phigp/inference/gibbs.h"
#include "phigp/inference/latent_engine.h"
#include "phigp/inference/preconditioned_sampler.h"
#include "phigp/kernels/parse_kernel.h"
#include "phigp/likelihoods/catalogue/catalogue.h"
#include "phigp/likelihoods/conditional.h"
#include "phigp/likelihoods/custom.h"
#include "phigp/linalg/blas.h"

namespace {

using namespace phigp;

constexpr Eigen::Index kDimensions = 10;

struct Case {
  std::string name;
  LikelihoodPtr likelihood;
  bool smooth;  // omega has a bounded mean: the tighter bar holds
};

std::vector<Case> cases() {
  return {
      {"logistic", make_likelihood("logistic"), true},
      {"student-t(nu=4, sigma=0.3)", make_likelihood("student-t", {{"nu", 4.0}, {"sigma", 0.3}}),
       true},
      {"matern32(rho=0.5)", make_likelihood("matern32", {{"rho", 0.5}}), true},
      {"laplace(b=0.3)", make_likelihood("laplace", {{"b", 0.3}}), false},
      {"phi = 1/(1+r^0.9), scale 0.3",
       likelihood_from_phi({.phi = "1/(1+r^0.9)"}, {{"scale", 0.3}}), false},
  };
}

// Processor time of this thread: what else runs on the machine does not count.
double now() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

template <class Body>
double seconds_of(const Body& body) {
  const double start = now();
  body();
  return now() - start;
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

TrainingSet some_inputs(Eigen::Index n, Eigen::Index dimensions) {
  Stream stream({.seed = 1, .purpose = Purpose::test, .chain = 0, .index = 0});
  TrainingSet data;
  data.X.resize(n, dimensions);
  for (double& x : data.X.reshaped()) x = stream.normal();
  return data;
}

// The median distance of standard normal inputs.
Hyperparameters some_model(Eigen::Index dimensions, const LikelihoodPtr& likelihood) {
  return {parse_kernel(dimensions == 2 ? "1*rbf(lengthscale=1.7)" : "1*rbf(lengthscale=4.4)",
                       dimensions),
          MeanFunction(), likelihood};
}

DensePrior some_prior(Eigen::Index n) {
  return dense_prior(some_model(kDimensions, nullptr), some_inputs(n, kDimensions));
}

// y given an f from the prior.
std::vector<Row> some_targets(const LikelihoodPtr& likelihood, const DirectSampler& prior_draws,
                              Eigen::Index n) {
  Stream stream({.seed = 2, .purpose = Purpose::test, .chain = 0, .index = 0});
  Sites nothing;
  nothing.resize(static_cast<std::size_t>(n));
  Vector f = Vector::Zero(n);
  prior_draws.draw(nothing, 0.0, stream, f, nullptr);
  const ConditionalLaw law(likelihood);
  std::vector<Row> rows;
  for (const double value : f) rows.push_back({law.draw(value, 1.0, stream), 1.0});
  return rows;
}

// The clock of all ratios.
class Factorisation {
 public:
  explicit Factorisation(const Matrix& K) : A_(K), L_(K) { A_.diagonal().array() += 1.0; }
  double seconds() {
    L_ = A_;
    return seconds_of([&] {
      if (!cholesky_in_place(L_)) std::exit(1);
    });
  }

 private:
  Matrix A_;
  Matrix L_;
};

// The median of `body` over that of dpotrf, in turn.
template <class Body>
double ratio(Factorisation& dpotrf, int rounds, const Body& body) {
  std::vector<double> ours;
  std::vector<double> theirs;
  for (int round = 0; round < rounds; ++round) {
    theirs.push_back(dpotrf.seconds());
    body();  // what dpotrf put into the cache is not what a chain finds there
    ours.push_back(seconds_of(body));
  }
  return median(ours) / median(theirs);
}

// A chain in its equilibrium, stepped once per call.
class Chain {
 public:
  Chain(const OmegaSampler& omega, const Observations& observed, const LatentSampler& latent,
        const Vector& start, bool with_mean)
      : omega_(omega), observed_(observed), latent_(latent), f_(start), with_mean_(with_mean) {}
  void sweep() {
    omega_at_.index += draw_sites(omega_, observed_, span_of(f_), omega_at_, alone_, sites_);
    ++latent_at_.index;
    Stream stream(latent_at_);
    latent_.draw(sites_, -0.3, stream, f_, with_mean_ ? &mean_ : nullptr);
  }
  const Vector& f() const { return f_; }

 private:
  const OmegaSampler& omega_;
  const Observations& observed_;
  const LatentSampler& latent_;
  Vector f_;
  bool with_mean_;
  Threads alone_{1};
  StreamAddress omega_at_{3, Purpose::omega, 0, 0};
  StreamAddress latent_at_{3, Purpose::latent, 0, 0};
  Sites sites_;
  Vector mean_;
};

bool bar(double measured, double most) {
  fmt::print(" {:6.3f}{}", measured, measured <= most ? ' ' : '!');
  return measured <= most;
}

bool measure(const Case& c, const DensePrior& prior, const DirectSampler& direct,
             Factorisation& dpotrf, int rounds) {
  const Eigen::Index n = prior.size();
  const Observations observed(*c.likelihood, some_targets(c.likelihood, direct, n));
  AscentResult fit;
  const double ascent =
      seconds_of([&] { fit = coordinate_ascent(prior, *c.likelihood, observed); });
  Sites sites;
  double bound = 0.0;
  const double iteration = ratio(dpotrf, rounds, [&] {
    mean_sites(*c.likelihood, observed, span_of(fit.q.m), span_of(fit.q.v), sites);
    prior.condition(sites, fit.q);
    bound += evidence_bound(*c.likelihood, observed, fit.q);
  });
  fmt::print("{:36} {:5}", c.name, n);
  bool kept = bar(iteration, 3.0);
  if (n > 2000) {
    fmt::print("\n");
    return kept;
  }
  std::unique_ptr<PreconditionedSampler> preconditioned;
  const double build = seconds_of(
      [&] { preconditioned = std::make_unique<PreconditionedSampler>(prior, sites, fit.q); });
  const std::unique_ptr<OmegaSampler> omega = make_sampler(c.likelihood->radial_ptr());
  Chain reference(*omega, observed, direct, fit.q.m, true);
  Chain same(*omega, observed, *preconditioned, fit.q.m, true);
  reference.sweep();
  same.sweep();
  const double difference =
      ((reference.f() - same.f()).array() / fit.q.v.array().sqrt()).abs().maxCoeff();
  if (!(difference < 1e-3)) {  // the worst of n; the tolerance is for their root mean square
    fmt::print(stderr, "{}: the engines' draws differ by {} sd\n", c.name, difference);
    std::exit(1);
  }
  const double least = n < 1000 ? 0.4 : 0.2;
  for (const bool with_mean : {false, true}) {
    Chain a(*omega, observed, direct, reference.f(), with_mean);
    Chain b(*omega, observed, *preconditioned, reference.f(), with_mean);
    kept &= bar(ratio(dpotrf, rounds, [&] { a.sweep(); }), 1.5);
    kept &= bar(ratio(dpotrf, rounds, [&] { b.sweep(); }), c.smooth ? least : 0.7);
  }
  fmt::print(" {:8.1f} {:7} {:9.1f}\n", preconditioned->iterations_per_solve(),
             preconditioned->fallbacks(), (ascent + build) / dpotrf.seconds());
  return kept;
}

// The default engine against one direct sweep at a size where that takes seconds. Where the kernel
// matrix has low rank nothing needs to be fitted first.
void measure_large(const Case& c, Eigen::Index n, Eigen::Index dimensions, double least) {
  const TrainingSet data = some_inputs(n, dimensions);
  const Hyperparameters model = some_model(dimensions, c.likelihood);
  const DensePrior prior = dense_prior(model, data);
  const DirectSampler direct(prior);
  const Observations observed(*c.likelihood, some_targets(c.likelihood, direct, n));
  AscentOptions few;
  few.max_iterations = dimensions == 2 ? 1 : 4;  // near enough: the engine is exact around any
  const AscentResult fit = coordinate_ascent(prior, *c.likelihood, observed, few);
  const auto latent = make_latent_sampler(model, data, prior, fit.sites, fit.q);
  const std::unique_ptr<OmegaSampler> omega = make_sampler(c.likelihood->radial_ptr());
  Chain ours(*omega, observed, *latent, fit.q.m, true);
  for (int round = 0; round < 4; ++round) ours.sweep();
  std::vector<double> seconds;
  for (int round = 0; round < 9; ++round) seconds.push_back(seconds_of([&] { ours.sweep(); }));
  Chain theirs(*omega, observed, direct, ours.f(), true);
  const double slow = seconds_of([&] { theirs.sweep(); });
  const double ratio = slow / median(seconds);
  fmt::print("{:36} {:5} in {:2} dimensions: {:7.1f} times as fast as direct (bar {}){}\n", c.name,
             n, dimensions, ratio, least, ratio >= least ? "" : "!");
  fmt::print("{:36} {}\n", "", latent->description());
}

}  // namespace

int main(int argc, char** argv) {
  const bool quick = argc > 1 && std::string(argv[1]) == "--quick";
  set_blas_threads(1);
  if (argc > 1 && std::string(argv[1]) == "--large") {
    for (const std::size_t k : {0, 1}) {
      measure_large(cases()[k], 10000, 2, 50.0);
      measure_large(cases()[k], 10000, 10, 10.0);
    }
    return 0;
  }
  bool kept = true;
  fmt::print("in units of one dpotrf; ! marks a missed bar\n");
  fmt::print("{:36} {:>5} {:>7} {:>7} {:>7} {:>7} {:>7} {:>9} {:>7} {:>9}\n", "", "n", "ascent",
             "direct", "precond", "+mean", "+mean", "CG steps", "direct!", "set-up");
  for (const Eigen::Index n :
       quick ? std::vector<Eigen::Index>{500} : std::vector<Eigen::Index>{500, 2000, 4000}) {
    const DensePrior prior = some_prior(n);
    const DirectSampler direct(prior);
    Factorisation dpotrf(prior.covariance());
    const int rounds = n <= 500 ? 201 : n <= 2000 ? 21 : 5;
    for (const Case& c : cases()) kept &= measure(c, prior, direct, dpotrf, rounds);
  }
  fmt::print("bars {}\n", kept ? "kept" : "missed");
  return 0;
}
