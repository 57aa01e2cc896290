#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "cluster/campaign_folder.h"

namespace warpledger {

struct SlurmQueue {
  std::map<std::int64_t, std::string> states;  ///< of unfinished tasks: "RUNNING", "PENDING (Priority)"
  std::string why_unknown;                     ///< why Slurm could not be queried; empty: it answered
};

/// Runs squeue, or sacct if that fails: sites may allow only one of them.
SlurmQueue ask_slurm(const ClusterCampaign& campaign);

/// Parses squeue's lines "TASK|STATE|REASON".
std::map<std::int64_t, std::string> tasks_in_squeue(const std::string& answer);

/// Parses sacct's lines "JOB_TASK|STATE" or "JOB_[1-3,7%2]|PENDING"; the last line of a task counts. Omits finished
/// tasks.
std::map<std::int64_t, std::string> tasks_in_sacct(const std::string& answer);

}  // namespace warpledger
