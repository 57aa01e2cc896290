#include "command/run_end.h"

#include <fmt/format.h>

#include <iostream>

#include "command/command.h"
#include "command/terminal.h"
#include "ledger/run_page.h"
#include "run/resume.h"

namespace warpledger {

int tell_end(const RunEnd& end, const std::string& ledger) {
  if (!end.complete) std::cerr << fmt::format("interrupted; resume it with: {}\n", resume_command(ledger, end.run));
  return end.all_ok() ? kAllOk : kSomePointFailed;
}

void print_report(const RunEnd& end, const std::string& ledger) {
  std::cout << report_of_run({ledger, end.run, "", Format::text, line_width(STDOUT_FILENO)}, end.library) << std::flush;
}

}  // namespace warpledger
