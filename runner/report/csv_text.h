#pragma once

#include <string>
#include <string_view>

namespace warpledger {

/// `text` as a cell of CSV that no spreadsheet takes for a formula: behind an apostrophe where it begins with '=', '+',
/// '-', '@', a tab or a carriage return and is no number.
std::string csv_text(std::string_view text);

/// The text that csv_text() made `cell` of.
std::string text_of_csv(std::string_view cell);

/// `field` as RFC 4180 has it: in quotes where it holds a comma, a quote or a line's end.
std::string csv_quoted(std::string_view field);

}  // namespace warpledger
