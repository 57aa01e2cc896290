#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace warpledger {

/// Points that a campaign counts for one device. Another one of its model measures what is left of them when it fails,
/// or takes some over when it has nothing to do.
struct CampaignPart {
  std::string of_device;  ///< unique_name()
  std::string model;      ///< the device's name
  /// Of the points that are left; nothing: the whole plan, which is not known before a device is open.
  std::optional<std::vector<std::int64_t>> ordinals;
  std::string run;  ///< UUID of the run that the device goes on with; empty: it begins one
};

/// The parts of devices that failed, or have more than others, which wait for another one. Every device of the campaign
/// has a thread.
class PartsLeft {
 public:
  /// So many devices are at work. `parts` wait from the beginning.
  explicit PartsLeft(std::size_t devices, std::vector<CampaignPart> parts = {})
      : at_work_(devices), parts_(std::move(parts)) {}

  /// A device that was at work is so no more. Its part waits.
  void give_up(CampaignPart part);
  /// The same without a part.
  void leave();

  /// Whether a device of `model` waits for which there is no part.
  bool are_wanted_by(const std::string& model);
  /// A device that stays at work has a part for another one.
  void hand_over(CampaignPart part);

  /// A device of `model` has no work: a part that it can take, then it is at work again. Waits as long as one may come,
  /// which is as long as another device is at work. Nothing: there will be none.
  std::optional<CampaignPart> next(const std::string& model);

  /// What nobody took. Asked when no device is at work.
  const std::vector<CampaignPart>& rest() const { return parts_; }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t at_work_;
  std::multiset<std::string> waiting_;  ///< models of devices
  std::vector<CampaignPart> parts_;
};

}  // namespace warpledger
