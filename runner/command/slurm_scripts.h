#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cluster/submit.h"
#include "command/experiment_run.h"

namespace warpledger {

struct SlurmArguments : ExperimentOptions {
  std::vector<std::string> experiments;
  std::string gpus, partition, time, output;
  std::optional<std::int64_t> array_limit;
  std::string lock_clocks_mhz;
  std::string ledger = "results.db";    ///< of earlier runs, for estimating task times
  std::string submissions, pseudonyms;  ///< of a class to grade; empty: run experiments
  bool submit = false;
  std::string status, retry, merge;  ///< campaign folders; empty: not requested
};

/// Writes the scripts of a campaign or of a class to grade, submits them if requested and returns the exit code.
int write_scripts(const SlurmArguments& options);

/// Prints the jobs that a campaign in `folder` has now.
void tell_submitted(const SubmittedJobs& jobs, const std::string& folder);

}  // namespace warpledger
