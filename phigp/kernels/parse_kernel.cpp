// Recursive descent. A product of sums is multiplied out at once, so that what comes back is always
// a sum of terms; a number multiplies the variances of what it stands before. math.md (G.1)
#include "phigp/kernels/parse_kernel.h"

#include <algorithm>
#include <optional>

#include "phigp/base/error.h"
#include "phigp/kernels/expression_lexer.h"
#include "phigp/kernels/sum_kernel.h"
#include "phigp/kernels/unit_parser.h"

namespace phigp {

namespace detail {

namespace {

constexpr int kDeepest = 50;             // nested parentheses
constexpr std::size_t kMostTerms = 100;  // after multiplying out
constexpr std::size_t kMostUnits = 20;   // in one product

struct WrittenTerm {
  std::optional<double> variance;
  std::vector<UnitKernelPtr> units;
};
using WrittenSum = std::vector<WrittenTerm>;

class Parser {
 public:
  explicit Parser(const KernelContext& context)
      : context_(context), cursor_(context.text), units_(context, cursor_) {}

  WrittenSum whole() {
    WrittenSum terms = sum(0);
    if (!cursor_.at_end()) cursor_.fail("has more text than an expression");
    return terms;
  }

 private:
  WrittenSum sum(int depth) {
    WrittenSum terms = product(depth);
    while (cursor_.take('+')) {
      WrittenSum next = product(depth);
      terms.insert(terms.end(), next.begin(), next.end());
      check_size(terms);
    }
    return terms;
  }

  WrittenSum product(int depth) {
    WrittenSum terms = factor(depth);
    while (cursor_.take('*')) terms = multiplied(terms, factor(depth));
    return terms;
  }

  WrittenSum factor(int depth) {
    if (depth > kDeepest) cursor_.fail("has too many nested parentheses");
    if (cursor_.take('(')) {
      WrittenSum terms = sum(depth + 1);
      cursor_.expect(')');
      return terms;
    }
    if (cursor_.is_number()) {
      const Placed<double> number = cursor_.number();
      require_positive(context_, number, "a variance");
      return {WrittenTerm{number.value, {}}};
    }
    return {WrittenTerm{std::nullopt, {make_unit_kernel(units_.unit())}}};
  }

  WrittenSum multiplied(const WrittenSum& left, const WrittenSum& right) {
    WrittenSum terms;
    for (const WrittenTerm& a : left) {
      for (const WrittenTerm& b : right) {
        WrittenTerm term = a;
        if (b.variance) term.variance = a.variance.value_or(1.0) * *b.variance;
        term.units.insert(term.units.end(), b.units.begin(), b.units.end());
        if (term.units.size() > kMostUnits) cursor_.fail("has a product of too many kernels");
        terms.push_back(term);
        check_size(terms);
      }
    }
    return terms;
  }

  void check_size(const WrittenSum& terms) {
    if (terms.size() > kMostTerms) cursor_.fail("has too many terms, multiplied out");
  }

  const KernelContext& context_;
  Cursor cursor_;
  UnitParser units_;
};

// A number alone is a constant kernel of that variance.
KernelTerm completed(WrittenTerm written, const KernelContext& context) {
  if (written.units.empty()) {
    UnitSettings constant;
    constant.kind = kind_named("constant");
    written.units.push_back(make_unit_kernel(constant));
  }
  KernelTerm term{0.0, std::move(written.units)};
  const double share = term.is_white() ? context.initial.white_share : 1.0;
  term.variance = written.variance.value_or(context.initial.variance * share);
  return term;
}

}  // namespace

}  // namespace detail

KernelPtr parse_kernel(std::string_view text, Eigen::Index dimensions, const InitialScales& initial,
                       std::span<const std::string> input_names) {
  require(dimensions >= 0, "kernel: dimensions", std::to_string(dimensions),
          "must not be negative");
  const auto columns = static_cast<std::size_t>(dimensions);
  require(initial.lengthscales.empty() || initial.lengthscales.size() == columns,
          "kernel: number of initial lengthscales", std::to_string(initial.lengthscales.size()),
          "must be " + std::to_string(dimensions));
  require(input_names.empty() || input_names.size() == columns, "kernel: number of input names",
          std::to_string(input_names.size()), "must be " + std::to_string(dimensions));
  const detail::KernelContext context{text, dimensions, initial, input_names};
  std::vector<detail::KernelTerm> terms;
  for (detail::WrittenTerm& written : detail::Parser(context).whole()) {
    terms.push_back(detail::completed(std::move(written), context));
  }
  return std::make_shared<detail::SumKernel>(std::move(terms), dimensions);
}

}  // namespace phigp
