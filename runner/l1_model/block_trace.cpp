#include "l1_model/block_trace.h"

namespace warpledger {

BlockTrace::BlockTrace(PatternTable& patterns, std::uint32_t warps) : patterns_(&patterns), requests_(warps) {}

void BlockTrace::add(std::uint32_t warp, const WarpAccess& access) {
  const PatternTable::Match match = patterns_->find_or_add(access);
  const Request request{match.base_line, match.number.value_or(kFirstOwn + static_cast<std::uint32_t>(own_.size()))};
  if (!match.number) own_.push_back(make_pattern(access));
  totals_.add(pattern(request));
  if (access.space == Space::global) requests_[warp].push_back(request);
}

void BlockTrace::barrier(std::uint32_t warp) { requests_[warp].push_back({0, kBarrier}); }

}  // namespace warpledger
