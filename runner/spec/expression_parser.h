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

/// The text of an expression and where it starts.
struct ExpressionText {
  std::string text;  ///< in one line
  Place place;

  /// The place of the byte `position` of the text; `place` if the text spans several lines of its file.
  Place at(std::size_t position) const;
};

/// A step of an expression. The operands of a step stand before it.
struct ExpressionNode {
  enum class Kind { constant, name, operation, file, both, either, choice };

  Kind kind = Kind::constant;
  std::size_t begin = 0, end = 0;          ///< its part of the text
  double constant = 0;                     ///< also the code of a word
  std::size_t slot = 0;                    ///< of a name
  NumberOperation operation = nullptr;     ///< of operands, all of them computed
  const FileFunction* function = nullptr;  ///< of a data file
  std::vector<std::size_t> operands = {};  ///< places of nodes; of a choice the condition, then both values
};

/// Nodes of an expression, the whole one last. Throws Error at the character of `text` that is wrong.
///
/// From loosest to tightest: c ? a : b; ||; &&; one comparison; + -; * / %; the sign; ^, from right to left.
std::vector<ExpressionNode> parse_expression(const ExpressionText& text, const Symbols& symbols);

}  // namespace warpledger
