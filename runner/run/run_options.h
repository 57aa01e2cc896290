#pragma once

#include <optional>
#include <string>

#include "run/experiment_options.h"

namespace warpledger {

/// What a run is asked for.
struct RunOptions : ExperimentOptions {
  std::string ledger = "results.db";
  std::optional<std::string> resume;  ///< "latest" or how the run's UUID begins; absent: a new run
  std::string command_line;
  bool quiet = false;  ///< nobody is told how it goes
};

/// How a run ended that was begun or resumed.
struct RunEnd {
  std::string run;  ///< UUID
  std::string experiment;
  std::string device;             ///< its name
  std::int64_t planned = 0;       ///< points
  std::int64_t not_ok = 0;        ///< points, those that were recorded before a resume included
  bool complete = false;          ///< no point is left
  double counting_s = 0;          ///< for counters
  Library library = Library({});  ///< with the data of the experiment's own folder

  bool all_ok() const { return complete && not_ok == 0; }
};

}  // namespace warpledger
