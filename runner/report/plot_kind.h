#pragma once

#include <string_view>
#include <vector>

#include "report/page.h"

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

}  // namespace warpledger
