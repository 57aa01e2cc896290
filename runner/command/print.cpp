#include "command/print.h"

#include <iostream>

#include "base/text.h"
#include "command/terminal.h"
#include "report/render_table.h"

namespace warpledger {

void print_table(const Table& table) {
  std::cout << render_table(table, Format::text, line_width(STDOUT_FILENO)) << std::flush;
}

void print_text(std::string_view text) {
  std::cout << wrap_lines(printable(text), line_width(STDOUT_FILENO)) << std::flush;
}

Console messages() { return {std::cerr, takes_escape_codes(STDERR_FILENO), line_width(STDERR_FILENO)}; }

}  // namespace warpledger
