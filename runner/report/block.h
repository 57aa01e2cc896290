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
  std::size_t value_at = 0;  ///< byte offset in the line
};

struct KnownOption {
  std::string_view name;
  bool has_value = true;
  bool repeatable = false;
};

/// Options are the comment lines before the SQL. Throws Error for one that is unknown, repeated, or has or lacks a
/// value incorrectly.
std::vector<BlockOption> block_options(const Page& page, const SqlBlock& block, const std::vector<KnownOption>& known);

/// Splits "instance, n_l".
std::vector<std::string> names_in(const std::string& list);

/// An Error names the page and the line.
Table answer_of(const Page& page, const SqlBlock& block, const Query& query);

/// Throws Error at `where` with the existing names.
std::size_t column_index(const Table& table, const std::string& name, const Place& where);

/// Returns the end of the rows that equal `first` in the columns of `each`.
std::size_t end_of_group(const Table& table, const std::vector<std::size_t>& each, std::size_t first);

/// Fills a line, including marks. Escapes values for Markdown, the line for HTML.
std::string filled_line(const Template& line, const Table& table, std::size_t row, Format format);

}  // namespace warpledger
