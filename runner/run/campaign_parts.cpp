#include "run/campaign_parts.h"

#include <algorithm>
#include <utility>

namespace warpledger {

void PartsLeft::give_up(CampaignPart part) {
  {
    const std::lock_guard guard(mutex_);
    part.run.clear();  // the run belongs to the device that failed
    parts_.push_back(std::move(part));
    --at_work_;
  }
  changed_.notify_all();
}

void PartsLeft::leave() {
  {
    const std::lock_guard guard(mutex_);
    --at_work_;
  }
  changed_.notify_all();
}

bool PartsLeft::are_wanted_by(const std::string& model) {
  const std::lock_guard guard(mutex_);
  return waiting_.count(model) > static_cast<std::size_t>(std::ranges::count(parts_, model, &CampaignPart::model));
}

void PartsLeft::hand_over(CampaignPart part) {
  {
    const std::lock_guard guard(mutex_);
    parts_.push_back(std::move(part));
  }
  changed_.notify_all();
}

std::optional<CampaignPart> PartsLeft::next(const std::string& model) {
  std::unique_lock lock(mutex_);
  --at_work_;
  changed_.notify_all();
  auto found = parts_.end();
  const auto waiting = waiting_.insert(model);
  changed_.wait(lock, [&] {
    found = std::ranges::find(parts_, model, &CampaignPart::model);
    return found != parts_.end() || at_work_ == 0;
  });
  waiting_.erase(waiting);
  if (found == parts_.end()) return std::nullopt;
  CampaignPart part = std::move(*found);
  parts_.erase(found);
  ++at_work_;
  return part;
}

}  // namespace warpledger
