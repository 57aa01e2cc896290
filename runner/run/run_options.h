#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "spec/library.h"
#include "spec/overrides.h"

namespace warpledger {

/// What a run, a plan and a launch take: an experiment, a device, what to change, and whose kernels.
struct ExperimentOptions {
  std::string experiment;
  std::string submission;       ///< path of the submission that kernels are taken from; empty: none
  std::string submission_name;  ///< in place of the submission's own; empty: that one
  std::string device = "auto";
  Overrides overrides;
  std::uint64_t seed = 1;  ///< of the inputs
  bool untrusted = false;  ///< the kernels are untrusted code, even without a submission

  /// Whether the code is confined and its results are checked harder.
  bool runs_untrusted_code() const { return untrusted || !submission.empty(); }
};

/// What a run is asked for.
struct RunOptions : ExperimentOptions {
  std::string ledger = "results.db";
  std::optional<std::string> resume;  ///< "latest" or the start of the run's UUID; absent: a new run
  std::string command_line;
  bool quiet = false;  ///< no progress is shown
};

/// How a run ended that was begun or resumed.
struct RunEnd {
  std::string run;  ///< UUID
  std::string experiment;
  std::string device;             ///< its name
  std::int64_t planned = 0;       ///< points
  std::int64_t not_ok = 0;        ///< points, those that were recorded before a resume included
  bool complete = false;          ///< no point is left
  double profiling_s = 0;         ///< for counters
  Library library = Library({});  ///< with the data of the experiment's own folder

  bool all_ok() const { return complete && not_ok == 0; }
};

}  // namespace warpledger
