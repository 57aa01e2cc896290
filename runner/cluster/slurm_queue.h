#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "cluster/campaign_folder.h"

namespace warpledger {

/// What Slurm says of the tasks of a campaign.
struct SlurmQueue {
  std::map<std::int64_t, std::string> states;  ///< of tasks that are not over: "RUNNING", "PENDING (Priority)"
  std::string why_unknown;                     ///< why Slurm could not be asked; empty: it was
};

/// Asks squeue, once, and where that cannot be asked sacct: sites allow one, the other, or both.
SlurmQueue ask_slurm(const ClusterCampaign& campaign);

/// The tasks of an answer of squeue in lines "TASK|STATE|REASON".
std::map<std::int64_t, std::string> tasks_in_squeue(const std::string& answer);

/// The tasks of an answer of sacct in lines "JOB_TASK|STATE" or "JOB_[1-3,7%2]|PENDING" that are not over. A later line
/// of a task counts.
std::map<std::int64_t, std::string> tasks_in_sacct(const std::string& answer);

}  // namespace warpledger
