#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpledger {

struct ClusterExperiment {
  std::string given;     ///< name or absolute path
  std::string name;      ///< in ledgers
  std::string campaign;  ///< UUID shared by its runs
};

/// Experiments measured by the tasks of a Slurm job array: task I of N has shard I/N of each.
///
/// The campaign's folder is visible to all nodes. campaign.json never changes: Slurm knows the running tasks by the
/// job's name, and the ledgers know what is measured. Each start of a task writes a separate
/// ledgers/TASK.JOB.RESTARTS.db; all.db is the merged ledger.
struct ClusterCampaign {
  std::string job_name;     ///< "warpledger-1a2b3c4d", unique to the campaign
  std::string created_utc;  ///< 2024-02-29T12:34:56.789Z
  std::int64_t tasks = 1;
  std::optional<std::int64_t> array_limit;  ///< max. running tasks; absent: Slurm's limit
  std::vector<ClusterExperiment> experiments;
};

inline constexpr std::int64_t kMostTasks = 1000;  ///< Slurm's default MaxArraySize

/// Throws Error if `folder` is not writable or has a campaign.
void write_campaign(const std::string& folder, const ClusterCampaign& campaign);

/// Throws Error if `folder` has no valid campaign.json.
ClusterCampaign read_campaign(const std::string& folder);

struct TaskLedger {
  std::string path;
  std::int64_t task = 0;
};

/// Returns ledgers by task, older ones first; ignores files with other names.
std::vector<TaskLedger> task_ledgers(const std::string& folder, const ClusterCampaign& campaign);

std::string merged_ledger(const std::string& folder);

}  // namespace warpledger
