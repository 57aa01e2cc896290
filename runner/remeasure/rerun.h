#pragma once

#include <optional>
#include <string>

#include "base/text_width.h"
#include "run/record_run.h"

namespace warpledger {

/// What to measure again.
struct RerunRequest {
  std::string run = "latest";   ///< "latest", "latest~1", the start of a run's UUID
  std::string device = "auto";  ///< "auto": the run's own
  std::string ledger = "results.db";
  std::optional<unsigned int> lock_clocks_mhz;  ///< as in RunOptions
  std::string command_line;
  bool quiet = false;
};

/// Measures a run of the ledger again, as a new run that names it (remeasure/run_to_repeat.h). Only metric groups are
/// the program's, since the ledger has their counters as a list: a list that is another one now is told, and so are
/// points that the device or the program make other ones.
RunEnd rerun(const RerunRequest& request, const Console& console);

/// resume_run(), also of what rerun() began.
RunEnd resume_run_or_rerun(const RunOptions& options, const Console& console);

}  // namespace warpledger
