#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "spec/symbols.h"

namespace warpledger {

/// The text of an expression as a parser of numbers reads it.
struct CodedText {
  std::string text;  ///< as long as before: the code of a word stands where its quotes were
  std::optional<SyntaxProblem> problem;
};

/// `text` with the codes of its words, 'vector'. A problem is a word that no value can be, and a word or a name of
/// words that is not compared with another by == or !=, nor given to a function of element types.
CodedText with_codes(const std::string& text, const Symbols& symbols);

/// What keeps `word` from being the value of a parameter, or nothing: words stand in texts between blanks and commas.
std::optional<std::string> problem_of_word(std::string_view word);

}  // namespace warpledger
