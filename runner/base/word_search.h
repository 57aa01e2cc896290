#pragma once

#include <string>
#include <string_view>

namespace warpledger {

/// True if `text` contains `word` without an adjacent ASCII letter or digit, ignoring the case of A to Z.
bool has_word(std::string_view text, std::string_view word);

/// Replaces words as has_word() finds them.
std::string with_word_replaced(const std::string& text, std::string_view word, std::string_view to);

}  // namespace warpledger
