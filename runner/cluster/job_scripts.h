#pragma once

#include <string>
#include <vector>

#include "cluster/campaign_folder.h"
#include "cluster/sbatch_lines.h"

namespace warpledger {

/// What the scripts of a campaign are made of.
struct JobRequest : SlurmJob {
  ClusterCampaign campaign;
  std::vector<std::string> run_options;  ///< of `warpledger run`: --set, --seed, ...
};

/// What the script of a class is made of.
struct ClassJob : SlurmJob {
  std::string job_name;  ///< of no other class
  std::string experiment;
  std::string submissions;  ///< absolute
  std::int64_t gpus = 1;
  std::vector<std::string> grade_options;  ///< of `warpledger grade`: --device, ...
};

/// The job array: each task measures its shards on its node's disk, brings the ledger home when an experiment is done
/// and when Slurm stops it, and goes on with what it brought home when it starts again.
///
/// Throws Error where a value cannot stand in an #SBATCH line.
std::string run_script(const JobRequest& request);

/// The job after it: merges what the tasks brought home and says what is missing. Throws the same.
std::string merge_script(const JobRequest& request);

/// The one job that grades a class: all its GPUs share it, since a grading is one session with its seeds and its
/// references. Its ledgers come home as those of a task 1, and are merged into class.db when it ends by itself. Throws
/// the same.
std::string class_script(const ClassJob& job);

}  // namespace warpledger
