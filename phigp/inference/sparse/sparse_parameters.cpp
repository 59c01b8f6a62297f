#include "phigp/inference/sparse/sparse_parameters.h"

#include "phigp/base/limits.h"
#include "phigp/inference/sparse/feature_relevance.h"

namespace phigp {

SparseParameters::SparseParameters(const Hyperparameters& start, const Points& Z,
                                   const LearnedParts& parts,
                                   const std::vector<PriorStatement>& priors, bool moves_inputs)
    : start_(start),
      Z_(Z),
      free_(start, parts),
      prior_(free_, priors),
      moves_inputs_(moves_inputs) {}

Vector SparseParameters::start() const {
  Vector x = free_.pack(start_);
  if (moves_inputs_) append_inputs(Z_, x);
  return x;
}

Points SparseParameters::inputs(const Vector& x) const {
  if (!moves_inputs_) return Z_;
  return Eigen::Map<const Points>(x.data() + free_.size(), Z_.rows(), Z_.cols());
}

Vector SparseParameters::units(const Points& X) const {
  Vector units = Vector::Ones(free_.size());
  if (moves_inputs_) {
    const Eigen::RowVectorXd lengths = feature_relevance(*start_.kernel, X).cwiseInverse();
    append_inputs(lengths.replicate(Z_.rows(), 1), units);
  }
  return units;
}

double SparseParameters::log_prior(const Vector& x, Vector* gradient) const {
  const Vector of_free = x.head(free_.size());
  if (gradient == nullptr) return prior_.log_density_of_values(of_free, nullptr);
  Vector slope = gradient->head(free_.size());
  const double value = prior_.log_density_of_values(of_free, &slope);
  gradient->head(free_.size()) = slope;
  return value;
}

ParameterLimits SparseParameters::limits(const TrainingSet& data) const {
  ParameterLimits limits = parameter_limits(free_, start_, data);
  limits.low.conservativeResize(size());
  limits.high.conservativeResize(size());
  limits.low.tail(size() - free_.size()).setConstant(-kInfinity);
  limits.high.tail(size() - free_.size()).setConstant(kInfinity);
  return limits;
}

std::vector<std::string> SparseParameters::at_limit(const ParameterLimits& limits,
                                                    const Vector& x) const {
  std::vector<std::string> names;
  for (Eigen::Index k = 0; k < free_.size(); ++k) {
    if (limits.reached(x, k)) names.push_back(free_.names()[static_cast<std::size_t>(k)]);
  }
  return names;
}

void append_inputs(const Points& of_inputs, Vector& gradient) {
  const Eigen::Index before = gradient.size();
  gradient.conservativeResize(before + of_inputs.size());
  gradient.tail(of_inputs.size()) = Eigen::Map<const Vector>(of_inputs.data(), of_inputs.size());
}

}  // namespace phigp
