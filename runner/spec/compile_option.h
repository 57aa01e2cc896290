#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "spec/expression.h"
#include "spec/reader.h"

namespace warpledger {

/// Slot of a parameter whose values are words.
struct WordSlot {
  std::size_t slot = 0;
};

struct DefineTemplate {
  std::string name;
  std::variant<Expression, WordSlot> value;
};

/// A compiler option such as "-maxrregcount={registers}".
struct OptionTemplate {
  std::vector<std::variant<std::string, Expression, WordSlot>> parts;
  std::optional<Expression> where;  ///< the option is passed only if this holds
  Place place;
};

/// Read the `defines` and `options` of a kernel. Options without placeholders must pass check_safe().
std::vector<DefineTemplate> read_defines(const Reader& defines, const Symbols& symbols);
std::vector<OptionTemplate> read_options(const Reader& options, const Symbols& symbols);

/// Throws Error at `place` if `option` may change more than code generation, such as the files that are read or
/// written.
void check_safe(const std::string& option, const Place& place);

}  // namespace warpledger
