#pragma once

#include <string>
#include <string_view>

namespace warpledger {

/// Whether `text` has `word`, with neither a letter nor a digit of ASCII around it. Case does not matter for the
/// letters A to Z.
bool has_word(std::string_view text, std::string_view word);

/// `text` with `to` in place of each `word` that has_word() finds.
std::string with_word_replaced(const std::string& text, std::string_view word, std::string_view to);

}  // namespace warpledger
