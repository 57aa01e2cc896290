#pragma once

#include "model/table.h"

namespace warpledger {

/// A table on standard output, as wide as the terminal.
void print_table(const Table& table);

}  // namespace warpledger
