#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace warpledger {

/// One value of a query's answer; monostate is NULL.
using Cell = std::variant<std::monostate, std::int64_t, double, std::string>;

/// A query's answer.
struct Table {
  std::vector<std::string> columns;
  std::vector<std::vector<Cell>> rows;
};

}  // namespace warpledger
