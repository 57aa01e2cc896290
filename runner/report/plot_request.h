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

enum class PlotUse {
  number,  ///< position
  time,    ///< position of "2026-11-21" or "2026-11-21 10:30:00" in UTC
  any,     ///< position of a number or text
  words,   ///< a name of one or more columns
  limit,   ///< reference line
  event,   ///< mark with a text; none for NULL
};

struct PlotRole {
  std::string_view option;
  PlotUse use = PlotUse::number;
  bool required = true;
  bool repeatable = false;
  bool may_be_log = false;
};

/// See docs/write-a-report.md.
struct PlotKind {
  std::string_view name;
  std::vector<PlotRole> roles;
};

/// Returns the kind of plot; `kind` is not a table or text.
const PlotKind& plot_kind(SqlBlock::Kind kind);

/// Options are checked as far as possible without an answer.
struct PlotRequest {
  const SqlBlock& block;
  const PlotKind& kind;
  std::vector<BlockOption> options;
};

/// Throws Error for an unknown option, a missing one and a missing value.
PlotRequest plot_request(const Page& page, const SqlBlock& block);

struct PlotColumns {
  PlotRole role;
  std::vector<std::size_t> columns;
  Place where;
  bool log = false;
};

struct PlotLayout {
  std::vector<PlotColumns> roles;
  std::vector<std::size_t> each;  ///< a change begins a new plot
  std::optional<Template> heading;
  bool unless_empty = false;
};

/// Throws Error for a column that `table`, the answer, does not have.
PlotLayout plot_layout(const Page& page, const PlotRequest& request, const Table& table);

/// Returns HTML figures with data for pages/plots.js, and a line about rows that are not drawn. With "unless empty",
/// omits empty plots. Throws Error with a place in the page.
std::string render_plot_block(const Page& page, const PlotRequest& request, const Query& query);

}  // namespace warpledger
