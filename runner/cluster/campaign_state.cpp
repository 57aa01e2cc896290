#include "cluster/campaign_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "plan/shard.h"
#include "spec/library.h"
#include "store/campaign_runs.h"

namespace warpledger {
namespace {

std::optional<std::int64_t> plan_points_of(const StoredRun& run) {
  const nlohmann::json settings = nlohmann::json::parse(run.settings_json, nullptr, false);
  if (!settings.is_object() || !settings.contains("plan_points")) return std::nullopt;
  const nlohmann::json& points = settings["plan_points"];
  return points.is_number_integer() ? std::optional(points.get<std::int64_t>()) : std::nullopt;
}

/// Returns 0 if the run's shard is not one of `tasks` shards.
std::int64_t task_of(const StoredRun& run, std::int64_t tasks) {
  try {
    const Shard shard = parse_shard(run.shard, "shard");
    return shard.count == tasks ? shard.index : 0;
  } catch (const Error&) {
    return 0;
  }
}

std::set<std::string> differing(const StoredRun& a, const StoredRun& b) {
  std::set<std::string> names;
  if (a.experiment_text != b.experiment_text) names.insert(fmt::format("experiments/{}.yaml", a.experiment));
  std::map<std::string, std::string> texts;
  for (const SourceFile& text : a.texts) texts[text.name] = text.text;
  for (const SourceFile& text : b.texts)
    if (const auto other = texts.find(text.name); other != texts.end() && other->second != text.text)
      names.insert(text.name);
  const auto setting = [](const StoredRun& run, const char* key) {
    const nlohmann::json settings = nlohmann::json::parse(run.settings_json, nullptr, false);
    return settings.is_object() ? settings.value(key, nlohmann::json()) : nlohmann::json();
  };
  for (const char* key : {"set", "arguments", "seed"})
    if (setting(a, key) != setting(b, key)) names.insert(fmt::format("'{}' on the command line", key));
  return names;
}

}  // namespace

CampaignState::CampaignState(ClusterCampaign campaign)
    : campaign_(std::move(campaign)),
      shards_(campaign_.experiments.size(), std::vector<Shard>(static_cast<std::size_t>(campaign_.tasks))),
      plan_points_(campaign_.experiments.size()),
      first_(campaign_.experiments.size()) {}

void CampaignState::add_ledger(const std::string& path, const std::string& schema_folder) {
  std::vector<std::string> campaigns;
  for (const ClusterExperiment& one : campaign_.experiments) campaigns.push_back(one.campaign);
  for (const StoredRun& run : runs_of_campaigns(path, schema_folder, campaigns)) add(run);
}

void CampaignState::add(const StoredRun& run) {
  const auto of = std::ranges::find(campaign_.experiments, run.campaign, &ClusterExperiment::campaign);
  const std::int64_t task = task_of(run, campaign_.tasks);
  if (of == campaign_.experiments.end() || task == 0) return;
  const auto experiment = static_cast<std::size_t>(of - campaign_.experiments.begin());
  Shard& shard = shards_[experiment][static_cast<std::size_t>(task - 1)];
  shard.planned = std::max(shard.planned, run.planned_points);
  for (const RecordedPoint& point : run.recorded) {
    shard.points.insert(point.ordinal);
    if (!point.ok) shard.not_ok.insert(point.ordinal);
  }
  if (const auto points = plan_points_of(run)) plan_points_[experiment] = points;
  compare_with_first(run, experiment, task);
}

void CampaignState::compare_with_first(const StoredRun& run, std::size_t experiment, std::int64_t task) {
  if (!first_[experiment]) {
    first_[experiment] = First{run, task};
    first_[experiment]->run.recorded.clear();
    return;
  }
  const auto& [first, first_task] = *first_[experiment];
  for (const std::string& name : differing(first, run))
    mixtures_.insert(fmt::format("{}: task {} measured another {} than task {}: their points do not belong together",
                                 run.experiment, task, name, first_task));
}

ShardState CampaignState::shard(std::int64_t task, std::size_t experiment) const {
  const Shard& shard = shards_.at(experiment).at(static_cast<std::size_t>(task - 1));
  return {.planned = std::max<std::int64_t>(shard.planned, 0),
          .recorded = static_cast<std::int64_t>(shard.points.size()),
          .not_ok = static_cast<std::int64_t>(shard.not_ok.size()),
          .begun = shard.planned >= 0};
}

bool CampaignState::is_whole(std::int64_t task) const {
  for (std::size_t experiment = 0; experiment < shards_.size(); ++experiment)
    if (!shard(task, experiment).whole()) return false;
  return true;
}

std::vector<std::int64_t> CampaignState::unfinished_tasks() const {
  std::vector<std::int64_t> tasks;
  for (std::int64_t task = 1; task <= campaign_.tasks; ++task)
    if (!is_whole(task)) tasks.push_back(task);
  return tasks;
}

std::optional<std::int64_t> CampaignState::plan_points(std::size_t experiment) const {
  return plan_points_.at(experiment);
}

std::string CampaignState::text() const {
  std::int64_t recorded = 0, not_ok = 0;
  std::optional<std::int64_t> all = 0;
  for (std::size_t experiment = 0; experiment < shards_.size(); ++experiment) {
    for (const Shard& shard : shards_[experiment]) {
      recorded += static_cast<std::int64_t>(shard.points.size());
      not_ok += static_cast<std::int64_t>(shard.not_ok.size());
    }
    const auto points = plan_points(experiment);
    all = all && points ? std::optional(*all + *points) : std::nullopt;
  }
  const std::int64_t finished = campaign_.tasks - static_cast<std::int64_t>(unfinished_tasks().size());
  std::string text = fmt::format("{} of {} tasks finished; {}{} points", finished, campaign_.tasks,
                                 with_thousands(recorded), all ? " of " + with_thousands(*all) : "");
  if (not_ok > 0) text += fmt::format(", {} of them not ok", with_thousands(not_ok));
  return text;
}

CampaignState state_of_merged(const std::string& folder) {
  CampaignState state(read_campaign(folder));
  if (std::filesystem::exists(merged_ledger(folder)))
    state.add_ledger(merged_ledger(folder), schema_folder(find_paths().roots));
  return state;
}

FolderState state_of_folder(const std::string& folder) {
  const std::string schema = schema_folder(find_paths().roots);
  FolderState found{CampaignState(read_campaign(folder)), {}};
  std::vector<std::string> paths;
  for (const TaskLedger& ledger : task_ledgers(folder, found.state.campaign())) paths.push_back(ledger.path);
  if (const std::string merged = merged_ledger(folder); std::filesystem::exists(merged)) paths.push_back(merged);
  for (const std::string& path : paths) {
    try {
      found.state.add_ledger(path, schema);
    } catch (const Error& error) {
      found.damaged.push_back(error.what());
    }
  }
  return found;
}

}  // namespace warpledger
