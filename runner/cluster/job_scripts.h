#pragma once

#include <string>
#include <vector>

#include "cluster/campaign_folder.h"
#include "cluster/sbatch_lines.h"

namespace warpledger {

struct JobRequest : SlurmJob {
  ClusterCampaign campaign;
  std::vector<std::string> run_options;  ///< for `warpledger run`: --set, --seed, ...
};

struct ClassJob : SlurmJob {
  std::string job_name;  ///< unique to the class
  std::string experiment;
  std::string submissions;  ///< absolute
  std::int64_t gpus = 1;
  std::vector<std::string> grade_options;  ///< for `warpledger grade`: --device, ...
};

/// Returns the script of the job array. A task measures on its node's disk and copies its ledger to the folder after
/// each experiment and when Slurm stops it; a restarted task resumes from that copy.
///
/// Throws Error if a value cannot be written in an #SBATCH line.
std::string run_script(const JobRequest& request);

/// Returns the script that merges the tasks' ledgers and prints what is missing. Throws like run_script().
std::string merge_script(const JobRequest& request);

/// Returns the script that grades a class in one job: a grading is one session. It copies ledgers as task 1, and merges
/// them into class.db unless Slurm stops it. Throws like run_script().
std::string class_script(const ClassJob& job);

}  // namespace warpledger
