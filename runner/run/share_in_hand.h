#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "plan/plan.h"

namespace warpledger {

/// What a device has to measure of a plan that is split, of which it may hand over points to a device that is done with
/// its own share. Shares cost about the same by Plan::cost_us, which knows neither the kernels nor how many samples
/// their noise asks for: with 1000 samples a point, one of two H200 was done after 40 s and the other after 77 s.
class ShareInHand {
 public:
  /// `plan` must outlive it. Both refer to the points by their place in `ordinals`.
  ShareInHand(const Plan& plan, std::vector<std::int64_t> ordinals)
      : plan_(plan), ordinals_(std::move(ordinals)), size_(ordinals_.size()) {}

  /// How many points it has: the first so many of its ordinals.
  std::size_t size() const { return size_; }

  /// About half of what is left, from its end, when `done` of its points took `elapsed_s`; the share is without them
  /// then. They begin where a shape does, so that what pages compare stays on one device, unless there is no such place
  /// near the half. Nothing where the rest would take less than kWorthHandingOver_s.
  std::optional<std::vector<std::int64_t>> hand_over(std::size_t done, double elapsed_s);

  /// A run begins and a profiling session is set up in half a second.
  static constexpr double kWorthHandingOver_s = 4;

 private:
  void add_up();
  std::size_t cut_behind(std::size_t done) const;

  const Plan& plan_;
  std::vector<std::int64_t> ordinals_;
  std::size_t size_;
  // Made when first asked: a plan may have a million points.
  std::vector<double> cost_until_us_;  ///< of the points before each place, and of all
  std::vector<bool> splits_no_shape_;  ///< whether no shape has points on both sides of a place
};

}  // namespace warpledger
