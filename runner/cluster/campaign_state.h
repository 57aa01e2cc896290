#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cluster/campaign_folder.h"
#include "store/run_info.h"

namespace warpledger {

/// Progress of a task's shard of an experiment.
struct ShardState {
  std::int64_t planned = 0;  ///< points
  std::int64_t recorded = 0;
  std::int64_t not_ok = 0;  ///< of the recorded ones
  bool begun = false;       ///< if false, `planned` is unknown

  bool whole() const { return begun && recorded >= planned; }
};

/// Progress of a campaign in its ledgers.
class CampaignState {
 public:
  explicit CampaignState(ClusterCampaign campaign);

  /// Ledgers may overlap. Throws Error if the ledger cannot be read.
  void add_ledger(const std::string& path, const std::string& schema_folder);

  /// Returns the progress of `task`, from 1, with the experiment of that index.
  ShardState shard(std::int64_t task, std::size_t experiment) const;
  /// True if all shards of the task are complete.
  bool is_whole(std::int64_t task) const;
  /// Returns tasks in ascending order.
  std::vector<std::int64_t> unfinished_tasks() const;
  /// Points in the experiment's plan; absent before any shard has begun.
  std::optional<std::int64_t> plan_points(std::size_t experiment) const;

  /// Tasks with different inputs: "few: task 2 measured another kernels/saxpy/saxpy.cu than task 1".
  const std::set<std::string>& mixtures() const { return mixtures_; }

  /// "5 of 8 tasks finished; 1 410 of 2 240 points, 3 of them not ok"
  std::string text() const;

  const ClusterCampaign& campaign() const { return campaign_; }

 private:
  struct Shard {
    std::int64_t planned = -1;  ///< maximum over its runs; -1: not begun
    std::set<std::int64_t> points;
    std::set<std::int64_t> not_ok;
  };
  void add(const StoredRun& run);
  void compare_with_first(const StoredRun& run, std::size_t experiment, std::int64_t task);

  ClusterCampaign campaign_;
  std::vector<std::vector<Shard>> shards_;  ///< by experiment, then task - 1
  std::vector<std::optional<std::int64_t>> plan_points_;
  struct First {
    StoredRun run;
    std::int64_t task = 0;
  };
  std::vector<std::optional<First>> first_;  ///< by experiment
  std::set<std::string> mixtures_;
};

struct FolderState {
  CampaignState state;
  std::vector<std::string> damaged;  ///< unreadable ledgers with reasons
};

/// Reads the tasks' ledgers and the merged one.
FolderState state_of_folder(const std::string& folder);

/// Reads only the merged ledger.
CampaignState state_of_merged(const std::string& folder);

}  // namespace warpledger
