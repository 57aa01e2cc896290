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

/// What a plot makes of a column.
enum class PlotUse {
  number,  ///< a place on an axis
  time,    ///< the same, of a date "2026-11-21" or a time "2026-11-21 10:30:00", UTC
  any,     ///< the same, of a number or a text
  words,   ///< a name; of several columns, all of them
  limit,   ///< a line that the points are compared with
  event,   ///< a mark at the row's time, with the column's text; none where it is NULL
};

/// An option of a plot that names columns.
struct PlotRole {
  std::string_view option;
  PlotUse use = PlotUse::number;
  bool required = true;
  bool repeatable = false;
  bool may_be_log = false;
};

/// A kind of plot and its options; docs/write-a-report.md says what each looks like.
struct PlotKind {
  std::string_view name;
  std::vector<PlotRole> roles;
};

/// Of any kind of block but table and text.
const PlotKind& plot_kind(SqlBlock::Kind kind);

/// A block that asks for a plot, with its options checked as far as they can be without the query's answer.
struct PlotRequest {
  const SqlBlock& block;
  const PlotKind& kind;
  std::vector<BlockOption> options;
};

/// Throws Error for an unknown option, one without its value, and one that is needed and not given.
PlotRequest plot_request(const Page& page, const SqlBlock& block);

/// An option of the plot, with its columns looked up in the answer.
struct PlotColumns {
  PlotRole role;
  std::vector<std::size_t> columns;
  Place where;
  bool log = false;
};

/// What a plot's options ask for.
struct PlotLayout {
  std::vector<PlotColumns> roles;  ///< those that are given
  std::vector<std::size_t> each;   ///< a new plot begins whenever one of these columns changes
  std::optional<Template> heading;
  bool unless_empty = false;
};

/// Throws Error for an option that names a column that `table`, the block's answer, does not have.
PlotLayout plot_layout(const Page& page, const PlotRequest& request, const Table& table);

/// The plots of a block as HTML figures, each with its data for pages/plots.js and a line that says which rows are not
/// drawn and why. With "unless empty", plots with nothing to draw are left out. Throws Error with a place in the
/// page.
std::string render_plot_block(const Page& page, const PlotRequest& request, const Query& query);

}  // namespace warpledger
