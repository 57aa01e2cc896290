#include "command/print.h"

#include <iostream>

#include "command/surroundings.h"
#include "report/render_table.h"

namespace warpledger {

void print_table(const Table& table) { std::cout << render_table(table, Format::text, terminal_width()) << std::flush; }

}  // namespace warpledger
