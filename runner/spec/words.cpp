#include "spec/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

namespace warpledger {

std::optional<std::string> problem_of_word(std::string_view word) {
  constexpr std::size_t kLongestWord = 60;
  constexpr std::string_view kMarks = "_-+=.:<>/";
  const auto is_allowed = [&](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || kMarks.find(c) != std::string_view::npos;
  };
  double number = 0;
  if (word.empty()) return "a word has at least one character";
  if (word.size() > kLongestWord) return fmt::format("a word has at most {} characters", kLongestWord);
  if (!std::ranges::all_of(word, is_allowed)) return fmt::format("a word consists of letters, digits and {}", kMarks);
  if (std::from_chars(word.data(), word.data() + word.size(), number).ptr == word.data() + word.size())
    return "it is a number: such a parameter has type int or float";
  return std::nullopt;
}

}  // namespace warpledger
