#pragma once

#include <string>

#include "model/table.h"
#include "report/format.h"
#include "report/report.h"

namespace warpledger {

/// Lines that say what the marks in `table` mean and which models gave the numbers, after an empty line; empty when
/// nothing is marked, and for CSV. In HTML a list.
std::string legend_of(const Table& table, const Query& query, Format format);

}  // namespace warpledger
