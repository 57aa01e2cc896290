#pragma once

#include <string>

#include "base/text_width.h"
#include "model/table.h"
#include "report/format.h"

namespace warpledger {

/// A query's answer, or any table of that shape, drawn whole: a line of headings, then a line a row. A column named
/// "group | name" stands under a group heading. `width` is the terminal's, for text.
std::string render_table(const Table& table, Format format, const LineWidth& width);

}  // namespace warpledger
