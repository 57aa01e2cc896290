#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "model/table.h"

namespace warpledger {

/// A number for people and for programs.
struct NumberText {
  std::string shown;  ///< rounded by the cell's format: "5.4"
  std::string exact;  ///< shortest text that parses to the same number: "5.375"
};

using Bar = std::vector<BarPart>;

/// A cell with decoded marks of model/table.h; monostate is NULL.
using DecodedCell = std::variant<std::monostate, NumberText, Bar, std::string>;

/// Never fails: text with a mark that is not a valid number or bar cell remains text.
DecodedCell decode(const Cell& cell);

/// Returns a cell for use in a sentence: one line, numbers rounded, "n/a" for NULL.
std::string in_words(const Cell& cell);

/// Length of a bar without a line limit: what the assignments' rows leave of 80 columns.
inline constexpr std::size_t kBarLength = 33;

/// Draws a bar of at most `length` characters. Each part extends to its fraction of `length`, smaller ones in front. A
/// part beyond `length` turns the last character into '>'.
std::string draw_bar(std::span<const BarPart> parts, std::size_t length);

/// "+0.123 -0.400 *0.500": the characters and their fractions, for programs.
std::string bar_in_numbers(std::span<const BarPart> parts);

/// Returns `text` as a CSV cell that no spreadsheet reads as a formula: with an apostrophe in front if it begins with
/// '=', '+', '-', '@', a tab or a carriage return and is not a number.
std::string csv_text(std::string_view text);

/// Inverse of csv_text().
std::string text_of_csv(std::string_view cell);

/// Quotes `field` per RFC 4180 if it has a comma, a quote or a line break.
std::string csv_quoted(std::string_view field);

}  // namespace warpledger
