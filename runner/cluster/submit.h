#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cluster/campaign_folder.h"

namespace warpledger {

/// The jobs that were submitted.
struct SubmittedJobs {
  std::string tasks;  ///< id of the job array
  std::string
      merge;  ///< of the job that merges what it brings home, when all of its tasks have ended, however they did
};

/// Submits the scripts of a campaign's folder: these of its tasks, or all when there are none. Throws Error with what
/// sbatch said.
SubmittedJobs submit(const std::string& folder, const ClusterCampaign& campaign,
                     const std::vector<std::int64_t>& tasks = {});

/// Submits the script of a class's folder; the job's id. Throws the same.
std::string submit_class(const std::string& folder);

/// "3,5-7": what --array takes.
std::string array_of(const std::vector<std::int64_t>& tasks);

}  // namespace warpledger
