#pragma once

#include <string>

#include "run/run_options.h"

namespace warpledger {

/// Says how to resume a run that was interrupted; the exit code.
int tell_end(const RunEnd& end, const std::string& ledger);

/// Prints the page that the run's experiment names.
void print_report(const RunEnd& end, const std::string& ledger);

}  // namespace warpledger
