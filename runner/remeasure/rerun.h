#pragma once

#include <optional>
#include <string>

#include "base/text_width.h"
#include "run/record_run.h"

namespace warpledger {

struct RerunRequest {
  std::string run = "latest";   ///< "latest", "latest~1", the start of a run's UUID
  std::string device = "auto";  ///< as for `compare`
  std::string ledger = "results.db";
  std::optional<unsigned int> lock_clocks_mhz;  ///< as in RunOptions
  std::string command_line;
  bool quiet = false;
};

/// Measures a run again, as a new run that refers to it (remeasure/run_to_repeat.h). Uses the installed metric groups,
/// because the ledger has only lists of counters. Reports other counters and points.
RunEnd rerun(const RerunRequest& request, const Console& console);

RunEnd resume_run_or_rerun(const RunOptions& options, const Console& console);

}  // namespace warpledger
