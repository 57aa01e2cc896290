#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "spec/expression.h"
#include "spec/reader.h"

namespace warpledger {

/// The slot of a parameter that has words as values.
struct WordSlot {
  std::size_t slot = 0;
};

/// A macro that a kernel is compiled with.
struct DefineTemplate {
  std::string name;
  std::variant<Expression, WordSlot> value;
};

/// An option of the compiler, such as "-maxrregcount={registers}": a text with the values of expressions in it.
struct OptionTemplate {
  std::vector<std::variant<std::string, Expression, WordSlot>> parts;
  std::optional<Expression> where;  ///< the option is given where it holds
  Place place;
};

/// Reads `defines` and `options` of a kernel; an option that has no placeholder must be safe.
std::vector<DefineTemplate> read_defines(const Reader& defines, const Symbols& symbols);
std::vector<OptionTemplate> read_options(const Reader& options, const Symbols& symbols);

/// Throws Error at `place` unless `option` is one that a family may set: those that change how code is generated, not
/// what is read or written beside the source.
void check_safe(const std::string& option, const Place& place);

}  // namespace warpledger
