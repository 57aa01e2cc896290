#include "grading/bare_source.h"

#include <algorithm>
#include <cctype>

namespace warpledger {
namespace {

/// Where the text goes on after `end`, looked for from `from` on; the end of the text when there is none.
std::size_t after(std::string_view text, std::string_view end, std::size_t from) {
  const std::size_t found = text.find(end, from);
  return found == std::string_view::npos ? text.size() : found + end.size();
}

/// Where the text goes on after the literal that begins at `begin`. A quote that nothing closes ends with its line, so
/// that an odd digit separator hides one line at most.
std::size_t after_literal(std::string_view text, std::size_t begin) {
  for (std::size_t i = begin + 1; i < text.size() && text[i] != '\n'; ++i) {
    if (text[i] == text[begin]) return i + 1;
    if (text[i] == '\\') ++i;
  }
  return std::min(text.find('\n', begin), text.size());
}

}  // namespace

std::string bare_source(std::string_view text) {
  std::string bare;
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view rest = text.substr(i);
    if (rest.starts_with("//")) {
      i = after(text, "\n", i);
    } else if (rest.starts_with("/*")) {
      i = after(text, "*/", i + 2);
    } else if (text[i] == '"' || text[i] == '\'') {
      const std::size_t end = after_literal(text, i);
      bare += text.substr(i, end - i);
      i = end;
    } else {
      if (std::isspace(static_cast<unsigned char>(text[i])) == 0) bare += text[i];
      ++i;
    }
  }
  return bare;
}

}  // namespace warpledger
