#pragma once

#include <optional>
#include <string>

#include "base/text_width.h"
#include "run/record_run.h"

namespace warpledger {

struct RerunRequest {
  std::string run = "latest";   ///< "latest", "latest~1", the start of a run's UUID
  std::string device = "auto";  ///< "auto": the run's own
  std::string ledger = "results.db";
  std::optional<unsigned int> lock_clocks_mhz;  ///< as in RunOptions
  std::string command_line;
  bool quiet = false;
};

/// Measures a run of the ledger again, as a new run that refers to it (remeasure/run_to_repeat.h). Metric groups are
/// the installed ones, because the ledger has only their counters. Reports differences of these counters, and points
/// that changed with the device or the program.
RunEnd rerun(const RerunRequest& request, const Console& console);

/// Resumes a run, also one from rerun().
RunEnd resume_run_or_rerun(const RunOptions& options, const Console& console);

}  // namespace warpledger
