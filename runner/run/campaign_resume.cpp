#include "run/campaign_resume.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <utility>

#include "base/error.h"
#include "base/sql_text.h"
#include "base/text.h"
#include "ledger/ledger_reader.h"
#include "model/device_name.h"
#include "plan/plan.h"
#include "run/campaign.h"
#include "run/campaign_split.h"
#include "run/resume.h"
#include "run/run_changes.h"
#include "spec/library.h"
#include "store/ledger_file.h"
#include "store/writer.h"

namespace warpledger {
namespace {

/// The campaign settings of a run, or null.
nlohmann::json place_of(const StoredRun& run) {
  const nlohmann::json settings = nlohmann::json::parse(run.settings_json, nullptr, false);
  if (!settings.is_object() || !settings.contains("campaign")) return nullptr;
  const nlohmann::json& place = settings["campaign"];
  return place.is_object() && place.contains("devices") && place.contains("of_device") ? place : nullptr;
}

/// Models of the campaign's devices that have runs.
std::map<std::string, std::string> models_of(const StoredCampaign& campaign) {
  std::map<std::string, std::string> models;
  for (const CampaignRun& run : campaign.runs) models[run.of_device] = run.run.device.name;
  return models;
}

const CampaignRun* newest_run(const StoredCampaign& campaign, const std::string& device) {
  const auto newest = std::find_if(campaign.runs.rbegin(), campaign.runs.rend(),
                                   [&](const CampaignRun& run) { return run.of_device == device; });
  return newest == campaign.runs.rend() ? nullptr : &*newest;
}

std::vector<std::string> uuids(const LedgerReader& reader, const std::string& condition) {
  std::vector<std::string> found;
  const std::string sql = fmt::format("SELECT run_uuid FROM runs WHERE {} ORDER BY started_utc, run", condition);
  for (const auto& row : reader.query(sql).rows) found.push_back(std::get<std::string>(row.at(0)));
  return found;
}

[[noreturn]] void refuse_other_model(const StoredCampaign& campaign, const Device& device) {
  std::set<std::string> models;
  for (const auto& [of, model] : models_of(campaign)) models.insert(model);
  throw Error(fmt::format("campaign {} cannot go on at {}: none of its points are left for that model",
                          campaign.campaign.substr(0, 8), label_of(device)),
              fmt::format("its devices are of: {}", join({models.begin(), models.end()})));
}

}  // namespace

std::set<std::int64_t> StoredCampaign::recorded(const std::string& device) const {
  std::set<std::int64_t> ordinals;
  for (const CampaignRun& one : runs)
    if (one.of_device == device)
      for (const RecordedPoint& point : one.run.recorded) ordinals.insert(point.ordinal);
  return ordinals;
}

std::vector<std::int64_t> StoredCampaign::ordinals_left(const std::string& device) const {
  std::vector<std::int64_t> left;
  if (is_split) {
    left = shares.at(static_cast<std::size_t>(std::distance(devices.begin(), std::ranges::find(devices, device))));
  } else {
    left.resize(static_cast<std::size_t>(plan_size));
    std::iota(left.begin(), left.end(), 0);
  }
  std::erase_if(left, [done = recorded(device)](std::int64_t ordinal) { return done.contains(ordinal); });
  return left;
}

std::int64_t StoredCampaign::points_left() const {
  std::int64_t left = 0;
  for (const std::string& device : devices) left += std::ssize(ordinals_left(device));
  return left;
}

void plan_shares(StoredCampaign& campaign, const Experiment& experiment) {
  const StoredRun& first = campaign.runs.front().run;
  refuse_changed_texts(first, experiment);
  const Plan plan = make_plan(experiment, first.device);
  refuse_changed_points(first, plan);
  campaign.plan_size = plan.size();
  campaign.shares = shares_of(plan, std::ssize(campaign.devices));
}

std::int64_t StoredCampaign::not_ok() const {
  std::int64_t count = 0;
  for (const CampaignRun& one : runs) count += std::ranges::count(one.run.recorded, false, &RecordedPoint::ok);
  return count;
}

std::optional<std::string> campaign_to_resume(const std::string& ledger, const std::string& run) {
  const Paths paths = find_paths();
  const LedgerReader reader = open_ledger(ledger, Library(paths.roots));
  const std::vector<std::string> of_campaign =
      uuids(reader, fmt::format("substr(campaign, 1, {}) = {}", run.size(), quoted_text(run)));
  const StoredRun stored = reader.stored_run(of_campaign.empty() ? run : of_campaign.front());
  if (stored.campaign.empty() || place_of(stored).is_null()) return std::nullopt;
  return stored.campaign;
}

StoredCampaign read_campaign(const std::string& ledger, const std::string& campaign) {
  const LedgerReader reader = open_ledger(ledger, Library(find_paths().roots));
  StoredCampaign stored{.campaign = campaign, .devices = {}, .runs = {}};
  for (const std::string& uuid : uuids(reader, "campaign = " + quoted_text(campaign))) {
    CampaignRun one{.run = reader.stored_run(uuid), .of_device = {}, .on_device = {}};
    const nlohmann::json place = place_of(one.run);
    if (place.is_null() || place.contains("is_anchor")) continue;
    stored.is_split = place.contains("anchor");
    stored.devices = place["devices"].get<std::vector<std::string>>();
    one.of_device = place["of_device"];
    one.on_device = unique_name(one.run.device);
    // The first run for a device has the whole plan.
    stored.plan_size = std::max(stored.plan_size, one.run.planned_points);
    stored.runs.push_back(std::move(one));
  }
  if (stored.runs.empty())
    throw Error({.file = ledger}, fmt::format("there is no campaign {} that can be resumed", campaign),
                "`warpledger list runs` shows the runs");
  return stored;
}

RunOptions options_of(const StoredCampaign& campaign, const RunOptions& given) {
  RunOptions options = stored_run_options(campaign.runs.front().run, given);
  options.place = {.campaign = campaign.campaign,
                   .shard = {},
                   .devices = campaign.devices,
                   .of_device = {},
                   .split = campaign.is_split};
  return options;
}

std::vector<Device> devices_to_resume_on(const StoredCampaign& campaign, const std::string& list) {
  const std::map<std::string, std::string> models = models_of(campaign);
  if (list != RunOptions().device) {
    std::vector<Device> devices = listed_devices(list, devices_here());
    for (const Device& device : devices) {
      const auto has_work = [&](const std::string& of) {
        const auto model = models.find(of);
        const bool fits = model == models.end() ? of == unique_name(device) : model->second == device.name;
        return fits && !campaign.ordinals_left(of).empty();
      };
      if (std::ranges::none_of(campaign.devices, has_work)) refuse_other_model(campaign, device);
    }
    return devices;
  }
  std::vector<Device> devices;
  std::optional<Error> problem;
  const std::vector<Device> here = devices_here();
  for (const std::string& device : campaign.devices) try {
      devices.push_back(listed_devices(device, here).front());
    } catch (const Error& error) {
      problem = error;
    }
  if (devices.empty() && problem)
    throw Error(problem->problem(),
                problem->hint() + "\n  another device of its model can go on: name it with --device");
  return devices;
}

void refuse_under_way(const StoredCampaign& campaign, const LedgerWriter& ledger) {
  for (const std::string& device : campaign.devices) {
    if (campaign.ordinals_left(device).empty()) continue;
    if (const CampaignRun* const newest = newest_run(campaign, device)) ledger.another().claim_run(newest->run.uuid);
  }
}

CampaignParts parts_left(const StoredCampaign& campaign, const std::vector<Device>& devices) {
  const std::map<std::string, std::string> models = models_of(campaign);
  CampaignParts parts{.own = {}, .waiting = {}, .plan_size = campaign.plan_size, .shares = campaign.shares};
  for (const std::string& of : campaign.devices) {
    CampaignPart part{.of_device = of, .model = {}, .ordinals = campaign.ordinals_left(of)};
    if (part.ordinals->empty()) continue;
    const auto device = std::ranges::find(devices, of, unique_name);
    const auto model = models.find(of);
    if (device != devices.end())
      part.model = device->name;
    else if (model != models.end())
      part.model = model->second;
    const CampaignRun* const newest = newest_run(campaign, of);
    if (device != devices.end() && newest && newest->on_device == of) part.run = newest->run.uuid;
    (device != devices.end() ? parts.own : parts.waiting).push_back(std::move(part));
  }
  return parts;
}

}  // namespace warpledger
