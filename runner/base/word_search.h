#pragma once

#include <string>
#include <string_view>

namespace warpledger {

/// True if `text` contains `word` without an adjacent ASCII letter or digit, ignoring the case of A to Z.
bool has_word(std::string_view text, std::string_view word);

/// Replaces each match of has_word() by `to`.
std::string with_word_replaced(const std::string& text, std::string_view word, std::string_view to);

}  // namespace warpledger
