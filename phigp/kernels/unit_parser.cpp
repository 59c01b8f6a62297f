#include "phigp/kernels/unit_parser.h"

#include <algorithm>
#include <cmath>

#include "phigp/base/error.h"
#include "phigp/base/nearest.h"

namespace phigp::detail {

namespace {

std::vector<std::string> argument_names(const UnitKind& kind) {
  std::vector<std::string> names;
  const Lengthscales scales = kind.lengthscales;
  if (scales == Lengthscales::only_ard || scales == Lengthscales::one_or_ard) {
    names.emplace_back("ard");
  }
  if (scales != Lengthscales::none) names.emplace_back("lengthscale");
  if (kind.has_alpha) names.emplace_back("alpha");
  if (kind.has_period) names.emplace_back("period");
  if (kind.has_dims) names.emplace_back("dims");
  return names;
}

template <class Argument>
void require_new(const std::optional<Argument>& argument, const KernelContext& context,
                 const KernelToken& token) {
  if (argument) {
    fail_in_kernel(context.text, token.position, "", std::string(token.text) + " is given twice");
  }
}

}  // namespace

const UnitKind* kind_named(std::string_view name) {
  const auto& kinds = unit_kinds();
  const auto found = std::find_if(kinds.begin(), kinds.end(),
                                  [&](const UnitKind& kind) { return kind.name == name; });
  return found == kinds.end() ? nullptr : &*found;
}

bool Cursor::take(char sign) {
  if (!next().is(sign)) return false;
  ++place_;
  return true;
}

void Cursor::expect(char sign) {
  if (!take(sign)) fail(std::string("misses '") + sign + "'");
}

KernelToken Cursor::word(const std::string& what) {
  if (next().kind != KernelToken::Kind::name) fail("misses " + what);
  return tokens_[place_++];
}

Placed<double> Cursor::number() {
  if (!is_number()) fail("misses a number");
  const KernelToken& token = tokens_[place_++];
  return {token.number, token.position};
}

void Cursor::fail(const std::string& complaint) const {
  fail_in_kernel(text_, next().position, "", complaint);
}

UnitSettings UnitParser::unit() {
  const KernelToken token = cursor_.word("a kernel");
  UnitArguments arguments;
  arguments.kind = kind_named(token.text);
  arguments.position = token.position;
  if (arguments.kind == nullptr) {
    std::vector<std::string> names;
    for (const UnitKind& kind : unit_kinds()) names.push_back(kind.name);
    fail_in_kernel(context_.text, token.position, "",
                   std::string(token.text) + " " + unknown_name_rule(token.text, names));
  }
  if (cursor_.take('(') && !cursor_.take(')')) {
    do {
      argument(arguments);
    } while (cursor_.take(','));
    cursor_.expect(')');
  }
  return settings_of(arguments, context_);
}

void UnitParser::argument(UnitArguments& arguments) {
  const KernelToken token = cursor_.word("the name of an argument");
  const std::vector<std::string> known = argument_names(*arguments.kind);
  if (std::find(known.begin(), known.end(), token.text) == known.end()) {
    fail_in_kernel(context_.text, token.position, "",
                   arguments.kind->name + ": argument " + std::string(token.text) + " " +
                       unknown_name_rule(token.text, known));
  }
  if (token.text == "ard") {
    require_new(arguments.ard, context_, token);
    arguments.ard = {true, token.position};
    return;
  }
  cursor_.expect('=');
  if (token.text == "lengthscale") {
    require_new(arguments.lengthscale, context_, token);
    read_lengthscale(arguments, token.position);
  } else if (token.text == "dims") {
    require_new(arguments.dims, context_, token);
    read_dims(arguments, token.position);
  } else {
    std::optional<Placed<double>>& value =
        token.text == "alpha" ? arguments.alpha : arguments.period;
    require_new(value, context_, token);
    value = cursor_.number();
  }
}

void UnitParser::read_lengthscale(UnitArguments& arguments, std::size_t position) {
  arguments.lengthscale.emplace();
  arguments.lengthscale->position = position;
  arguments.lengthscale_is_list = cursor_.take('[');
  do {
    arguments.lengthscale->value.push_back(cursor_.number());
  } while (arguments.lengthscale_is_list && cursor_.take(','));
  if (arguments.lengthscale_is_list) cursor_.expect(']');
}

void UnitParser::read_dims(UnitArguments& arguments, std::size_t position) {
  arguments.dims.emplace();
  arguments.dims->position = position;
  cursor_.expect('[');
  do {
    arguments.dims->value.push_back(dimension(arguments.kind->name));
  } while (cursor_.take(','));
  cursor_.expect(']');
}

Placed<Eigen::Index> UnitParser::dimension(const std::string& kernel) {
  const KernelToken token = cursor_.next();
  cursor_.advance();
  if (token.kind == KernelToken::Kind::number) {
    const bool known = token.number == std::floor(token.number) &&
                       token.number < static_cast<double>(context_.dimensions);
    if (!known) {
      const std::string rule =
          context_.dimensions == 0
              ? " must be none: there are no inputs"
              : " must be whole numbers from 0 to " + std::to_string(context_.dimensions - 1);
      fail_in_kernel(context_.text, token.position, std::string(token.text),
                     kernel + ": dims" + rule);
    }
    return {static_cast<Eigen::Index>(token.number), token.position};
  }
  if (token.kind != KernelToken::Kind::name && token.kind != KernelToken::Kind::quoted) {
    fail_in_kernel(context_.text, token.position, "", "misses an input, by number or name");
  }
  const auto& names = context_.input_names;
  const auto found = std::find(names.begin(), names.end(), token.text);
  if (found == names.end()) {
    fail_in_kernel(
        context_.text, token.position, "",
        kernel + ": input " + std::string(token.text) + " " + unknown_name_rule(token.text, names));
  }
  return {static_cast<Eigen::Index>(found - names.begin()), token.position};
}

}  // namespace phigp::detail
