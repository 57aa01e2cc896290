#include "command/run_end.h"

#include <fmt/format.h>

#include <iostream>

#include "command/command.h"
#include "command/show_report.h"
#include "command/terminal.h"
#include "run/resume_command.h"

namespace warpledger {

int tell_end(const RunEnd& end, const std::string& ledger) {
  if (!end.complete) std::cerr << fmt::format("interrupted; go on with the run: {}\n", resume_command(ledger, end.run));
  return end.all_ok() ? kAllOk : kSomePointFailed;
}

void print_report(const RunEnd& end, const std::string& ledger) {
  std::cout << report_of_run({ledger, end.run, "", Format::text, line_width(STDOUT_FILENO)}, end.library) << std::flush;
}

}  // namespace warpledger
