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

/// One value of a query's answer; monostate is NULL.
using Cell = std::variant<std::monostate, std::int64_t, double, std::string>;

/// A query's answer.
struct Table {
  std::vector<std::string> columns;
  std::vector<std::vector<Cell>> rows;
  std::vector<bool> modelled = {};  ///< of each column: its values may come from the memory model; empty: none does
  std::vector<std::string> reads_modelled =
      {};  ///< modelled columns that the query read: "points_modelled.insn_per_el"

  bool is_modelled(std::size_t column) const { return !modelled.empty() && modelled.at(column); }
};

/// How a query hands a report more than a bare value: a text that begins with kCellMark. No other text in the ledger
/// begins with it.
///
///     number:  \x1f "%.1f" \x1f "5.375"              one value and the printf format that shows it
///     bar:     \x1f "bar" \x1f "+=0.01,-=0.12,*=1.3" the characters of a bar graph and the fraction each fills
///
/// Values are written so that reading them back gives the same double; CSV and JSON show them unrounded. A fraction of
/// 1 fills the whole width; it may exceed 1.
inline constexpr char kCellMark = '\x1f';
inline constexpr std::string_view kBarKind = "bar";

struct BarPart {
  char character = '*';
  double fraction = 0;
};

/// Whether `format` is one that a number cell may have: '%', perhaps '+', perhaps '.' and one or two digits, then one
/// of 'f', 'e', 'g'. It formats one double and nothing else.
bool is_number_format(std::string_view format);

/// The number cell of `value`. Throws Error when `format` is not a number format.
std::string encode_number(std::string_view format, double value);

/// The bar cell of `parts`, in their order. Throws Error when a character is a space or not printable ASCII.
std::string encode_bar(std::span<const BarPart> parts);

/// The text of a cell; empty for NULL. Throws std::bad_variant_access for a number.
std::string text_in(const Cell& cell);

/// The number of a cell; absent for NULL and for text.
std::optional<double> number_in(const Cell& cell);

/// The whole number of a cell that has one. Throws std::bad_variant_access for all else.
std::int64_t whole_in(const Cell& cell);

}  // namespace warpledger
