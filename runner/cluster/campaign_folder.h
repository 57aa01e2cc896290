#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpledger {

/// One experiment of a campaign on a cluster.
struct ClusterExperiment {
  std::string given;     ///< a name, or an absolute path
  std::string name;      ///< by which ledgers know it
  std::string campaign;  ///< UUID that its runs carry
};

/// Experiments that the tasks of a Slurm job array measure: task I of N has shard I/N of each.
///
/// It lives in a folder that all nodes see. campaign.json is written once and never changed; who is at work is known to
/// Slurm, by the job's name, and what is measured to the ledgers. A task brings its ledger to
/// ledgers/TASK.JOB.RESTARTS.db, which no other start of it writes to; all.db is what was merged.
struct ClusterCampaign {
  std::string job_name;     ///< "warpledger-1a2b3c4d": of no other campaign
  std::string created_utc;  ///< 2024-02-29T12:34:56.789Z
  std::int64_t tasks = 1;
  std::optional<std::int64_t> array_limit;  ///< so many at a time; nothing: as many as Slurm lets
  std::vector<ClusterExperiment> experiments;
};

inline constexpr std::int64_t kMostTasks = 1000;  ///< what Slurm takes unless its MaxArraySize is changed

/// Throws Error when `folder` cannot be written to, or has a campaign already.
void write_campaign(const std::string& folder, const ClusterCampaign& campaign);

/// Throws Error when `folder` has none, or its campaign.json is not as write_campaign() writes it.
ClusterCampaign read_campaign(const std::string& folder);

/// A ledger that a task has brought home.
struct TaskLedger {
  std::string path;
  std::int64_t task = 0;
};

/// The ledgers of the tasks in `folder`, task by task, older ones first. A file whose name no task writes is none.
std::vector<TaskLedger> task_ledgers(const std::string& folder, const ClusterCampaign& campaign);

/// The ledger that they are merged into.
std::string merged_ledger(const std::string& folder);

}  // namespace warpledger
