#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "model/table.h"

namespace warpledger {

/// A number as a person sees it and as a program reads it.
struct NumberText {
  std::string shown;  ///< rounded by the cell's format: "5.4"
  std::string exact;  ///< shortest text that reads back as the same number: "5.375"
};

using Bar = std::vector<BarPart>;

/// A cell with the marks of model/table.h decoded; monostate is NULL.
using DecodedCell = std::variant<std::monostate, NumberText, Bar, std::string>;

/// Never fails: text that begins with a mark but is no number or bar cell is text.
DecodedCell decode(const Cell& cell);

/// A cell within a sentence, in one line: a number as it is shown, "n/a" for NULL.
std::string in_words(const Cell& cell);

/// The length of a bar where no line's end gives one; it is what the rows of the assignments leave of 80 columns.
inline constexpr std::size_t kBarLength = 33;

/// A bar graph of at most `length` characters: each part reaches as far right as its fraction of `length`, the smaller
/// ones in front. A part beyond `length` makes the last character '>'.
std::string draw_bar(std::span<const BarPart> parts, std::size_t length);

/// "+0.123 -0.400 *0.500": the characters and the fractions they stand for, for a program to read.
std::string bar_in_numbers(std::span<const BarPart> parts);

/// `text` as a cell of CSV that no spreadsheet takes for a formula: behind an apostrophe where it begins with '=', '+',
/// '-', '@', a tab or a carriage return and is no number.
std::string csv_text(std::string_view text);

/// The text that csv_text() made `cell` of.
std::string text_of_csv(std::string_view cell);

/// `field` as RFC 4180 has it: in quotes where it holds a comma, a quote or a line's end.
std::string csv_quoted(std::string_view field);

}  // namespace warpledger
