#pragma once

#include <string>

#include "base/text_width.h"
#include "run/record_run.h"

namespace warpledger {

/// What to measure again.
struct RerunRequest {
  std::string run = "latest";   ///< "latest", "latest~1", the start of a run's UUID
  std::string device = "auto";  ///< "auto": the run's own
  std::string ledger = "results.db";
  std::string command_line;
  bool quiet = false;
};

/// Measures a run of the ledger again, as a new run that names it: the same experiment, family, sources, submission,
/// settings and seed, all by what the ledger keeps, in a folder of its own. Where the working tree stands does not
/// matter. On a host the kernels are taken for untrusted code. Only metric groups are the program's, since the ledger
/// has their counters as a list: a list that is another one now is told, and so are points that the device or the
/// program make other ones. Throws Error for a run of a grading, which does not stand alone, and for one whose files
/// the ledger does not have.
RunEnd rerun(const RerunRequest& request, const Console& console);

}  // namespace warpledger
