#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cluster/campaign_folder.h"
#include "store/run_info.h"

namespace warpledger {

/// How far a task is with its shard of an experiment.
struct ShardState {
  std::int64_t planned = 0;  ///< points
  std::int64_t recorded = 0;
  std::int64_t not_ok = 0;  ///< of the recorded ones
  bool begun = false;       ///< else nothing is known of it, not even `planned`

  bool whole() const { return begun && recorded >= planned; }
};

/// How far a campaign is, by its ledgers.
class CampaignState {
 public:
  explicit CampaignState(ClusterCampaign campaign);

  /// Adds what the ledger at `path` says. Ledgers may say the same in part. Throws Error where it cannot be read.
  void add_ledger(const std::string& path, const std::string& schema_folder);

  /// Of task 1 to campaign.tasks and an experiment of the campaign, by its place.
  ShardState shard(std::int64_t task, std::size_t experiment) const;
  /// Whether every shard of the task is whole.
  bool is_whole(std::int64_t task) const;
  /// Ascending.
  std::vector<std::int64_t> unfinished_tasks() const;
  /// Points of the experiment's plan; nothing when none of its shards is begun.
  std::optional<std::int64_t> plan_points(std::size_t experiment) const;

  /// Where tasks measured something else than the others, because a file was changed between their starts: "few: task 2
  /// measured another kernels/saxpy/saxpy.cu than task 1".
  const std::set<std::string>& mixtures() const { return mixtures_; }

  /// "5 of 8 tasks finished; 1 410 of 2 240 points, 3 of them not ok"
  std::string text() const;

  const ClusterCampaign& campaign() const { return campaign_; }

 private:
  struct Shard {
    std::int64_t planned = -1;  ///< of the run that began it, which planned the most; -1: none has
    std::set<std::int64_t> points;
    std::set<std::int64_t> not_ok;
  };
  void add(const StoredRun& run);
  void compare_with_first(const StoredRun& run, std::size_t experiment, std::int64_t task);

  ClusterCampaign campaign_;
  std::vector<std::vector<Shard>> shards_;  ///< by experiment, then task - 1
  std::vector<std::optional<std::int64_t>> plan_points_;
  struct First {
    StoredRun run;  ///< without its points
    std::int64_t task = 0;
  };
  std::vector<std::optional<First>> first_;  ///< by experiment
  std::set<std::string> mixtures_;
};

/// What was found in a campaign's folder.
struct FolderState {
  CampaignState state;
  std::vector<std::string> damaged;  ///< ledgers that cannot be read, and why
};

/// Reads every ledger that the tasks brought home, and what was merged.
FolderState state_of_folder(const std::string& folder);

/// By what was merged alone.
CampaignState state_of_merged(const std::string& folder);

}  // namespace warpledger
