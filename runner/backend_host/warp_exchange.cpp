#include "backend_host/warp_exchange.h"

#include <algorithm>
#include <cstring>

namespace warpledger {

void WarpExchanges::reset() {
  for (auto& open : open_) open.clear();
  unused_.clear();
  for (const auto& operation : all_) unused_.push_back(operation.get());
}

WarpExchanges::Operation& WarpExchanges::arrive(std::uint32_t warp, std::uint32_t lane, std::uint32_t mask,
                                                std::uint64_t bits) {
  std::vector<Operation*>& open = open_[warp];
  auto found = std::find_if(open.begin(), open.end(), [mask](const Operation* o) { return o->mask == mask; });
  if (found == open.end()) {
    if (unused_.empty()) unused_.push_back(all_.emplace_back(std::make_unique<Operation>()).get());
    Operation* fresh = unused_.back();
    unused_.pop_back();
    std::memset(fresh->bits, 0xff, sizeof fresh->bits);
    fresh->arrived = 0;
    fresh->readers = 0;
    fresh->mask = mask;
    found = open.insert(open.end(), fresh);
  }
  Operation& operation = **found;
  operation.bits[lane] = bits;
  operation.arrived |= 1u << lane;
  ++operation.readers;
  return operation;
}

std::uint32_t WarpExchanges::close_complete(std::uint32_t warp, std::uint32_t live) {
  std::uint32_t lanes = 0;
  std::erase_if(open_[warp], [live, &lanes](const Operation* operation) {
    const bool complete = (operation->mask & live & ~operation->arrived) == 0;
    if (complete) lanes |= operation->arrived;
    return complete;
  });
  return lanes;
}

void WarpExchanges::leave(shim::Exchange* exchange) {
  auto* operation = static_cast<Operation*>(exchange);
  if (--operation->readers == 0) unused_.push_back(operation);
}

}  // namespace warpledger
