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

/// Points that a campaign counts for one device. Another device of its model may measure some of them if it fails or is
/// slower.
struct CampaignPart {
  std::string of_device;  ///< unique_name()
  std::string model;      ///< the device's name
  /// Points left; absent: the whole plan, which is unknown before a device is open.
  std::optional<std::vector<std::int64_t>> ordinals;
  std::string run;  ///< UUID of the run to resume; empty: start one
};

/// Parts of failed or slow devices that wait for another device. Shared by the campaign's threads, one per device.
class PartsLeft {
 public:
  /// `devices` are working; `parts` already wait.
  explicit PartsLeft(std::size_t devices, std::vector<CampaignPart> parts = {})
      : at_work_(devices), parts_(std::move(parts)) {}

  /// A working device stops; its part waits.
  void give_up(CampaignPart part);
  /// A working device stops without a part.
  void leave();

  /// True if more devices of `model` wait than there are parts for it.
  bool are_wanted_by(const std::string& model);
  /// Adds a part from a device that continues to work.
  void hand_over(CampaignPart part);

  /// Takes a part for an idle device of `model`. Blocks until one is available or no device is working; then returns
  /// nothing.
  std::optional<CampaignPart> next(const std::string& model);

  /// Parts that nobody took. Call only when no device is working.
  const std::vector<CampaignPart>& rest() const { return parts_; }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t at_work_;
  std::multiset<std::string> waiting_;  ///< models of waiting devices
  std::vector<CampaignPart> parts_;
};

}  // namespace warpledger
