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

// A campaign can split the plan into one share per device. To show how devices differ and drift, each measures one
// point, the anchor, before and after its share.

/// Ordinal of the first point with the median cost. Cheap points show launch overhead rather than the device, expensive
/// ones take too long.
std::int64_t anchor_of(const Plan& plan);

/// Points of each of `count` devices, in order: the anchor, then its shard (split_plan).
std::vector<std::vector<std::int64_t>> shares_of(const Plan& plan, std::int64_t count);

/// Index of `device` in `place.devices`, and of its share.
std::size_t place_of_device(const CampaignPlace& place, const std::string& device);

/// Throws Error unless the devices are identical, because their points share a page.
void refuse_to_split_on(std::span<const Device> devices);

/// The campaign's anchors in the ledger, by device.
std::vector<AnchorTimes> anchors_of(const std::string& ledger, const std::string& campaign, const Library& library);

}  // namespace warpledger
