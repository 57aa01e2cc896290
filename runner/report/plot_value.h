#pragma once

#include <nlohmann/json_fwd.hpp>

#include "model/table.h"
#include "report/plot_kind.h"

namespace warpledger {

/// A cell as a place on an axis: a number, for a time the milliseconds since 1970, null when it is absent or not
/// finite. Throws Error at `where` when the cell is something else than `use` takes.
nlohmann::json plot_value(const Cell& cell, PlotUse use, const Place& where);

}  // namespace warpledger
