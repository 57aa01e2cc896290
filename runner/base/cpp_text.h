#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace warpledger {

enum class CppPart {
  blank,
  comment,  ///< a // comment excludes the newline
  literal,  ///< a string (with its raw prefix) or character; if unterminated, up to the end of the line
  word,     ///< an identifier, or a number with its separators
  mark,
};

struct CppToken {
  CppPart part = CppPart::mark;
  std::string_view text;
};

/// Returns the first token of `text`, which must not be empty.
CppToken cpp_token(std::string_view text);

/// Returns the leading letters, digits and underscores.
std::string_view cpp_word(std::string_view text);

/// R, u8R and so on.
bool is_raw_prefix(std::string_view word);

/// Logical line of C++: lines joined by backslashes, which may be followed by blanks.
struct JoinedLine {
  struct Part {
    std::size_t start = 0;   ///< offset in `text`
    std::size_t number = 0;  ///< from 1
    std::string whole;       ///< with its backslash, without the newline
  };
  std::string text;
  std::vector<Part> parts;

  /// Returns the piece of `text` that comes from parts[index].
  std::string_view part(std::size_t index) const;
  /// Returns the place of text[at] in the file.
  Place place(const std::string& file, std::size_t at) const;
};

std::vector<JoinedLine> joined_lines(const std::string& text);

}  // namespace warpledger
