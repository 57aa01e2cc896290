#include "run/shard_run.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "plan/shard.h"
#include "run/resume.h"
#include "run/run_changes.h"
#include "spec/library.h"

namespace warpledger {
namespace {

/// A campaign's points are compared, so devices and settings must be identical.
void refuse_another_campaign(const StoredRun& run, const RunInfo& now) {
  const std::string name = fmt::format("shard {} of campaign {}", run.shard, run.campaign);
  if (run.device.name != now.device.name)
    throw Error(fmt::format("{} was begun on {}, not on {}", name, run.device.name, now.device.name),
                "go on with it on a GPU of that model (in Slurm: --gpus MODEL:N), or begin another campaign");
  if (run.device.facts != now.device.facts)
    throw Error(fmt::format("{} was begun on {} that is set up in another way than this one", name, run.device.name),
                "compare `warpledger devices` of both: their memory, MIG slices and clocks must agree");
  if (run.settings_json != now.settings_json)
    throw Error(fmt::format("{} was begun with other settings\n  then: {}\n  now:  {}", name, run.settings_json,
                            now.settings_json),
                "repeat the command that began it, or begin another campaign");
}

/// Shards of another partition would repeat or omit points.
void refuse_another_partition(const StoredRun& run, const Shard& shard) {
  const std::int64_t count = parse_shard(run.shard, "shard").count;
  if (count != shard.count)
    throw Error(
        fmt::format("campaign {} is in {} shards of {}, not {}", run.campaign, count, run.experiment, shard.count),
        fmt::format("write --shard I/{}, or begin another campaign", count));
}

/// All shards of a campaign must have the same plan.
void refuse_other_than_begun(const std::vector<StoredRun>& runs, const Shard& shard, const Opened& opened,
                             const Plan& plan, const RunInfo& now) {
  for (const StoredRun& run : runs) {
    refuse_another_partition(run, shard);
    refuse_changed_texts(run, opened.experiment);
    refuse_another_campaign(run, now);
    refuse_changed_plan(run, plan);
  }
}

}  // namespace

RunEnd run_shard(const RunOptions& options, const Console& console) {
  const Shard shard = parse_shard(options.place.shard, "--shard");
  LedgerWriter ledger(options.ledger, schema_folder(find_paths().roots));
  Opened opened = open_experiment(options);
  Device device = described(*opened.worker);
  const auto clocks = locked_clocks(options.lock_clocks_mhz, device);
  const Plan plan = make_plan(opened.experiment, device);
  const std::vector<std::int64_t> ordinals = ordinals_of(plan, shard);
  const RunInfo now = describe_run(options, opened.experiment, plan, device, plan.size());
  refuse_other_than_begun(ledger.runs_of_shard(options.place.campaign, "", opened.experiment.name), shard, opened, plan,
                          now);
  const std::vector<StoredRun> runs =
      ledger.runs_of_shard(options.place.campaign, options.place.shard, opened.experiment.name);
  std::vector<std::int64_t> left = ordinals_left(ordinals, runs);
  if (ordinals.empty())
    console.tell(fmt::format("shard {} is empty: {} has {} point{}\n", options.place.shard, opened.experiment.name,
                             with_thousands(plan.size()), plan.size() == 1 ? "" : "s"));
  const bool goes_on =
      !runs.empty() && runs.back().outcome != "finished" && (runs.back().device.uuid == device.uuid || left.empty());
  if (goes_on) {
    StoredRun newest = ledger.claim_run(runs.back().uuid);
    return go_on(options, {opened, device, plan}, std::move(newest), std::move(ledger), console);
  }
  if (runs.empty() || !left.empty())
    return run_points(options, {opened, device, plan}, std::move(ledger), std::move(left), console);
  console.tell(fmt::format("shard {} is finished: all of its {} points are recorded\n", options.place.shard,
                           with_thousands(static_cast<std::int64_t>(ordinals.size()))));
  RunEnd end;
  end.run = runs.back().uuid;
  end.experiment = opened.experiment.name;
  end.device = device.name;
  end.planned = static_cast<std::int64_t>(ordinals.size());
  end.complete = end.was_done = true;
  for (const StoredRun& one : runs) end.not_ok += not_ok_of(one);
  return end;
}

}  // namespace warpledger
