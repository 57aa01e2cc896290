#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace warpledger {

/// The points of a search as places on a lattice of axis values, with gaps left by filters. Points are indices from 0.
class SearchSpace {
 public:
  /// The point does not have this axis, e.g. a template argument of another kernel.
  static constexpr std::uint32_t kNone = 0;

  /// Columns, one per axis, hold for each point the number of its value, or kNone. All have the same length. Points
  /// must be distinct.
  explicit SearchSpace(std::vector<std::vector<std::uint32_t>> columns);

  std::size_t size() const { return codes_.size(); }

  /// Points that differ from `point` in the value of one axis, ordered by axis and value; then points with other axes
  /// that differ in at most one common axis.
  std::vector<std::size_t> neighbours(std::size_t point) const;

 private:
  struct Digit {
    std::uint64_t weight = 1;
    std::uint64_t values = 1;
  };
  std::optional<std::size_t> find(std::uint64_t code) const;
  /// True if they have other axes and differ in at most one common axis.
  bool differ_by_their_axes(std::size_t point, std::size_t other) const;

  std::vector<std::vector<std::uint32_t>> columns_;  ///< by axis, then by point
  bool axes_differ_ = false;                         ///< some points lack an axis
  std::vector<Digit> digits_;                        ///< one per axis; a code is a number of these digits
  std::vector<std::uint64_t> codes_;                 ///< by point
  std::vector<std::uint32_t> sorted_;                ///< points sorted by code
};

}  // namespace warpledger
