#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace warpledger {

/// NULL is monostate.
using Cell = std::variant<std::monostate, std::int64_t, double, std::string>;

struct Table {
  std::vector<std::string> columns;
  std::vector<std::vector<Cell>> rows;
  std::vector<bool> modelled = {};               ///< by column: may come from the memory model; empty: none
  std::vector<std::string> reads_modelled = {};  ///< that the query reads: "points_modelled.insn_per_el"

  bool is_modelled(std::size_t column) const { return !modelled.empty() && modelled.at(column); }
};

/// Formatted cells are texts that begin with kCellMark, as no other text in the ledger does.
///
///     number:  \x1f "%.1f" \x1f "5.375"              one value and the printf format that shows it
///     bar:     \x1f "bar" \x1f "+=0.01,-=0.12,*=1.3" the characters of a bar graph and the fraction each fills
///
/// Values survive a round trip; CSV and JSON show them unrounded. A fraction of 1 fills the width and may be exceeded.
inline constexpr char kCellMark = '\x1f';
inline constexpr std::string_view kBarKind = "bar";

struct BarPart {
  char character = '*';
  double fraction = 0;
};

/// True for formats of exactly one double: '%', optional '+', optional '.' and one or two digits, then 'f', 'e' or 'g'.
bool is_number_format(std::string_view format);

/// Throws Error if `format` is not a number format.
std::string encode_number(std::string_view format, double value);

/// Throws Error if a character is a space or not printable ASCII.
std::string encode_bar(std::span<const BarPart> parts);

/// Returns "" for NULL. Throws std::bad_variant_access for a number.
std::string text_in(const Cell& cell);

/// Returns nullopt for NULL and text.
std::optional<double> number_in(const Cell& cell);

/// Throws std::bad_variant_access if it is not an integer.
std::int64_t whole_in(const Cell& cell);

}  // namespace warpledger
