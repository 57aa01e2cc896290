#pragma once

#include <string>
#include <vector>

#include "cluster/campaign_folder.h"

namespace warpledger {

/// What the scripts of a campaign are made of.
struct JobRequest {
  ClusterCampaign campaign;
  std::string folder;                    ///< of the campaign, absolute
  std::string start_folder;              ///< where the tasks start, absolute
  std::string program;                   ///< warpledger, absolute
  std::string data_path;                 ///< $WARPLEDGER_PATH; empty: it is not set
  std::string gpu;                       ///< "a100", as the site calls it; empty: any
  std::string partition;                 ///< empty: the site's own
  std::string time;                      ///< as Slurm writes it; empty: the partition's own
  std::vector<std::string> run_options;  ///< of `warpledger run`: --set, --seed, ...
};

/// The job array: each task measures its shards on its node's disk, brings the ledger home when an experiment is done
/// and when Slurm stops it, and goes on with what it brought home when it starts again.
///
/// Throws Error where a value cannot stand in an #SBATCH line.
std::string run_script(const JobRequest& request);

/// The job after it: merges what the tasks brought home and says what is missing. Throws the same.
std::string merge_script(const JobRequest& request);

}  // namespace warpledger
