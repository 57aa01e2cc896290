#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace warpledger {

/// One value of a query's answer; monostate is NULL.
using Cell = std::variant<std::monostate, std::int64_t, double, std::string>;

/// Whether a cell's number is what was measured.
enum class Mark : std::uint8_t {
  none,      ///< it does not come from the memory model
  modelled,  ///< it does
  poor,      ///< it does, with poor confidence
  mixed,     ///< it is made of modelled and of measured numbers, and must not be shown
};

/// A query's answer.
struct Table {
  std::vector<std::string> columns;
  std::vector<std::vector<Cell>> rows;
  std::vector<std::vector<Mark>> marks = {};  ///< one a cell; empty when all are Mark::none

  Mark mark(std::size_t row, std::size_t column) const { return marks.empty() ? Mark::none : marks.at(row).at(column); }
};

}  // namespace warpledger
