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

// A campaign measures one experiment on several devices of this machine at once: a worker and a thread for each, one
// ledger, one compile cache. Every device has a run of its own with the whole plan. Where a device fails, another one
// of its model goes on with what is left of it, in a sibling run; the others are not disturbed. Where the plan is split
// (campaign_split.h), a device's run has a share of it.

/// How a campaign ended that was begun or resumed.
struct CampaignEnd {
  std::string campaign;  ///< UUID
  std::string experiment;
  std::vector<std::string> devices;  ///< unique_name() of each
  std::int64_t planned = 0;          ///< points, of all devices together; anchors count once
  std::int64_t not_ok = 0;           ///< points that are recorded and not ok
  std::int64_t left = 0;             ///< points that are not recorded
  bool stopped = false;              ///< by the user
  bool was_done = false;             ///< nothing was measured now
  std::vector<std::string> failed;   ///< labels of the devices that failed
  std::vector<AnchorTimes> anchors;  ///< where the plan was split
  Library library = Library({});     ///< with the data of the experiment's own folder
};

/// The devices of this machine. Each MIG slice is opened for its facts, which takes a second.
std::vector<Device> devices_here(DeviceDetail detail = DeviceDetail::facts);

/// Measures the experiment of `options` on each device of their list (listed_devices()). Throws Error when the
/// experiment, the list or the ledger is at fault, DeviceFailed when no device could be opened.
CampaignEnd begin_campaign(const RunOptions& options, const Console& console);

/// The campaign that `run` is of in the ledger: a run's UUID or its beginning, "latest", or the beginning of a
/// campaign's UUID. Nothing: a run of none, or one that does not name its devices.
std::optional<std::string> campaign_to_resume(const std::string& ledger, const std::string& run);

/// Goes on with a campaign: on its own devices or, when `options` name some, on these. Measures nothing when no
/// point is left. Throws Error when its experiment or sources have changed, or a part of it is under way elsewhere.
CampaignEnd resume_campaign(const RunOptions& options, const std::string& campaign, const Console& console);

}  // namespace warpledger
