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
  std::size_t value_at = 0;  ///< byte of the line where the value begins, from 0
};

/// An option that a kind of block knows.
struct KnownOption {
  std::string_view name;
  bool has_value = true;
  bool repeatable = false;
};

/// The options of `block`: its comment lines before the first line of SQL. Throws Error for an option that is not in
/// `known`, is given twice, or has or lacks a value against it.
std::vector<BlockOption> block_options(const Page& page, const SqlBlock& block, const std::vector<KnownOption>& known);

/// "instance, n_l" -> its names, without the spaces around them.
std::vector<std::string> names_in(const std::string& list);

/// The answer to the block's SQL. An Error of the query becomes one that names the page and the line in it.
Table answer_of(const Page& page, const SqlBlock& block, const Query& query);

/// The index of the column called `name`. Throws Error at `where` with the names that exist.
std::size_t column_index(const Table& table, const std::string& name, const Place& where);

/// One past the last row that has the same values as `first` in the columns of `each`.
std::size_t end_of_group(const Table& table, const std::vector<std::size_t>& each, std::size_t first);

/// `line` with the values of that row in words, marks included; in Markdown the values, in HTML all of it escaped.
std::string filled_line(const Template& line, const Table& table, std::size_t row, Format format);

}  // namespace warpledger
