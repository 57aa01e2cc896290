#pragma once

#include <optional>
#include <string>

#include "command/experiment_options.h"

namespace warpledger {

/// What `run` takes.
struct RunOptions : ExperimentOptions {
  std::string ledger = "results.db";
  std::optional<std::string> resume;  ///< "latest" or how the run's UUID begins; absent: a new run
  std::string command_line;
  bool quiet = false;
  bool json = false;
  bool shows_report = true;  ///< at the end, unless quiet or json says otherwise
};

}  // namespace warpledger
