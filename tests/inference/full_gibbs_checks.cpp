#include "tests/inference/full_gibbs_checks.h"

#include <fmt/format.h>

#include <cmath>

#include "phigp/kernels/parse_kernel.h"
#include "phigp/likelihoods/catalogue/catalogue.h"
#include "phigp/likelihoods/custom.h"
#include "phigp/linalg/blas.h"
#include "tests/support/batch_means.h"

namespace phigp::test {

namespace {

constexpr Eigen::Index kPoints = 4;
// E tanh(z)^2 of a standard normal z, by the trapezoidal rule.
constexpr double kTanhSquared = 0.3942944903977986;

double two_sided(double size, Stream& stream) { return stream.uniform() < 0.5 ? -size : size; }

double draw_gaussian(const Likelihood& l, double f, Stream& s) {
  return f + l.parameter("sigma") * s.normal();
}
double draw_laplace(const Likelihood& l, double f, Stream& s) {
  return f + two_sided(l.parameter("b") * s.exponential(), s);
}
double draw_student(const Likelihood& l, double f, Stream& s) {
  const double nu = l.parameter("nu");
  return f + l.parameter("sigma") * s.normal() / std::sqrt(2.0 * s.gamma(0.5 * nu) / nu);
}
double draw_label(const Likelihood&, double f, Stream& s) {
  return s.uniform() < 1.0 / (1.0 + std::exp(-f)) ? 1.0 : -1.0;
}
// p(u) = (1 + |u|/b)^-3 / b.
double draw_lomax(const Likelihood& l, double f, Stream& s) {
  return f + two_sided(l.parameter("b") * (1.0 / std::sqrt(s.uniform()) - 1.0), s);
}

constexpr const char* kKernelPriors =
    "rbf.variance=lognormal(0.3,0.6),rbf.lengthscale=lognormal(-0.2,0.5),"
    "mean.constant=normal(0.4,0.8)";

JointCase joint_case(const std::string& name, LikelihoodPtr likelihood, const std::string& priors,
                     double (*draw)(const Likelihood&, double, Stream&)) {
  return {name,
          {parse_kernel("1.2*rbf(lengthscale=0.9)", 1),
           MeanFunction(MeanFunction::Kind::constant, 1, {0.3}), std::move(likelihood)},
          kKernelPriors + priors,
          draw};
}

TrainingSet four_inputs() {
  TrainingSet data;
  data.X.resize(kPoints, 1);
  data.X << 0.0, 0.6, 1.1, 2.4;
  data.rows.assign(kPoints, Row{});
  return data;
}

void draw_targets(const JointCase& joint, const Likelihood& likelihood, const Vector& f,
                  Stream& stream, TrainingSet& data) {
  for (Eigen::Index i = 0; i < kPoints; ++i)
    data.rows[static_cast<std::size_t>(i)].y = joint.draw(likelihood, f[i], stream);
}

// Bounded functions of y, f and the mean: misfit, level, size.
Eigen::Vector3d data_functions(const Hyperparameters& values, const TrainingSet& data,
                               const Vector& f) {
  const double level = values.mean.coefficients()[0];
  const double variance = values.kernel->parameters()[0];
  Eigen::Vector3d sums = Eigen::Vector3d::Zero();
  for (Eigen::Index i = 0; i < kPoints; ++i) {
    const double y = data.rows[static_cast<std::size_t>(i)].y;
    const double d = y - level;
    const double h2 = (y - f[i]) * (y - f[i]);
    if (values.likelihood->domain() == Domain::label) {
      sums += Eigen::Vector3d(std::tanh(y * f[i]), y, std::tanh(y * level));
    } else {
      sums += Eigen::Vector3d(h2 / (0.3 + h2), std::tanh(d), d * d / (variance + d * d));
    }
  }
  return sums;
}

}  // namespace

std::vector<JointCase> joint_cases() {
  return {joint_case("gaussian", make_likelihood("gaussian", {{"sigma", 0.7}}),
                     ",sigma=lognormal(-0.4,0.5)", draw_gaussian),
          joint_case("laplace", make_likelihood("laplace", {{"b", 0.6}}), ",b=lognormal(-0.4,0.5)",
                     draw_laplace),
          joint_case("student-t", make_likelihood("student-t", {{"nu", 4.0}, {"sigma", 0.6}}),
                     ",nu=lognormal(1.2,0.4),sigma=lognormal(-0.4,0.5)", draw_student),
          joint_case("logistic", make_likelihood("logistic"), "", draw_label),
          // A formula that is recognised, with the scale beside phi.
          joint_case("formula",
                     likelihood_from_phi({"exp(-sqrt(r))", Link::regression}, {{"scale", 0.6}}),
                     ",scale=lognormal(-0.4,0.5)", [](const Likelihood& l, double f, Stream& s) {
                       return f + two_sided(l.parameter("scale") * s.exponential(), s);
                     })};
}

JointCase scale_case() {
  JointCase joint = joint_case("scale", make_likelihood("laplace", {{"b", 0.3}}),
                               ",b=lognormal(-1.5,0.5)", draw_laplace);
  joint.model.kernel = parse_kernel("1.2*white", 1);
  joint.priors =
      "white.variance=lognormal(0.3,0.9),mean.constant=normal(0.4,0.8),"
      "b=lognormal(-1.5,0.5)";
  joint.kernel_moves = 0;
  return joint;
}

JointCase moving_formula_case() {
  return joint_case("moving formula", likelihood_from_density("1/b/(1+abs(y-f)/b)^3", {{"b", 0.8}}),
                    ",b=lognormal(-0.4,0.5)", draw_lomax);
}

Failures joint_failures(const JointCase& joint, int sweeps, const std::string& believed) {
  TrainingSet data = four_inputs();
  const FreeParameters free(joint.model, {});
  const std::vector<PriorStatement> statements = parse_priors(joint.priors);
  const HyperparameterPrior prior(free, believed.empty() ? statements : parse_priors(believed));
  // Centre and width of the true priors, from their text: all are normal in the free numbers.
  Vector centre(free.size());
  Vector width(free.size());
  for (Eigen::Index k = 0; k < free.size(); ++k) {
    const std::string text = HyperparameterPrior(free, statements).text(k);
    const std::size_t open = text.find('(');
    const std::size_t comma = text.find(',');
    centre[k] = std::stod(text.substr(open + 1, comma - open - 1));
    width[k] = std::stod(text.substr(comma + 1));
  }

  Stream stream({41, Purpose::test, 0, 0});
  const FullModel model{data, free, prior, MovingOmega::shared_sampler(joint.model, free)};
  draw_targets(joint, *joint.model.likelihood, Vector::Zero(kPoints), stream, data);
  FullChain chain(model, {free.pack(joint.model), Vector::Zero(kPoints)}, joint.kernel_moves, 41,
                  0);
  for (int sweep = 0; sweep < 200; ++sweep) {  // widths are tuned, the start is forgotten
    chain.sweep(true, nullptr);
    draw_targets(joint, *chain.values().likelihood, chain.f(), stream, data);
  }

  const Eigen::Index p = free.size();
  const Eigen::Index functions = 3 * p + 2 * kPoints + 3 + 3 * p;
  BatchMeans found(functions, sweeps);
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    chain.sweep(false, nullptr);
    const Vector z = (chain.free() - centre).cwiseQuotient(width).array().tanh();
    Vector w = chain.f() - chain.values().mean.at(data.X);
    solve_lower(chain.factor_of_k().L, w);
    w = w.array().tanh();
    const Eigen::Vector3d before = data_functions(chain.values(), data, chain.f());
    draw_targets(joint, *chain.values().likelihood, chain.f(), stream, data);
    // Both y belong to the same f and parameters: what the old one has to do with them, the new one
    // has too.
    const Eigen::Vector3d change = before - data_functions(chain.values(), data, chain.f());
    Vector values(functions);
    values << z, (z.array().square() - kTanhSquared).matrix(), w,
        (w.array().square() - kTanhSquared).matrix(), z * (w.array().square() - kTanhSquared).sum(),
        change, z * change[0], z * change[1], z * change[2];
    found.add(values);
  }

  Failures all;
  const Vector mean = found.mean();
  const Vector error = found.standard_error();
  for (Eigen::Index k = 0; k < functions; ++k) {
    const double z = mean[k] / (error[k] + 1e-9);
    if (std::abs(z) < kLargestZ) continue;  // NaN fails
    all.push_back(fmt::format("{}: function {} of {} ({} parameters) has mean {:.4f}, z = {:.1f}",
                              joint.name, k, functions, p, mean[k], z));
  }
  return all;
}

}  // namespace phigp::test
