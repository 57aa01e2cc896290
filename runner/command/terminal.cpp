#include "command/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <iostream>
#include <string_view>

#include "base/error.h"
#include "base/text.h"
#include "report/draw.h"

namespace warpledger {
namespace {

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

/// 0 if $COLUMNS is not a positive number.
int columns_variable() {
  const std::string_view columns = variable("COLUMNS");
  int width = 0;
  const auto [end, error] = std::from_chars(columns.data(), columns.data() + columns.size(), width);
  const bool whole = error == std::errc() && end == columns.data() + columns.size();
  return whole ? std::max(width, 0) : 0;
}

/// 0 if unknown.
int columns_of_terminal(int descriptor) {
  winsize size{};
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

}  // namespace

LineWidth line_width(int descriptor) {
  const bool terminal = isatty(descriptor) == 1;
  int columns = terminal ? columns_of_terminal(descriptor) : 0;
  if (columns == 0) columns = columns_variable();
  if (columns == 0) return {.is_limit = terminal};
  return {std::clamp(columns, 10, 1000), true};
}

bool takes_escape_codes(int descriptor) {
  const std::string_view kind = variable("TERM");
  return isatty(descriptor) == 1 && !kind.empty() && kind != "dumb" && variable("NO_COLOR").empty();
}

void print_table(const Table& table) {
  std::cout << render_table(table, Format::text, line_width(STDOUT_FILENO)) << std::flush;
}

void print_text(std::string_view text) {
  std::cout << wrap_lines(printable(text), line_width(STDOUT_FILENO)) << std::flush;
}

void require_output() {
  if (!std::cout) throw Error("standard output cannot be written", "check its disk or pipe, or redirect it elsewhere");
}

Console messages() { return {std::cerr, takes_escape_codes(STDERR_FILENO), line_width(STDERR_FILENO)}; }

}  // namespace warpledger
