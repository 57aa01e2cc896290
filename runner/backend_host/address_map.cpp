#include "backend_host/address_map.h"

#include <algorithm>
#include <utility>

#include "backend_host/lane_log.h"

namespace warpledger {

AddressMap::AddressMap(std::vector<AddressRange> ranges) : ranges_(std::move(ranges)) {
  std::erase_if(ranges_, [](const AddressRange& range) { return range.bytes == 0; });
  std::sort(ranges_.begin(), ranges_.end(),
            [](const AddressRange& a, const AddressRange& b) { return a.begin < b.begin; });
}

const AddressRange* AddressMap::find(std::uint64_t address, std::uint32_t site) {
  const AddressRange*& last = last_found_[(site >> LaneLogs::kSiteShift) % last_found_.size()];
  if (last != nullptr && last->has(address)) return last;
  const auto after = std::upper_bound(ranges_.begin(), ranges_.end(), address,
                                      [](std::uint64_t a, const AddressRange& range) { return a < range.begin; });
  if (after == ranges_.begin() || !std::prev(after)->has(address)) return nullptr;
  return last = &*std::prev(after);
}

}  // namespace warpledger
