// Reads one unit kernel of an expression: "rbf(ard, lengthscale=[1,2])".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "phigp/kernels/expression_lexer.h"
#include "phigp/kernels/unit_arguments.h"

namespace phigp::detail {

// The place in the text up to which it has been read.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text), tokens_(kernel_tokens(text)) {}

  const KernelToken& next() const { return tokens_[place_]; }
  bool at_end() const { return next().kind == KernelToken::Kind::end; }
  bool is_number() const { return next().kind == KernelToken::Kind::number; }
  bool take(char sign);  // true, and behind it, if it comes next
  void expect(char sign);
  KernelToken word(const std::string& what);  // a name, else a failure that misses `what`
  Placed<double> number();
  void advance() { ++place_; }
  [[noreturn]] void fail(const std::string& complaint) const;

 private:
  std::string_view text_;
  std::vector<KernelToken> tokens_;
  std::size_t place_ = 0;
};

class UnitParser {
 public:
  UnitParser(const KernelContext& context, Cursor& cursor) : context_(context), cursor_(cursor) {}
  UnitSettings unit();

 private:
  void argument(UnitArguments& arguments);
  void read_lengthscale(UnitArguments& arguments, std::size_t position);
  void read_dims(UnitArguments& arguments, std::size_t position);
  Placed<Eigen::Index> dimension(const std::string& kernel);

  const KernelContext& context_;
  Cursor& cursor_;
};

// nullptr when there is none.
const UnitKind* kind_named(std::string_view name);

}  // namespace phigp::detail
