#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "model/device.h"
#include "run/campaign_parts.h"
#include "run/record_run.h"
#include "store/run_info.h"
#include "store/writer.h"

namespace warpledger {

struct CampaignRun {
  StoredRun run;
  std::string of_device;  ///< CampaignPlace::of_device
  std::string on_device;  ///< unique_name() of the device that measured it
};

struct StoredCampaign {
  std::string campaign;              ///< UUID
  std::vector<std::string> devices;  ///< CampaignPlace::devices
  std::vector<CampaignRun> runs;     ///< oldest first; at least one
  std::int64_t plan_size = 0;
  bool is_split = false;
  std::vector<std::vector<std::int64_t>> shares = {};  ///< by device, if the plan is split

  /// Ordinals recorded for `device`.
  std::set<std::int64_t> recorded(const std::string& device) const;
  /// Ordinals not recorded for `device`, in measuring order.
  std::vector<std::int64_t> ordinals_left(const std::string& device) const;
  /// Over all devices.
  std::int64_t points_left() const;
  std::int64_t not_ok() const;
};

/// Restores the shares of a split campaign. Throws Error if `experiment` has changed.
void plan_shares(StoredCampaign& campaign, const Experiment& experiment);

/// The parts to start a campaign with.
struct CampaignParts {
  std::vector<CampaignPart> own;                       ///< of present devices
  std::vector<CampaignPart> waiting;                   ///< of absent devices
  std::int64_t plan_size = 0;                          ///< 0: not known yet
  std::vector<std::vector<std::int64_t>> shares = {};  ///< as in StoredCampaign
};

/// Throws Error if the ledger has no such campaign.
StoredCampaign read_campaign(const std::string& ledger, const std::string& campaign);

/// Options of the campaign's runs, overridden by those in `given`.
RunOptions options_of(const StoredCampaign& campaign, const RunOptions& given);

/// Devices to resume on: the campaign's own that are present, even if nothing is left for them, or those of `list` if
/// it is not the default. Throws Error if there is none, or if one of `list` has a model without points left.
std::vector<Device> devices_to_resume_on(const StoredCampaign& campaign, const std::string& list);

/// Throws Error with the process if one is working on points that are left.
void refuse_under_way(const StoredCampaign& campaign, const LedgerWriter& ledger);

/// The remaining parts, distributed to `devices`.
CampaignParts parts_left(const StoredCampaign& campaign, const std::vector<Device>& devices);

}  // namespace warpledger
