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
  std::string ledger = "results.db";    ///< of earlier runs
  std::string submissions, pseudonyms;  ///< empty: run experiments
  bool submit = false;
  std::string status, retry, merge;  ///< folders of campaigns; empty: not requested
};

/// Writes the scripts, submits them if requested and returns the exit code.
int write_scripts(const SlurmArguments& options);

void tell_submitted(const SubmittedJobs& jobs, const std::string& folder);

}  // namespace warpledger
