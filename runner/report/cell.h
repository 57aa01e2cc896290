#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "model/table.h"

namespace warpledger {

struct NumberText {
  std::string shown;  ///< rounded by the cell's format: "5.4"
  std::string exact;  ///< shortest text of the same number: "5.375"
};

using Bar = std::vector<BarPart>;

/// A cell without the marks of model/table.h; monostate is NULL.
using DecodedCell = std::variant<std::monostate, NumberText, Bar, std::string>;

/// Never fails: invalid number and bar cells are text.
DecodedCell decode(const Cell& cell);

/// Returns a line of text, with numbers rounded and "n/a" for NULL.
std::string in_words(const Cell& cell);

/// Columns that the assignments' rows leave of 80.
inline constexpr std::size_t kBarLength = 33;

/// Each part reaches its fraction of `length`, smaller ones in front. If a part is longer, the last character is '>'.
std::string draw_bar(std::span<const BarPart> parts, std::size_t length);

/// "+0.123 -0.400 *0.500", for programs.
std::string bar_in_numbers(std::span<const BarPart> parts);

/// Adds an apostrophe to text that a spreadsheet would run as a formula: it begins with '=', '+', '-', '@', a tab or a
/// carriage return and is not a number.
std::string csv_text(std::string_view text);

/// Inverse of csv_text().
std::string text_of_csv(std::string_view cell);

/// Quotes `field` per RFC 4180 if necessary.
std::string csv_quoted(std::string_view field);

}  // namespace warpledger
