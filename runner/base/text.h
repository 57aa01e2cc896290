#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpledger {

std::string join(const std::vector<std::string>& items, std::string_view separator = ", ");

/// Removes spaces and tabs at both ends.
std::string_view trim(std::string_view text);

/// Converts only A to Z.
std::string lower_case(std::string_view text);

/// Returns the candidate with the smallest edit distance, if at most half of the word's letters differ.
std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates);

/// "did you mean 'family'? allowed: about, family, grid"; without the question if no candidate is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

/// Rounds to 12 significant digits, to undo binary rounding of decimal numbers: 0.1 + 0.2 gives 0.3.
double as_decimal(double number);

/// "1 234 567"
std::string with_thousands(std::int64_t number);

/// "18.0 MiB", "512 B"
std::string human_bytes(std::int64_t bytes);

/// "75 ms", "12.3 s", "4 min 05 s", "2 h 10 min"
std::string human_seconds(double seconds);

/// Returns the length of the UTF-8 sequence at `text[i]`, or 0 if it is invalid by RFC 3629.
std::size_t utf8_length(std::string_view text, std::size_t i);

/// Decodes one valid UTF-8 sequence.
char32_t code_point_of(std::string_view sequence);

/// Escapes control characters, bidirectional controls and invalid UTF-8 (\x1b, \u202e), but not newlines and tabs.
std::string printable(std::string_view text);

/// Shortens absolute paths in messages of compilers and the system to their last part. Quoted paths stay: they come
/// from the source or the user.
std::string without_folders(std::string_view text);

}  // namespace warpledger
