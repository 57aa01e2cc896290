#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace warpledger {

struct SyntaxProblem {
  std::size_t position = 0;  ///< in the text
  std::string problem;
};

/// What muParser would take for something else in the text of an expression: characters that it does not know,
/// assignments, and numbers that a double does not hold.
std::optional<SyntaxProblem> find_syntax_problem(std::string_view text);

/// Whether a name may have it behind its first character.
bool is_name_character(char c);

}  // namespace warpledger
