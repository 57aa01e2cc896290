#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cluster/campaign_folder.h"

namespace warpledger {

struct SubmittedJobs {
  std::string tasks;  ///< id of the job array
  std::string merge;  ///< id of the job that merges ledgers after all tasks have ended
};

/// Submits `tasks`, or all if empty. Throws Error with sbatch's message.
SubmittedJobs submit(const std::string& folder, const ClusterCampaign& campaign,
                     const std::vector<std::int64_t>& tasks = {});

/// Returns the job's id. Throws like submit().
std::string submit_class(const std::string& folder);

/// "3,5-7", as --array takes it.
std::string array_of(const std::vector<std::int64_t>& tasks);

}  // namespace warpledger
