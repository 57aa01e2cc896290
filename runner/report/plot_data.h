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

/// Data of one plot, as pages/plots.js reads it, and the number of rows that are left out.
///
///     {"kind": "line",
///      "x": {"name": "wp", "label": "warps of a block", "log": true}, "y": {...}, "series": {...},
///      "rows": [{"x": 4, "y": 25.1, "series": "norm_base<4>", "source": "", "tip": "wp: 4\nt/µs: 25.1"}, ...],
///      "limits": [{"role": "roof", "name": "FP32 peak: 30.2", "value": 30.24}],
///      "events": [{"role": "note", "x": 1763719200000, "text": "new driver"}]}
///
/// `source` is that of report/legend.h; times are milliseconds since 1970. Rows of a heat map also have the value in
/// words: {"x": 4, "y": "norm_base<4>", "value": 1.03, "words": "1.0~", ...}.
struct PlotData {
  std::string json;
  std::size_t drawn = 0;         ///< rows in it
  std::size_t absent = 0;        ///< rows without a number
  std::size_t not_positive = 0;  ///< rows that a logarithmic axis cannot show
};

/// Returns the data of rows [first, end). Throws Error at the option whose column has an unsuitable value, and for a
/// heat map with two rows in one cell.
PlotData plot_data(std::string_view kind, const PlotLayout& layout, const Table& table,
                   const std::vector<Meaning>& meanings, std::size_t first, std::size_t end);

/// A time becomes milliseconds since 1970; absent or infinite is null. Throws Error at `where` if the cell does not
/// suit `use`.
nlohmann::json plot_value(const Cell& cell, PlotUse use, const Place& where);

}  // namespace warpledger
