#pragma once

#include <string_view>

#include "model/table.h"

namespace warpledger {

/// A table on standard output, no wider than the terminal.
void print_table(const Table& table);

/// printable() `text` on standard output, its lines no wider than the terminal.
void print_text(std::string_view text);

/// The same on standard error: what a person is told beside the answer.
void print_message(std::string_view text);

}  // namespace warpledger
