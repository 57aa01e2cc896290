#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpledger {

struct ClusterExperiment {
  std::string given;     ///< a name or an absolute path
  std::string name;      ///< name in ledgers
  std::string campaign;  ///< UUID shared by its runs
};

/// Experiments that the tasks of a Slurm job array measure: task I of N has shard I/N of each.
///
/// The campaign lives in a folder that all nodes see. campaign.json is written once and never changed; Slurm knows
/// which tasks are running, by the job's name, and the ledgers know what is measured. A task copies its ledger to
/// ledgers/TASK.JOB.RESTARTS.db, which no other start of it writes to. all.db is the merged ledger.
struct ClusterCampaign {
  std::string job_name;     ///< "warpledger-1a2b3c4d", unique to the campaign
  std::string created_utc;  ///< 2024-02-29T12:34:56.789Z
  std::int64_t tasks = 1;
  std::optional<std::int64_t> array_limit;  ///< max. tasks that run at the same time; absent: Slurm's limit
  std::vector<ClusterExperiment> experiments;
};

inline constexpr std::int64_t kMostTasks = 1000;  ///< Slurm's default MaxArraySize

/// Throws Error if `folder` is not writable or already has a campaign.
void write_campaign(const std::string& folder, const ClusterCampaign& campaign);

/// Throws Error if `folder` has no campaign, or a campaign.json that write_campaign() did not write.
ClusterCampaign read_campaign(const std::string& folder);

/// A ledger that a task copied to the folder.
struct TaskLedger {
  std::string path;
  std::int64_t task = 0;
};

/// Returns the tasks' ledgers by task, older ones first; ignores files with other names.
std::vector<TaskLedger> task_ledgers(const std::string& folder, const ClusterCampaign& campaign);

/// Path of the merged ledger.
std::string merged_ledger(const std::string& folder);

}  // namespace warpledger
