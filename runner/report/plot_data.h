#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "model/table.h"
#include "report/legend.h"
#include "report/plot_request.h"

namespace warpledger {

/// One plot's data, as pages/plots.js reads it, and what of the rows is not in it.
///
///     {"kind": "line",
///      "x": {"name": "wp", "label": "warps of a block", "log": true}, "y": {...}, "series": {...},
///      "rows": [{"x": 4, "y": 25.1, "series": "norm_base<4>", "source": "", "tip": "wp: 4\nt/µs: 25.1"}, ...],
///      "limits": [{"role": "roof", "name": "FP32 peak: 30.2", "value": 30.24}],
///      "events": [{"role": "note", "x": 1763719200000, "text": "new driver"}]}
///
/// `source` is that of report/legend.h; times are milliseconds since 1970. Rows of a heat map have the value's words,
/// too:
/// {"x": 4, "y": "norm_base<4>", "value": 1.03, "words": "1.0~", ...}.
struct PlotData {
  std::string json;              ///< a text
  std::size_t drawn = 0;         ///< rows that are in it
  std::size_t absent = 0;        ///< rows without one of the numbers
  std::size_t not_positive = 0;  ///< rows with a number that a logarithmic axis has no place for
};

/// Of the rows [first, end) of `table`. Throws Error at the option whose column holds what the plot cannot take, and
/// for a heat map with two rows in one cell.
PlotData plot_data(std::string_view kind, const PlotLayout& layout, const Table& table,
                   const std::vector<Meaning>& meanings, std::size_t first, std::size_t end);

/// A cell as a place on an axis: a number, for a time the milliseconds since 1970, null when it is absent or not
/// finite. Throws Error at `where` when the cell is something else than `use` takes.
nlohmann::json plot_value(const Cell& cell, PlotUse use, const Place& where);

}  // namespace warpledger
