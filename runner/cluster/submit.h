#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cluster/campaign_folder.h"

namespace warpledger {

struct SubmittedJobs {
  std::string tasks;  ///< id of the job array
  std::string merge;  ///< id of the job that merges its results once all tasks have ended, for whatever reason
};

/// Submits the scripts of a campaign's folder for `tasks`, or for all if there are none. Throws Error with sbatch's
/// message.
SubmittedJobs submit(const std::string& folder, const ClusterCampaign& campaign,
                     const std::vector<std::int64_t>& tasks = {});

/// Submits the script of a class's folder and returns the job's id. Throws like submit().
std::string submit_class(const std::string& folder);

/// "3,5-7", as --array takes it.
std::string array_of(const std::vector<std::int64_t>& tasks);

}  // namespace warpledger
