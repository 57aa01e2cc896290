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

/// A run of a campaign as the ledger has it.
struct CampaignRun {
  StoredRun run;
  std::string of_device;  ///< CampaignPlace::of_device
  std::string on_device;  ///< unique_name() of the device that it ran on
};

/// A campaign as the ledger has it.
struct StoredCampaign {
  std::string campaign;              ///< UUID
  std::vector<std::string> devices;  ///< CampaignPlace::devices
  std::vector<CampaignRun> runs;     ///< oldest first; at least one
  std::int64_t plan_size = 0;        ///< points of the plan
  bool is_split = false;
  std::vector<std::vector<std::int64_t>> shares = {};  ///< of the plan, device by device, where it is split

  /// The ordinals of the points that are recorded for `device`.
  std::set<std::int64_t> recorded(const std::string& device) const;
  /// The ordinals of the points of `device` that are not recorded, in the order in which it measures them.
  std::vector<std::int64_t> ordinals_left(const std::string& device) const;
  /// Points of all devices.
  std::int64_t points_left() const;
  std::int64_t not_ok() const;
};

/// Splits the plan of `experiment` as the campaign did that split it. Throws Error when it is not the experiment that
/// was measured.
void plan_shares(StoredCampaign& campaign, const Experiment& experiment);

/// Which parts the devices of a campaign begin with.
struct CampaignParts {
  std::vector<CampaignPart> own;                       ///< of a device that is there
  std::vector<CampaignPart> waiting;                   ///< of one that is not
  std::int64_t plan_size = 0;                          ///< points of the plan; 0: not known yet
  std::vector<std::vector<std::int64_t>> shares = {};  ///< as in StoredCampaign
};

/// Throws Error when the ledger has no such campaign.
StoredCampaign read_campaign(const std::string& ledger, const std::string& campaign);

/// The options that its runs began with; what the user names again is taken from `given`.
RunOptions options_of(const StoredCampaign& campaign, const RunOptions& given);

/// The devices that go on with a campaign: those of its own that are here, also where nothing is left for them, or
/// those that `list` means when it is not RunOptions().device. Throws Error when there is none, or when one of the list
/// is of a model that has no points left.
std::vector<Device> devices_to_resume_on(const StoredCampaign& campaign, const std::string& list);

/// Throws Error naming the process when one is at work on points that are left.
void refuse_under_way(const StoredCampaign& campaign, const LedgerWriter& ledger);

/// What is left of the campaign, for `devices`.
CampaignParts parts_left(const StoredCampaign& campaign, const std::vector<Device>& devices);

}  // namespace warpledger
