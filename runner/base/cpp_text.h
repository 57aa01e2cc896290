#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace warpledger {

/// What a piece of C++ is.
enum class CppPart {
  blank,    ///< white space
  comment,  ///< to its end; one that begins with // without the newline
  literal,  ///< a string or character, a raw string with its prefix; one that nothing closes ends with its line
  word,     ///< an identifier, or a number with its separators
  mark,     ///< any other character
};

struct CppToken {
  CppPart part = CppPart::mark;
  std::string_view text;
};

/// The piece that `text`, which is not empty, begins with.
CppToken cpp_token(std::string_view text);

/// The letters, digits and underscores that `text` begins with.
std::string_view cpp_word(std::string_view text);

/// Whether a string behind `word` is a raw one: R, u8R and their like.
bool is_raw_prefix(std::string_view word);

/// A line of C++ as a compiler reads it: lines of the file that end with a backslash, blanks after it or not, are one
/// with the next.
struct JoinedLine {
  /// A line of the file.
  struct Part {
    std::size_t start = 0;   ///< where it begins in `text`
    std::size_t number = 0;  ///< from 1
    std::string whole;       ///< as the file has it, without its newline
  };
  std::string text;
  std::vector<Part> parts;  ///< at least one

  /// The piece of `text` that is of parts[index].
  std::string_view part(std::size_t index) const;
  /// The place in the file of text[at].
  Place place(const std::string& file, std::size_t at) const;
};

/// All lines of `text`.
std::vector<JoinedLine> joined_lines(const std::string& text);

}  // namespace warpledger
