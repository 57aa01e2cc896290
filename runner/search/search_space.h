#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace warpledger {

/// The points among which one is sought, by the values of their axes: places on a lattice of which filters have left
/// some out. A point is called by its index, from 0.
class SearchSpace {
 public:
  /// For each axis, which of its values each point has: columns of one length, the number of points. No two points
  /// agree in all of them.
  explicit SearchSpace(const std::vector<std::vector<std::uint32_t>>& columns);

  std::size_t size() const { return codes_.size(); }

  /// The points that differ from `point` in the value of one axis, axis by axis in the order of their values.
  std::vector<std::size_t> neighbours(std::size_t point) const;

 private:
  struct Digit {
    std::uint64_t weight = 1;
    std::uint64_t values = 1;
  };
  std::optional<std::size_t> find(std::uint64_t code) const;

  std::vector<Digit> digits_;          ///< one per axis: a code is a number of these digits
  std::vector<std::uint64_t> codes_;   ///< by point
  std::vector<std::uint32_t> sorted_;  ///< points by their codes
};

}  // namespace warpledger
