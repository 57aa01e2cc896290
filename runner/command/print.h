#pragma once

#include <string_view>

#include "model/table.h"
#include "run/console.h"

namespace warpledger {

/// A table on standard output, no wider than the terminal.
void print_table(const Table& table);

/// printable() `text` on standard output, its lines no wider than the terminal.
void print_text(std::string_view text);

/// Standard error: what a person is told beside the answer.
Console messages();

}  // namespace warpledger
