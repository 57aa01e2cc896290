#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "spec/operations.h"
#include "spec/symbols.h"

namespace warpledger {

struct ExpressionText {
  std::string text;  ///< without line breaks
  Place place;

  /// Returns the place of byte `position`, or `place` if the text spans several lines of its file.
  Place at(std::size_t position) const;
};

/// Operands precede the nodes that use them.
struct ExpressionNode {
  enum class Kind { constant, name, operation, file, both, either, choice };

  Kind kind = Kind::constant;
  std::size_t begin = 0, end = 0;          ///< byte range in the text
  double constant = 0;                     ///< also the code of a word
  std::size_t slot = 0;                    ///< of a name
  NumberOperation operation = nullptr;     ///< evaluates all operands first
  const FileFunction* function = nullptr;  ///< of a data file
  std::vector<std::size_t> operands = {};  ///< indices of nodes; a choice has its condition, then both values
};

/// Returns the nodes, the root last. Throws Error at the offending character.
///
/// Precedence, loosest first: c ? a : b; ||; &&; one comparison; + -; * / %; sign; ^ (right-associative).
std::vector<ExpressionNode> parse_expression(const ExpressionText& text, const Symbols& symbols);

}  // namespace warpledger
