#include "cluster/campaign_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <tuple>
#include <utility>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/file.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

std::string file_in(const std::string& folder) { return folder + "/campaign.json"; }

ClusterCampaign campaign_of(const nlohmann::json& json) {
  ClusterCampaign campaign{.job_name = json.at("job_name").get<std::string>(),
                           .created_utc = json.at("created_utc").get<std::string>(),
                           .tasks = json.at("tasks").get<std::int64_t>(),
                           .array_limit = std::nullopt,
                           .experiments = {}};
  if (!json.at("array_limit").is_null()) campaign.array_limit = json["array_limit"].get<std::int64_t>();
  for (const nlohmann::json& one : json.at("experiments"))
    campaign.experiments.push_back({one.at("experiment").get<std::string>(), one.at("name").get<std::string>(),
                                    one.at("campaign").get<std::string>()});
  return campaign;
}

/// Parses "3.4711.0.db": task, job, restarts.
std::optional<std::tuple<std::int64_t, std::int64_t, std::int64_t>> numbers_in(const std::string& name) {
  std::int64_t numbers[3] = {};
  const char* at = name.data();
  const char* const end = name.data() + name.size();
  for (std::int64_t& number : numbers) {
    const auto [stop, problem] = std::from_chars(at, end, number);
    if (problem != std::errc() || stop == end || *stop != '.') return std::nullopt;
    at = stop + 1;
  }
  if (std::string(at, end) != "db") return std::nullopt;
  return std::tuple(numbers[0], numbers[1], numbers[2]);
}

}  // namespace

void write_campaign(const std::string& folder, const ClusterCampaign& campaign) {
  if (fs::exists(file_in(folder)))
    throw Error({.file = folder}, "this folder has a campaign already",
                "name a new folder with --output, or see how that one stands: warpledger slurm --status FOLDER");
  Json json = {{"job_name", campaign.job_name}, {"created_utc", campaign.created_utc}, {"tasks", campaign.tasks}};
  json["array_limit"] = campaign.array_limit ? Json(*campaign.array_limit) : Json();
  json["experiments"] = Json::array();
  for (const ClusterExperiment& one : campaign.experiments)
    json["experiments"].push_back({{"experiment", one.given}, {"name", one.name}, {"campaign", one.campaign}});
  for (const char* inside : {"/ledgers", "/logs"}) fs::create_directories(folder + inside);
  replace_file(file_in(folder), json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

ClusterCampaign read_campaign(const std::string& folder) {
  if (const std::string script = folder + "/class.sbatch"; fs::exists(script))
    throw Error({.file = folder}, "this folder has a class, which is one job and no campaign",
                fmt::format("`squeue` shows the job; sbatch {} goes on with it; `warpledger grade EXPERIMENT --db "
                            "{}/class.db` shows what was graded",
                            script, folder));
  if (!fs::exists(file_in(folder)))
    throw Error({.file = folder}, "there is no campaign.json in this folder",
                "name the folder that `warpledger slurm EXPERIMENT --output FOLDER` made");
  ClusterCampaign campaign;
  try {
    campaign = campaign_of(nlohmann::json::parse(read_file(file_in(folder))));
  } catch (const nlohmann::json::exception& problem) {
    throw Error({.file = file_in(folder)}, fmt::format("this is not what warpledger writes: {}", problem.what()),
                "restore it: the ledgers beside it can be merged without it, with `warpledger ledger merge`");
  }
  const bool is_limit_right = !campaign.array_limit || *campaign.array_limit >= 1;
  if (campaign.tasks < 1 || campaign.tasks > kMostTasks || campaign.experiments.empty() || !is_limit_right)
    throw Error({.file = file_in(folder)}, "its numbers are none of a campaign", "restore the file");
  return campaign;
}

std::string merged_ledger(const std::string& folder) { return folder + "/all.db"; }

std::vector<TaskLedger> task_ledgers(const std::string& folder, const ClusterCampaign& campaign) {
  std::vector<std::pair<std::tuple<std::int64_t, std::int64_t, std::int64_t>, TaskLedger>> found;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder + "/ledgers", ignored))
    if (const auto numbers = numbers_in(entry.path().filename().string()))
      if (const std::int64_t task = std::get<0>(*numbers); task >= 1 && task <= campaign.tasks)
        found.push_back({*numbers, {entry.path().string(), task}});
  std::ranges::sort(found, {}, [](const auto& one) { return one.first; });
  std::vector<TaskLedger> ledgers;
  for (auto& [numbers, ledger] : found) ledgers.push_back(std::move(ledger));
  return ledgers;
}

}  // namespace warpledger
