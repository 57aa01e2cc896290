#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "plan/plan.h"

namespace warpledger {

/// A device's share of a split plan, which it can pass on to a device that has finished its own. Shares have about
/// equal Plan::cost_us, which ignores kernels and noise: with 1000 samples per point, one of two H200 finished after 40
/// s and the other after 77 s.
class ShareInHand {
 public:
  /// `plan` must outlive it.
  ShareInHand(const Plan& plan, std::vector<std::int64_t> ordinals)
      : plan_(plan), ordinals_(std::move(ordinals)), size_(ordinals_.size()) {}

  /// Number of leading ordinals that the share still has.
  std::size_t size() const { return size_; }

  /// Removes and returns about half of what is left, from its end, given that `done` points took `elapsed_s`. Cuts
  /// between shapes if possible near the half, so that points compared on a page stay on one device. Nothing if the
  /// rest takes less than kWorthHandingOver_s.
  std::optional<std::vector<std::int64_t>> hand_over(std::size_t done, double elapsed_s);

  /// Starting a run and a profiling session takes half a second.
  static constexpr double kWorthHandingOver_s = 4;

 private:
  void add_up();
  std::size_t cut_behind(std::size_t done) const;

  const Plan& plan_;
  std::vector<std::int64_t> ordinals_;
  std::size_t size_;
  // Computed on first use: a plan may have a million points.
  std::vector<double> cost_until_us_;  ///< cumulative, by place
  std::vector<bool> splits_no_shape_;  ///< true if no shape has points on both sides of a place
};

}  // namespace warpledger
