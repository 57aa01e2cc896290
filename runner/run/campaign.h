#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/text_width.h"
#include "model/device.h"
#include "run/record_run.h"
#include "spec/library.h"

namespace warpledger {

// A campaign measures one experiment on several devices of this machine in parallel: one worker, thread and run per
// device, one ledger, one compile cache. Each run has the whole plan, or a share of it if the plan is split
// (campaign_split.h). If a device fails, another one of its model continues its points in a sibling run; the others are
// not affected.

/// Outcome of a new or resumed campaign.
struct CampaignEnd {
  std::string campaign;  ///< UUID
  std::string experiment;
  std::vector<std::string> devices;  ///< unique_name() of each
  std::int64_t planned = 0;          ///< points on all devices; anchors count once
  std::int64_t not_ok = 0;           ///< recorded points that are not ok
  std::int64_t left = 0;             ///< points that are not recorded
  bool stopped = false;              ///< by the user
  bool was_done = false;             ///< there was nothing left to measure
  std::vector<std::string> failed;   ///< labels of devices
  std::vector<AnchorTimes> anchors;  ///< if the plan was split
  Library library = Library({});     ///< includes data of the experiment's folder
};

/// The devices of this machine. Opens each MIG slice for its facts, which takes a second.
std::vector<Device> devices_here(DeviceDetail detail = DeviceDetail::facts);

/// Measures the experiment of `options` on each of its devices (listed_devices()). Throws Error if the experiment, the
/// list or the ledger is invalid, DeviceFailed if no device could be opened.
CampaignEnd begin_campaign(const RunOptions& options, const Console& console);

/// The campaign of `run` in the ledger. `run` is "latest" or the start of a run's or campaign's UUID. Nothing if the
/// run has no campaign or does not name its devices.
std::optional<std::string> campaign_to_resume(const std::string& ledger, const std::string& run);

/// Resumes a campaign on its own devices, or on those that `options` name. Measures nothing if no point is left. Throws
/// Error if the experiment or sources have changed, or if another process is working on it.
CampaignEnd resume_campaign(const RunOptions& options, const std::string& campaign, const Console& console);

}  // namespace warpledger
