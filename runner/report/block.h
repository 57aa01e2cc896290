#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "model/table.h"
#include "report/page.h"
#include "report/report.h"

namespace warpledger {

/// "-- name: value" at the start of a block.
struct BlockOption {
  std::string name;
  std::string value;
  std::size_t line = 0;
  std::size_t value_at = 0;  ///< byte offset of the value in the line
};

/// An option that a kind of block accepts.
struct KnownOption {
  std::string_view name;
  bool has_value = true;
  bool repeatable = false;
};

/// Returns the options of `block`: its comment lines before the first line of SQL. Throws Error for an option that is
/// not in `known`, is repeated without permission, lacks its value or has an extra one.
std::vector<BlockOption> block_options(const Page& page, const SqlBlock& block, const std::vector<KnownOption>& known);

/// Splits "instance, n_l" into names and trims them.
std::vector<std::string> names_in(const std::string& list);

/// Runs the block's SQL. An Error of the query is rethrown with the page and the line in it.
Table answer_of(const Page& page, const SqlBlock& block, const Query& query);

/// Returns the index of the column called `name`. Throws Error at `where` with the existing names.
std::size_t column_index(const Table& table, const std::string& name, const Place& where);

/// One past the last row with the same values as `first` in the columns of `each`.
std::size_t end_of_group(const Table& table, const std::vector<std::size_t>& each, std::size_t first);

/// Fills `line` with the row's values in words, including marks. Escapes values for Markdown, and the complete line for
/// HTML.
std::string filled_line(const Template& line, const Table& table, std::size_t row, Format format);

}  // namespace warpledger
