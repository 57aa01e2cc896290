#include "base/word_search.h"

#include <cctype>
#include <cstddef>

#include "base/text.h"

namespace warpledger {
namespace {

bool is_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

/// Both are in lower case.
std::size_t find_word(std::string_view text, std::string_view word, std::size_t at) {
  if (word.empty()) return std::string_view::npos;
  for (at = text.find(word, at); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_of_word(text[at - 1])) && (end == text.size() || !is_of_word(text[end]))) return at;
  }
  return at;
}

}  // namespace

bool has_word(std::string_view text, std::string_view word) {
  return find_word(lower_case(text), lower_case(word), 0) != std::string_view::npos;
}

std::string with_word_replaced(const std::string& text, std::string_view word, std::string_view to) {
  const std::string lower = lower_case(text), wanted = lower_case(word);
  std::string replaced;
  std::size_t from = 0;
  for (std::size_t at = find_word(lower, wanted, 0); at != std::string::npos; at = find_word(lower, wanted, from)) {
    replaced.append(text, from, at - from).append(to);
    from = at + word.size();
  }
  return replaced + text.substr(from);
}

}  // namespace warpledger
