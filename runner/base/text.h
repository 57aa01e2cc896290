#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpledger {

/// "a, b, c": `items` with `separator` between them.
std::string join(const std::vector<std::string>& items, std::string_view separator = ", ");

/// `text` without the spaces and tabs around it.
std::string_view trim(std::string_view text);

/// `text` with the letters A to Z in lower case.
std::string lower_case(std::string_view text);

/// The candidate nearest to `word` by edit distance, if it is near enough to be what the user meant (at most half
/// of the word's letters differ).
std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates);

/// "did you mean 'family'? allowed: about, family, grid"; the first sentence only when something is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

/// A sum or product of decimal numbers that people wrote as they would write it, in 12 digits: 0.3 for what 0.1 + 0.2
/// is in binary.
double as_decimal(double number);

/// "1 234 567": groups of three digits, for numbers a person reads.
std::string with_thousands(std::int64_t number);

/// "18.0 MiB", "512 B": binary units, one decimal above bytes.
std::string human_bytes(std::int64_t bytes);

/// "75 ms", "12.3 s", "4 min 05 s", "2 h 10 min": a duration a person reads.
std::string human_seconds(double seconds);

/// Bytes of the UTF-8 sequence at `text[i]`, or 0 when it is none: overlong forms, surrogates and values past U+10FFFF
/// are none (RFC 3629).
std::size_t utf8_length(std::string_view text, std::size_t i);

/// The code point that one sequence of UTF-8, as utf8_length() finds it, stands for.
char32_t code_point_of(std::string_view sequence);

/// `text` as a terminal may show it: control characters, bidirectional controls and bytes that are not UTF-8 as escapes
/// (\x1b, \u202e); newlines and tabs stay.
std::string printable(std::string_view text);

/// What a compiler or the system said, without the folders of this machine: of every absolute path its last part alone.
/// A path in quotes stays: it is what the source or the person wrote.
std::string without_folders(std::string_view text);

}  // namespace warpledger
