#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/table.h"
#include "report/block.h"
#include "report/page.h"
#include "report/report.h"

namespace warpledger {

/// Use of a column in a plot.
enum class PlotUse {
  number,  ///< position on an axis
  time,    ///< position of a date "2026-11-21" or time "2026-11-21 10:30:00" in UTC
  any,     ///< position of a number or a text
  words,   ///< a name, made of one or more columns
  limit,   ///< a reference line
  event,   ///< a mark at the row's time with the column's text; none for NULL
};

/// An option of a plot that names columns.
struct PlotRole {
  std::string_view option;
  PlotUse use = PlotUse::number;
  bool required = true;
  bool repeatable = false;
  bool may_be_log = false;
};

/// A kind of plot and its options; see docs/write-a-report.md.
struct PlotKind {
  std::string_view name;
  std::vector<PlotRole> roles;
};

/// For any kind of block except table and text.
const PlotKind& plot_kind(SqlBlock::Kind kind);

/// A block with a plot; its options are checked as far as possible without the query's answer.
struct PlotRequest {
  const SqlBlock& block;
  const PlotKind& kind;
  std::vector<BlockOption> options;
};

/// Throws Error for an option that is unknown, lacks its value, or is required and missing.
PlotRequest plot_request(const Page& page, const SqlBlock& block);

/// An option of the plot with its columns in the answer.
struct PlotColumns {
  PlotRole role;
  std::vector<std::size_t> columns;
  Place where;
  bool log = false;
};

/// Resolved options of a plot.
struct PlotLayout {
  std::vector<PlotColumns> roles;  ///< those that are given
  std::vector<std::size_t> each;   ///< a new plot begins when one of these columns changes
  std::optional<Template> heading;
  bool unless_empty = false;
};

/// Throws Error for an option that names a column that `table`, the block's answer, does not have.
PlotLayout plot_layout(const Page& page, const PlotRequest& request, const Table& table);

/// Renders the plots of a block as HTML figures, each with its data for pages/plots.js and a line that explains which
/// rows are not drawn. With "unless empty", omits plots with nothing to draw. Throws Error with a place in the page.
std::string render_plot_block(const Page& page, const PlotRequest& request, const Query& query);

}  // namespace warpledger
