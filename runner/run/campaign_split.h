#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/device.h"
#include "plan/plan.h"
#include "run/record_run.h"
#include "spec/library.h"

namespace warpledger {

// A campaign may split the plan: each device measures a share of it. To tell how far the devices differ and drift, each
// measures one point of the plan, the anchor, before and after its share.

/// The anchor: the first of the points that cost as much as half of the plan's points do at most. The least ones say
/// more of what a launch costs than of a device, the largest take too long.
std::int64_t anchor_of(const Plan& plan);

/// What each of `count` devices measures, in this order: the anchor, then its shard (split_plan).
std::vector<std::vector<std::int64_t>> shares_of(const Plan& plan, std::int64_t count);

/// Which share is that of `device`, one of `place.devices`.
std::size_t place_of_device(const CampaignPlace& place, const std::string& device);

/// Throws Error where the devices are not alike: points of one page would not belong together.
void refuse_to_split_on(std::span<const Device> devices);

/// The anchors that the ledger has of the campaign, by device.
std::vector<AnchorTimes> anchors_of(const std::string& ledger, const std::string& campaign, const Library& library);

}  // namespace warpledger
